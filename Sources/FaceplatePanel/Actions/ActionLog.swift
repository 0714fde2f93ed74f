import Faceplate

/// The results of recent actions, so that the page after the press can tell them: the newest 256.
final class ActionLog: Sendable {
    struct Entry: Sendable {
        let key: String
        let message: String?
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var order: [String] = []
    }

    private static let limit = 256
    private let state = Locked(State())

    /// Keeps a result under a new name that cannot be guessed.
    func add(_ entry: Entry) -> String {
        let id =
            String(UInt64.random(in: .min ... .max), radix: 36)
            + String(UInt64.random(in: .min ... .max), radix: 36)
        state.withLock { state in
            state.entries[id] = entry
            state.order.append(id)
            if state.order.count > Self.limit {
                state.entries[state.order.removeFirst()] = nil
            }
        }
        return id
    }

    subscript(id: String) -> Entry? { state.withLock { $0.entries[id] } }
}

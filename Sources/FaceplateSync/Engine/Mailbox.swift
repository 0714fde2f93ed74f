import Faceplate
import FaceplateSchema

/// Only one task reads it; any task may write.
final class Mailbox: Sendable {
    struct Letters: Sendable {
        var news: [ClusterNews] = []
        var hasLocalNews = false
        var hasFindings = false
        var hasWish = false
        var requests = 0
        var ending: ClusterError?
        /// True when the watch ended after a long silence, so that its connection may be dead.
        var isSilent = false

        var isEmpty: Bool {
            news.isEmpty && !hasLocalNews && !hasFindings && !hasWish && requests == 0
                && ending == nil && !isSilent
        }
    }

    private struct State {
        var letters = Letters()
        /// The size of the news in bytes.
        var size = 0
        var wishing: [CheckedContinuation<SyncReport?, Never>] = []
        var reader: CheckedContinuation<Void, Never>?
        var isRung = false
        var isOpen = false
    }

    /// The largest number of waiting news and their largest size; beyond it, everything is read again.
    private static let mostNews = 4_096
    private static let mostBytes = 32 * 1024 * 1024

    private let state = Locked(State())

    // MARK: - Writing

    func put(_ news: [ClusterNews]) {
        let size = news.reduce(0) { $0 + $1.size }
        change { state in
            state.size += size
            if state.letters.news.count + news.count > Self.mostNews
                || state.size > Self.mostBytes
            {
                state.letters.news = []
                state.letters.ending = ClusterError("The cluster changes faster than is read.")
            } else if state.letters.ending == nil {
                state.letters.news += news
            }
        }
    }

    func putLocalNews() { change { $0.letters.hasLocalNews = true } }

    func putFindings() { change { $0.letters.hasFindings = true } }

    func putWish() { change { $0.letters.hasWish = true } }

    func putSilence() { change { $0.letters.isSilent = true } }

    func end(_ error: ClusterError) { change { $0.letters.ending = error } }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { body(&$0) }
        ring()
    }

    /// `nil` while no task reads the mailbox.
    func request() async -> SyncReport? {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                guard state.isOpen else { return false }
                state.wishing.append(continuation)
                state.letters.requests += 1
                return true
            }
            if isOpen {
                ring()
            } else {
                continuation.resume(returning: nil)
            }
        }
    }

    // MARK: - Reading

    func open() { state.withLock { $0.isOpen = true } }

    func close(_ report: SyncReport) {
        state.withLock { $0.isOpen = false }
        answer(.max, report)
    }

    func answer(_ count: Int, _ report: SyncReport) {
        let answered = state.withLock { state in
            let answered = Array(state.wishing.prefix(count))
            state.wishing.removeFirst(answered.count)
            state.letters.requests = min(state.letters.requests, state.wishing.count)
            return answered
        }
        for continuation in answered { continuation.resume(returning: report) }
    }

    func drain() -> Letters {
        state.withLock { state in
            state.size = 0
            return exchange(&state.letters, with: Letters())
        }
    }

    func forgetNews() {
        state.withLock { state in
            (state.letters.news, state.size) = ([], 0)
            (state.letters.ending, state.letters.isSilent) = (nil, false)
        }
    }

    var hasWish: Bool { requests > 0 }

    var requests: Int { state.withLock { $0.wishing.count } }

    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isRung = state.withLock { state in
                    if state.isRung || Task.isCancelled {
                        state.isRung = false
                        return true
                    }
                    state.reader = continuation
                    return false
                }
                if isRung { continuation.resume() }
            }
        } onCancel: {
            ring()
        }
    }

    func wait(atMost duration: Duration) async {
        let timer = Task {
            do {
                try await Task.sleep(for: duration)
                ring()
            } catch {}
        }
        await wait()
        timer.cancel()
    }

    private func ring() {
        let reader = state.withLock { state in
            if state.reader == nil { state.isRung = true }
            return state.reader.take()
        }
        reader?.resume()
    }
}

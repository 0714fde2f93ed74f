import Dispatch

/// A storage in memory: what is in it is there as long as it is itself, however often settings over
/// it are closed and opened.
///
/// Several settings may share one, and hear of each other's changes.
public final class MemoryStorage: SettingsStorage {
    private struct Watchers {
        var handlers: [Int: @Sendable () -> Void] = [:]
        var next = 0
    }

    private let contents = Locked(StorageContents())
    /// Held from the reading to the keeping of a write, so that readers wait for neither.
    private let writing = Locked(())
    private let watchers = Locked(Watchers())
    private let key = SecretBox.newKey()
    private let queue = DispatchQueue(label: "faceplate.memory-storage")

    /// An empty one.
    public init() {}

    /// Lets `body` read the state of now.
    public func read<Result>(_ body: (any StorageReader) throws -> Result) throws -> Result {
        try body(contents.withLock { $0 })
    }

    /// Keeps what `body` answers.
    public func write(_ body: (any StorageReader) throws -> StorageChange?) throws {
        let isChanged = try writing.withLock { _ in
            guard let change = try body(contents.withLock { $0 }) else { return false }
            contents.withLock { $0.apply(change) }
            return true
        }
        let handlers = watchers.withLock { $0.handlers }
        // Whoever wrote alone need not hear of it.
        guard isChanged, handlers.count > 1 else { return }
        queue.async { for handler in handlers.values { handler() } }
    }

    /// A key as old as the storage.
    public func secretKey(mayCreate: Bool) -> [UInt8] { key }

    /// Tells of the writes of all settings over it.
    public func watch(_ handler: @escaping @Sendable () -> Void) -> Settings.Observation? {
        let id = watchers.withLock { watchers in
            watchers.next += 1
            watchers.handlers[watchers.next] = handler
            return watchers.next
        }
        return Settings.Observation { [weak self] in
            _ = self?.watchers.withLock { $0.handlers.removeValue(forKey: id) }
        }
    }
}

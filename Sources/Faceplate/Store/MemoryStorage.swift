import Dispatch

/// A storage in memory: what is in it is there as long as it is itself, however often settings over
/// it are closed and opened.
///
/// Several settings may share one, and hear of each other's changes.
public final class MemoryStorage: SettingsStorage {
    private struct Watchers {
        var handlers: [Int: @Sendable () -> Void] = [:]
        var next = 0
        /// Whether they are about to be told.
        var isDue = false
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
        if isChanged { tellSoon() }
    }

    /// Tells all that watch: who wrote may not be among them, and need not be known.
    private func tellSoon() {
        let isNew = watchers.withLock { watchers in
            guard !watchers.isDue, !watchers.handlers.isEmpty else { return false }
            watchers.isDue = true
            return true
        }
        guard isNew else { return }
        queue.async { [watchers] in
            let ids = watchers.withLock { watchers in
                watchers.isDue = false
                return watchers.handlers.keys.sorted()
            }
            // Each is looked up once it is its turn, since it may have been ended by then.
            for id in ids { watchers.withLock { $0.handlers[id] }?() }
        }
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

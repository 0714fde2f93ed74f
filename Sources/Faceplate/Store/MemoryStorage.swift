import Dispatch

/// A storage in memory, whose content exists as long as the object, even if settings on it are closed and opened again.
///
/// Several settings can share one storage, and are notified of each other's changes.
public final class MemoryStorage: SettingsStorage {
    private struct Watchers {
        var handlers: [Int: @Sendable () -> Void] = [:]
        var next = 0
        var isDue = false
    }

    private let contents = Locked(StorageContents())
    /// The lock of a write, from reading to storing; readers wait for neither.
    private let writing = Locked(())
    private let watchers = Locked(Watchers())
    private let key = SecretBox.newKey()
    private let queue = DispatchQueue(label: "faceplate.memory-storage")

    /// Creates an empty storage.
    public init() {}

    /// Calls `body` with the current state.
    ///
    /// It does not wait for a write on another thread. An error of `body` is rethrown.
    public func read<Result>(_ body: (any StorageReader) throws -> Result) throws -> Result {
        try body(contents.withLock { $0 })
    }

    /// Stores the change that `body` returns.
    ///
    /// Other writers wait until that is done. Do not write to the same storage inside `body`: it would wait for itself.
    public func write(_ body: (any StorageReader) throws -> StorageChange?) throws {
        let isChanged = try writing.withLock { _ in
            guard let change = try body(contents.withLock { $0 }) else { return false }
            contents.withLock { $0.apply(change) }
            return true
        }
        if isChanged { notifySoon() }
    }

    /// Notifies all watchers, including those of the writer, which is not known here.
    private func notifySoon() {
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
            // Each handler is looked up immediately before its call, since it may have been removed by then.
            for id in ids { watchers.withLock { $0.handlers[id] }?() }
        }
    }

    /// Returns the key, which was created with the storage.
    public func secretKey(mayCreate: Bool) -> [UInt8] { key }

    /// Calls `handler` after the writes of all settings on this storage, including those of the caller.
    ///
    /// The handler runs on a queue of the storage. Writes in quick succession can share a call.
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

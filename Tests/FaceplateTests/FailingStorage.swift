@testable import Faceplate

/// A storage in memory that fails once: at a reading, at the key of secrets, after the change is made, or at the search
/// for damage.
final class FailingStorage: SettingsStorage {
    enum Place { case read, key, commit, search }

    private let storage = MemoryStorage()
    private let place = Locked<Place?>(nil)

    func fail(at place: Place) { self.place.withLock { $0 = place } }

    private func fails(at here: Place) -> Bool {
        place.withLock { place in
            guard place == here else { return false }
            place = nil
            return true
        }
    }

    func read<Result>(_ body: (any StorageReader) throws -> Result) throws -> Result {
        if fails(at: .read) { throw StoreError(.failed, "The disk is gone.") }
        return try storage.read(body)
    }

    func write(_ body: (any StorageReader) throws -> StorageChange?) throws {
        try storage.write { reader in
            let change = try body(reader)
            if fails(at: .commit) { throw StoreError(.failed, "The disk is gone.") }
            return change
        }
    }

    func secretKey(mayCreate: Bool) throws -> [UInt8] {
        if fails(at: .key) { throw StoreError(.secretKey, "The key is gone.") }
        return storage.secretKey(mayCreate: mayCreate)
    }

    func verify() throws {
        if fails(at: .search) { throw StoreError(.failed, "The disk is gone.") }
    }

    func close() { storage.close() }
}

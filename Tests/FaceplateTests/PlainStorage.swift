@testable import Faceplate

/// A storage of an app that has no place for profiles and credentials.
final class PlainStorage: SettingsStorage {
    private let inner = MemoryStorage()

    func read<Result>(_ body: (any StorageReader) throws -> Result) throws -> Result {
        try inner.read(body)
    }

    func write(_ body: (any StorageReader) throws -> StorageChange?) throws {
        try inner.write { reader in
            var change = try body(reader)
            change?.records[.profile] = nil
            change?.records[.credential] = nil
            return change
        }
    }
}

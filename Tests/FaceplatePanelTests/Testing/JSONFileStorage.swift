import Faceplate
import Foundation

// The guide "Custom storage" shows this file as it is.

/// Keeps settings in one JSON file, for a single process.
final class JSONFileStorage: SettingsStorage {
    private let file: URL
    private let lock = NSLock()

    init(_ file: URL) { self.file = file }

    private func contents() throws -> StorageContents {
        guard FileManager.default.fileExists(atPath: file.path) else { return StorageContents() }
        return try JSONDecoder().decode(StorageContents.self, from: Data(contentsOf: file))
    }

    func read<Result>(_ body: (any StorageReader) throws -> Result) throws -> Result {
        try body(contents())
    }

    func write(_ body: (any StorageReader) throws -> StorageChange?) throws {
        try lock.withLock {
            var contents = try contents()
            guard let change = try body(contents) else { return }
            contents.apply(change)
            try JSONEncoder().encode(contents).write(to: file, options: .atomic)
        }
    }
}

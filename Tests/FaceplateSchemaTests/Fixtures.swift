import Foundation

@testable import FaceplateSchema

/// The files that tests read, and helpers that create schemas.
enum Fixtures {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static let schemas = root.appending(path: "Schemas")
    static let valid = root.appending(path: "Tests/Fixtures/Valid")
    static let invalid = root.appending(path: "Tests/Fixtures/Invalid")

    static func bytes(_ file: URL) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: file))
    }

    /// Returns the sorted names of a folder's `.json` files, without the extension.
    static func names(in folder: URL) -> [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
    }
}

/// A folder that is removed when it goes out of scope.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "faceplate-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func write(_ text: String, to name: String) throws {
        try write(Array(text.utf8), to: name)
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        let url = URL(filePath: path).appending(path: name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }
}

extension Schema {
    /// Reads a schema.
    ///
    /// - Throws: `SchemaError` with all problems.
    static func make(_ json: String, name: String = "panel") throws -> Schema {
        try SchemaReader.read(Array(json.utf8), name: name)
    }

    /// Reads a schema with one group `g` and these items, each written as the members of its object.
    static func make(items: String...) throws -> Schema {
        let objects = items.map { "{\($0)}" }.joined(separator: ",")
        return try make("[{\"groupKey\": \"g\", \"items\": [\(objects)]}]")
    }
}

import Foundation
import Testing

@testable import FaceplateGenerator
@testable import FaceplateSchema

/// The schemas of `Schemas/` in Swift.
///
/// `ShowcaseSchema.swift` and `ReaderSchema.swift` in this folder declare the same schemas as the files of their names.
/// `ShowcaseSettings.swift` is the output of `KeysGenerator`, compiled; with `RECORD_FIXTURES=1` it is written again,
/// and the test fails.
struct SchemaSourceTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let schemas = folder.deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Schemas")

    private static func file(_ name: String) throws -> SchemaFile {
        try SchemaFile(path: schemas.appending(path: "\(name).json").path)
    }

    private static func schema(_ name: String) throws -> Schema { try file(name).schema }

    /// Checks that Swift source is that of a file in this folder.
    private func expectRecorded(_ source: String, in name: String) throws {
        let file = Self.folder.appending(path: name)
        if ProcessInfo.processInfo.environment["RECORD_FIXTURES"] == "1" {
            try Data(source.utf8).write(to: file)
            Issue.record("recorded \(name)")
        }
        #expect(source == (try? String(contentsOf: file, encoding: .utf8)))
    }

    @Test func writesTheExpectedKeys() throws {
        try expectRecorded(
            KeysGenerator(Self.file("showcase")).swift(), in: "ShowcaseSettings.swift")
    }

    @Test(arguments: ["showcase", "reader"])
    func buildsAnEqualSchema(_ name: String) throws {
        let built = try name == "showcase" ? showcaseSchema() : readerSchema()
        let read = try Self.schema(name)
        #expect(built == read)
        #expect(built.key == read.key)
        #expect(built.settings.map(\.plainDefault) == read.settings.map(\.plainDefault))
    }

    /// With the equal schema above, the test fails for an attribute that the builder does not support.
    @Test(arguments: SchemaAttribute.Scope.allCases)
    func theShowcaseHasEveryAttribute(of scope: SchemaAttribute.Scope) throws {
        let url = Self.schemas.appending(path: "showcase.json")
        let names = Self.names(in: try JSONReader.read(Array(Data(contentsOf: url))))
        let known = SchemaAttribute.all(of: scope).map(\.name).filter { $0.first != "$" }
        #expect(!known.isEmpty)
        // Only of `custom`, which the showcase does not have.
        #expect(Set(known).subtracting(names + ["itemJSONSchema"]) == [])
    }

    private static func names(in json: JSONValue) -> [String] {
        if let elements = json.array { return elements.flatMap(names) }
        return (json.object?.members ?? []).flatMap { [$0.name] + names(in: $0.value) }
    }
}

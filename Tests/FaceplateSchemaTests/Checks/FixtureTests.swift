import Foundation
import Testing

@testable import FaceplateSchema

/// The files of `Fixtures/Invalid`, each with one kind of mistake, and a `.txt` file with the expected messages.
///
/// With `RECORD_FIXTURES=1` the tests write the current messages, and fail.
struct FixtureTests {
    @Test(arguments: Fixtures.names(in: Fixtures.invalid))
    func reportsTheExpectedProblems(name: String) throws {
        let file = Fixtures.invalid.appending(path: name + ".json")
        let error = #expect(throws: SchemaError.self) {
            try SchemaReader.read(Fixtures.bytes(file), name: name)
        }
        let said = (error?.description ?? "") + "\n"
        let words = Fixtures.invalid.appending(path: name + ".txt")
        if ProcessInfo.processInfo.environment["RECORD_FIXTURES"] == "1" {
            try Data(said.utf8).write(to: words)
            Issue.record("recorded \(name).txt")
        }
        #expect(said == String(decoding: try Fixtures.bytes(words), as: UTF8.self))
    }

    @Test(arguments: Fixtures.names(in: Fixtures.invalid))
    func everyMessageIsASentence(name: String) {
        let file = Fixtures.invalid.appending(path: name + ".json")
        let error = #expect(throws: SchemaError.self) {
            try SchemaReader.read(Fixtures.bytes(file), name: name)
        }
        for problem in error?.problems ?? [] {
            #expect(problem.message.hasSuffix(".") || problem.message.hasSuffix("?"), "\(problem)")
            #expect(problem.position.line > 0)
        }
    }

    @Test(arguments: Fixtures.names(in: Fixtures.valid))
    func acceptsValidSchemas(name: String) throws {
        let file = Fixtures.valid.appending(path: name + ".json")
        let schema = try SchemaReader.read(Fixtures.bytes(file), name: name)
        let again = try SchemaReader.read(Array(schema.canonicalJSON.utf8), name: name)
        #expect(again == schema)
        #expect(again.items.keys == schema.items.keys)
        #expect(again.settings.keys == schema.settings.keys)
    }

    @Test func bothKindsHaveFixtures() {
        #expect(Fixtures.names(in: Fixtures.invalid).count >= 40)
        #expect(Fixtures.names(in: Fixtures.valid).count >= 8)
    }

    @Test func everyCheckFailsForAFixture() throws {
        let documents = Fixtures.names(in: Fixtures.invalid).compactMap { name in
            let file = Fixtures.invalid.appending(path: name + ".json")
            return (try? JSONReader.read(Fixtures.bytes(file))).map { SchemaDocument($0) }
        }
        for check in SchemaChecks.all {
            #expect(documents.contains { !check.problems(in: $0).isEmpty }, "\(type(of: check))")
        }
    }
}

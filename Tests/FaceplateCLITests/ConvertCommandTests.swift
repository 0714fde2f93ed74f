import FaceplateTestSupport
import Foundation
import Testing

@Suite(.timeLimit(.hung))
struct ConvertCommandTests {
    private static let schema = """
        [{"groupKey": "g", "items": [{"itemKey": "a", "itemControlType": "switch", "itemValue": "YES"}]}]
        """
    private static let swift = """
        // swift-format-ignore-file
        import Faceplate

        /// Made of JSON by `faceplate convert`.
        func xSchema() throws(SchemaError) -> Schema {
            try Schema(name: "x") {
                Group("g") {
                    Switch("a", default: true)
                }
            }
        }

        """

    @Test func printsSwift() async throws {
        let workspace = try Workspace()
        try workspace.write(Self.schema, to: "x.json")
        let outcome = try await workspace.run("convert", "x.json")
        #expect(outcome == Outcome(Self.swift))
    }

    @Test func writesTheFormThatTheEndingNames() async throws {
        let workspace = try Workspace()
        try workspace.write(Self.schema, to: "x.json")
        let first = try await workspace.run("convert", "x.json", "--output", "X.swift")
        #expect(first == Outcome(errors: "Wrote 'X.swift'.\n"))
        #expect(
            try String(contentsOfFile: workspace.path("X.swift"), encoding: .utf8) == Self.swift)
        _ = try await workspace.run("convert", "x.json", "--output", "y.json")
        let json = try String(contentsOfFile: workspace.path("y.json"), encoding: .utf8)
        #expect(json.contains("\"itemValue\": true"))
        let again = try await workspace.run("check", "y.json")
        #expect(again.status == 0)
    }

    @Test func refusesAnEndingThatSaysNothing() async throws {
        let workspace = try Workspace()
        try workspace.write(Self.schema, to: "x.json")
        let outcome = try await workspace.run("convert", "x.json", "--output", "x.yaml")
        #expect(outcome.errors.contains("'x.yaml' does not end with .swift or .json"))
        #expect(outcome.status == 64)
        try workspace.write("[{}]", to: "bad.json")
        #expect(try await workspace.run("convert", "bad.json").status == 1)
    }
}

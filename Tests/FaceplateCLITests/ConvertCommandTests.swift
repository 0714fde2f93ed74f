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

    @Test func writesTheFormatOfTheFileExtension() async throws {
        let workspace = try Workspace()
        try workspace.write(Self.schema, to: "x.json")
        let first = try await workspace.run("convert", "x.json", "--output", "X.swift")
        #expect(first == Outcome(errors: "Wrote 'X.swift'.\n"))
        #expect(
            try String(contentsOfFile: workspace.path("X.swift"), encoding: .utf8) == Self.swift)
        _ = try await workspace.run("convert", "x.json", "--output", "y.json")
        let json = try String(contentsOfFile: workspace.path("y.json"), encoding: .utf8)
        #expect(json.contains("\"itemValue\": true") && json.hasSuffix("\n}\n"))
        let again = try await workspace.run("check", "y.json")
        #expect(again.status == 0)
    }

    /// A program that has the old file open, like the link here, reads all of it.
    @Test(arguments: ["X.swift", "y.json"])
    func replacesAnExistingFileAtomically(name: String) async throws {
        let workspace = try Workspace()
        try workspace.write(Self.schema, to: "x.json")
        try workspace.write("old", to: name)
        try FileManager.default.linkItem(
            atPath: workspace.path(name), toPath: workspace.path("link"))
        #expect(try await workspace.run("convert", "x.json", "--output", name).status == 0)
        let old = try String(contentsOfFile: workspace.path("link"), encoding: .utf8)
        let new = try String(contentsOfFile: workspace.path(name), encoding: .utf8)
        #expect(old == "old" && new != old)
    }

    @Test func reportsAFileThatCannotBeWritten() async throws {
        let workspace = try Workspace()
        try workspace.write(Self.schema, to: "x.json")
        let outcome = try await workspace.run("convert", "x.json", "--output", "none/x.swift")
        #expect(outcome == Outcome(errors: "'none/x.swift' cannot be written.\n", status: 69))
    }

    @Test func suggestsASimilarNameForAMissingFile() async throws {
        let workspace = try Workspace()
        for path in ["garden.json", "sub/panel.json"] {
            try workspace.write(Self.schema, to: path)
        }
        for (path, name) in [("gardn.json", "garden.json"), ("sub/panle.json", "panel.json")] {
            #expect(
                try await workspace.run("convert", path)
                    == Outcome(
                        errors: "There is no file or folder '\(path)'. Did you mean '\(name)'?\n",
                        status: 1))
        }
    }

    @Test(arguments: ["Settings", "Settings/Root.plist"])
    func readsABundleWithoutAFileExtension(path: String) async throws {
        let workspace = try Workspace()
        try workspace.write(
            """
            <plist version="1.0"><dict><key>PreferenceSpecifiers</key><array><dict>
            <key>Type</key><string>PSToggleSwitchSpecifier</string>
            <key>Key</key><string>pins</string><key>Title</key><string>Pins</string>
            </dict></array></dict></plist>
            """, to: "Settings/Root.plist")
        let outcome = try await workspace.run("convert", path)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains(#""itemKey": "pins""#))
    }

    @Test func rejectsAnUnknownFileExtension() async throws {
        let workspace = try Workspace()
        try workspace.write(Self.schema, to: "x.json")
        let outcome = try await workspace.run("convert", "x.json", "--output", "x.yaml")
        #expect(outcome.errors.contains("'x.yaml' does not end with .swift or .json"))
        #expect(outcome.status == 64)
        try workspace.write("[{}]", to: "bad.json")
        #expect(try await workspace.run("convert", "bad.json").status == 1)
    }
}

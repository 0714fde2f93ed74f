import FaceplateTestSupport
import Foundation
import Testing

@Suite(.timeLimit(.hung))
struct ConvertCommandTests {
    private static let schema = """
        [{"groupKey": "g", "items": [{"itemKey": "a", "itemControlType": "switch", "itemValue": "YES"}]}]
        """
    @Test func printsAndWritesCanonicalJSON() async throws {
        let workspace = try Workspace()
        try workspace.write(Self.schema, to: "x.json")
        let written = try await workspace.run("convert", "x.json", "--output", "y.json")
        #expect(written == Outcome(errors: "Wrote 'y.json'.\n"))
        let json = try String(contentsOfFile: workspace.path("y.json"), encoding: .utf8)
        #expect(json.contains("\"itemValue\": true") && json.hasSuffix("\n}\n"))
        #expect(try await workspace.run("convert", "x.json") == Outcome(json))
        #expect(try await workspace.run("check", "y.json").status == 0)
    }

    /// A program that has the old file open, like the link here, reads all of it.
    @Test func replacesAnExistingFileAtomically() async throws {
        let name = "y.json"
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
        let outcome = try await workspace.run("convert", "x.json", "--output", "none/x.json")
        #expect(outcome == Outcome(errors: "'none/x.json' cannot be written.\n", status: 69))
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

    @Test(arguments: ["x.yaml", "X.swift"])
    func rejectsAnUnknownFileExtension(name: String) async throws {
        let workspace = try Workspace()
        try workspace.write(Self.schema, to: "x.json")
        let outcome = try await workspace.run("convert", "x.json", "--output", name)
        #expect(outcome.errors.contains("'\(name)' does not end with .json"))
        #expect(outcome.status == 64)
        try workspace.write("[{}]", to: "bad.json")
        #expect(try await workspace.run("convert", "bad.json").status == 1)
    }
}

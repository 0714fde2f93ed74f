import ArgumentParser
import Faceplate
import FaceplateSchema
import Foundation
import Testing

@testable import FaceplateCLI

/// The file with values that `serve` and `watch` write; `test_daemons.py` runs the commands.
struct WrittenValuesTests {
    private let workspace: Workspace
    private let file: ValuesFile

    init() throws {
        workspace = try Workspace()
        let options = try FollowOptions.parse(["--write", workspace.path("values.json")])
        file = try #require(try options.valuesFiles(besides: []).first)
    }

    private func text() throws -> String { try String(contentsOfFile: file.path, encoding: .utf8) }

    @Test func replacesTextOfTheSameLength() throws {
        for text in [#"{"a": 1}"#, #"{"a": 2}"#] {
            try file.replace(with: text)
            #expect(try self.text() == text)
        }
    }

    @Test func replacesTheFileOfAKilledWrite() throws {
        try workspace.write("half", to: ".values.json.new")
        try file.replace(with: "whole")
        #expect(try text() == "whole")
        #expect(!workspace.exists(".values.json.new"))
    }

    /// No file can have a name that ends with a slash.
    @Test func leavesNoFileAfterAFailedWrite() throws {
        let unusable = ValuesFile(path: file.path + "/", format: file.format)
        #expect(throws: Failure.self) { try unusable.replace(with: "a") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.folder) == [])
    }

    private func attributes() throws -> (mode: mode_t, owner: uid_t, group: gid_t) {
        var status = stat()
        try #require(stat(file.path, &status) == 0)
        return (status.st_mode & 0o777, status.st_uid, status.st_gid)
    }

    @Test func makesANewFilePrivateAndKeepsItsPermissions() throws {
        try file.replace(with: "a")
        #expect(try attributes().mode == 0o600)
        #expect(chmod(file.path, 0o640) == 0)
        try file.replace(with: "b")
        #expect(try attributes().mode == 0o640)
    }

    /// The text need not change for that.
    @Test func usesTheGivenPermissions() throws {
        try file.replace(with: "a")
        #expect(chmod(file.path, 0o644) == 0)
        var restricted = file
        restricted.mode = 0o600
        try restricted.replace(with: "a")
        #expect(try attributes().mode == 0o600)
    }

    @Test(.enabled("only root can give files away") { geteuid() == 0 })
    func keepsTheOwnerIfRootWritesTheFile() throws {
        try file.replace(with: "a")
        #expect(chown(file.path, 1, 2) == 0)
        try file.replace(with: "b")
        let found = try attributes()
        #expect(found.owner == 1 && found.group == 2 && found.mode == 0o600)
    }

    /// The program of `serve --apply` can read the file.
    @Test func writesTheFileBeforeAChangeIsApplied() async throws {
        let settings = try Settings.inMemory(
            SchemaReader.read(Array(Sample.schema.utf8), name: "reader"))
        let options = try ApplyOptions.parse(["--apply", "cp values.json seen.json"])
        try options.attach(
            to: settings, files: [file], folder: workspace.folder, RunningCommands())
        try await settings.set("account_name", to: .text("Ada"))
        let seen = try String(contentsOfFile: workspace.path("seen.json"), encoding: .utf8)
        #expect(try text().contains("Ada") && seen == text())
    }

    /// A server writes the file after each change.
    @Test func leavesNoFileOpen() throws {
        for number in 0..<9 { try file.replace(with: "\(number)") }
        #expect(OpenFiles.targets { $0.hasPrefix(workspace.folder) } == [])
    }
}

import ArgumentParser
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
        file = try #require(try options.valuesFiles(of: nil, source: nil).first)
    }

    private func text() throws -> String { try String(contentsOfFile: file.path, encoding: .utf8) }

    @Test func aTextOfTheSameLengthReplacesTheOld() throws {
        for text in [#"{"a": 1}"#, #"{"a": 2}"#] {
            try file.replace(with: text)
            #expect(try self.text() == text)
        }
    }

    /// A server writes the file after each change.
    @Test func aWriteLeavesNoFileOpen() throws {
        for number in 0..<9 { try file.replace(with: "\(number)") }
        #expect(OpenFiles.targets { $0.hasPrefix(workspace.folder) } == [])
    }
}

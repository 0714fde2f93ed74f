import Foundation
import Subprocess
import SystemPackage

/// The output and the exit code of a command.
struct Outcome: Equatable {
    var output: String
    var errors: String
    var status: Int32

    init(_ output: String = "", errors: String = "", status: Int32 = 0) {
        self.output = output
        self.errors = errors
        self.status = status
    }
}

extension Outcome {
    /// The outcome with `TIME` in place of each time of a change (ISO 8601).
    var withoutTimes: Outcome {
        var outcome = self
        outcome.output.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, with: "TIME")
        return outcome
    }
}

/// The files that this process has open.
enum OpenFiles {
    /// The paths of open files, and for sockets text such as `socket:[7]`.
    static func targets(where isWanted: (String) -> Bool) -> [String] {
        let (files, folder) = (FileManager.default, "/proc/self/fd")
        let names = (try? files.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { try? files.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
            .filter(isWanted)
    }
}

/// A temporary folder in which the built command runs.
final class Workspace: Sendable {
    let folder: String

    init() throws {
        folder =
            FileManager.default.temporaryDirectory
            .appending(path: "faceplate-cli-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The path of the command, which is built next to the tests.
    static var command: String {
        let bundles = Bundle.allBundles.map(\.bundleURL) + [Bundle.main.bundleURL]
        let folders = bundles + bundles.map { $0.deletingLastPathComponent() }
        return folders.map { $0.appending(path: "faceplate").path }
            .first { FileManager.default.isExecutableFile(atPath: $0) } ?? "faceplate"
    }

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: path(name))
    }

    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        let url = URL(filePath: path(name))
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
        return name
    }

    func configuration(
        _ arguments: [String], _ variables: [String: String] = [:]
    ) -> Subprocess.Configuration {
        var all: [Environment.Key: String?] = [
            "SWIFT_BACKTRACE": "enable=no", "HOME": folder, "FACEPLATE_DATABASE": nil,
            "XDG_STATE_HOME": nil, "COLUMNS": "80",
        ]
        for (name, value) in variables { all[Environment.Key(stringLiteral: name)] = value }
        return Subprocess.Configuration(
            executable: .path(FilePath(Self.command)), arguments: Arguments(arguments),
            environment: .inherit.updating(all), workingDirectory: FilePath(folder))
    }

    /// Runs the command and waits for its end.
    func run(
        _ arguments: String..., input: String = "", variables: [String: String] = [:]
    ) async throws -> Outcome {
        try await run(arguments, input: input, variables: variables)
    }

    func run(
        _ arguments: [String], input: String = "", variables: [String: String] = [:]
    ) async throws -> Outcome {
        let result = try await Subprocess.run(
            configuration(arguments, variables), input: .string(input),
            output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
        let status: Int32 =
            if case .exited(let code) = result.terminationStatus { code } else { -1 }
        return Outcome(result.standardOutput, errors: result.standardError, status: status)
    }

    /// Runs `serve`, calls `body` with its first line and a function to stop it, and waits for its end.
    func serve(
        _ arguments: [String],
        _ body: (_ line: String, _ stop: () throws -> Void) async throws -> Void
    ) async throws -> Int32 {
        let result = try await Subprocess.run(
            configuration(["serve"] + arguments), input: .none, output: .sequence,
            error: .discarded
        ) { execution in
            var lines = execution.standardOutput.strings().makeAsyncIterator()
            let line = try await lines.next() ?? ""
            try await body(line) { try execution.send(signal: .terminate) }
            while try await lines.next() != nil {}
        }
        return if case .exited(let code) = result.terminationStatus { code } else { -1 }
    }
}

/// A small panel with a switch, a choice of two, a line of text and a secret.
enum Sample {
    static let schema = """
        [ { "groupKey": "display", "items": [
              { "itemKey": "display_titles", "itemControlType": "switch", "itemValue": "YES" } ] },
          { "groupKey": "account", "items": [
              { "itemKey": "account_name", "itemControlType": "edit_text", "itemMaximumLength": 5 },
              { "itemKey": "account_password", "itemControlType": "edit_password" },
              { "itemKey": "account_button", "itemControlType": "button" } ] },
          { "groupKey": "theme", "items": [
              { "itemKey": "theme_light", "itemControlType": "select", "itemValue": "YES" },
              { "itemKey": "theme_dark", "itemControlType": "select" } ] } ]
        """
    static let english = """
        "DISPLAY" = "Display"; "DISPLAY_TITLES" = "Titles"; "ACCOUNT" = "Account";
        "ACCOUNT_NAME" = "Name"; "ACCOUNT_PASSWORD" = "Password"; "ACCOUNT_BUTTON" = "Sign in";
        "THEME" = "Theme"; "THEME_LIGHT" = "Light"; "THEME_DARK" = "Dark";
        """

    /// Creates a workspace that contains the panel as `reader.json`.
    static func workspace() throws -> Workspace {
        let workspace = try Workspace()
        try workspace.write(schema, to: "reader.json")
        try workspace.write(english, to: "en.lproj/reader.strings")
        return workspace
    }

    /// Creates a workspace with the panel and a database `reader.sqlite`.
    static func withDatabase() async throws -> Workspace {
        let workspace = try workspace()
        _ = try await workspace.run("evolve", "reader.json")
        return workspace
    }
}

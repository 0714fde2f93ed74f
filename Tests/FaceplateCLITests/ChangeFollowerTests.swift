import ArgumentParser
import Faceplate
import FaceplateSchema
import FaceplateTestSupport
import Foundation
import Logging
import Testing

@testable import FaceplateCLI

@Suite(.timeLimit(.hung))
struct ChangeFollowerTests {
    private static func settings() throws -> Settings {
        try Settings.inMemory(SchemaReader.read(Array(Sample.schema.utf8), name: "reader"))
    }

    private func set(_ name: String, _ settings: Settings) async throws {
        let assignment = Assignment("account_name", .text(name))
        _ = try await settings.apply(Batch([assignment], origin: .cli))
    }

    /// Starts a follower that runs a script in the folder.
    private func follower(
        of settings: Settings, _ script: String, in workspace: Workspace,
        pause: Duration = .seconds(3_600), limit: Duration = .seconds(3_600),
        logger: Logger = .silent
    ) throws -> ChangeFollower {
        var command = ChangeCommand(
            words: ["/bin/sh", "-c", script],
            run: CommandRun(
                folder: workspace.folder, commands: RunningCommands(), timeLimit: .hung),
            database: nil)
        (command.pause, command.limit) = (pause, limit)
        let follower = ChangeFollower(settings, files: [], command: command, logger: logger)
        try follower.start()
        return follower
    }

    /// The command runs after a quiet pause or at the limit, whatever comes first; the other is an hour here.
    @Test(arguments: [
        (Duration.milliseconds(1), Duration.seconds(3_600)), (.seconds(3_600), .milliseconds(1)),
    ])
    func runsTheCommandAfterThePauseOrTheLimit(pause: Duration, limit: Duration) async throws {
        let workspace = try Workspace()
        let settings = try Self.settings()
        defer { settings.close() }
        let follower = try follower(
            of: settings, "cat > heard", in: workspace, pause: pause, limit: limit)
        try await set("Ada", settings)
        #expect(try await becomesTrue { workspace.exists("heard") })
        await follower.stop()
    }

    @Test func doesNotOverwriteTheSchemaOrTheDatabase() throws {
        let options = try FollowOptions.parse(["--write", "/panel/values.json"])
        let file = "/panel/values.json"
        #expect(throws: Failure.self) { try options.valuesFiles(besides: ["/panel/a", file]) }
    }

    @Test func writesTheOtherFileIfOneCannotBeWritten() async throws {
        let workspace = try Workspace()
        let settings = try Self.settings()
        defer { settings.close() }
        let paths = ["one.json", "two.json"].map(workspace.path)
        let options = try FollowOptions.parse(paths.flatMap { ["--write", $0] })
        let files = try options.valuesFiles(besides: [])
        let follower = ChangeFollower(settings, files: files, command: nil, logger: .silent)
        try follower.start()
        try FileManager.default.removeItem(atPath: paths[0])
        try workspace.write("", to: "one.json/in-the-way")
        try await set("Ada", settings)
        await follower.stop()
        let written = try String(contentsOfFile: paths[1], encoding: .utf8)
        #expect(written.contains("Ada"), "\(written)")
    }

    /// A new default changes values without a revision.
    @Test func writesTheValuesOfANewSchemaWithoutARevision() async throws {
        let workspace = try Workspace()
        let settings = try Self.settings()
        defer { settings.close() }
        let path = workspace.path("values.json")
        let files = try FollowOptions.parse(["--write", path]).valuesFiles(besides: [])
        let follower = ChangeFollower(settings, files: files, command: nil, logger: .silent)
        try follower.start()
        func written() -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
        let first = written()
        let schema = Sample.schema.replacing(#""YES" } ] },"#, with: #""NO" } ] },"#)
        try settings.adopt(SchemaReader.read(Array(schema.utf8), name: "reader"))
        #expect(settings.revision == 0)
        #expect(try await becomesTrue { written() != first })
        await follower.stop()
    }

    /// A stop passes on the changes so far at once, whose pause is an hour here, and follows no further ones.
    @Test func runsTheCommandOnlyForChangesBeforeTheStop() async throws {
        let workspace = try Workspace()
        let settings = try Self.settings()
        defer { settings.close() }
        let script = "cat >> heard; touch began; until [ -e go ]; do sleep 0.01; done"
        let follower = try follower(of: settings, script, in: workspace)
        try await set("Ada", settings)
        async let stop: Void = follower.stop()
        #expect(try await becomesTrue { workspace.exists("began") })
        try await set("Eve", settings)
        try workspace.write("", to: "go")
        await stop
        let heard = try String(contentsOfFile: workspace.path("heard"), encoding: .utf8)
        #expect(heard.contains("Ada") && !heard.contains("Eve"), "\(heard)")
    }

    /// A change that comes while the command runs is for the next run, even at the stop.
    @Test func stopsAfterTheCommandHasRunForAllChanges() async throws {
        let workspace = try Workspace()
        let settings = try Self.settings()
        defer { settings.close() }
        let script = "cat >> heard; touch began; until [ -e go ]; do sleep 0.01; done; touch ended"
        let follower = try follower(
            of: settings, script, in: workspace, pause: .milliseconds(1))
        try await set("Ada", settings)
        #expect(try await becomesTrue { workspace.exists("began") })
        try await set("Eve", settings)
        async let stop: Void = follower.stop()
        try workspace.write("", to: "go")
        await stop
        let heard = try String(contentsOfFile: workspace.path("heard"), encoding: .utf8)
        #expect(heard.contains(#""from":"Ada","to":"Eve""#), "\(heard)")
        #expect(workspace.exists("ended"))
    }

    /// The first run fails.
    private static let failingOnce = "cat > heard; ! mkdir failed 2> /dev/null"

    @Test func repeatsTheChangesOfAFailedCommandInItsNextRun() async throws {
        let workspace = try Workspace()
        let settings = try Self.settings()
        defer { settings.close() }
        let follower = try follower(
            of: settings, Self.failingOnce, in: workspace, pause: .milliseconds(1))
        try await set("Ada", settings)
        #expect(try await becomesTrue { workspace.exists("failed") })
        try await settings.set("display_titles", to: .boolean(false))
        await follower.stop()
        let heard = try String(contentsOfFile: workspace.path("heard"), encoding: .utf8)
        #expect(heard.contains("Ada") && heard.contains("display_titles"), "\(heard)")
    }

    @Test func runsAFailedCommandAgainAtTheStop() async throws {
        let workspace = try Workspace()
        let settings = try Self.settings()
        defer { settings.close() }
        let log = RecordedLog()
        let follower = try follower(
            of: settings, Self.failingOnce, in: workspace, pause: .milliseconds(1),
            logger: log.logger)
        try await set("Ada", settings)
        #expect(try await becomesTrue { log.lines.contains { $0.hasPrefix("--on-change: ") } })
        try FileManager.default.removeItem(atPath: workspace.path("heard"))
        await follower.stop()
        let heard = try String(contentsOfFile: workspace.path("heard"), encoding: .utf8)
        #expect(heard.contains("Ada"), "\(heard)")
    }
}

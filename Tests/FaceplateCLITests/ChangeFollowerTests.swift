import Faceplate
import FaceplateSchema
import FaceplateTestSupport
import Foundation
import Testing

@testable import FaceplateCLI

@Suite(.timeLimit(.hung))
struct ChangeFollowerTests {
    /// A stop passes on the changes so far at once, whose pause is an hour here, and follows no further ones.
    @Test func theChangesBeforeTheStopAreTheLast() async throws {
        let workspace = try Workspace()
        let schema = try SchemaReader.read(Array(Sample.schema.utf8), name: "reader")
        let settings = try Settings.inMemory(schema)
        defer { settings.close() }
        let script = "cat >> heard; touch began; until [ -e go ]; do sleep 0.01; done"
        var command = ChangeCommand(
            words: ["/bin/sh", "-c", script],
            run: CommandRun(
                folder: workspace.folder, commands: RunningCommands(), timeLimit: .hung),
            database: nil)
        (command.pause, command.limit) = (.seconds(3_600), .seconds(3_600))
        let follower = ChangeFollower(settings, files: [], command: command, logger: .silent)
        try follower.start()
        func set(_ name: String) async throws {
            let assignment = Assignment("account_name", .text(name))
            _ = try await settings.apply(Batch([assignment], origin: .cli))
        }
        try await set("Ada")
        async let stop: Void = follower.stop()
        #expect(try await becomesTrue { workspace.exists("began") })
        try await set("Eve")
        try workspace.write("", to: "go")
        await stop
        let heard = try String(contentsOfFile: workspace.path("heard"), encoding: .utf8)
        #expect(heard.contains("Ada") && !heard.contains("Eve"), "\(heard)")
    }
}

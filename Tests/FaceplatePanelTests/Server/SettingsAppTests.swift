import Faceplate
import FaceplateTestSupport
import FaceplateTesting
import Testing

@testable import FaceplatePanel

private struct Garden: SettingsApp {
    @Setting("Minutes", in: 1...60, unit: "min") var minutes = 20
    var page: Faceplate.SettingsPage { Slider($minutes) }
}

@Suite(.timeLimit(.hung))
struct SettingsAppTests {
    private struct Failure: Error {}

    private static func settings() throws -> Settings {
        try Settings.inMemory(try #require(try Garden.schema))
    }

    @Test
    func aServerShowsPreferences() async throws {
        let garden = try Garden(Self.settings())
        let server = try PanelServer(garden, port: 0)
        defer { server.stop() }
        #expect(server.port > 0)
        let page = await PanelClient(server.panel).get("/")
        #expect(page.text.contains("Minutes"))
    }

    @Test
    func reportsATakenPort() throws {
        let server = try PanelServer(Garden(Self.settings()), port: 0)
        defer { server.stop() }
        #expect(throws: PanelServerError.self) {
            try PanelServer(Garden(Self.settings()), port: server.port)
        }
    }

    @Test
    func endsWithTheErrorOfTheProgram() async throws {
        let settings = try Self.settings()
        let server = try PanelServer(Garden(settings), port: 0)
        let error = await server.runUntilSignal { throw Failure() }
        #expect(error is Failure)
        await #expect(throws: (any Error).self) { try await settings.set("minutes", to: 5) }
    }

    @Test
    func hasDefaults() async throws {
        let settings = try Self.settings()
        let garden = try Garden(settings)
        let server = try PanelServer(garden, port: 0)
        defer { server.stop() }
        let configuration = Garden.configuration
        #expect(configuration.database == nil && configuration.server.port == 8080)
        let context = SettingsContext(settings: settings, server: server)
        #expect(context.url == server.url)
        try await garden.run(context)
    }
}

import Faceplate
import FaceplateLifecycle
import FaceplatePanel
import FaceplateTestSupport
import FaceplateTesting
import Foundation
import ServiceLifecycle
import ServiceLifecycleTestKit
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.timeLimit(.hung))
struct PanelServiceTests {
    private func isServing(_ server: PanelServer) async -> Bool {
        guard let url = URL(string: server.url) else { return false }
        let answer = try? await URLSession(configuration: .ephemeral).data(from: url)
        return (answer?.1 as? HTTPURLResponse)?.statusCode == 200
    }

    private func make() throws -> PanelServer {
        try PanelServer(TestPanel.make(TestPanel.item("switch")).settings)
    }

    @Test
    func servesUntilItsGroupShutsDown() async throws {
        let server = try make()
        defer { server.stop() }
        await testGracefulShutdown { trigger in
            await withTaskGroup { group in
                group.addTask { await server.run() }
                #expect(await isServing(server))
                trigger.triggerGracefulShutdown()
            }
        }
        #expect(await !isServing(server))
    }

    @Test
    func endsWhenItsTaskIsCanceled() async throws {
        let server = try make()
        defer { server.stop() }
        let task = Task { await server.run() }
        #expect(await isServing(server))
        task.cancel()
        await task.value
        #expect(await !isServing(server))
    }

    @Test
    func reportsAPortInUse() throws {
        let server = try make()
        defer { server.stop() }
        var listening = PanelServer.Configuration()
        listening.port = server.port
        let settings = try TestPanel.make(TestPanel.item("switch")).settings
        #expect(throws: PanelServerError.self) {
            try PanelServer(settings, listening: listening)
        }
    }
}

import Faceplate
import FaceplateHTML
import FaceplateTesting
import Logging
import Testing

@testable import FaceplatePanel

struct PanelConfigurationTests {
    /// Supervisors see an action or a renderer of a key that the schema does not have.
    @Test
    func reportsUnknownKeys() async throws {
        let panel = try TestPanel.make(TestPanel.item("button", key: "clean")) {
            $0.actions["claen"] = { _ in .success("Clean.") }
            $0.renderers["clan"] = PlainRenderer()
        }
        let health = await panel.client.get("/healthz").text
        #expect(health.contains("degraded"))
        #expect(health.contains("an action for 'claen'"))
        #expect(health.contains("a renderer for 'clan'"))
        #expect(health.ranges(of: "Did you mean 'clean'?").count == 2)
        let sound = try TestPanel.make(TestPanel.item("button", key: "clean")) {
            $0.actions["clean"] = { _ in .success("Clean.") }
        }
        #expect(await sound.client.get("/healthz").text.contains("\"status\":\"ok\""))
    }

    /// The daily business is logged only for a program that asks for it.
    @Test func theDefaultLoggerLogsOnlyWarnings() {
        #expect(Logger.faceplate().logLevel == .warning)
        #expect(Panel.Configuration().logger.logLevel == .warning)
    }

    private struct PlainRenderer: ControlRenderer {
        func render(_ field: ControlField, into html: inout Markup) {}
    }
}

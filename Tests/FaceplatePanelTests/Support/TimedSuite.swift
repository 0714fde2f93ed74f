import Foundation

@testable import Faceplate
@testable import FaceplatePanel
@testable import FaceplateTesting

/// The first time of the clock of a ``TimedSuite``: 20 November 2026, 07:30 UTC.
let timedSuiteStart = Date(timeIntervalSince1970: 1_795_159_800)

/// A suite about a panel with a clock that only the tests move.
///
/// The header `x-groups` names the group of the requester: `owners` if it is absent, and `looker` for one who may only
/// look.
protocol TimedSuite {
    var clock: Locked<Date> { get }
    var panel: TestPanel { get }
}

extension TimedSuite {
    /// Creates the panel of a schema.
    static func panel(_ schema: String, _ clock: Locked<Date>) throws -> TestPanel {
        let settings = try Settings.inMemory(
            SchemaReader.read(Array(schema.utf8), name: "test"),
            now: { clock.withLock { $0 } })
        var configuration = Panel.Configuration()
        configuration.identify = { request in
            let group = request.header("x-groups") ?? "owners"
            return Requester(
                name: "ada", access: group == "looker" ? .view : .edit, groups: [group])
        }
        return TestPanel(
            settings: settings, client: PanelClient(settings, configuration: configuration))
    }

    /// Moves the clock, and ends the values whose time is over.
    func wait(_ seconds: Double) throws {
        clock.withLock { $0 += seconds }
        try panel.settings.applyAndWait(Batch([], origin: .program))
    }

    /// Sends a request with a body of JSON.
    func send(
        _ method: String, _ path: String, _ body: String? = nil, group: String = "owners"
    ) async -> PanelResponse {
        await panel.client.send(
            SimpleRequest(
                method, path,
                fields: [
                    ("host", "localhost"), ("content-type", "application/json"),
                    ("x-groups", group),
                ], body: Array((body ?? "").utf8)))
    }

    /// Returns the text of a response without white space.
    func compact(_ answer: PanelResponse) -> String {
        answer.text.filter { !$0.isWhitespace }
    }
}

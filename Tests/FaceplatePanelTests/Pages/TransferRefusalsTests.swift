import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// Exports and imports that are refused.
struct TransferRejectionsTests {
    private func make() throws -> TestPanel {
        try TestPanel.make(TestPanel.item("edit_integer"))
    }

    @Test func aPreviewOfAnotherPanelIsNotImported() async throws {
        let (panel, other) = (try make(), try make())
        let shown = await other.browse(["_text": "k: 1", "_format": "yaml"], to: "/import")
        let mark = try #require(shown.text.firstRange(of: #"name="_sealed" value=""#))
        let sealed = String(shown.text[mark.upperBound...].prefix { $0 != "\"" })
        let saved = await panel.browse(["_sealed": sealed, "_apply": "all"], to: "/import")
        #expect(saved.status == 422 && saved.text.contains("This preview is no longer valid"))
        #expect(panel.settings.revision == 0)
    }

    /// A part of the query that cannot be read could be one that limits the request.
    @Test(arguments: [
        ("POST", "/api/import?dry_run=1&x=%zz"), ("POST", "/api/import?dry_run=maybe"),
        ("GET", "/api/export?x=%zz"), ("GET", "/api/export?changed=maybe"),
        ("GET", "/api/export?format=xml"), ("GET", "/export?format=json&x=%zz"),
        ("GET", "/export?format=xml"),
    ])
    func anUnreadableQueryIsRejected(method: String, target: String) async throws {
        let panel = try make()
        let answer = await panel.client.send(
            SimpleRequest(
                method, target,
                fields: [("host", "localhost"), ("content-type", "application/json")],
                body: Array((method == "POST" ? #"{"k":1}"# : "").utf8)))
        #expect(answer.status == 400, "\(answer.text)")
        #expect(panel.settings.revision == 0)
    }

    /// The body may be larger than a file, because a page sends the file back as text.
    @Test(arguments: [(0, 200), (1, 413)])
    func aFileOverTheLimitIsRejected(over: Int, status: Int) async throws {
        let panel = try make()
        let text = #"{"k":1}"#
        let spaces = String(repeating: " ", count: Panel.importSize - text.utf8.count + over)
        let page = await panel.browse(["_text": text + spaces, "_format": "json"], to: "/import")
        #expect(page.status == status, "\(page.text.prefix(200))")
        let answer = await panel.client.send(
            SimpleRequest(
                "POST", "/api/import",
                fields: [("host", "localhost"), ("content-type", "application/json")],
                body: Array((text + spaces).utf8)))
        #expect(answer.status == status, "\(answer.text.prefix(200))")
        #expect(panel.settings.revision == 1 - over)
    }
}

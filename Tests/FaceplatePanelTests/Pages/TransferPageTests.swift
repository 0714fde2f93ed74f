import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// The page that imports and exports.
struct TransferPageTests {
    private func make() throws -> TestPanel {
        try TestPanel.make(
            #"{"itemKey":"port","itemControlType":"edit_integer","itemValue":80}"#
        ) { configuration in
            configuration.identify = { request in
                Requester(access: request.header("x-view") == nil ? .edit : .view)
            }
        }
    }

    /// Pasted text stays in its field, with the place of the mistake and the way to another format.
    @Test func aRefusedTextStaysInItsField() async throws {
        let panel = try make()
        let page = await panel.browse(["_text": #"{"port": 1,}"#], to: "/import")
        #expect(page.status == 422)
        #expect(
            page.text.contains(#">{&quot;port&quot;: 1,}</textarea>"#)
                || page.text.contains(#"{"port": 1,}</textarea>"#))
        #expect(page.text.contains("Line 1, column 11: "))
        #expect(page.text.contains("Choose the format if it was detected wrongly."))
        let chosen = await panel.browse(["_text": "[", "_format": "toml"], to: "/import")
        #expect(chosen.text.contains(#"<option value="toml" selected>"#))
        #expect(!chosen.text.contains("detected wrongly"))
    }

    @Test func onePageImportsAndExports() async throws {
        let panel = try make()
        for target in ["/import", "/export"] {
            let page = await panel.visit(target).text
            #expect(page.contains("<h1>Import and export</h1>"))
            #expect(page.contains(#"id="import""#) && page.contains(#"id="export""#))
        }
        let viewer = [(name: "x-view", value: "1"), (name: "accept", value: "text/html")]
        let page = await panel.client.get("/export", fields: viewer).text
        #expect(page.contains("<h1>Export</h1>") && !page.contains(#"id="import""#))
    }
}

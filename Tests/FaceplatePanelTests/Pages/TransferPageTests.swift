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
        // Once, below the field, which has the focus.
        #expect(page.text.ranges(of: "Line 1, column 11: ").count == 1)
        #expect(page.text.contains(#"</div><p class="err"><span id="e-text">Line 1, "#))
        let about = #"aria-invalid="true" aria-describedby="e-text" autofocus"#
        #expect(TestPanel.element(#"id="c-text""#, in: page.text).contains(about))
        let empty = await panel.browse(["_text": ""], to: "/import").text
        #expect(empty.contains(#"aria-invalid="true" aria-describedby="e-file" autofocus"#))
        #expect(empty.contains(#"<span id="e-file">Choose a file, or paste its text</span>"#))
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
            #expect(page.contains(#"<input type="checkbox" id="c-comments" name="comments""#))
        }
        let viewer = [(name: "x-view", value: "1"), (name: "accept", value: "text/html")]
        let page = await panel.client.get("/export", fields: viewer).text
        #expect(page.contains("<h1>Export</h1>") && !page.contains(#"id="import""#))
    }
}

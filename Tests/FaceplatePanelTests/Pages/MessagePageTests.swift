import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct MessagePageTests {
    private func make() throws -> TestPanel {
        try TestPanel.of(
            #"{"panelTitle":"Harbour","panelLocales":["en","fr"],"groups":[{"groupKey":"g","items":["#
                + TestPanel.item("switch") + "]}]}")
    }

    @Test
    func reportsAMissingPage() async throws {
        let response = try await make().client.get("/no<pe", fields: [("accept", "text/html")])
        #expect(response.status == 404)
        #expect(response.header("content-type") == "text/html; charset=utf-8")
        #expect(response.header("content-language") == "en")
        #expect(response.text.contains("<title>Error: Page not found – Harbour</title>"))
        #expect(
            response.text.contains(
                #"<div class="blank failed"><h1>Page not found</h1>"#
                    + "<p>There is no page at this address. Check the address, or go to the "
                    + #"first page.</p><p><a class="btn" href="/">Go to the overview</a></p></div>"#
            ))
        #expect(!response.text.contains("no<pe"))
        #expect(!response.text.contains("method=\"post\""))
    }

    @Test
    func isInTheRequestedLanguage() async throws {
        let response = try await make().client.get(
            "/nope?lang=fr", fields: [("accept", "text/html")])
        #expect(response.text.contains("<h1>Page introuvable</h1>"))
        #expect(response.header("content-language") == "fr")
        #expect(response.header("set-cookie")?.hasPrefix("faceplate_lang=fr; ") == true)
    }

    @Test(arguments: [
        (
            "application/json",
            #"{"type":"about:blank","title":"There is no page at this address. Check the address, or go to the first page.","status":404,"code":"not_found"}"#
        ),
        ("*/*", "There is no page at this address. Check the address, or go to the first page.\n"),
    ])
    func reportsToScriptsInTheirFormat(accept: String, text: String) async throws {
        #expect(try await make().client.get("/nope", fields: [("accept", accept)]).text == text)
    }

    @Test
    func reportsAMalformedQuery() async throws {
        let response = try await make().client.get("/?a=%zz", fields: [("accept", "text/html")])
        #expect(response.status == 400)
        #expect(response.text.contains("<h1>There is a problem</h1>"))
        #expect(response.text.contains("The percent sequence at byte 2 is broken."))
    }
}

import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct NegotiationTests {
    private func make(host: String? = nil) throws -> TestPanel {
        try TestPanel.of(
            #"{"panelLocales":["en","fr","pt-BR","ar"],"groups":[{"groupKey":"g","items":["#
                + TestPanel.item("switch") + "]}]}"
        ) { $0.locale = host.flatMap { LocaleTag($0) } }
    }

    @Test(
        arguments: [
            ("/", nil, nil, nil, "en"), ("/", nil, nil, "fr", "fr"),
            ("/", nil, nil, "de, fr;q=0.5", "fr"),
            ("/", nil, nil, "en;q=0.1, ar;q=0.9", "ar"), ("/", nil, nil, "pt", "pt-BR"),
            ("/", nil, nil, "pt-PT", "pt-BR"), ("/", nil, nil, "fr-CA", "fr"),
            ("/", nil, nil, "*", "en"),
            ("/", nil, nil, "de", "en"), ("/", nil, nil, "", "en"), ("/", nil, nil, ";;q=,,", "en"),
            ("/", nil, nil, "fr;q=0, *", "en"), ("/", nil, "ar", "fr", "ar"),
            ("/", nil, "de", "fr", "fr"), ("/", "faceplate_lang=fr", "ar", "en", "fr"),
            ("/", "a=b; faceplate_lang=fr; c=d", nil, nil, "fr"),
            ("/", "faceplate_lang=de", "ar", nil, "ar"),
            ("/", "faceplate_lang=", nil, "fr", "fr"), ("/", "xfaceplate_lang=fr", nil, nil, "en"),
            ("/", "faceplate_lang", nil, nil, "en"),
            ("/?lang=pt-br", "faceplate_lang=fr", "ar", "en", "pt-BR"),
            ("/?lang=de", "faceplate_lang=fr", nil, nil, "fr"), ("/?lang=", nil, nil, "fr", "fr"),
            ("/?lang=fr&lang=ar", nil, nil, nil, "ar"), ("/?lang=fr_FR", nil, nil, nil, "fr"),
            ("/nope?lang=fr", nil, nil, nil, "fr"), ("/nope", "faceplate_lang=ar", nil, nil, "ar"),
        ] as [(String, String?, String?, String?, String)])
    func usesTheAddressThenTheCookieTheHostAndTheBrowser(
        target: String, cookie: String?, host: String?, accepted: String?, locale: String
    ) async throws {
        var fields: [(name: String, value: String)] = []
        if let cookie { fields.append(("cookie", cookie)) }
        if let accepted { fields.append(("accept-language", accepted)) }
        let response = try await make(host: host).client.get(target, fields: fields)
        #expect(response.header("content-language") == locale)
        #expect(response.header("vary") == "Accept, Accept-Language, Cookie")
    }

    /// English is not among the languages of each panel.
    @Test(arguments: [("fr", #"["fr","ar"]"#), ("ar", #"["ar","fr"]"#)])
    func theFirstLanguageOfThePanelIsTheFallback(locale: String, all: String) async throws {
        let item = TestPanel.item("switch")
        let panel = try TestPanel.of(
            #"{"panelLocales":\#(all),"groups":[{"groupKey":"g","items":[\#(item)]}]}"#)
        let response = await panel.client.get(fields: [("accept-language", "de")])
        #expect(response.header("content-language") == locale)
    }

    @Test
    func findsACookieAmongSeveralHeaders() async throws {
        let response = try await make().client.get(
            fields: [("cookie", "a=b"), ("cookie", "faceplate_lang=fr")])
        #expect(response.header("content-language") == "fr")
    }

    @Test
    func remembersTheRequestedLanguageForAYear() async throws {
        let response = try await make().client.get("/?lang=fr")
        #expect(
            response.header("set-cookie")
                == "faceplate_lang=fr; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax")
    }

    @Test(arguments: ["/", "/?lang=xx", "/?lang=fr%0D%0ASet-Cookie:%20a=b", "/?lang=%00"])
    func doesNotRememberOtherValues(target: String) async throws {
        let response = try await make().client.get(
            target, fields: [("cookie", "faceplate_lang=fr")])
        #expect(response.headers.allSatisfy { $0.name.lowercased() != "set-cookie" })
        #expect(response.headers.allSatisfy { !$0.value.utf8.contains { $0 < 0x20 } })
    }
}

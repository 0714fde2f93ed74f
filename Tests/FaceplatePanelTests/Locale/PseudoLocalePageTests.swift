import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct PseudoLocalePageTests {
    private static let items = TestPanel.item("edit_text", #""itemHelp":"Some help""#)

    @Test(arguments: [("en-XA", "ltr", "[Þöŕţ öñ]"), ("ar-XB", "rtl", "\u{202E}Port\u{202C}")])
    func showsAPseudoLocaleOnRequest(tag: String, direction: String, title: String) async throws {
        let panel = try TestPanel.make(Self.items)
        let answer = await panel.visit("/?lang=\(tag)")
        #expect(answer.header("content-language") == tag)
        #expect(answer.text.contains(#"<html lang="\#(tag)" dir="\#(direction)">"#))
        #expect(answer.text.contains(title))
        #expect(!answer.text.contains(">Save changes<"))
        // The text counts as text in the page's language.
        #expect(!TestPanel.row(in: answer.text).contains("lang="))
        #expect(!answer.text.contains("?lang=\(tag)\""))
    }

    @Test func isRememberedAndSaves() async throws {
        let panel = try TestPanel.make(Self.items)
        let cookie = try #require(await panel.visit("/?lang=en-XA").header("set-cookie"))
        let answer = await panel.client.get(
            "/", fields: [("cookie", String(cookie.prefix { $0 != ";" }))])
        #expect(answer.header("content-language") == "en-XA")
        let refused = await panel.browse(["nothing": "1", "_locale": "en-XA"])
        #expect(refused.status == 422 && refused.header("content-language") == "en-XA")
        #expect(refused.text.contains("nothing"))
    }

    @Test func isOfferedIfTheProgramEnablesIt() async throws {
        let panel = try TestPanel.make(Self.items) { $0.offersPseudoLocales = true }
        let page = await panel.page()
        #expect(page.contains(#"?lang=en-XA""#) && page.contains(#"?lang=ar-XB""#))
    }

    @Test func isNotChosenForABrowser() async throws {
        let panel = try TestPanel.make(Self.items)
        let answer = await panel.client.get("/", fields: [("accept-language", "en-XA, fr;q=0.5")])
        #expect(answer.header("content-language") == "en")
    }

    @Test(arguments: PageWord.allCases)
    func everyMessageKeepsItsPlaceholders(word: PageWord) throws {
        for pseudo in PseudoLocale.allCases {
            let phrase = PageWords(pseudo.tag).phrase(word)
            #expect(phrase.slots == PageWords(.english).phrase(word).slots)
        }
    }
}

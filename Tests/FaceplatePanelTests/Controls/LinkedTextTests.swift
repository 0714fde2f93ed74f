import FaceplateHTML
import FaceplateSeeds
import Testing

@testable import FaceplatePanel

@Suite(.seed("S3.19"))
struct LinkedTextTests {
    private func written(_ text: String) -> String {
        var html = Markup()
        LinkedText.write(&html, text)
        return String(decoding: html.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("http://a.b", "http://a.b", ""), ("HTTPS://a.b/C", "HTTPS://a.b/C", ""),
        ("https://a.b.", "https://a.b", "."),
        ("https://a.b/?x=1&y=2!", "https://a.b/?x=1&y=2", "!"),
        ("https://a.b/x_(y)", "https://a.b/x_(y)", ""), ("https://a.b)", "https://a.b", ")"),
        ("https://a.b/(x))", "https://a.b/(x)", ")"),
        ("https://a.b\u{A0}x", "https://a.b", "\u{A0}x"),
        ("https://a.b»", "https://a.b", "»"), ("https://a.b”, x", "https://a.b", "”, x"),
        ("https://a.b<x", "https://a.b", "<x"), ("https://é.b/ü", "https://é.b/ü", ""),
        ("https://a.b\r\nx", "https://a.b", "\r\nx"),
    ])
    func linksAddresses(text: String, address: String, rest: String) {
        func escaped(_ text: String) -> String {
            text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        }
        let link =
            #"<a href="\#(escaped(address))" rel="noopener">\#(escaped(address))</a>"#
        #expect(written(text).replacing("&#13;", with: "\r") == link + escaped(rest))
        #expect(written("(" + text).hasPrefix("(<a href="))
    }

    @Test(arguments: [
        "", "a", "http://", "https://.", "xhttps://a.b", "1http://a.b", "éhttps://a.b", "http:/a.b",
        "javascript:alert(1)", "ftp://a.b", "a.b/c", "https:// a", "https:///a", "mailto:a@b",
    ])
    func leavesOtherWords(text: String) {
        #expect(written(text) == text)
    }

    @Test
    func linksEachOfSeveral() {
        #expect(
            written("http://a,http://b http://c").matches(of: /<a href/).count == 2)
    }

    @Test
    func isQuickWithLongTexts() {
        for part in ["http://", "https://((((", "h", ")", "http://a)))", "é"] {
            let text = String(repeating: part, count: 100_000)
            #expect(!written(text).isEmpty)
        }
    }
}

import FaceplateHTML
import FaceplateTestSupport
import Testing

@testable import FaceplatePanel

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
        ("me@example.org", "me@example.org", "mailto:me@example.org"),
        ("mailto:me@example.org", "me@example.org", "mailto:me@example.org"),
        (
            "A.b+c_d-e@mail.Example-1.co.uk.", "A.b+c_d-e@mail.Example-1.co.uk",
            "mailto:A.b+c_d-e@mail.Example-1.co.uk"
        ),
        ("„me@example.org“", "me@example.org", "mailto:me@example.org"),
        ("\u{A0}me@example.org", "me@example.org", "mailto:me@example.org"),
        ("«+49 30 1234567»", "+49 30 1234567", "tel:+49301234567"),
        ("<me@example.org>", "me@example.org", "mailto:me@example.org"),
        (".me@example.org, x", "me@example.org", "mailto:me@example.org"),
        ("+49 30 1234567", "+49 30 1234567", "tel:+49301234567"),
        ("tel:+49301234567", "+49301234567", "tel:+49301234567"),
        ("(+49 (0)30/123-45 67)", "+49 (0)30/123-45 67", "tel:+49301234567"),
        ("+1 (555) 010-9999.", "+1 (555) 010-9999", "tel:+15550109999"),
        ("+33\u{A0}1\u{202F}23.45.67.89", "+33\u{A0}1\u{202F}23.45.67.89", "tel:+33123456789"),
        ("+12345678 - x", "+12345678", "tel:+12345678"),
    ])
    func linksMailAddressesAndTelephoneNumbers(text: String, shown: String, target: String) {
        let html = written("Ask " + text)
        #expect(html.contains(#"<a href="\#(target)" rel="noopener">\#(shown)</a>"#), "\(html)")
        #expect(html.matches(of: /<a href/).count == 1)
    }

    @Test(arguments: [
        "me@example", "@example.org", "me@", "me@.org", "me@example.o", "me@example.org1",
        "a@b@c.org",
        "me@-a.org", "me@a..org", "x/me@example.org", "müller@example.org", "größe.x@example.org",
        "\(String(repeating: "a", count: 65))@example.org",
        "+1234567", "+1234567890123456", "1+12345678", "++12345678", "+12345678kB", "+ 12345678",
        "+1    2345678", "2026-11-20", "030 1234567", "tel:0301234567", "+", "+-", "@",
        "+2026-11-20T07:30",
    ])
    func doesNotLinkTextThatOnlyLooksLikeAnAddress(text: String) {
        #expect(!written(text).contains("<a"))
    }

    @Test(arguments: [
        "", "a", "http://", "https://.", "xhttps://a.b", "1http://a.b", "éhttps://a.b", "http:/a.b",
        "javascript:alert(1)", "ftp://a.b", "a.b/c", "https:// a", "https:///a", "mailto:a@b",
    ])
    func leavesOtherText(text: String) {
        #expect(written(text) == text)
    }

    @Test
    func linksEachOfSeveralAddresses() {
        #expect(
            written("http://a,http://b http://c").matches(of: /<a href/).count == 2)
    }

    @Test(arguments: [
        "http://", "https://((((", "h", ")", "http://a)))", "é", "@", "a@", "a.@b.", "+", "+1",
        "+1 ", "@a.b-",
    ])
    func takesTimeInProportionToTheText(part: String) {
        expectProportion(at: 16_000) { _ = written(String(repeating: part, count: $0)) }
    }
}

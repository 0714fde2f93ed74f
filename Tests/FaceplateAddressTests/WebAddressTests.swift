import FaceplateAddress
import Testing

struct WebAddressTests {
    @Test(
        arguments: [
            "https://example.org/", "HTTP://example.org", "mailto:a@example.org", "tel:+123",
            "help", "/help", "./a:b", "help?x=1:2", "#a:b", "../up", "https://example.org/é",
        ])
    func acceptsPlainAddresses(text: String) {
        #expect(WebAddress.isLink(text))
    }

    @Test(
        arguments: [
            "", "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "vbscript:x",
            "file:///etc/passwd", "//example.org", "a b", " https://example.org", "\tjavascript:x",
            "java\nscript:x", "\\\\example.org", "https:\\example.org", "ht\u{0}tp:x", "blob:x",
            ":", "https\u{85}:x", "/\\example.org", "http:foo", "https:/example.org", "https://",
            "https:///x", "mailto:", "tel:",
        ])
    func rejectsOtherText(text: String) {
        #expect(!WebAddress.isLink(text))
    }

    /// `:` and a combining character are one `Character`, but a browser still sees the colon.
    @Test(arguments: [
        "javascript:\u{E33}=alert(1)", "javascript:\u{FF9E}=alert(1)", "javascript:\u{301}x",
        "//\u{E33}.example", "/\u{301}/x:y",
    ])
    func readsUnicodeScalars(text: String) {
        #expect(WebAddress.isLink(text) == text.hasPrefix("/\u{301}"))
    }

    @Test(arguments: [
        ("https://example.org", true), ("mailto:a@b", true), ("a/b:c", false), ("?q=a:b", false),
        ("javascript:x", false), ("settings.html", false),
    ])
    func distinguishesAbsoluteFromRelativeLinks(text: String, isAbsolute: Bool) {
        #expect(WebAddress.isAbsoluteLink(text) == isAbsolute)
    }
}

import Testing

@testable import FaceplateSchema

struct LinkTargetTests {
    @Test(
        arguments: [
            "https://example.org/", "HTTP://example.org", "mailto:a@example.org", "tel:+123",
            "help", "/help",
            "./a:b", "help?x=1:2", "#a:b", "../up", "https://example.org/é",
        ])
    func acceptsPlainAddresses(text: String) {
        #expect(LinkTarget.isAllowed(text))
    }

    @Test(
        arguments: [
            "", "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "vbscript:x",
            "file:///etc/passwd",
            "//example.org", "a b", " https://example.org", "\tjavascript:x", "java\nscript:x",
            "\\\\example.org",
            "https:\\example.org", "ht\u{0}tp:x", "blob:x", ":", "https\u{85}:x", "/\\example.org",
        ])
    func refusesOthers(text: String) {
        #expect(!LinkTarget.isAllowed(text))
    }

    /// `:` and such a letter are one `Character`, and yet the browser sees the colon.
    @Test(arguments: [
        "javascript:\u{E33}=alert(1)", "javascript:\u{FF9E}=alert(1)", "javascript:\u{301}x",
        "//\u{E33}.example", "/\u{301}/x:y",
    ])
    func looksAtScalars(text: String) {
        #expect(LinkTarget.isAllowed(text) == text.hasPrefix("/\u{301}"))
    }
}

import FaceplateHTML
import FaceplateTestSupport
import Testing

struct URLReferenceTests {
    @Test(arguments: [
        "http://example.com", "https://example.com/a?b=c#d", "HTTPS://example.com",
        "https://[::1]/",
        "mailto:a@b.c", "tel:+33123", "/", "/a/b", "a/b", "../a", "./a:b", "?q=1", "#top", "a?b:c",
        "/a:b", "a#javascript:x", "https://例え.jp/é",
    ])
    func acceptsAllowedURLs(text: String) {
        #expect(URLReference(text)?.text == text)
    }

    @Test(arguments: [
        "", "javascript:alert(1)", "JavaScript:alert(1)", "java\tscript:alert(1)",
        "\u{1}javascript:alert(1)", " javascript:alert(1)", "javascript\n:alert(1)",
        "data:text/html,x", "vbscript:x", "file:///etc/passwd", "blob:x", "about:blank", "ftp://x",
        "//evil.example", "/\\evil.example", "\\\\evil.example", "http:\\\\evil.example",
        "http:evil.example", "https:/evil.example", "https:///evil.example", "https://", "https:",
        "https://@evil", "mailto:", "a:b", ":a", "1:2", "a b", "a\0", "a\u{7F}", "a\u{85}",
        "ｊavascript:x", "javascript&colon;x:y",
    ])
    func rejectsOtherURLs(text: String) {
        #expect(URLReference(text) == nil)
    }

    @Test(arguments: ["png", "jpeg", "gif", "webp", "svg+xml"])
    func acceptsImagesInBase64(type: String) {
        let text = "data:image/\(type);base64,AZaz09+/=="
        #expect(URLReference.image(data: text)?.text == text)
        #expect(URLReference(text) == nil)
    }

    @Test(arguments: [
        "", "data:image/png;base64,", "data:image/png;base64", "data:image/png,AAAA",
        "data:text/html;base64,AAAA", "DATA:image/png;base64,AAAA", "data:image/png;base64,AA AA",
        "data:image/png;base64,AA,AA", "data:image/png;base64,\"", "/a.png", "javascript:x",
        "data:image/x-icon;base64,AAAA", " data:image/png;base64,AAAA",
    ])
    func rejectsOtherImages(text: String) {
        #expect(URLReference.image(data: text) == nil)
    }

    @Test func encodesEachPart() {
        let reference = URLReference.path(
            "pages", "a/b", "é %", query: [("q", "a&b=c+d"), ("n", "")], fragment: "s-x y")
        #expect(reference.text == "/pages/a%2Fb/%C3%A9%20%25?q=a%26b%3Dc%2Bd&n=#s-x%20y")
    }

    @Test(
        arguments: [
            ([], "/"), ([""], "/"), (["", "evil.example"], "/evil.example"),
            ([".", "..", "a"], "/a"),
            (["a.b-c_d~e"], "/a.b-c_d~e"), (["..."], "/..."), (["\\evil"], "/%5Cevil"),
        ] as [([String], String)])
    func staysOnTheHost(segments: [String], expected: String) {
        #expect(URLReference.path(segments: segments).text == expected)
    }

    @Test func staysOnThePage() {
        #expect(URLReference.fragment("s-a").text == "#s-a")
        #expect(URLReference.query([("run", "7")]).text == "?run=7")
        #expect(URLReference.query([], fragment: "x").text == "?#x")
    }

    @Test func acceptsItsOwnOutput() {
        var random = SplitMix(seed: 3)
        for _ in 0..<500 {
            let made = URLReference.path(
                random.text(upTo: 9), random.text(upTo: 9),
                query: [(random.text(upTo: 5), random.text(upTo: 5))],
                fragment: random.text(upTo: 5))
            #expect(URLReference(made.text) == made)
        }
    }
}

import FaceplateHTML
import FaceplateTestSupport
import Foundation
import Testing

/// Tests known ways to pass scripts through filters, and random text.
struct RichTextVectorTests {
    private static let python = ProcessInfo.processInfo.environment["FACEPLATE_PYTHON"]

    static let vectors = [
        "<script>alert(1)</script>", "<ScRiPt/x>alert(1)</sCrIpT >", "<scr\0ipt>alert(1)</script>",
        "<scr<script>ipt>alert(1)</scr</script>ipt>", "<script>alert(1)",
        "<<script>alert(1)//<</script>",
        "<img src=x onerror=alert(1)>", "<img/src=x/onerror=alert(1)>",
        "<image src=x onerror=alert(1)>",
        "<img alt=\"<script>alert(1)</script>\">", "<img src=`x`onerror=alert(1)>",
        "<a href=\"javascript:alert(1)\">a</a>", "<a href=\"java\tscript:alert(1)\">a</a>",
        "<a href=\"java\nscript:alert(1)\">a</a>", "<a href=\" \u{1}javascript:alert(1)\">a</a>",
        "<a href=\"&#x6A;avascript:alert(1)\">a</a>", "<a href=&#106&#97vascript:alert(1)>a</a>",
        "<a href=\"javascript&colon;alert(1)\">a</a>", "<a href=\"java&Tab;script:alert(1)\">a</a>",
        "<a href=\"JaVaScRiPt:alert(1)\">a</a>", "<a href=\"java\0script:alert(1)\">a</a>",
        "<a href=\"data:text/html,<script>alert(1)</script>\">a</a>",
        "<a href=\"vbscript:msgbox(1)\">a</a>", "<a href=\"//evil.example\">a</a>",
        "<a href=\"/\\evil.example\">a</a>", "<a href='x' href='javascript:alert(1)'>a</a>",
        "<a href=\"x\" onmouseover=\"alert(1)\" style=\"x:expression(alert(1))\">a</a>",
        "<a href=\"x\"\u{301}onclick=alert(1)>a</a>",
        "<a title=\"a\"\u{338}><img src=x onerror=alert(1)>",
        "<p title='</p><script>alert(1)</script>'>a",
        "<abbr title=\"&quot;><script>alert(1)</script>\">a",
        "<svg><script>alert(1)</script></svg>", "<svg onload=alert(1)>", "<svg/onload=alert(1)>a",
        "<svg></p><style><a id=\"</style><img src=1 onerror=alert(1)>\">",
        "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">",
        "<form><math><mtext></form><form><mglyph><svg><mtext><style><path id=\"</style><img onerror=alert(1) src>\">",
        "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\"></noscript>",
        "<noembed><p title=\"</noembed><img src=x onerror=alert(1)>\">",
        "<template><script>alert(1)</script></template>",
        "<textarea><img title=\"</textarea><img src=x onerror=alert(1)>\">",
        "<title><a title=\"</title><img src=x onerror=alert(1)>\">",
        "<style>@import'//evil.example'</style>",
        "<style><!--</style><script>alert(1)</script>-->",
        "<xmp><p title=\"</xmp><script>alert(1)</script>\">",
        "<!--><script>alert(1)</script>-->", "<!--!><script>alert(1)</script>-->",
        "<!-- --!><img src=x onerror=alert(1)>", "<![CDATA[><script>alert(1)</script>]]>",
        "<?xml version=\"1.0\"?><script>alert(1)</script>",
        "<!DOCTYPE x [<!ENTITY y \"<script>\">]>&y;",
        "<iframe srcdoc=\"<script>alert(1)</script>\"></iframe>",
        "<iframe src=javascript:alert(1)>",
        "<object data=javascript:alert(1)></object>", "<embed src=javascript:alert(1)>",
        "<base href=\"//evil.example/\">",
        "<meta http-equiv=refresh content=\"0;url=javascript:alert(1)\">",
        "<link rel=stylesheet href=//evil.example>", "<body onload=alert(1)>",
        "<form action=javascript:alert(1)><button>",
        "<input autofocus onfocus=alert(1)>", "<details open ontoggle=alert(1)>",
        "<marquee onstart=alert(1)>",
        "<select><option><style></select><script>alert(1)</script>",
        "<plaintext><script>alert(1)</script>",
        "<table><a href=javascript:alert(1)>a<td>b", "<p id=x name=innerHTML class=pri>a",
        "&lt;script&gt;alert(1)&lt;/script&gt;",
        "&#60;script&#62;alert(1)&#60;/script&#62;",
        "<a href=\"x\" ping=\"//evil.example\" target=_blank>a</a>",
        "<a href=https://evil.example@javascript:alert(1)>a</a>", "<a href=\"mailto:\n\">a</a>",
        "\u{FEFF}<script>alert(1)</script>", "<\u{0}script>alert(1)</script>",
        "<p \"=\"<script>alert(1)\">a",
        "<p =onclick=alert(1)>a", "<p a=\"b\"c=\"d\"onclick=\"alert(1)\">a",
        "<p\u{C}onclick=alert(1)>a",
    ]

    private func rebuilt(_ html: String) -> String {
        var markup = Markup()
        RichText(html).render(into: &markup)
        return String(decoding: markup.bytes, as: UTF8.self)
    }

    /// Checks that the output contains only known tags with known attributes.
    @Test(arguments: vectors)
    func writesNothingThatRunsOrLoads(html: String) {
        let written = rebuilt(html)
        let tag =
            #/<(?:/?(?:[biusqp]|strong|em|span|div|ul|li|t[dr]|table|tbody|abbr)|/a|a href="[^"]*"|abbr title="[^"]*"|p title="[^"]*")>/#
        #expect(!written.replacing(tag, with: "").contains("<"), "\(written)")
        for address in written.matches(of: #/href="([^"]*)"/#) {
            let known = #/(?i)(https?:\/\/|mailto:|tel:)[^\\\s]+|[^:\\\s\/][^:\\\s]*/#
            #expect(address.1.wholeMatch(of: known) != nil, "\(written)")
        }
    }

    @Test(
        .enabled(
            if: python != nil, "FACEPLATE_PYTHON does not name a Python with html5lib."),
        .timeLimit(.hung))
    func aParserReadsBackAllowedHTML() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "rich-text-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var random = SplitMix(seed: 20_261_121)
        let texts = Self.vectors + (0..<1_500).map { _ in Self.markup(&random) }
        for (number, html) in texts.enumerated() {
            try Data(rebuilt(html).utf8).write(to: folder.appending(path: "\(number).html"))
        }
        let result = try run(on: folder)
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output.contains("\(texts.count) texts"))
    }

    /// Returns pieces of markup in random order, complete and broken.
    private static func markup(_ random: inout SplitMix) -> String {
        var html = ""
        for _ in 0..<Int.random(in: 1...60, using: &random) {
            let name = names.randomElement(using: &random) ?? ""
            switch Int.random(in: 0..<10, using: &random) {
            case 0...3: html += "<\(name)>"
            case 4: html += "<\(name) \(attributes.randomElement(using: &random) ?? "")>"
            case 5...6: html += "</\(name)>"
            case 7: html += SplitMix.hostile.randomElement(using: &random) ?? ""
            case 8: html += vectors.randomElement(using: &random) ?? ""
            default: html += random.text(upTo: 4)
            }
        }
        return html
    }

    private static let names = [
        "p", "br", "hr", "strong", "b", "em", "i", "code", "pre", "kbd", "q", "blockquote", "ul",
        "ol", "li", "dl", "dt", "dd", "h1", "h3", "h4", "a href=x", "a", "span", "div", "table",
        "thead", "tbody", "tr", "th", "td", "table><tr><td", "ul><li", "caption", "tfoot", "svg",
        "font", "nobr", "button", "form", "center", "col", "option", "body", "html", "head",
    ]

    private static let attributes = [
        "lang=en", "dir=rtl", "dir=AUTO", "href=https://example.org", "scope=row", "title='\"'",
        "href='javascript:x'", "onclick=x", "style='x:y'", "class=pri", "id=f", "/", "=", "'", "\"",
    ]

    private func run(on folder: URL) throws -> (status: Int32, output: String) {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "read_rich_text.py")
        let process = Process()
        process.executableURL = URL(filePath: try #require(Self.python))
        process.arguments = [script.path, folder.path]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}

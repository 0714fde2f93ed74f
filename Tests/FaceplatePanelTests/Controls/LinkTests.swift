import Faceplate
import Testing

@testable import FaceplatePanel

struct LinkTests {
    @Test(
        arguments: [
            ("https://example.org/a?b=c&d", "https://example.org/a?b=c&amp;d", "example.org"),
            ("http://user@example.org:81/", "http://user@example.org:81/", "example.org:81"),
            ("https://example.org", "https://example.org", "example.org"),
            ("/pages/a", "/pages/a", nil), ("#s-other", "#s-other", nil),
            ("?lang=fr", "?lang=fr", nil),
            ("mailto:a@example.org", "mailto:a@example.org", nil), ("tel:+1", "tel:+1", nil),
        ] as [(String, String, String?)])
    func linksToItsAddressAndNamesTheHost(url: String, href: String, host: String?) async throws {
        let panel = try TestPanel.make(TestPanel.item("link", #""itemURL":"\#(url)""#))
        let opens = host.map { #" <span class="help">(opens \#($0))</span>"# } ?? ""
        let row = await panel.row()
        #expect(row.contains(#"<a id="l-k" href="\#(href)">Port\#(opens)</a>"#))
    }

    @Test(arguments: [
        ("none", ""), ("disclosure", #"<span class="acc disclosure" aria-hidden="true"></span>"#),
        (
            "check",
            #"<span class="acc check" aria-hidden="true"></span><span class="sr">Selected</span>"#
        ),
        (
            "detail",
            #"<span class="acc detail" aria-hidden="true"></span><span class="sr">Details</span>"#
        ),
    ])
    func endsWithItsIcon(accessory: String, mark: String) async throws {
        let panel = try TestPanel.make(
            TestPanel.item("link", #""itemURL":"/a","itemAccessory":"\#(accessory)""#))
        #expect(
            await panel.row()
                .hasSuffix(#"<a id="l-k" href="/a">Port</a></div>\#(mark)</div>"#))
    }

    /// The sign of a way out of the panel is in the style sheet, after the label.
    @Test(arguments: [("/a", true), ("https://example.org", false), ("tel:+1", false)])
    func hasAChevronInsideThePanel(url: String, isInside: Bool) async throws {
        let panel = try TestPanel.make(
            TestPanel.item("link", #""itemURL":"\#(url)","itemAccessory":"disclosure""#))
        #expect(await panel.row().contains("acc disclosure") == isInside)
    }

    @Test
    func isAButtonWithoutAnAddress() async throws {
        let panel = try TestPanel.make(TestPanel.item("link", #""itemHelp":"Now.""#))
        #expect(
            await panel.row()
                .contains(
                    #"<button id="c-k" name="k" value="press" aria-describedby="d-k">Port</button>"#
                ))
        #expect(await panel.shownRow().field?.description == "Now.")
    }

    @Test
    func cannotBePressedIfItHasAnAddress() async throws {
        let panel = try TestPanel.make(TestPanel.item("link", #""itemURL":"/a""#))
        let text = await panel.post(["k": "press"])
        #expect(text.text == "k: Port cannot be pressed\n")
        let page = await panel.browse(["k": "press"])
        #expect(
            TestPanel.row(in: page.text).contains(#"<a id="l-k" href="/a" aria-describedby="e-k">"#)
        )
        #expect(page.text.contains("<li>Port cannot be pressed</li>"))
    }

    @Test(arguments: [
        "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "//evil.com",
        "vbscript:x",
        "file:///etc/passwd", "/\\\\evil.com", "java\\tscript:x", " javascript:x",
        "\\u0001javascript:x",
    ])
    func rejectsAddressesThatRunCode(url: String) {
        #expect(throws: SchemaError.self) {
            try TestPanel.make(TestPanel.item("link", #""itemURL":"\#(url)""#))
        }
    }
}

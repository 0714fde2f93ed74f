import FaceplateTestSupport
import Testing

@testable import FaceplateHTML

struct RichTextTests {
    private func rebuilt(_ html: String) -> String {
        var markup = Markup()
        RichText(html).render(into: &markup)
        return String(decoding: markup.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        "<p>One<br>two</p><hr><p>Three</p>",
        "<strong>a</strong><b>b</b><em>c</em><i>d</i><u>e</u><s>f</s><small>g</small>",
        "<code>a</code><kbd>b</kbd><samp>c</samp><sub>d</sub><sup>e</sup><mark>f</mark>",
        "<q>a</q><cite>b</cite><abbr title=\"Bee\">B</abbr><span>c</span>",
        "<blockquote><p>a</p></blockquote><div>b</div>",
        "<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>",
        "<dl><dt>a</dt><dd>b</dd></dl><h3>c</h3><h4>d</h4>",
        "<table><thead><tr><th scope=\"col\">a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>",
        "<table><tbody><tr><td></td><td>b</td></tr></tbody></table>",
        "<a href=\"https://example.org/?a=1&amp;b=2\" title=\"T\">a</a>",
        "<a href=\"mailto:a@example.org\">a</a><a href=\"/x\">b</a><a href=\"tel:+1\">c</a>",
        "<table><tbody><tr><td><table><tbody><tr><td>a</td></tr></tbody></table>b</td></tr></tbody></table>",
        "<pre>\na<b>b</b>\nc</pre>",
        "<p lang=\"pt-BR\" dir=\"rtl\">a</p>", "a &lt; b &amp; c",
    ])
    func keepsAllowedHTML(html: String) {
        #expect(rebuilt(html) == html)
        #expect(RichText(html).problems == [])
    }

    @Test func trimsSpacesAroundAnAddress() {
        #expect(
            rebuilt("<a href=\" \n https://example.org/ \t\">a</a>")
                == "<a href=\"https://example.org/\">a</a>")
    }

    /// Returns the depth of the tree that the markup describes.
    private func depth(_ html: String) -> Int {
        var (now, deepest) = (0, 0)
        for tag in html.matches(of: /<(\/?)[a-z0-9]+[^>]*>/) {
            now += tag.1.isEmpty ? 1 : -1
            deepest = max(deepest, now)
        }
        return deepest
    }

    /// A list or table has its entries, or is left out.
    @Test(
        arguments: [
            "<ul><li>x</li></ul>", "<ol><li>x</li></ol>", "<dl><dd>x</dd></dl>",
            "<table><tbody><tr><td>x</td></tr></tbody></table>",
        ], -4...3)
    func producesNoElementBeyondTheDepthLimit(whole: String, more: Int) throws {
        let count = RichText.deepest + more
        let blocks = String(repeating: "<div>", count: count)
        let start = try #require(whole.firstMatch(of: /<[a-z]+>/)).output
        let html = rebuilt("\(blocks)\(start)x")
        #expect(depth(html) <= RichText.deepest)
        #expect(html.contains(whole) == (count + depth(whole) <= RichText.deepest))
        #expect(html.contains(whole) || !html.contains(start))
        #expect(html.contains("x"))
    }

    @Test(arguments: [
        (
            "<ul><li><table><tr><td><li>x",
            "<ul><li><table><tbody><tr><td><ul><li>x</li></ul></td></tr></tbody></table></li></ul>"
        ),
        (
            "<ul><li>a<table><tr><td><li>x</table><li>b</ul>",
            "<ul><li>a<table><tbody><tr><td><ul><li>x</li></ul></td></tr></tbody></table></li>"
                + "<li>b</li></ul>"
        ),
    ])
    func keepsAnItemInItsCell(html: String, expected: String) {
        #expect(rebuilt(html) == expected)
    }

    /// The list that contains a lone item is not opened here, so its end tag is not expected.
    @Test(arguments: [RichText.deepest - 1, RichText.deepest])
    func anItemThatIsTooDeepUsesNoEndTag(count: Int) {
        let (begin, end) = ("<div>", "</div>")
        let blocks = String(repeating: begin, count: count)
        let ends = String(repeating: end, count: count)
        let html = rebuilt("\(blocks)<li>a\(ends)<ul><li>b</ul>c")
        #expect(html.hasSuffix("<ul><li>b</li></ul>c"))
        #expect(html == rebuilt("\(blocks)a\(ends)<ul><li>b</ul>c"))
    }

    @Test func theEndTagOfAnElementThatIsTooDeepClosesNoOther() {
        let blocks = String(repeating: "<div>", count: RichText.deepest)
        let ends = String(repeating: "</div>", count: RichText.deepest)
        #expect(rebuilt("\(blocks)<div>a</div>b\(ends)c") == "\(blocks)ab\(ends)c")
    }

    @Test(arguments: [
        ("<p>a<p>b", "<p>a</p><p>b</p>"),
        ("<ul><li>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>"),
        ("<dl><dt>a<dd>b<dt>c</dl>", "<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>"),
        (
            "<table><tr><td>a<td>b<tr><td>c</table>d",
            "<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>d"
        ),
        ("<p>a<ul><li>b</ul>c</p>", "<p>a</p><ul><li>b</li></ul>c"),
        ("<b><i>a</b>b</i>", "<b><i>a</i></b>b"),
        ("<b><i>a<p>b", "<b><i>a</i></b><p>b</p>"),
        ("<a href=/x>a<a href=/y>b", "<a href=\"/x\">a</a><a href=\"/y\">b</a>"),
        ("<ul>a<p>b</ul>", "<ul><li>a<p>b</p></li></ul>"),
        ("<li>a</li><li>b</li>c", "<ul><li>a</li><li>b</li></ul>c"),
        ("<ul><li>a<ul></li><li>b</ul>c</ul>", "<ul><li>a<ul><li>b</li></ul>c</li></ul>"),
        (
            "<dl><dd>a<dl></dd><dt>b</dl>c</dl>",
            "<dl><dd>a<dl><dt>b</dt></dl>c</dd></dl>"
        ),
        (
            "<ul><li>a<dl><dd>b</li><li>c</ul>",
            "<ul><li>a<dl><dd>b</dd></dl></li><li>c</li></ul>"
        ),
        ("<table>a</table>", "<table><tbody><tr><td>a</td></tr></tbody></table>"),
        ("<table><tr>a</table>", "<table><tbody><tr><td>a</td></tr></tbody></table>"),
        (
            "<table><tbody><tr><td>a</tbody><thead><tr><td>b</table>",
            "<table><tbody><tr><td>a</td></tr></tbody><tbody><tr><td>b</td></tr></tbody></table>"
        ),
        (
            "<table><thead><tr><th>a<tbody><tr><td>b</table>",
            "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>"
        ),
        ("<h3>a</h4>b", "<h3>a</h3>b"),
        ("<h1>a</h1><H2>b</h2><h6>c</h6>", "<h3>a</h3><h3>b</h3><h4>c</h4>"),
        ("<h1>a</h1>b<h2>c</h2>d", "<h3>a</h3>b<h3>c</h3>d"),
        ("<h5>a</h5>b<h6>c</h6>d", "<h4>a</h4>b<h4>c</h4>d"),
        ("<dl><dt><h3>a</h3></dl>", "<dl><dt><div>a</div></dt></dl>"),
        (
            "<div><table><tr><td></div>a",
            "<div><table><tbody><tr><td>a</td></tr></tbody></table></div>"
        ),
        ("</p></div>a</b>", "a"), ("<pre>\n a\n</pre>", "<pre>\n a\n</pre>"),
        ("<p>a</p\n x=y>b", "<p>a</p>b"), ("a < b <3 </ >", "a &lt; b &lt;3 "),
    ])
    func balancesTags(html: String, expected: String) {
        #expect(rebuilt(html) == expected)
    }

    @Test(arguments: [
        ("<script>a</script>b", "b", "'script' is left out with all its content."),
        ("<script>a</scripty>c</script>b", "b", "'script' is left out with all its content."),
        ("<svg><p>a</p><svg></svg></svg>b", "b", "'svg' is left out with all its content."),
        ("<svg/>b", "b", "'svg' is left out with all its content."),
        ("<svg><svg/>a</svg>b", "b", "'svg' is left out with all its content."),
        (
            "<svg><script>'</svg>'</script>a</svg>b", "b", "'svg' is left out with all its content."
        ),
        (
            "<template><style>/*</template>*/</STYLE>a</template>b", "b",
            "'template' is left out with all its content."
        ),
        ("a<blink>b</blink>", "ab", "'blink' is left out; its text stays."),
        ("a<blink alt=c>b</blink>", "ab", "'blink' is left out; its text stays."),
        ("<img src=x alt=\"A <b>\">", "A &lt;b&gt;", "'img' is left out; its text stays."),
        ("<p onclick=a()>b</p>", "<p>b</p>", "'onclick' of 'p' is left out."),
        ("<p style=\"a\">b</p>", "<p>b</p>", "'style' of 'p' is left out."),
        ("<p lang='a b'>b</p>", "<p>b</p>", "'lang' of 'p' is left out."),
        ("<p dir=up>b</p>", "<p>b</p>", "'dir' of 'p' is left out."),
        ("<p title=a>b</p>", "<p>b</p>", "'title' of 'p' is left out."),
        ("<th>a", "a", "'th' is left out, because it is not in a table; its text stays."),
        (
            "<a href=ftp:x>a</a>", "a",
            "'ftp:x' is not an address that a link may lead to."
        ),
        ("<b>a<p>b", "<b>a</b><p>b</p>", "'b' ends where 'p' begins."),
    ])
    func reportsRemovedHTML(html: String, expected: String, problem: String) {
        #expect(rebuilt(html) == expected)
        #expect(RichText(html).problems == [problem])
    }

    @Test(arguments: [
        ("<!-- a --!> b -->c", " b --&gt;c"), ("<!-->a", "a"), ("<!--->a", "a"), ("a<!-- b", "a"),
        ("<!DOCTYPE html>a", "a"), ("<?php a ?>b", "b"), ("<![CDATA[a>b]]>c", "c"),
        ("</ a>b", "b"), ("a<b", "a"), ("a<b x='", "a"), ("<!a", ""), ("<!---!>a-->b", "b"),
    ])
    func dropsCommentsAndOtherNonContent(html: String, expected: String) {
        #expect(rebuilt(html) == expected)
        #expect(RichText(html).problems == [])
    }

    @Test(arguments: [
        ("&amp;&lt;&quot;&#228;&#xE4;&#xe4&auml;", "&amp;&lt;&quot;ääää"),
        ("&nbsp;&hellip;&Omega;&omega;&sigmaf;&euro;", "\u{A0}…Ωως€"),
        ("&unknown;&amp", "&amp;unknown;&amp;amp"), ("&#;&#x;&", "&amp;#;&amp;#x;&amp;"),
        ("a&lt=b &copy 24", "a&amp;lt=b &amp;copy 24"),
        ("&#0;&#xD800;&#x110000;&#99999999999999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
        ("&#128;&#x9F;", "€Ÿ"), ("a\r\nb\rc", "a\nb\nc"), ("a\0b", "ab"),
        ("\"\u{301}<b>\u{338}a</b>", "&quot;\u{301}<b>\u{338}a</b>"),
    ])
    func decodesReferences(html: String, expected: String) {
        #expect(rebuilt(html) == expected)
    }

    @Test
    func reportsElementsBeyondTheDepthLimit() {
        for depth in [31, 32] {
            let html = String(repeating: "<div>", count: depth)
            let closing = String(repeating: "</div>", count: depth)
            #expect(rebuilt(html + "a" + closing + "b") == html + "a" + closing + "b")
        }
        let deep = RichText(String(repeating: "<div>", count: 33) + "a")
        #expect(
            deep.problems == ["Elements more than 32 deep are left out; their text stays."])
        #expect(
            rebuilt(String(repeating: "<div>", count: 33) + "a")
                == String(repeating: "<div>", count: 32) + "a"
                + String(repeating: "</div>", count: 32))
    }

    @Test(arguments: [(-1, 0), (0, 0), (1, 1)])
    func reads64KiB(more: Int, problems: Int) {
        let text = RichText(String(repeating: "a", count: 64 * 1024 + more))
        #expect(text.problems.count == problems)
    }

    @Test
    func splitsNoCharacter() {
        let text = "a" + String(repeating: "é", count: 32 * 1024)
        #expect(rebuilt(text) == String(text.dropLast()))
    }

    @Test(arguments: [
        "<", "<!--", "<!", "<![CDATA[", "<script>", "</script", "<a ", "<a b=\"", "<a b='c' ", "&",
        "&#", "<svg>", "<p>", "<b>", "<table>", "<ul><li>", "<td>", "<a href=x>", "<div><b>", "-->",
        "<!-- -", "<svg><script>", "</", "<pre>\n", "<dl><dt>", "<style></", "<i><p>", "&#1",
        "a b ",
    ])
    func isFastOnRepeatedText(piece: String) {
        expectProportion(at: 64 * 1024) { size in
            let count = size / piece.utf8.count + 1
            _ = rebuilt(String(String(repeating: piece, count: count).prefix(size)))
        }
    }

    @Test(arguments: [
        ("Some <b>words</b>.", "Some words."), ("<p>One</p><p>Two</p>", "One Two"),
        ("<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>", "a b c"),
        ("One<br>two<hr>three", "One two three"),
        ("<p>a <a href='/x'>l<i>in</i>k</a>!</p>", "a link!"),
        ("", ""),
    ])
    func plainTextHasSpacesBetweenBlocksOnly(html: String, text: String) {
        #expect(RichText(html).plainText == text)
    }

    @Test(arguments: RichElement.allCases)
    func writesEachElementByItsName(kind: RichElement) {
        let name = [.br, .hr].contains(kind) ? nil : kind.rawValue
        #expect(kind.element?.name.description == name)
    }

    @Test
    func listsEachProblemOnceAndAtMostTwenty() {
        #expect(RichText("<x><x><x>").problems.count == 1)
        #expect(RichText((0..<50).map { "<x\($0)>" }.joined()).problems.count == 20)
    }
}

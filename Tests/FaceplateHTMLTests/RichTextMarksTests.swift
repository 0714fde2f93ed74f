import FaceplateTestSupport
import Testing

@testable import FaceplateHTML

struct RichTextMarksTests {
    /// Text with marks, and the HTML that it means.
    ///
    /// The HTML is written as the same text.
    @Test(arguments: [
        ("", ""), ("a", "<p>a</p>"), ("a\nb", "<p>a<br>b</p>"), ("a\n\nb", "<p>a</p><p>b</p>"),
        ("**a** b", "<p><strong>a</strong> b</p>"), ("*a* b", "<p><em>a</em> b</p>"),
        ("*a **b** c*", "<p><em>a <strong>b</strong> c</em></p>"),
        ("`a * b`", "<p><code>a * b</code></p>"),
        ("[a](https://example.org/)", #"<p><a href="https://example.org/">a</a></p>"#),
        ("# a", "<h3>a</h3>"), ("## a", "<h4>a</h4>"), ("---", "<hr>"),
        ("- a\n- **b**", "<ul><li>a</li><li><strong>b</strong></li></ul>"),
        ("1. a\n2. b", "<ol><li>a</li><li>b</li></ol>"),
        ("[a](https://a.org/b_(c))", #"<p><a href="https://a.org/b_(c)">a</a></p>"#),
        (#"[a\]b](https://a.org/)"#, #"<p><a href="https://a.org/">a]b</a></p>"#),
        ("> a\n> b", "<blockquote><p>a<br>b</p></blockquote>"),
        ("# a\n\nb\n\n- c", "<h3>a</h3><p>b</p><ul><li>c</li></ul>"),
        (#"\*a\* \[b\] \<p> \\"#, #"<p>*a* [b] &lt;p&gt; \</p>"#), (#"\- a"#, "<p>- a</p>"),
        (#"1\. a"#, "<p>1. a</p>"), ("\\# a", "<p># a</p>"), ("1.5 kg", "<p>1.5 kg</p>"),
        ("a # b - c > d", "<p>a # b - c &gt; d</p>"), ("日本 **語**", "<p>日本 <strong>語</strong></p>"),
    ])
    func convertsMarksToHTMLAndBack(text: String, html: String) {
        #expect(RichText.markup(of: text) == html)
        #expect(RichText.marked(html) == text)
        #expect(RichText.markup(of: html) == html)
    }

    /// Other spellings of the same, and text that only looks like marks.
    @Test(arguments: [
        ("# a\nb\n- c\n- d\ne", "<h3>a</h3><p>b</p><ul><li>c</li><li>d</li></ul><p>e</p>"),
        ("1984. A book", "<p>1984. A book</p>"), ("1. a\n3. b", "<ol><li>a</li></ol><p>3. b</p>"),
        ("a\n2. b", "<p>a<br>2. b</p>"), ("[a](https://a.org/(b)", "<p>[a](https://a.org/(b)</p>"),
        (
            "<p><b>x</b>\u{301} <i>y</i>\u{301}</p>",
            "<p><strong>x</strong>\u{301} <em>y</em>\u{301}</p>"
        ),
        ("a\r\nb", "<p>a<br>b</p>"), ("\n\n a \n", "<p> a </p>"), (" \n ", ""),
        ("**a", "<p>**a</p>"), ("2 * 3 * 4", "<p>2 * 3 * 4</p>"), ("a ** b", "<p>a ** b</p>"),
        ("*a * b*", "<p><em>a * b</em></p>"), ("**a **", "<p>**a **</p>"), ("*a *", "<p>*a *</p>"),
        ("[a](b c)", "<p>[a](b c)</p>"), ("[a](javascript:b)", "<p>[a](javascript:b)</p>"),
        ("[a] (b)", "<p>[a] (b)</p>"), ("#a", "<p>#a</p>"), ("- ", "<p>- </p>"),
        ("--- a", "<p>--- a</p>"), ("----", "<p>----</p>"),
        ("<script>a</script>", "<p>&lt;script&gt;a&lt;/script&gt;</p>"), ("<3", "<p>&lt;3</p>"),
        ("a <b>c</b>", "<p>a &lt;b&gt;c&lt;/b&gt;</p>"),
        ("<b>a</b> <i>b</i>", "<p><strong>a</strong> <em>b</em></p>"),
        ("<p>a<script>b</script></p>", "<p>a</p>"), ("<p onclick=x>a</p>", "<p>a</p>"),
        ("<ul>\n<li>a</li>\n</ul>\n<p>b</p>", "<ul><li>a</li></ul><p>b</p>"),
        ("<p>a</p>\n<br> <hr>\nb", "<p>a</p><hr><p>\nb</p>"),
        ("<p></p><ul></ul>", ""), ("<p>a", "<p>a</p>"),
        ("<p>a</p>b <b>c</b>", "<p>a</p><p>b <strong>c</strong></p>"),
    ])
    func readsOtherText(text: String, html: String) {
        #expect(RichText.markup(of: text) == html)
        #expect(RichText.markup(of: html) == html)
    }

    /// HTML without marks is written as it is.
    @Test(arguments: [
        "<table><tbody><tr><td>a</td></tr></tbody></table>", "<p>H<sub>2</sub>O</p>",
        "<table><tbody><tr><td></td></tr></tbody></table>",
        "<ul><li>a<ul><li>b</li></ul></li></ul>", #"<p lang="de">a</p>"#, "<p>a\nb</p>",
    ])
    func writesOtherHTMLUnchanged(html: String) {
        #expect(RichText.markup(of: html) == html)
        #expect(RichText.marked(html) == html)
    }

    /// Any text is read, to HTML that means itself, and that is written as text with the same meaning.
    @Test func theHTMLOfAnyTextIsStable() {
        var numbers = SystemRandomNumberGenerator()
        let pieces = [
            "*", "**", "`", "[", "](", ")", "\\", "<p>", "<b>", "</b>", "\n", "\n\n", "- ", "1. ",
            "# ",
            "> ", "---", "a", " ", "b", "https://a/", "&amp;", "<", "é",
        ]
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 0..<14, using: &numbers))
                .map { _ in pieces.randomElement(using: &numbers) ?? "" }.joined()
            let html = RichText.markup(of: text)
            #expect(RichText.markup(of: html) == html, "\(text)")
            #expect(RichText.markup(of: RichText.marked(html)) == html, "\(text)")
        }
    }

    @Test(arguments: [31, 32, 33, 40])
    func deepElementsAreStable(depth: Int) {
        let text = String(repeating: "<sub>", count: depth) + "x"
        let html = RichText.markup(of: text)
        #expect(RichText.markup(of: html) == html && html.contains("x"))
    }

    /// Each bracket may belong to the same address, which is read once.
    @Test func readsAnAddressOnceForManyBrackets() {
        let brackets = String(repeating: "[", count: 7_900)
        let address = "](https://a.b/" + String(repeating: "x", count: 2_030)
        let alone = processorTime { _ = RichText.markup(of: brackets) }
        let whole = processorTime { _ = RichText.markup(of: brackets + address) }
        #expect(whole < 20 * alone)
    }

    @Test(arguments: ["*", "**a ", "[", "`", "[a](", "\\", "- ", "*a **b "])
    func takesTimeInProportionToTheTextLength(piece: String) {
        let text = String(repeating: piece, count: 60_000 / piece.count)
        #expect(!RichText.markup(of: text).isEmpty)
    }
}

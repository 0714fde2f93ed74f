import FaceplateHTML
import FaceplateTestSupport
import Testing

struct EscapingTests {
    private func escaped(_ text: String) -> [UInt8] {
        var markup = Markup()
        markup.text(text)
        return markup.bytes
    }

    @Test(
        arguments: [
            ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;"),
            ("`", "&#96;"), ("\r", "&#13;"), ("\r\n", "&#13;\n"), ("\0", "\u{FFFD}"),
            ("\"\u{301}", "&quot;\u{301}"), ("<\u{338}", "&lt;\u{338}"),
            ("&amp;", "&amp;amp;"), ("</script>", "&lt;/script&gt;"),
        ] as [(String, String)])
    func escapesSpecialCharacters(text: String, expected: String) {
        #expect(escaped(text) == Array(expected.utf8))
    }

    @Test(arguments: [0xFDD0, 0xFDEF, 0xFFFE, 0xFFFF, 0x1FFFE, 0x8FFFF, 0x10FFFF] as [UInt32])
    func replacesNoncharacters(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        #expect(escaped("a\(scalar)b") == Array("a\u{FFFD}b".utf8))
    }

    @Test(arguments: [
        "", "plain", "\t\n\u{C}", "#%()!;?=/\\{{7*7}}", "\u{FDCF}\u{FDF0}\u{FFFD}\u{FEFF}\u{E000}",
        "\u{1FFFD}\u{20000}\u{10FFFD}\u{F0000}", "\u{1}\u{1F}\u{7F}\u{80}\u{9F}\u{A0}",
        "\u{202E}\u{2066}", "עברית العربية 日本語 😀", "\u{1FBE}\u{FBE}\u{BFFE}",
    ])
    func leavesOtherText(text: String) {
        #expect(escaped(text) == Array(text.utf8))
    }

    /// The scan reads eight bytes at a time: it must find a byte at every position among them.
    @Test(arguments: 0..<40)
    func findsEveryByteAtEveryPosition(place: Int) {
        for scalar in Unicode.Scalar(0).value...0x2FF {
            guard let scalar = Unicode.Scalar(scalar) else { continue }
            let before = String(repeating: "a", count: place)
            let alone = escaped(String(scalar))
            let whole = escaped(before + String(scalar) + "aaaaaaaaa")
            #expect(whole == Array(before.utf8) + alone + Array("aaaaaaaaa".utf8))
        }
    }

    /// Compares with a plain implementation that checks one scalar at a time.
    @Test func agreesWithASimpleImplementation() {
        var random = SplitMix(seed: 7)
        for _ in 0..<2000 {
            let text = random.text(upTo: 60)
            #expect(escaped(text) == plainlyEscaped(text))
        }
    }

    private func plainlyEscaped(_ text: String) -> [UInt8] {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "`": result += "&#96;"
            case "\r": result += "&#13;"
            case "\0": result += "\u{FFFD}"
            case _ where scalar.properties.isNoncharacterCodePoint: result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return Array(result.utf8)
    }
}

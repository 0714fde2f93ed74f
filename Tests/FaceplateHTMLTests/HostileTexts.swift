import FaceplateTestSupport

extension SplitMix {
    /// Returns text of all scalars, in which characters that break markup are much more frequent.
    mutating func text(upTo count: Int) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0...count, using: &self) {
            switch Int.random(in: 0..<8, using: &self) {
            case 0: text += Self.hostile.randomElement(using: &self) ?? ""
            case 1: append(in: 0...0x9F, to: &text)
            case 2: append(in: 0x20...0x7E, to: &text)
            case 3: append(in: 0x300...0x36F, to: &text)
            case 4: append(in: 0xFD00...0xFFFF, to: &text)
            case 5: append(in: 0x2000...0x206F, to: &text)
            default: append(in: 0...0x10FFFF, to: &text)
            }
        }
        return text
    }

    private mutating func append(in range: ClosedRange<UInt32>, to text: inout String) {
        if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &self)) {
            text.unicodeScalars.append(scalar)
        }
    }

    static let hostile = [
        "</script>", "<script>", "</textarea>", "</title>", "</option>", "</p>", "<!--", "-->",
        "]]>", "&amp;", "&#x80;", "&lt", "\"", "'", "`", "\"\u{301}", "'\u{338}", "<\u{20D2}",
        ">\u{FE0F}", "\r", "\n", "\r\n", "\t", "\u{C}", "\"><img src=x onerror=alert(1)>",
        "\u{202E}", "\u{2066}", "\u{200F}", "\u{FEFF}", "{{7*7}}", "=", "/", "\\",
    ]
}

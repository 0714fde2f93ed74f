import FaceplateHTML

/// Text whose URLs (`https://...`) become links.
enum LinkedText {
    private static let schemes = [Array("http://".utf8), Array("https://".utf8)]

    /// Writes `text` with its links.
    static func write(_ html: inout Markup, _ text: String) {
        let bytes = Array(text.utf8)
        var plain = bytes.startIndex
        var index = bytes.startIndex
        while index < bytes.endIndex {
            guard let end = end(ofAddressAt: index, in: bytes),
                let url = URLReference(String(decoding: bytes[index..<end], as: UTF8.self))
            else {
                index += 1
                continue
            }
            html.text(String(decoding: bytes[plain..<index], as: UTF8.self))
            html.element(.a, .href(url), .rel("noopener"), text: url.text)
            index = end
            plain = end
        }
        html.text(String(decoding: bytes[plain...], as: UTF8.self))
    }

    /// Returns the end of the URL that starts at an index; `nil` when no URL starts there.
    ///
    /// Punctuation that ends the surrounding sentence is not part of the URL.
    private static func end(ofAddressAt start: Int, in bytes: [UInt8]) -> Int? {
        let startsWord = start == 0 || !isWord(bytes[start - 1])
        let scheme = schemes.first { scheme in
            bytes[start...].prefix(scheme.count).elementsEqual(scheme) { $0 | 0x20 == $1 | 0x20 }
        }
        guard startsWord, let scheme else { return nil }
        var end = start + scheme.count
        var opened = 0
        while end < bytes.endIndex, !endsAddress(bytes[end...]) {
            if bytes[end] == UInt8(ascii: "(") { opened += 1 }
            end += 1
        }
        var closed = bytes[start..<end].count { $0 == UInt8(ascii: ")") }
        while end > start + scheme.count {
            let last = bytes[end - 1]
            if last == UInt8(ascii: ")"), closed > opened {
                closed -= 1
            } else if !".,;:!?'\"]}*_".utf8.contains(last) {
                break
            }
            end -= 1
        }
        return end > start + scheme.count ? end : nil
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
    }

    /// Returns true when the bytes start with a character that ends a URL.
    ///
    /// These are white space, ASCII characters that no URL contains, and some other characters that
    /// surround URLs in prose.
    private static func endsAddress(_ rest: ArraySlice<UInt8>) -> Bool {
        guard let byte = rest.first else { return true }
        if byte <= 0x20 || byte == 0x7F || "<>\"`\\|^".utf8.contains(byte) { return true }
        guard byte >= 0x80 else { return false }
        return marks.contains { rest.starts(with: $0) }
    }

    private static let marks: [[UInt8]] = [
        "\u{A0}", "«", "»", "“", "”", "„", "‘", "’", "‹", "›", "،", "؛", "…", "\u{2009}",
        "\u{2028}", "\u{2029}", "\u{202F}", "\u{3000}", "、", "。", "「", "」", "（", "）",
    ].map { Array($0.utf8) }
}

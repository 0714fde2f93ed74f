import Faceplate
import FaceplateHTML

/// URLs (`https://...`), mail addresses and international telephone numbers become links, in time proportional to the
/// length of the text.
enum LinkedText {
    private static let schemes = [Array("http://".utf8), Array("https://".utf8)]

    private struct Link {
        let range: Range<Int>
        let target: String
    }

    static func write(_ html: inout Markup, _ text: String) {
        // Each link contains one of these.
        guard text.utf8.contains(where: { "@+:".utf8.contains($0) }) else { return html.text(text) }
        let bytes = Array(text.utf8)
        func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        var plain = bytes.startIndex
        var index = bytes.startIndex
        while index < bytes.endIndex {
            guard let link = link(at: index, after: plain, in: bytes),
                let url = URLReference(link.target)
            else {
                index += 1
                continue
            }
            html.text(part(plain..<link.range.lowerBound))
            html.element(.a, .href(url), .rel("noopener"), text: part(link.range))
            index = link.range.upperBound
            plain = index
        }
        html.text(part(plain..<bytes.endIndex))
    }

    /// The link begins at the index, or has its `@` there; `start` is the end of the previous link.
    private static func link(at index: Int, after start: Int, in bytes: [UInt8]) -> Link? {
        switch bytes[index] {
        case UInt8(ascii: "@"): return mail(at: index, after: start, in: bytes)
        case UInt8(ascii: "+"): return telephone(at: index, in: bytes)
        default:
            return end(ofAddressAt: index, in: bytes).map { end in
                Link(
                    range: index..<end,
                    target: String(decoding: bytes[index..<end], as: UTF8.self))
            }
        }
    }

    // MARK: - Mail addresses

    private static func mail(at sign: Int, after start: Int, in bytes: [UInt8]) -> Link? {
        var first = sign
        while first > start, sign - first <= 64, isMailName(bytes[first - 1]) { first -= 1 }
        // Punctuation in front is not part of the name.
        while first < sign, !isWord(bytes[first]) { first += 1 }
        guard first < sign, sign - first <= 64,
            !isWord(before: first, in: bytes),
            first == 0 || !"@/".utf8.contains(bytes[first - 1]),
            let end = end(ofHostAt: sign + 1, in: bytes)
        else { return nil }
        return Link(
            range: first..<end,
            target: "mailto:" + String(decoding: bytes[first..<end], as: UTF8.self))
    }

    private static func end(ofHostAt start: Int, in bytes: [UInt8]) -> Int? {
        var end = start
        while end < bytes.endIndex, end - start <= 253, isHostName(bytes[end]) { end += 1 }
        while end > start, !isWord(bytes[end - 1]) { end -= 1 }
        let labels = bytes[start..<end].split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard end - start <= 253, labels.count > 1,
            labels.allSatisfy({ label in
                label.first.map(isWord) == true && label.last.map(isWord) == true
            }), let top = labels.last, top.count > 1, top.allSatisfy(\.isLetter),
            !isWord(after: end, in: bytes), bytes[end...].first != UInt8(ascii: "@")
        else { return nil }
        return end
    }

    private static func isMailName(_ byte: UInt8) -> Bool {
        byte < 0x80 && (isWord(byte) || "._+-'".utf8.contains(byte))
    }

    private static func isHostName(_ byte: UInt8) -> Bool {
        byte < 0x80 && (isWord(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-"))
    }

    // MARK: - Telephone numbers

    /// 8 to 15 digits (E.164), with spaces and marks between them; national numbers are not recognized, because dates
    /// and other numbers look like them.
    private static func telephone(at start: Int, in bytes: [UInt8]) -> Link? {
        guard !isWord(before: start, in: bytes), start == 0 || bytes[start - 1] != bytes[start]
        else { return nil }
        var digits: [UInt8] = []
        var end = start + 1
        var index = end
        var gap = 0
        while index < bytes.endIndex, digits.count <= 15, gap <= 3 {
            if let length = length(ofTrunkAt: index, in: bytes) {
                index += length
            } else if bytes[index].isDigit {
                digits.append(bytes[index])
                index += 1
                end = index
                gap = 0
            } else if let length = length(ofGapAt: index, in: bytes) {
                index += length
                gap += 1
            } else {
                break
            }
        }
        guard (8...15).contains(digits.count), !isWord(after: end, in: bytes),
            bytes[start + 1] != UInt8(ascii: " ")
        else { return nil }
        return Link(range: start..<end, target: "tel:+" + String(decoding: digits, as: UTF8.self))
    }

    /// `(0)` is dialed only inside the country.
    private static func length(ofTrunkAt index: Int, in bytes: [UInt8]) -> Int? {
        bytes[index...].starts(with: "(0)".utf8) ? 3 : nil
    }

    private static func length(ofGapAt index: Int, in bytes: [UInt8]) -> Int? {
        gaps.first { bytes[index...].starts(with: $0) }?.count
    }

    private static let gaps: [[UInt8]] = [
        " ", "-", ".", "/", "(", ")", "\u{A0}", "\u{202F}", "\u{2011}",
    ].map { Array($0.utf8) }

    // MARK: - URLs

    /// Punctuation that ends the surrounding sentence is not part of the URL.
    private static func end(ofAddressAt start: Int, in bytes: [UInt8]) -> Int? {
        guard bytes[start] | 0x20 == UInt8(ascii: "h") else { return nil }
        let scheme = schemes.first { scheme in
            bytes[start...].prefix(scheme.count).elementsEqual(scheme) { $0 | 0x20 == $1 | 0x20 }
        }
        guard let scheme, !isWord(before: start, in: bytes) else { return nil }
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
        byte >= 0x80 || byte.isAlphanumeric
    }

    /// Quotation marks and spaces end a word.
    private static func isWord(before index: Int, in bytes: [UInt8]) -> Bool {
        guard index > 0 else { return false }
        guard bytes[index - 1] >= 0x80 else { return isWord(bytes[index - 1]) }
        return !marks.contains { bytes[..<index].suffix($0.count).elementsEqual($0) }
    }

    private static func isWord(after index: Int, in bytes: [UInt8]) -> Bool {
        guard index < bytes.endIndex else { return false }
        guard bytes[index] >= 0x80 else { return isWord(bytes[index]) }
        return !marks.contains { bytes[index...].starts(with: $0) }
    }

    /// White space, ASCII characters that no URL contains, and some other characters that surround URLs in prose.
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

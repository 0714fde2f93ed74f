import Faceplate
import Foundation

/// A conversion of text for comparison in searches: lower case, no accents, one character width.
///
/// `Écran` becomes `ecran`, `ＷＬＡＮ` `wlan`, `أحمد` `احمد`, `カメラ` `かめら`, and `٨٠` `80`.
enum SearchFolding {
    /// As UTF-8; every white space becomes a space.
    static func folded(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            for byte in text.utf8 { bytes.append(folded(ascii: byte)) }
            return bytes
        }
        for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars {
            append(scalar, to: &bytes)
        }
        return bytes
    }

    private static func folded(ascii byte: UInt8) -> UInt8 {
        if byte.isCapitalLetter { return byte | 0x20 }
        return (0x09...0x0D).contains(byte) ? 0x20 : byte
    }

    private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        if scalar.isASCII { return bytes.append(folded(ascii: UInt8(scalar.value))) }
        if isMark(scalar.value) { return }
        if let known = letters[scalar.value] { return bytes.append(contentsOf: known.utf8) }
        // Japanese input methods produce hiragana before the user chooses a conversion.
        if (0x30A1...0x30F6).contains(scalar.value), let kana = Unicode.Scalar(scalar.value - 0x60)
        {
            return bytes.append(contentsOf: UTF8.encode(kana) ?? .init())
        }
        let properties = scalar.properties
        if properties.isWhitespace { return bytes.append(0x20) }
        if properties.generalCategory == .format { return }
        if properties.numericType == .decimal, let digit = properties.numericValue {
            return bytes.append(UInt8(ascii: "0") + UInt8(digit))
        }
        bytes.append(contentsOf: properties.lowercaseMapping.utf8)
    }

    /// The marks of Japanese and Indian scripts are not included, because they change the letter.
    private static func isMark(_ value: UInt32) -> Bool {
        switch value {
        case 0x0300...0x036F, 0x0483...0x0489, 0x0591...0x05BD, 0x05BF, 0x05C1...0x05C7,
            0x0610...0x061A, 0x0640, 0x064B...0x065F, 0x0670, 0x06D6...0x06ED, 0x1AB0...0x1AFF,
            0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F:
            true
        default: false
        }
    }

    /// Letters that do not decompose, but that users often type without their accent or in a simpler form.
    private static let letters: [UInt32: String] = [
        0x00DF: "ss", 0x1E9E: "ss", 0x00F8: "o", 0x00D8: "o", 0x0142: "l", 0x0141: "l",
        0x0111: "d", 0x0110: "d", 0x00E6: "ae", 0x00C6: "ae", 0x0153: "oe", 0x0152: "oe",
        0x0131: "i", 0x00F0: "d", 0x00D0: "d", 0x00FE: "th", 0x00DE: "th", 0x03C2: "σ",
        0x0649: "ي", 0x06CC: "ي", 0x0629: "ه", 0x06A9: "ك", 0x2019: "'", 0x2018: "'",
        0x2010: "-", 0x2011: "-", 0x2012: "-", 0x2013: "-", 0x2014: "-", 0x2212: "-",
    ]
}

struct SearchWord: Sendable, Hashable {
    let bytes: [UInt8]
    /// A short term would match everywhere, except in a script without spaces.
    let matchesInside: Bool

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let letters = bytes.count { $0 & 0xC0 != 0x80 }
        matchesInside = letters >= 3 || bytes.contains { $0 >= 0xE0 }
    }

    /// Smaller is better.
    enum Place: Int, Comparable {
        case start, wordStart, inside

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The best position; `isWhole` matches only a whole word, not its beginning or another part of it.
    func place(in text: [UInt8], _ range: Range<Int>, isWhole: Bool = false) -> Place? {
        var best: Place?
        var index = range.lowerBound
        while let found = next(in: text, index..<range.upperBound) {
            let end = found + bytes.count
            index = found + 1
            if isWhole, end < range.upperBound, Self.isWordByte(text[end]) { continue }
            if found == range.lowerBound { return .start }
            if !Self.isWordByte(text[found - 1]) || !Self.isWordByte(bytes[0]) { return .wordStart }
            if matchesInside, !isWhole { best = .inside }
        }
        return best
    }

    func next(in text: [UInt8], _ range: Range<Int>) -> Int? {
        guard let first = bytes.first, range.count >= bytes.count else { return nil }
        var index = range.lowerBound
        let last = range.upperBound - bytes.count
        while index <= last {
            if text[index] == first, matches(text, at: index) { return index }
            index += 1
        }
        return nil
    }

    private func matches(_ text: [UInt8], at start: Int) -> Bool {
        var offset = 1
        while offset < bytes.count {
            if text[start + offset] != bytes[offset] { return false }
            offset += 1
        }
        return true
    }

    static func isWordByte(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte.isDigit || byte.isSmallLetter
    }
}

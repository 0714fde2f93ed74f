extension Cursor {
    static var longestEscape: Int { 6 }

    /// Writes text that is safe both between tags and inside a quoted attribute.
    mutating func putEscaped(_ text: String) {
        let done: Void? = text.utf8.withContiguousStorageIfAvailable { putEscaped($0) }
        guard done == nil else { return }
        // Only strings that are bridged from another runtime are not contiguous.
        var copy = text
        copy.withUTF8 { putEscaped($0) }
    }

    private mutating func putEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        var written = 0
        var index = text.firstSuspect(from: 0)
        while index < text.count {
            if let escape = text.escape(at: index) {
                put(UnsafeBufferPointer(rebasing: text[written..<index]))
                put(escape.text)
                index += escape.length
                written = index
            } else {
                index += 1
            }
            index = text.firstSuspect(from: index)
        }
        put(UnsafeBufferPointer(rebasing: text[written...]))
    }
}

private struct Escape {
    let text: StaticString
    let length: Int
}

extension UnsafeBufferPointer<UInt8> {
    /// `count` if no byte needs an escape.
    ///
    /// Checks eight bytes at a time, because most text needs no escape.
    fileprivate func firstSuspect(from start: Int) -> Int {
        var index = start
        let raw = UnsafeRawBufferPointer(self)
        while index + 8 <= count {
            let block = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            if block.holdsSuspect { break }
            index += 8
        }
        while index < count, !self[index].isSuspect {
            index += 1
        }
        return index
    }

    fileprivate func escape(at index: Int) -> Escape? {
        switch self[index] {
        case UInt8(ascii: "&"): Escape(text: "&amp;", length: 1)
        case UInt8(ascii: "<"): Escape(text: "&lt;", length: 1)
        case UInt8(ascii: ">"): Escape(text: "&gt;", length: 1)
        case UInt8(ascii: "\""): Escape(text: "&quot;", length: 1)
        case UInt8(ascii: "'"): Escape(text: "&#39;", length: 1)
        case UInt8(ascii: "`"): Escape(text: "&#96;", length: 1)
        // Parsers read a raw CR as LF, and a reference to CR as CR.
        case UInt8(ascii: "\r"): Escape(text: "&#13;", length: 1)
        case 0x00: Escape(text: "\u{FFFD}", length: 1)
        // The other control characters are written as they are, although validators report them:
        // parsers read a reference to U+0080...U+009F as a character of windows-1252.
        case 0xEF where isThreeByteNoncharacter(at: index): Escape(text: "\u{FFFD}", length: 3)
        case 0xF0... where isFourByteNoncharacter(at: index): Escape(text: "\u{FFFD}", length: 4)
        default: nil
        }
    }

    /// U+FDD0...U+FDEF, U+FFFE and U+FFFF.
    private func isThreeByteNoncharacter(at index: Int) -> Bool {
        guard index + 2 < count else { return false }
        let (second, third) = (self[index + 1], self[index + 2])
        return second == 0xB7 && (0x90...0xAF).contains(third) || second == 0xBF && third >= 0xBE
    }

    /// The last two code points of each plane above the first, U+1FFFE to U+10FFFF.
    private func isFourByteNoncharacter(at index: Int) -> Bool {
        guard index + 3 < count else { return false }
        return self[index + 1] & 0x0F == 0x0F && self[index + 2] == 0xBF && self[index + 3] >= 0xBE
    }
}

extension UInt64 {
    /// True when at least one of the eight bytes may need an escape.
    ///
    /// Also true for a few other bytes, such as `#`.
    fileprivate var holdsSuspect: Bool {
        let high: UInt64 = 0x8080_8080_8080_8080
        let controls = (self &- Self.eight(0x10)) & ~self
        let quotes = ((self | Self.eight(0x05)) ^ Self.eight(0x27)).zeroBytes
        let angles = ((self | Self.eight(0x02)) ^ Self.eight(0x3E)).zeroBytes
        let backticks = (self ^ Self.eight(0x60)).zeroBytes
        // Adding 0x11 carries into the high bit if the other bits are 0x6F or more.
        let leads = ((self & ~high) &+ Self.eight(0x11)) & self
        return (controls | quotes | angles | backticks | leads) & high != 0
    }

    /// A mask with the high bit of the lowest zero byte set; no high bit is set if no byte is zero.
    private var zeroBytes: UInt64 { (self &- Self.eight(0x01)) & ~self }

    private static func eight(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }
}

extension UInt8 {
    /// True for the first byte of each sequence to escape, and for other sequences with that byte.
    fileprivate var isSuspect: Bool {
        if self < 64 {
            return (1 << UInt64(self)) & UInt8.asciiSuspects != 0
        }
        return self == UInt8(ascii: "`") || self >= 0xEF
    }

    /// One bit each for NUL, CR, `"`, `&`, `'`, `<` and `>`.
    private static var asciiSuspects: UInt64 { 0x5000_00C4_0000_2001 }
}

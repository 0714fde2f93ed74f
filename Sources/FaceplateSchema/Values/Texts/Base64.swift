/// Strict base64 (RFC 4648, section 4).
///
/// White space and missing padding are rejected, and each sequence of bytes has only one text form.
package enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")
    private static let none = UInt8.max
    private static let digits: [UInt8] = {
        var digits = Array(repeating: none, count: 256)
        for (digit, byte) in alphabet.enumerated() { digits[Int(byte)] = UInt8(digit) }
        return digits
    }()

    package static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let count = min(3, bytes.count - index)
            var group: UInt32 = 0
            for place in 0..<3 {
                group = group << 8 | (place < count ? UInt32(bytes[index + place]) : 0)
            }
            for place in 0..<4 {
                let digit = Int(group >> UInt32(18 - 6 * place) & 63)
                text.append(place <= count ? alphabet[digit] : padding)
            }
            index += 3
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the bytes; `nil` if the string is not the exact output of `text(of:)`.
    package static func bytes(of text: String) -> [UInt8]? {
        let text = Array(text.utf8)
        guard text.count.isMultiple(of: 4) else { return nil }
        let missing = text.suffix(2).count { $0 == padding }
        if missing == 2, text[text.count - 1] != padding || text[text.count - 2] != padding {
            return nil
        }
        if missing == 1, text[text.count - 1] != padding { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var group: UInt32 = 0
        for (index, byte) in text.dropLast(missing).enumerated() {
            let digit = digits[Int(byte)]
            guard digit != none else { return nil }
            group = group << 6 | UInt32(digit)
            if index % 4 == 3 {
                bytes += [
                    UInt8(truncatingIfNeeded: group >> 16), UInt8(truncatingIfNeeded: group >> 8),
                    UInt8(truncatingIfNeeded: group),
                ]
                group = 0
            }
        }
        switch missing {
        case 1:
            guard group & 3 == 0 else { return nil }
            bytes += [
                UInt8(truncatingIfNeeded: group >> 10), UInt8(truncatingIfNeeded: group >> 2),
            ]
        case 2:
            guard group & 15 == 0 else { return nil }
            bytes.append(UInt8(truncatingIfNeeded: group >> 4))
        default: break
        }
        return bytes
    }

    /// Returns the number of bytes that a string encodes, if `bytes(of:)` accepts it.
    static func count(of text: String) -> Int {
        text.utf8.count / 4 * 3 - text.utf8.suffix(2).count { $0 == padding }
    }
}

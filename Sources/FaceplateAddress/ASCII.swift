/// Bytes as ASCII characters; those of other characters have none of these properties.
extension UInt8 {
    @inlinable package var isDigit: Bool { (0x30...0x39).contains(self) }

    @inlinable package var isCapitalLetter: Bool { (0x41...0x5A).contains(self) }

    @inlinable package var isSmallLetter: Bool { (0x61...0x7A).contains(self) }

    @inlinable package var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }

    @inlinable package var isAlphanumeric: Bool { isLetter || isDigit }

    /// True for the characters that need no percent-encoding: the unreserved ones of RFC 3986, section 2.3.
    @inlinable package var isUnreserved: Bool {
        isAlphanumeric || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
            || self == UInt8(ascii: "_") || self == UInt8(ascii: "~")
    }

    /// The character in a `token` of an HTTP header (RFC 9110, section 5.6.2).
    package var isToken: Bool { isAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains(self) }

    @inlinable package var hexadecimalValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x37
        case 0x61...0x66: self - 0x57
        default: nil
        }
    }

    /// The byte as two hexadecimal digits in lower case.
    package var hexadecimal: String { (self < 16 ? "0" : "") + String(self, radix: 16) }
}

extension Unicode.Scalar {
    package var hexadecimalValue: UInt8? { isASCII ? UInt8(value).hexadecimalValue : nil }
}

extension Array<UInt8> {
    /// Appends the bytes of a string, with all but its unreserved characters percent-encoded.
    package mutating func append(percentEncoded text: String) {
        let digits = "0123456789ABCDEF".utf8.map(\.self)
        for byte in text.utf8 {
            if byte.isUnreserved {
                append(byte)
            } else {
                self += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
    }
}

extension String {
    package var percentEncoded: String {
        var bytes: [UInt8] = []
        bytes.append(percentEncoded: self)
        return String(decoding: bytes, as: UTF8.self)
    }
}

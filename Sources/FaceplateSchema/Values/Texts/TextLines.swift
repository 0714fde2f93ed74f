/// Functions for lists typed as lines of text.
enum TextLines {
    /// Returns the lines without their ends: LF, CR or CRLF.
    static func lines(of text: String) -> [String] {
        let bytes = text.utf8
        var lines: [String] = []
        var start = bytes.startIndex
        var index = start
        while index < bytes.endIndex {
            let byte = bytes[index]
            let next = bytes.index(after: index)
            guard byte == 0x0A || byte == 0x0D else {
                index = next
                continue
            }
            lines.append(String(text.unicodeScalars[start..<index]))
            let isPair = byte == 0x0D && next < bytes.endIndex && bytes[next] == 0x0A
            index = isPair ? bytes.index(after: next) : next
            start = index
        }
        return lines + [String(text.unicodeScalars[start...])]
    }

    /// Returns the text without the leading and trailing scalars that `isOmitted` selects; by default white space.
    static func trimmed(
        _ text: String, _ isOmitted: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace }
    ) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !isOmitted($0) }),
            let last = scalars.lastIndex(where: { !isOmitted($0) })
        else { return "" }
        return String(scalars[first...last])
    }

    /// True when the text is empty or contains only white space.
    static func isBlank(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }

    /// Returns the JSON array that the text consists of; `nil` for any other text.
    static func jsonArray(_ text: String) -> JSONValue? {
        guard text.utf8.first(where: { !Self.isSpace($0) }) == UInt8(ascii: "["),
            let json = try? JSONReader.read(text), json.array != nil
        else { return nil }
        return json
    }

    /// True when the text begins like a JSON array of strings, arrays or objects.
    ///
    /// Other text seldom begins in this way: `[::1]` does not.
    static func beginsJSONArray(_ text: String) -> Bool {
        let bytes = text.utf8.lazy.filter { !isSpace($0) }.prefix(2)
        guard bytes.first == UInt8(ascii: "["), let second = bytes.dropFirst().first else {
            return false
        }
        return [UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: "{")].contains(second)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        [0x20, 0x09, 0x0A, 0x0D].contains(byte)
    }
}

extension String {
    /// Creates a string of scalars.
    init(scalars: some Sequence<Unicode.Scalar>) {
        self = String(UnicodeScalarView(scalars))
    }
}

extension Unicode.Scalar {
    /// True for an invisible character that changes the direction of text.
    ///
    /// A name or value with such a character can look like another one.
    package var isDirectionControl: Bool {
        switch value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

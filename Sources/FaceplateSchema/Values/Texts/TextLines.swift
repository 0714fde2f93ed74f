enum TextLines {
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

    static func trimmed(
        _ text: String, _ isOmitted: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace }
    ) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !isOmitted($0) }),
            let last = scalars.lastIndex(where: { !isOmitted($0) })
        else { return "" }
        return String(scalars[first...last])
    }

    static func isBlank(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }

    static func jsonArray(_ text: String) -> JSONValue? {
        guard text.utf8.first(where: { !Self.isSpace($0) }) == UInt8(ascii: "["),
            let json = try? JSONReader.read(text), json.array != nil
        else { return nil }
        return json
    }

    /// True when the text begins like a JSON array: its first element is a string, an array or an object, or a number or
    /// literal before a comma or the end of the text.
    ///
    /// Other text seldom begins in this way: `[::1]` and `[12:30]` do not.
    static func beginsJSONArray(_ text: String) -> Bool {
        var bytes = text.utf8.drop(while: isSpace)
        guard bytes.popFirst() == UInt8(ascii: "[") else { return false }
        bytes = bytes.drop(while: isSpace)
        guard let first = bytes.first else { return false }
        if [UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: "{")].contains(first) {
            return true
        }
        let element = bytes.prefix { $0.isAlphanumeric || "+-.".utf8.contains($0) }
        let isScalar =
            ["true", "false", "null"].contains { element.elementsEqual($0.utf8) }
            || !element.isEmpty && element.allSatisfy { $0.isDigit || "+-.eE".utf8.contains($0) }
        let next = bytes.dropFirst(element.count).drop(while: isSpace).first
        return isScalar && (next == nil || next == UInt8(ascii: ","))
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        [0x20, 0x09, 0x0A, 0x0D].contains(byte)
    }
}

extension String {
    init(scalars: some Sequence<Unicode.Scalar>) {
        self = String(UnicodeScalarView(scalars))
    }
}

extension Unicode.Scalar {
    /// A name or value with such a character can look like another one.
    package var isDirectionControl: Bool {
        switch value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

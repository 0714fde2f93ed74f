import FaceplateSchema

extension YAMLValues {
    // MARK: - Blocks of text

    /// Reads a block of text after `|` (lines stay) or `>` (lines are joined), up to the line after it.
    mutating func blockText(indent: Int) throws(ValuesFileError) -> String {
        let joins = text.peek == UInt8(ascii: ">")
        text.index += 1
        var chomping: UInt8?
        if let mark = text.peek, "+-".utf8.contains(mark) {
            chomping = mark
            text.index += 1
        }
        guard text.isAtLineEnd || text.isBlank(text.index) else {
            throw text.error("After '|' and '>', only '+' and '-' are read.")
        }
        text.skipBlanks()
        guard text.isAtLineEnd || text.peek == UInt8(ascii: "#") else {
            throw text.error("The text of a block starts on the next line.")
        }
        text.skipToLineEnd()
        text.skipLineEnd()
        var found: [String] = []
        var width: Int?
        while !text.isAtEnd {
            let start = text.index
            while text.peek == 0x20, text.index - start < width ?? .max { text.index += 1 }
            if text.isAtLineEnd {
                found.append("")
                text.skipLineEnd()
                continue
            }
            let spaces = text.index - start
            guard spaces > indent, spaces >= width ?? 0 else {
                text.index = start
                break
            }
            width = width ?? spaces
            let content = text.index
            text.skipToLineEnd()
            found.append(text.text(content..<text.index))
            text.skipLineEnd()
        }
        var trailing = 0
        while found.last == "" {
            found.removeLast()
            trailing += 1
        }
        let body = joins ? Self.joined(found) : found.joined(separator: "\n")
        if found.isEmpty {
            return chomping == UInt8(ascii: "+") ? String(repeating: "\n", count: trailing) : ""
        }
        switch chomping {
        case UInt8(ascii: "-"): return body
        case UInt8(ascii: "+"): return body + String(repeating: "\n", count: trailing + 1)
        default: return body + "\n"
        }
    }

    /// Joins lines with spaces; an empty line is a line end, and indented lines stay.
    private static func joined(_ lines: [String]) -> String {
        func isIndented(_ line: String) -> Bool {
            line.utf8.first == 0x20 || line.utf8.first == 0x09
        }
        var text = ""
        var empty = 0
        var last: String?
        for line in lines {
            guard !line.isEmpty else {
                empty += 1
                continue
            }
            if let last {
                let stays = isIndented(last) || isIndented(line)
                if empty == 0 {
                    text += stays ? "\n" : " "
                } else {
                    text += String(repeating: "\n", count: stays ? empty + 1 : empty)
                }
            } else {
                text += String(repeating: "\n", count: empty)
            }
            text += line
            last = line
            empty = 0
        }
        return text
    }

    // MARK: - Text in quotation marks

    mutating func quoted() throws(ValuesFileError) -> String {
        let start = text.index
        let isDouble = text.peek == UInt8(ascii: "\"")
        let mark = UInt8(ascii: isDouble ? "\"" : "'")
        text.index += 1
        var result: [UInt8] = []
        while let byte = text.peek, !text.isAtLineEnd {
            text.index += 1
            if byte == mark {
                guard !isDouble, text.peek == mark else {
                    return String(decoding: result, as: UTF8.self)
                }
                // Two marks are one mark.
                text.index += 1
                result.append(mark)
            } else if isDouble, byte == UInt8(ascii: "\\") {
                try escape(into: &result)
            } else {
                result.append(byte)
            }
        }
        throw text.error("A string has no end on its line: a quotation mark is missing.", at: start)
    }

    private static let escapes: [UInt8: Unicode.Scalar] = [
        UInt8(ascii: "0"): "\0", UInt8(ascii: "a"): "\u{7}", UInt8(ascii: "b"): "\u{8}",
        UInt8(ascii: "t"): "\t", 0x09: "\t", UInt8(ascii: "n"): "\n", UInt8(ascii: "v"): "\u{B}",
        UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "r"): "\r", UInt8(ascii: "e"): "\u{1B}",
        0x20: " ", UInt8(ascii: "\""): "\"", UInt8(ascii: "/"): "/", UInt8(ascii: "\\"): "\\",
        UInt8(ascii: "N"): "\u{85}", UInt8(ascii: "_"): "\u{A0}", UInt8(ascii: "L"): "\u{2028}",
        UInt8(ascii: "P"): "\u{2029}",
    ]

    private mutating func escape(into result: inout [UInt8]) throws(ValuesFileError) {
        let start = text.index - 1
        guard let byte = text.peek, !text.isAtLineEnd else {
            throw text.error(
                "A string has no end on its line: a quotation mark is missing.", at: start)
        }
        text.index += 1
        let scalar: Unicode.Scalar
        switch byte {
        case UInt8(ascii: "x"): scalar = try text.escapedScalar(2)
        case UInt8(ascii: "u"): scalar = try text.escapedScalar(4)
        case UInt8(ascii: "U"): scalar = try text.escapedScalar(8)
        default:
            guard let known = Self.escapes[byte] else {
                throw text.error("There is no such escape.", at: start)
            }
            scalar = known
        }
        result += String(scalar).utf8
    }

    // MARK: - Meaning

    /// Returns the meaning of text without quotation marks, by the core schema of YAML 1.2.
    ///
    /// `.inf` and `.nan` stay text, because no setting has them.
    static func meaning(of text: String) -> JSONValue {
        switch text {
        case "", "~", "null", "Null", "NULL": return nil
        case "true", "True", "TRUE": return true
        case "false", "False", "FALSE": return false
        default: return number(text).map { JSONValue(.number($0)) } ?? .text(text)
        }
    }

    private static func number(_ text: String) -> JSONNumber? {
        for (prefix, radix) in [("0x", 16), ("0o", 8)] where text.hasPrefix(prefix) {
            let digits = text.dropFirst(2)
            guard digits.first != "+", digits.first != "-" else { return nil }
            return Int64(digits, radix: radix).map { JSONNumber($0) }
        }
        var rest = Array(text.utf8)[...]
        guard let first = rest.first, rest.count <= 400 else { return nil }
        var sign = ""
        if first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
            sign = first == UInt8(ascii: "-") ? "-" : ""
            rest.removeFirst()
        }
        let digits = rest.prefix(while: \.isDigit)
        rest = rest.dropFirst(digits.count)
        var fraction = rest[..<rest.startIndex]
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            fraction = rest.prefix(while: \.isDigit)
            rest = rest.dropFirst(fraction.count)
        }
        guard !digits.isEmpty || !fraction.isEmpty else { return nil }
        // JSON has neither zeros at the start nor a point at the end.
        let whole = digits.drop { $0 == UInt8(ascii: "0") }
        let json =
            sign + (whole.isEmpty ? "0" : String(decoding: whole, as: UTF8.self))
            + (fraction.isEmpty ? "" : "." + String(decoding: fraction, as: UTF8.self))
            + String(decoding: rest, as: UTF8.self)
        return (try? JSONReader.read(json))?.number
    }
}

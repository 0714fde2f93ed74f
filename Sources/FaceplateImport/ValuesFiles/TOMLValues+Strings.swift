extension TOMLValues {
    mutating func basicString() throws(ValuesFileError) -> String {
        let start = text.index
        text.index += 1
        var result: [UInt8] = []
        while let byte = text.peek, !text.isAtLineEnd {
            text.index += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: result, as: UTF8.self) }
            if byte == UInt8(ascii: "\\") {
                try escape(into: &result)
            } else {
                result.append(byte)
            }
        }
        throw text.error("A string has no end on its line: a quotation mark is missing.", at: start)
    }

    mutating func literalString() throws(ValuesFileError) -> String {
        let start = text.index
        text.index += 1
        while !text.isAtLineEnd {
            text.index += 1
            if text.bytes[text.index - 1] == UInt8(ascii: "'") {
                return text.text(start + 1..<text.index - 1)
            }
        }
        throw text.error("A string has no end on its line: a quotation mark is missing.", at: start)
    }

    mutating func longBasic() throws(ValuesFileError) -> String {
        let start = text.index
        text.index += 3
        text.skipLineEnd()
        var result: [UInt8] = []
        while let byte = text.peek {
            if text.starts(with: "\"\"\"") {
                endLong(UInt8(ascii: "\""), &result)
                return String(decoding: result, as: UTF8.self)
            }
            if text.isAtLineEnd {
                text.skipLineEnd()
                result.append(0x0A)
                continue
            }
            text.index += 1
            guard byte == UInt8(ascii: "\\") else {
                result.append(byte)
                continue
            }
            // A backslash at the end of a line joins it with the next text.
            let place = text.index
            text.skipBlanks()
            if !text.isAtEnd, text.isAtLineEnd {
                while !text.isAtEnd, text.isAtLineEnd {
                    text.skipLineEnd()
                    text.skipBlanks()
                }
            } else {
                text.index = place
                try escape(into: &result)
            }
        }
        throw text.error("A string has no end: \"\"\" is missing.", at: start)
    }

    mutating func longLiteral() throws(ValuesFileError) -> String {
        let start = text.index
        text.index += 3
        text.skipLineEnd()
        var result: [UInt8] = []
        while let byte = text.peek {
            if text.starts(with: "'''") {
                endLong(UInt8(ascii: "'"), &result)
                return String(decoding: result, as: UTF8.self)
            }
            if text.isAtLineEnd {
                text.skipLineEnd()
                result.append(0x0A)
            } else {
                result.append(byte)
                text.index += 1
            }
        }
        throw text.error("A string has no end: ''' is missing.", at: start)
    }

    /// Skips the three marks at the end; one or two more before them belong to the text.
    private mutating func endLong(_ mark: UInt8, _ result: inout [UInt8]) {
        text.index += 3
        for _ in 0..<2 where text.peek == mark {
            result.append(mark)
            text.index += 1
        }
    }

    private mutating func escape(into result: inout [UInt8]) throws(ValuesFileError) {
        let start = text.index - 1
        let byte = text.peek
        text.index += 1
        switch byte {
        case UInt8(ascii: "b"): result.append(0x08)
        case UInt8(ascii: "t"): result.append(0x09)
        case UInt8(ascii: "n"): result.append(0x0A)
        case UInt8(ascii: "f"): result.append(0x0C)
        case UInt8(ascii: "r"): result.append(0x0D)
        case UInt8(ascii: "e"): result.append(0x1B)
        case UInt8(ascii: "\""): result.append(0x22)
        case UInt8(ascii: "\\"): result.append(0x5C)
        case UInt8(ascii: "u"): result += String(try text.escapedScalar(4)).utf8
        case UInt8(ascii: "U"): result += String(try text.escapedScalar(8)).utf8
        default: throw text.error("There is no such escape.", at: start)
        }
    }
}

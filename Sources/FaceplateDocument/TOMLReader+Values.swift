import FaceplateAddress
import FaceplateSchema

extension TOMLReader {
    // MARK: - Values

    mutating func value(depth: Int) throws(DocumentError) -> DocumentNode {
        left -= 1
        guard left > 0 else { throw text.tooMany(at: index) }
        guard depth < Document.maximumDepth else { throw text.tooDeep(at: index) }
        let start = index
        switch peek {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            let (string, spelling) = try string(allowsLines: true)
            return DocumentNode(.scalar(.text(string)), start..<index, spelling)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "{"): return try inlineTable(depth: depth)
        default: return try word(start)
        }
    }

    private mutating func array(depth: Int) throws(DocumentError) -> DocumentNode {
        let start = index
        index += 1
        var nodes: [DocumentNode] = []
        while true {
            try skipLines()
            guard peek != UInt8(ascii: "]") else { break }
            nodes.append(try value(depth: depth + 1))
            try skipLines()
            if peek == UInt8(ascii: ",") {
                index += 1
            } else if peek != UInt8(ascii: "]") {
                throw text.error("A comma or ']' was expected.", at: index)
            }
        }
        index += 1
        return DocumentNode(.list(nodes), start..<index, .flow)
    }

    private mutating func inlineTable(depth: Int) throws(DocumentError) -> DocumentNode {
        let start = index
        index += 1
        let table = Table(at: start, isInline: true)
        skipBlanks()
        while peek != UInt8(ascii: "}") {
            try pair(into: table, depth: depth)
            skipBlanks()
            if peek == UInt8(ascii: ",") {
                index += 1
                skipBlanks()
            } else if peek != UInt8(ascii: "}") {
                throw text.error("A comma or '}' was expected.", at: index)
            }
        }
        index += 1
        return DocumentNode(table.node.content, start..<index, .flow)
    }

    private mutating func word(_ start: Int) throws(DocumentError) -> DocumentNode {
        func isEnd(_ byte: UInt8) -> Bool { ",]}# \t\r\n".utf8.contains(byte) }
        while let byte = peek, !isEnd(byte) { index += 1 }
        // A blank can be between a date and a time.
        if index - start == 10, peek == 0x20, index + 2 < text.bytes.count,
            text.bytes[index + 1].isDigit, text.bytes[index + 2].isDigit
        {
            index += 1
            while let byte = peek, !isEnd(byte) { index += 1 }
        }
        let word = text.string(start..<index)
        let range = start..<index
        switch word {
        case "true": return DocumentNode(.scalar(true), range, .plain)
        case "false": return DocumentNode(.scalar(false), range, .plain)
        default: break
        }
        if let number = Self.number(word) {
            return DocumentNode(.scalar(JSONValue(.number(number))), range, .plain)
        }
        guard
            let moment = Self.moment(word)
                ?? (["inf", "nan", "+inf", "-inf", "+nan", "-nan"].contains(word) ? word : nil)
        else {
            throw text.error(
                word.isEmpty
                    ? "A value was expected."
                    : "This is not a value of TOML. Text needs quotation marks.",
                at: start)
        }
        return DocumentNode(.scalar(.text(moment)), range, .moment)
    }

    /// Returns a date, a time or both, with `T` between them; `nil` for other text.
    static func moment(_ word: String) -> String? {
        let form =
            #/
            [0-9]{4}-[0-9]{2}-[0-9]{2}
            ([Tt\x20] [0-9]{2}:[0-9]{2} (:[0-9]{2} (\.[0-9]+)?)? ([Zz] | [-+][0-9]{2}:[0-9]{2})?)?
            | [0-9]{2}:[0-9]{2} (:[0-9]{2} (\.[0-9]+)?)?
            /#
        guard word.wholeMatch(of: form) != nil else { return nil }
        return word.uppercased().replacing(" ", with: "T")
    }

    private static func number(_ word: String) -> JSONNumber? {
        var plain = Array(word.utf8)
        // An underscore separates two digits.
        for (place, byte) in plain.enumerated() where byte == UInt8(ascii: "_") {
            guard place > 0, place + 1 < plain.count, plain[place - 1].hexadecimalValue != nil,
                plain[place + 1].hexadecimalValue != nil
            else { return nil }
        }
        plain.removeAll { $0 == UInt8(ascii: "_") }
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)]
        where plain.starts(with: prefix.utf8) {
            let digits = plain.dropFirst(2)
            guard digits.first?.hexadecimalValue != nil else { return nil }
            return Int64(String(decoding: digits, as: UTF8.self), radix: radix)
                .map { JSONNumber($0) }
        }
        if plain.first == UInt8(ascii: "+") {
            plain.removeFirst()
            guard plain.first?.isDigit == true else { return nil }
        }
        return (try? JSONReader.read(plain))?.number
    }

    // MARK: - Text

    mutating func string(
        allowsLines: Bool
    ) throws(DocumentError) -> (String, DocumentNode.Spelling) {
        let start = index
        let mark = text.bytes[index]
        let isBasic = mark == UInt8(ascii: "\"")
        let isLong =
            index + 2 < text.bytes.count && text.bytes[index + 1] == mark
            && text.bytes[index + 2] == mark
        guard !isLong || allowsLines else {
            throw text.error("A name must be in one line.", at: start)
        }
        index += isLong ? 3 : 1
        if isLong, peek == 0x0D { index += 1 }
        if isLong, peek == 0x0A { index += 1 }
        var bytes: [UInt8] = []
        while let byte = peek {
            if byte == mark {
                let run = text.bytes[index...].prefix(5).prefix { $0 == mark }.count
                if !isLong {
                    index += 1
                    return (
                        String(decoding: bytes, as: UTF8.self),
                        isBasic ? .doubleQuoted : .singleQuoted
                    )
                }
                if run >= 3 {
                    bytes += Array(repeating: mark, count: run - 3)
                    index += run
                    return (
                        String(decoding: bytes, as: UTF8.self),
                        isBasic ? .multilineDouble : .multilineSingle
                    )
                }
                bytes += Array(repeating: mark, count: run)
                index += run
            } else if byte == DocumentText.newline, !isLong {
                break
            } else if byte == 0x0D, isLong {
                index += 1
            } else if byte == UInt8(ascii: "\\"), isBasic {
                try escape(into: &bytes, isLong: isLong)
            } else {
                bytes.append(byte)
                index += 1
            }
        }
        throw text.error("The text has no closing quotation mark.", at: start)
    }

    private mutating func escape(
        into bytes: inout [UInt8], isLong: Bool
    ) throws(DocumentError) {
        let start = index
        index += 1
        guard let byte = peek else { return }
        let simple: [UInt8: UInt8] = [
            UInt8(ascii: "b"): 0x08, UInt8(ascii: "t"): 0x09, UInt8(ascii: "n"): 0x0A,
            UInt8(ascii: "f"): 0x0C, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "e"): 0x1B,
            UInt8(ascii: "\""): 0x22, UInt8(ascii: "\\"): 0x5C,
        ]
        if let meant = simple[byte] {
            bytes.append(meant)
            index += 1
            return
        }
        let counts = [UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8]
        if let count = counts[byte] {
            let digits = text.bytes[(index + 1)...].prefix(count)
            guard digits.count == count, digits.allSatisfy({ $0.hexadecimalValue != nil }),
                let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
                let scalar = Unicode.Scalar(value)
            else { throw text.error("This escape is not a character.", at: start) }
            bytes += Array(String(Character(scalar)).utf8)
            index += count + 1
            return
        }
        // A backslash at the end of a line joins it with the next text.
        guard isLong, text.isBlank(index..<text.contentEnd(index)) else {
            throw text.error("There is no such escape.", at: start)
        }
        while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
    }
}

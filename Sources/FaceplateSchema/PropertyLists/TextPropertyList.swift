/// The old text form, `{ key = "text"; list = (1, 2); }`; a `.strings` file is such a dictionary without its braces.
extension StringsParser {
    mutating func document() throws(LabelFileError) -> PropertyList {
        try skipSpaceAndComments()
        guard let first = current else { throw error("The file is empty.") }
        let value: PropertyList
        if "{(<".unicodeScalars.contains(first) {
            value = try self.value("a value", depth: 0)
        } else {
            value = .dictionary(try dictionary(until: nil, depth: 0))
        }
        try skipSpaceAndComments()
        guard current == nil else {
            throw error("Found \(found), where the end of the file was expected.")
        }
        return value
    }

    private mutating func value(
        _ what: String, depth: Int
    ) throws(LabelFileError) -> PropertyList {
        guard depth <= PropertyListReader.maximumDepth else {
            throw error("Values are more than \(PropertyListReader.maximumDepth) levels deep.")
        }
        try countValue()
        switch current {
        case "{":
            advance()
            let dictionary = try dictionary(until: "}", depth: depth)
            advance()
            return .dictionary(dictionary)
        case "(": return .array(try elements(depth: depth))
        case "<": return .data(try data())
        default: return .text(try word(what: what))
        }
    }

    /// Reads entries until the scalar `end`, which is not consumed, or until the end of the file.
    private mutating func dictionary(
        until end: Unicode.Scalar?, depth: Int
    ) throws(LabelFileError) -> PropertyList.Dictionary {
        var entries: [PropertyList.Entry] = []
        try skipSpaceAndComments()
        while current != end {
            let key = try word(what: "a key")
            try skipSpaceAndComments()
            var value = PropertyList.text(key)
            if current == "=" {
                advance()
                try skipSpaceAndComments()
                value = try self.value("the value of '\(key)'", depth: depth + 1)
                try skipSpaceAndComments()
            }
            entries.append(.init(key, value))
            if current == ";" {
                advance()
            } else if current != end || end == nil {
                throw error("Found \(found) after '\(key)', where ';' was expected.")
            }
            try skipSpaceAndComments()
        }
        return PropertyList.Dictionary(entries)
    }

    private mutating func elements(depth: Int) throws(LabelFileError) -> [PropertyList] {
        var elements: [PropertyList] = []
        advance()
        try skipSpaceAndComments()
        while current != ")" {
            elements.append(try value("an element", depth: depth + 1))
            try skipSpaceAndComments()
            if current == "," {
                advance()
                try skipSpaceAndComments()
            } else if current != ")" {
                throw error("Found \(found), where ',' or ')' was expected.")
            }
        }
        advance()
        return elements
    }

    /// Reads bytes in hexadecimal digits: `<0fbd 77>`.
    private mutating func data() throws(LabelFileError) -> [UInt8] {
        var digits: [UInt8] = []
        advance()
        while let scalar = current, scalar != ">" {
            if !scalar.properties.isWhitespace {
                guard let digit = scalar.hexadecimalValue else {
                    throw error("Found \(found), where a hexadecimal digit or '>' was expected.")
                }
                digits.append(digit)
            }
            advance()
        }
        guard current == ">", digits.count.isMultiple(of: 2) else {
            throw error("The data ends within a byte, or is never closed by '>'.")
        }
        advance()
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}

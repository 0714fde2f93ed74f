extension PatternParser {
    /// The position is after the backslash.
    mutating func escape(from start: Int) throws(PatternError) -> PatternNode {
        if let set = try setEscape(from: start) { return .set(set) }
        if skip("b") { return .assertion(.wordBoundary) }
        if skip("B") { return .assertion(.noWordBoundary) }
        if let scalar = current, ("1"..."9").contains(scalar) || scalar == "k" {
            throw error(
                "Back-references are not supported, so that matching takes linear time.", at: start)
        }
        return .set(ScalarSet(try scalarEscape(from: start)))
    }

    /// The position is after the bracket.
    mutating func characterClass(from start: Int) throws(PatternError) -> ScalarSet {
        let isNegated = skip("^")
        var set = ScalarSet()
        while !skip("]") {
            guard current != nil else {
                throw error("The class that opens here is never closed.", at: start)
            }
            try insertMember(into: &set)
        }
        set.isNegated = isNegated
        return set
    }

    private mutating func insertMember(into set: inout ScalarSet) throws(PatternError) {
        let start = index
        let first = try member()
        guard current == "-", index + 1 < scalars.count, scalars[index + 1] != "]" else {
            return set.formUnion(first)
        }
        index += 1
        let last = try member()
        guard let low = first.single?.value, let high = last.single?.value else {
            throw error(
                "A range goes from one character to another. Write '\\-' for the character '-'.",
                at: start)
        }
        guard low <= high else {
            throw error("The range ends before it starts.", at: start)
        }
        set.insert(low...high)
    }

    private mutating func member() throws(PatternError) -> ScalarSet {
        let start = index
        guard let scalar = current else { return ScalarSet() }
        index += 1
        guard scalar == "\\" else { return ScalarSet(scalar) }
        if let set = try setEscape(from: start) { return set }
        if skip("b") { return ScalarSet("\u{8}") }
        return ScalarSet(try scalarEscape(from: start))
    }

    // MARK: Sets

    /// `nil` for any other escape.
    private mutating func setEscape(from start: Int) throws(PatternError) -> ScalarSet? {
        let set: ScalarSet
        switch current {
        case "d": set = .digit
        case "D": set = ScalarSet.digit.complement
        case "w": set = .word
        case "W": set = ScalarSet.word.complement
        case "s": set = .space
        case "S": set = ScalarSet.space.complement
        case "p", "P":
            let isOpposite = current == "P"
            index += 1
            let category = try category(from: start)
            return isOpposite ? category.complement : category
        default: return nil
        }
        index += 1
        return set
    }

    /// Parses `{Lu}`, `{gc=Lu}` or `{General_Category=Lu}`.
    private mutating func category(from start: Int) throws(PatternError) -> ScalarSet {
        var name = ""
        if skip("{") {
            while let scalar = current, scalar != "}" {
                name.unicodeScalars.append(scalar)
                index += 1
            }
        }
        guard skip("}") else {
            throw error("A category is written '\\p{...}', such as '\\p{L}'.", at: start)
        }
        let prefixes = ["gc=", "General_Category="]
        let prefix = prefixes.first { name.hasPrefix($0) } ?? ""
        guard let set = ScalarSet(category: String(name.dropFirst(prefix.count))) else {
            throw error(
                "Unknown category '\(name)'. Supported are general categories, such as L, Lu, Ll, "
                    + "M, N, Nd, P, S and Z; scripts and other properties are not.",
                at: start)
        }
        return set
    }

    // MARK: Single scalars

    /// The position is after the backslash.
    private mutating func scalarEscape(from start: Int) throws(PatternError) -> Unicode.Scalar {
        guard let scalar = current else {
            throw error("The pattern ends after '\\'. Write '\\\\' for the character itself.")
        }
        index += 1
        switch scalar {
        case "t": return "\t"
        case "n": return "\n"
        case "v": return "\u{B}"
        case "f": return "\u{C}"
        case "r": return "\r"
        case "0" where current.map(ScalarSet.digit.contains) != true: return "\0"
        case "c":
            if let letter = current, letter.isASCII, letter.properties.isAlphabetic {
                index += 1
                return Unicode.Scalar(UInt8(letter.value & 0x1F))
            }
        case "x":
            if let value = digits(2) { return Unicode.Scalar(UInt8(value)) }
        case "u":
            if let scalar = try unicodeEscape(from: start) { return scalar }
        case "!"..."/", ":"..."@", "["..."`", "{"..."~": return scalar
        default: break
        }
        throw error(
            "Unknown escape '\\\(scalar)'. Supported are \\d \\w \\s \\b \\p{...}, their "
                + "opposites, \\t \\n \\v \\f \\r \\0 \\cX \\xHH \\uHHHH \\u{...}, and a "
                + "backslash before punctuation.",
            at: start)
    }

    /// Parses `HHHH`, `{H...}` or a pair of surrogates after `\u`; `nil` for anything else.
    private mutating func unicodeEscape(from start: Int) throws(PatternError) -> Unicode.Scalar? {
        if skip("{") {
            var value: UInt32 = 0
            let first = index
            while let digit = hexDigit(), value <= 0x10FFFF { value = value << 4 | digit }
            guard index > first, skip("}") else { return nil }
            return Unicode.Scalar(value)
        }
        guard let first = digits(4) else { return nil }
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, skip("\\"), skip("u"), let second = digits(4),
            (0xDC00...0xDFFF).contains(second)
        else {
            throw error(
                "The escape is half of a UTF-16 pair, which text cannot contain.", at: start)
        }
        return Unicode.Scalar(0x10000 + ((first & 0x3FF) << 10 | (second & 0x3FF)))
    }

    private mutating func digits(_ count: Int) -> UInt32? {
        var value: UInt32 = 0
        for _ in 0..<count {
            guard let digit = hexDigit() else { return nil }
            value = value << 4 | digit
        }
        return value
    }

    private mutating func hexDigit() -> UInt32? {
        guard let digit = current?.hexadecimalValue else { return nil }
        index += 1
        return UInt32(digit)
    }
}

struct StringsParser {
    private let scalars: [Unicode.Scalar]
    private var index = 0
    private(set) var budget: PropertyListBudget
    private(set) var starts: [Int] = []

    init(scalars: [Unicode.Scalar], budget: PropertyListBudget) {
        self.scalars = scalars
        self.budget = budget
    }

    var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    mutating func entries() throws(LabelFileError) -> [StringsFile.Entry] {
        var entries: [StringsFile.Entry] = []
        try skipSpaceAndComments()
        while current != nil {
            entries.append(try entry())
            try skipSpaceAndComments()
        }
        return entries
    }

    mutating func countValue() throws(LabelFileError) {
        if let refusal = budget.countValue() { throw error(refusal) }
    }

    private mutating func entry() throws(LabelFileError) -> StringsFile.Entry {
        try countValue()
        starts.append(index)
        let key = try word(what: "a key")
        let keyEnd = index
        try skipSpaceAndComments()
        var text = key
        var end = keyEnd
        if current == "=" {
            index += 1
            try skipSpaceAndComments()
            text = try word(what: "the text of '\(key)'")
            end = index
            try skipSpaceAndComments()
        }
        guard current == ";" else {
            // Report the end of the string: the next one can be many lines below.
            throw .at(end, in: scalars, "Found \(found) after '\(key)', where ';' was expected.")
        }
        index += 1
        return StringsFile.Entry(key: key, text: text)
    }

    mutating func advance() { index += 1 }

    mutating func word(what: String) throws(LabelFileError) -> String {
        guard let first = current else { throw missing(what) }
        if first == "\"" || first == "'" { return try quoted(by: first, what: what) }
        let start = index
        while let scalar = current, Self.isBare(scalar), !isComment { index += 1 }
        guard index > start else { throw missing(what) }
        return String(scalars: scalars[start..<index])
    }

    private func missing(_ what: String) -> LabelFileError {
        error("Found \(found), where \(what) was expected: write it between '\"'.")
    }

    private mutating func quoted(
        by quote: Unicode.Scalar, what: String
    ) throws(LabelFileError) -> String {
        let start = index
        index += 1
        var result = String.UnicodeScalarView()
        while let scalar = current {
            index += 1
            switch scalar {
            case quote: return String(result)
            case "\\": result.append(try escape())
            default: result.append(scalar)
            }
        }
        throw .at(start, in: scalars, "The \(quote) that opens \(what) here is never closed.")
    }

    /// The position is after the backslash.
    private mutating func escape() throws(LabelFileError) -> Unicode.Scalar {
        guard let scalar = current else { throw error("The file ends after a backslash.") }
        let start = index - 1
        index += 1
        switch scalar {
        case "n": return "\n"
        case "t": return "\t"
        case "r": return "\r"
        case "a": return "\u{7}"
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "v": return "\u{B}"
        case "u", "U": return try unicodeEscape(from: start)
        case "0"..."9", "a"..."z", "A"..."Z":
            throw .at(
                start, in: scalars,
                "Unknown escape '\\\(scalar)'. Known are \\n, \\t, \\r, \\\", \\\\ and \\U with "
                    + "four hexadecimal digits.")
        default: return scalar
        }
    }

    /// The digits are a UTF-16 code unit, so that two escapes can represent one scalar.
    private mutating func unicodeEscape(from start: Int) throws(LabelFileError) -> Unicode.Scalar {
        let first = try unit(from: start)
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard UTF16.isLeadSurrogate(first), current == "\\" else { throw alone(start) }
        index += 1
        guard current == "u" || current == "U" else { throw alone(start) }
        index += 1
        let second = try unit(from: start)
        let offset = 0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF))
        guard UTF16.isTrailSurrogate(second), let scalar = Unicode.Scalar(offset) else {
            throw alone(start)
        }
        return scalar
    }

    private func alone(_ start: Int) -> LabelFileError {
        .at(
            start, in: scalars,
            "The escape is half of a UTF-16 pair, and the other half is missing.")
    }

    private mutating func unit(from start: Int) throws(LabelFileError) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = current?.hexadecimalValue else {
                throw .at(start, in: scalars, "The escape needs four hexadecimal digits.")
            }
            value = value << 4 | UInt16(digit)
            index += 1
        }
        return value
    }
}

// MARK: - Space and comments

extension StringsParser {
    private var isComment: Bool {
        guard current == "/", index + 1 < scalars.count else { return false }
        return scalars[index + 1] == "/" || scalars[index + 1] == "*"
    }

    mutating func skipSpaceAndComments() throws(LabelFileError) {
        while let scalar = current {
            if scalar.properties.isWhitespace || scalar == "\u{FEFF}" {
                index += 1
            } else if isComment {
                try skipComment()
            } else {
                return
            }
        }
    }

    private mutating func skipComment() throws(LabelFileError) {
        let start = index
        let isLine = scalars[index + 1] == "/"
        index += 2
        while let scalar = current {
            index += 1
            if isLine, scalar == "\n" || scalar == "\r" { return }
            if !isLine, scalar == "*", current == "/" {
                index += 1
                return
            }
        }
        if !isLine {
            throw .at(start, in: scalars, "The comment that starts here is never closed.")
        }
    }

    private static func isBare(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "$", "/", ":", ".", "-": true
        default: false
        }
    }

    var found: String {
        guard let scalar = current else { return "the end of the file" }
        if (0x21...0x7E).contains(scalar.value) { return "'\(scalar)'" }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    func error(_ message: String) -> LabelFileError {
        .at(index, in: scalars, message)
    }
}

/// A property list in XML.
struct XMLPropertyList {
    private typealias Tag = XMLScanner.Tag

    private var scanner: XMLScanner
    private(set) var budget: PropertyListBudget

    init(_ scalars: [Unicode.Scalar], _ budget: PropertyListBudget) {
        scanner = XMLScanner(scalars)
        self.budget = budget
    }

    mutating func document() throws(PropertyListError) -> PropertyList {
        try scanner.skipProlog()
        let first = try scanner.tag()
        let value: PropertyList
        if first.name == "plist", !first.isClosing {
            guard !first.isEmpty else {
                throw scanner.error("The property list is empty.", at: first.start)
            }
            try scanner.skipSpace()
            value = try self.value(of: try scanner.tag(), depth: 0)
            try scanner.skipSpace()
            try scanner.end(of: "plist")
        } else {
            value = try self.value(of: first, depth: 0)
        }
        try scanner.skipSpace()
        guard scanner.isAtEnd else {
            throw scanner.error("There is text after the end of the property list.")
        }
        return value
    }

    // MARK: - Values

    private mutating func value(
        of tag: Tag, depth: Int
    ) throws(PropertyListError) -> PropertyList {
        guard depth <= PropertyListReader.maximumDepth else {
            throw scanner.error(
                "Values are more than \(PropertyListReader.maximumDepth) levels deep.",
                at: tag.start)
        }
        if let refusal = budget.countValue() { throw scanner.error(refusal, at: tag.start) }
        guard !tag.isClosing else {
            throw scanner.error("Found </\(tag.name)>, where a value was expected.", at: tag.start)
        }
        switch tag.name {
        case "dict": return .dictionary(try entries(tag, depth: depth))
        case "array": return .array(try elements(tag, depth: depth))
        case "string": return .text(try content(of: tag))
        case "true", "false":
            if !tag.isEmpty { try scanner.end(of: tag.name) }
            return .value(.boolean(tag.name == "true"))
        case "integer", "real", "date", "data": return try scalar(tag)
        default:
            throw scanner.error("Unknown element <\(tag.name)>.", at: tag.start)
        }
    }

    private mutating func entries(
        _ tag: Tag, depth: Int
    ) throws(PropertyListError) -> PropertyList.Dictionary {
        var entries: [PropertyList.Entry] = []
        guard !tag.isEmpty else { return PropertyList.Dictionary([]) }
        while true {
            try scanner.skipSpace()
            let next = try scanner.tag()
            if next.isClosing, next.name == "dict" { return PropertyList.Dictionary(entries) }
            guard next.name == "key", !next.isClosing else {
                throw scanner.error(
                    "Found \(next.shown), where <key> or </dict> was expected.", at: next.start)
            }
            let key = try content(of: next)
            try scanner.skipSpace()
            let value = try scanner.tag()
            guard !value.isClosing, value.name != "key" else {
                throw scanner.error(
                    "Found \(value.shown), where the value of '\(key)' was expected.",
                    at: value.start)
            }
            entries.append(.init(key, try self.value(of: value, depth: depth + 1)))
        }
    }

    private mutating func elements(
        _ tag: Tag, depth: Int
    ) throws(PropertyListError) -> [PropertyList] {
        var elements: [PropertyList] = []
        guard !tag.isEmpty else { return [] }
        while true {
            try scanner.skipSpace()
            let next = try scanner.tag()
            if next.isClosing, next.name == "array" { return elements }
            elements.append(try value(of: next, depth: depth + 1))
        }
    }

    private mutating func scalar(_ tag: Tag) throws(PropertyListError) -> PropertyList {
        let written = try content(of: tag)
        let text = TextLines.trimmed(written)
        guard let value = Self.scalar(text, as: tag.name) else {
            // The message does not contain the text, which can be a secret.
            throw scanner.error(
                "This <\(tag.name)> cannot be read: it must be \(Self.accepted(tag.name)).",
                at: tag.start)
        }
        return value
    }

    private static func accepted(_ name: String) -> String {
        switch name {
        case "integer": "a whole number like 12 or 0x1F"
        case "date": "a moment like 2026-11-20T07:30:00Z"
        case "data": "base64"
        default: "a number like 0.5"
        }
    }

    private static func scalar(_ text: String, as name: String) -> PropertyList? {
        switch name {
        case "integer": return integer(text).map { .value($0) }
        case "real": return .value(.real(text))
        case "date": return date(text)
        default:
            let digits = String(text.filter { !$0.isWhitespace })
            return Base64.bytes(of: digits).map { .data($0) }
        }
    }

    private static func date(_ text: String) -> PropertyList? {
        guard let (local, offset) = CivilDateTime.read(text) else { return nil }
        return CivilDateTime(secondsSince1970: local.secondsSince1970 - (offset ?? 0)).map {
            .date($0)
        }
    }

    private static func integer(_ text: String) -> Value? {
        let sign = text.hasPrefix("-") ? "-" : ""
        let digits = text.drop { $0 == "-" || $0 == "+" }
        if digits.lowercased().hasPrefix("0x") {
            return Int64(sign + digits.dropFirst(2), radix: 16).map(Value.integer)
        }
        let number = ExactDecimal(text)
        return number.flatMap { $0.fractionDigits == 0 ? Value($0) : nil }
    }

    private mutating func content(of tag: Tag) throws(PropertyListError) -> String {
        guard !tag.isEmpty else { return "" }
        let text = try scanner.text(of: tag)
        let close = try scanner.tag()
        guard close.isClosing, close.name == tag.name else {
            // The message does not contain the name of the tag, which is part of the text if '<' was not escaped.
            throw scanner.error(
                "Found another tag, where </\(tag.name)> was expected. In a text '<' is "
                    + "written as '&lt;'.", at: close.start)
        }
        return text
    }
}

/// The only entities are the five of XML and character references.
///
/// Document types with declarations are rejected.
struct XMLPropertyList {
    private let scalars: [Unicode.Scalar]
    private var index = 0
    private(set) var budget: PropertyListBudget

    init(_ scalars: [Unicode.Scalar], _ budget: PropertyListBudget) {
        self.scalars = scalars
        self.budget = budget
    }

    private struct Tag {
        let name: String
        let start: Int
        let isClosing: Bool
        /// True when the element has no content: `<true/>`.
        let isEmpty: Bool
    }

    mutating func document() throws(PropertyListError) -> PropertyList {
        try skipProlog()
        let first = try tag()
        let value: PropertyList
        if first.name == "plist", !first.isClosing {
            guard !first.isEmpty else {
                throw error("The property list is empty.", at: first.start)
            }
            try skipSpace()
            value = try self.value(of: try tag(), depth: 0)
            try skipSpace()
            try end(of: "plist")
        } else {
            value = try self.value(of: first, depth: 0)
        }
        try skipSpace()
        guard index == scalars.count else {
            throw error("There is text after the end of the property list.", at: index)
        }
        return value
    }

    // MARK: - Values

    private mutating func value(
        of tag: Tag, depth: Int
    ) throws(PropertyListError) -> PropertyList {
        guard depth <= PropertyListReader.maximumDepth else {
            throw error(
                "Values are more than \(PropertyListReader.maximumDepth) levels deep.",
                at: tag.start)
        }
        if let refusal = budget.countValue() { throw error(refusal, at: tag.start) }
        guard !tag.isClosing else {
            throw error("Found </\(tag.name)>, where a value was expected.", at: tag.start)
        }
        switch tag.name {
        case "dict": return .dictionary(try entries(tag, depth: depth))
        case "array": return .array(try elements(tag, depth: depth))
        case "string": return .text(try content(of: tag))
        case "true", "false":
            if !tag.isEmpty { try end(of: tag.name) }
            return .value(.boolean(tag.name == "true"))
        case "integer", "real", "date", "data": return try scalar(tag)
        default:
            throw error("Unknown element <\(tag.name)>.", at: tag.start)
        }
    }

    private mutating func entries(
        _ tag: Tag, depth: Int
    ) throws(PropertyListError) -> PropertyList.Dictionary {
        var entries: [PropertyList.Entry] = []
        guard !tag.isEmpty else { return PropertyList.Dictionary([]) }
        while true {
            try skipSpace()
            let next = try self.tag()
            if next.isClosing, next.name == "dict" { return PropertyList.Dictionary(entries) }
            guard next.name == "key", !next.isClosing else {
                throw error(
                    "Found \(shown(next)), where <key> or </dict> was expected.", at: next.start)
            }
            let key = try content(of: next)
            try skipSpace()
            let value = try self.tag()
            guard !value.isClosing, value.name != "key" else {
                throw error(
                    "Found \(shown(value)), where the value of '\(key)' was expected.",
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
            try skipSpace()
            let next = try self.tag()
            if next.isClosing, next.name == "array" { return elements }
            elements.append(try value(of: next, depth: depth + 1))
        }
    }

    private mutating func scalar(_ tag: Tag) throws(PropertyListError) -> PropertyList {
        let written = try content(of: tag)
        let text = TextLines.trimmed(written)
        guard let value = Self.scalar(text, as: tag.name) else {
            // The message does not contain the text, which can be a secret.
            throw error(
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
        guard let (local, offset) = CivilTime.read(text) else { return nil }
        return CivilTime(secondsSince1970: local.secondsSince1970 - (offset ?? 0)).map { .date($0) }
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

    // MARK: - Text

    private mutating func content(of tag: Tag) throws(PropertyListError) -> String {
        guard !tag.isEmpty else { return "" }
        var text = String.UnicodeScalarView()
        while index < scalars.count {
            let scalar = scalars[index]
            if follows("<!--") {
                try skip(through: "-->", what: "comment")
            } else if follows("<![CDATA[") {
                let start = index + 9
                try skip(through: "]]>", what: "CDATA section")
                text.append(contentsOf: scalars[start..<index - 3])
            } else if scalar == "<" {
                let start = index
                let close = try self.tag()
                guard close.isClosing, close.name == tag.name else {
                    // The message does not contain the name of the tag, which is part of the text if '<' was not
                    // escaped.
                    throw error(
                        "Found another tag, where </\(tag.name)> was expected. In a text '<' is "
                            + "written as '&lt;'.", at: start)
                }
                return String(text)
            } else if scalar == "&" {
                text.append(try reference())
            } else if scalar == "\r" {
                // XML normalizes line endings to line feeds.
                index += 1
                if index >= scalars.count || scalars[index] != "\n" { text.append("\n") }
            } else {
                text.append(scalar)
                index += 1
            }
        }
        throw error("The <\(tag.name)> that opens here is never closed.", at: tag.start)
    }

    private mutating func reference() throws(PropertyListError) -> Unicode.Scalar {
        let start = index
        let rest = scalars[start...].prefix(12)
        guard let last = rest.firstIndex(of: ";") else {
            throw error("The '&' here starts no reference like '&amp;'.", at: start)
        }
        let text = String(scalars: scalars[start + 1..<last])
        index = last + 1
        let known: [String: Unicode.Scalar] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
        ]
        if let scalar = known[text] { return scalar }
        let isHexadecimal = text.hasPrefix("#x") || text.hasPrefix("#X")
        if text.hasPrefix("#"),
            let code = UInt32(
                text.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10),
            code > 0, let scalar = Unicode.Scalar(code)
        {
            return scalar
        }
        throw error("The '&' here starts no reference like '&amp;'.", at: start)
    }

    // MARK: - Tags

    private mutating func tag() throws(PropertyListError) -> Tag {
        let start = index
        guard index < scalars.count else { throw error("The file ends here.", at: start) }
        guard scalars[index] == "<" else {
            throw error("Found text, where an element was expected.", at: start)
        }
        guard let close = scalars[start...].firstIndex(of: ">") else {
            throw error("The '<' here is never closed.", at: start)
        }
        index = close + 1
        var inside = scalars[start + 1..<close]
        let isClosing = inside.first == "/"
        if isClosing { inside.removeFirst() }
        let isEmpty = inside.last == "/"
        if isEmpty { inside.removeLast() }
        let name = String(scalars: inside.prefix { !$0.properties.isWhitespace }.prefix(40))
        return Tag(name: name, start: start, isClosing: isClosing, isEmpty: isEmpty)
    }

    private mutating func end(of name: String) throws(PropertyListError) {
        try skipSpace()
        let tag = try self.tag()
        guard tag.isClosing, tag.name == name else {
            throw error("Found \(shown(tag)), where </\(name)> was expected.", at: tag.start)
        }
    }

    private func shown(_ tag: Tag) -> String {
        "<\(tag.isClosing ? "/" : "")\(tag.name)\(tag.isEmpty ? "/" : "")>"
    }

    // MARK: - Ignored content

    private mutating func skipProlog() throws(PropertyListError) {
        try skipSpace()
        while true {
            if follows("<?") {
                try skip(through: "?>", what: "instruction")
            } else if follows("<!DOCTYPE") {
                let start = index
                try skip(through: ">", what: "document type")
                if scalars[start..<index].contains("[") {
                    throw error(
                        "A document type with declarations of its own is not read.", at: start)
                }
            } else {
                return
            }
            try skipSpace()
        }
    }

    private mutating func skipSpace() throws(PropertyListError) {
        while index < scalars.count {
            if scalars[index].properties.isWhitespace || scalars[index] == "\u{FEFF}" {
                index += 1
            } else if follows("<!--") {
                try skip(through: "-->", what: "comment")
            } else {
                return
            }
        }
    }

    private mutating func skip(through end: String, what: String) throws(PropertyListError) {
        let start = index
        // Starts after `<?` or `<!`: in `<?>`, the question mark is not part of the end.
        index += 2
        while index < scalars.count {
            if follows(end) {
                index += end.unicodeScalars.count
                return
            }
            index += 1
        }
        throw error("The \(what) that starts here is never closed.", at: start)
    }

    private func follows(_ text: String) -> Bool {
        scalars[min(index, scalars.count)...].starts(with: text.unicodeScalars)
    }

    private func error(_ message: String, at index: Int) -> PropertyListError {
        PropertyListError(message, at: LabelFileError.at(index, in: scalars, message).position)
    }
}

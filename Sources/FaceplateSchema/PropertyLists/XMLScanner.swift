/// The tags, the text and the references of XML.
///
/// The only entities are the five of XML and character references. Document types with declarations are rejected.
struct XMLScanner {
    private let scalars: [Unicode.Scalar]
    private var index = 0

    init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

    struct Tag {
        let name: String
        /// `nil` if they are not written as XML requires.
        let attributes: [String: String]?
        let start: Int
        let isClosing: Bool
        /// True when the element has no content: `<true/>`.
        let isEmpty: Bool

        var shown: String { "<\(isClosing ? "/" : "")\(name)\(isEmpty ? "/" : "")>" }
    }

    var isAtEnd: Bool { index == scalars.count }

    // MARK: - Text

    /// Reads to the next tag.
    ///
    /// - Parameter tag: The tag that opens the element.
    mutating func text(of tag: Tag) throws(PropertyListError) -> String {
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

    mutating func tag() throws(PropertyListError) -> Tag {
        let start = index
        guard index < scalars.count else { throw error("The file ends here.", at: start) }
        guard scalars[index] == "<" else {
            throw error("Found text, where an element was expected.", at: start)
        }
        guard let close = scalars[start...].firstIndex(of: ">") else {
            throw error("The '<' here is never closed.", at: start)
        }
        index = start + 1
        let isClosing = index < scalars.count && scalars[index] == "/"
        if isClosing { index += 1 }
        let rest = scalars[index...close]
        let name = rest.prefix { !$0.properties.isWhitespace && $0 != ">" && $0 != "/" }
        index += name.count
        let attributes = attributes()
        if attributes == nil { index = close + 1 }
        return Tag(
            name: String(scalars: name.prefix(40)), attributes: attributes, start: start,
            isClosing: isClosing, isEmpty: !isClosing && scalars[index - 2] == "/")
    }

    /// Reads to the end of the tag; `nil` for text that is not an attribute.
    private mutating func attributes() -> [String: String]? {
        var attributes: [String: String] = [:]
        while index < scalars.count {
            skip { $0.properties.isWhitespace || $0 == "/" }
            if follows(">") {
                index += 1
                return attributes
            }
            let start = index
            skip { !$0.properties.isWhitespace && !"=<>/\"'".unicodeScalars.contains($0) }
            let name = String(scalars: scalars[start..<index])
            skip(while: \.properties.isWhitespace)
            guard !name.isEmpty, follows("=") else { return nil }
            index += 1
            skip(while: \.properties.isWhitespace)
            guard let value = quotedText() else { return nil }
            attributes[name] = value
        }
        return nil
    }

    private mutating func quotedText() -> String? {
        guard index < scalars.count, "\"'".unicodeScalars.contains(scalars[index]) else {
            return nil
        }
        let quote = scalars[index]
        index += 1
        var text = String.UnicodeScalarView()
        while index < scalars.count, scalars[index] != quote, scalars[index] != "<" {
            if scalars[index] == "&" {
                guard let scalar = try? reference() else { return nil }
                text.append(scalar)
            } else {
                text.append(scalars[index])
                index += 1
            }
        }
        guard index < scalars.count, scalars[index] == quote else { return nil }
        index += 1
        return String(text)
    }

    private mutating func skip(while isSkipped: (Unicode.Scalar) -> Bool) {
        while index < scalars.count, isSkipped(scalars[index]) { index += 1 }
    }

    mutating func end(of name: String) throws(PropertyListError) {
        try skipSpace()
        let tag = try self.tag()
        guard tag.isClosing, tag.name == name else {
            throw error("Found \(tag.shown), where </\(name)> was expected.", at: tag.start)
        }
    }

    // MARK: - Ignored content

    mutating func skipProlog() throws(PropertyListError) {
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

    mutating func skipSpace() throws(PropertyListError) {
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

    func error(_ message: String, at index: Int? = nil) -> PropertyListError {
        PropertyListError(
            message, at: LabelFileError.at(index ?? self.index, in: scalars, message).position)
    }
}

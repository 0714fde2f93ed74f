import FaceplateSchema

/// JSON, also with comments and trailing commas.
struct JSONSyntax: DocumentSyntax {
    func read(_ text: DocumentText) throws(DocumentError) -> DocumentReading {
        var scanner = JSONDocumentScanner(text: text)
        return try scanner.document()
    }

    // MARK: - Writing

    func replace(
        _ node: DocumentNode, in parents: [DocumentNode], with value: JSONValue,
        _ document: Document
    ) throws(DocumentError) -> Replacement {
        let text = document.text
        let style = JSONStyle(text)
        guard node.spelling != .missing else {
            // The file has no value yet.
            let end = text.bytes.count
            let isOnNewLine = end == 0 || text.bytes[end - 1] == DocumentText.newline
            return Replacement(
                end..<end,
                (isOnNewLine ? "" : style.lineEnd)
                    + style.text(of: value, indentation: "", isLong: true)
                    + style.lineEnd)
        }
        let isLong = text.hasNewline(node.range)
        return Replacement(
            node.range,
            style.text(
                of: value, indentation: text.indentation(node.range.lowerBound), isLong: isLong))
    }

    func insert(
        _ value: JSONValue, named name: String?, at index: Int, into container: DocumentNode,
        _ path: DocumentPath, _ document: Document
    ) throws(DocumentError) -> Replacement {
        if container.spelling == .missing {
            return try replace(
                container, in: [], with: .object([(name ?? "", value)]), document)
        }
        return brackets(document).insert(value, named: name, at: index, into: container)
    }

    func remove(
        _ index: Int, of container: DocumentNode, in parents: [DocumentNode], _ document: Document
    ) throws(DocumentError) -> Replacement {
        brackets(document).remove(index, of: container)
    }

    private func brackets(_ document: Document) -> Brackets {
        let style = JSONStyle(document.text)
        return Brackets(
            document: document, commentMark: UInt8(ascii: "/"), unit: style.unit,
            key: { JSONWriter().text(.text($0)) + ": " }, spell: style.text)
    }
}

/// The way in which a file is written.
struct JSONStyle {
    let lineEnd: String
    /// The indentation of one level.
    let unit: String

    init(_ text: DocumentText) {
        lineEnd = text.lineEnd
        var unit = "  "
        let lines = text.bytes.prefix(64 * 1024).split(separator: DocumentText.newline).prefix(200)
        for line in lines {
            let blanks = line.prefix { $0 == 0x20 || $0 == 0x09 }
            guard !blanks.isEmpty, blanks.count < line.count,
                line[line.startIndex + blanks.count] != UInt8(ascii: "*")
            else { continue }
            unit = blanks.first == 0x09 ? "\t" : String(decoding: blanks, as: UTF8.self)
            break
        }
        self.unit = unit
    }

    /// - Parameter isLong: True for a member on each line; lists of short values stay in one.
    func text(of value: JSONValue, indentation: String, isLong: Bool) -> String {
        let inner = indentation + unit
        func joined(_ parts: [String], _ open: String, _ close: String) -> String {
            guard !parts.isEmpty else { return open + close }
            return open + lineEnd + parts.map { inner + $0 }.joined(separator: "," + lineEnd)
                + lineEnd + indentation + close
        }
        switch value.content {
        case .object(let object):
            let parts = object.members.map {
                JSONWriter().text(.text($0.name)) + ": "
                    + text(of: $0.value, indentation: inner, isLong: isLong)
            }
            return isLong ? joined(parts, "{", "}") : "{" + parts.joined(separator: ", ") + "}"
        case .array(let elements):
            let parts = elements.map { text(of: $0, indentation: inner, isLong: isLong) }
            let line = "[" + parts.joined(separator: ", ") + "]"
            let isShort =
                line.utf8.count <= 60
                && elements.allSatisfy { $0.array == nil && $0.object == nil }
            return isLong && !isShort ? joined(parts, "[", "]") : line
        default: return JSONWriter().text(value)
        }
    }
}

private struct JSONDocumentScanner {
    let text: DocumentText
    private var index = 0
    private var comments: [Range<Int>] = []
    private var left = Document.mostValues

    init(text: DocumentText) {
        self.text = text
        index = text.contentStart
    }

    mutating func document() throws(DocumentError) -> DocumentReading {
        try skip()
        guard index < text.bytes.count else {
            let end = text.bytes.count
            return DocumentReading(
                root: DocumentNode(.map([]), end..<end, .missing), comments: comments)
        }
        let root = try value(depth: 0)
        try skip()
        guard index == text.bytes.count else {
            throw text.error("There is text after the end of the value.", at: index)
        }
        return DocumentReading(root: root, comments: comments)
    }

    private var peek: UInt8? { index < text.bytes.count ? text.bytes[index] : nil }

    private mutating func skip() throws(DocumentError) {
        while let byte = peek {
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            case UInt8(ascii: "/"):
                let start = index
                let next = index + 1 < text.bytes.count ? text.bytes[index + 1] : 0
                if next == UInt8(ascii: "/") {
                    index = text.contentEnd(index)
                } else if next == UInt8(ascii: "*") {
                    index += 2
                    while index < text.bytes.count {
                        if text.bytes[index] == UInt8(ascii: "*"), index + 1 < text.bytes.count,
                            text.bytes[index + 1] == UInt8(ascii: "/")
                        {
                            break
                        }
                        index += 1
                    }
                    guard index < text.bytes.count else {
                        throw text.error("The comment has no end.", at: start)
                    }
                    index += 2
                } else {
                    throw text.error("'/' begins no value and no comment.", at: index)
                }
                comments.append(start..<index)
            default: return
            }
        }
    }

    private mutating func value(depth: Int) throws(DocumentError) -> DocumentNode {
        guard depth < Document.maximumDepth else { throw text.tooDeep(at: index) }
        left -= 1
        guard left > 0 else { throw text.tooMany(at: index) }
        let start = index
        switch peek {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""):
            let value = try string()
            return DocumentNode(.scalar(.text(value)), start..<index, .doubleQuoted)
        case nil: throw text.error("The text ends where a value was expected.", at: index)
        default:
            while let byte = peek, !",]}/ \t\r\n".utf8.contains(byte) { index += 1 }
            let word = Array(text.bytes[start..<index])
            guard let value = try? JSONReader.read(word), !word.isEmpty else {
                throw text.error(
                    word.isEmpty
                        ? "A value was expected."
                        : "This is not a value.",
                    at: start)
            }
            return DocumentNode(.scalar(JSONValue(value.content)), start..<index, .plain)
        }
    }

    private mutating func string() throws(DocumentError) -> String {
        let start = index
        index += 1
        while let byte = peek, byte != UInt8(ascii: "\""), byte != DocumentText.newline {
            index += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        guard peek == UInt8(ascii: "\"") else {
            throw text.error("The text has no closing quotation mark.", at: start)
        }
        index += 1
        do throws(JSONError) {
            return try JSONReader.read(Array(text.bytes[start..<index])).string ?? ""
        } catch {
            throw text.error(error.message, at: start + error.column - 1)
        }
    }

    private mutating func object(depth: Int) throws(DocumentError) -> DocumentNode {
        let start = index
        index += 1
        var members: [DocumentNode.Member] = []
        var places: [[UInt8]: Int] = [:]
        while true {
            try skip()
            guard let byte = peek else { throw text.error("The object has no end.", at: start) }
            if byte == UInt8(ascii: "}") { break }
            let place = index
            guard byte == UInt8(ascii: "\"") else {
                throw text.error("A name in double quotation marks was expected.", at: place)
            }
            let name = try string()
            if let first = places.updateValue(place, forKey: Array(name.utf8)) {
                throw text.repeated(name, first, at: place)
            }
            try skip()
            guard peek == UInt8(ascii: ":") else {
                throw text.error("':' was expected after the name \(name.quotedName).", at: index)
            }
            index += 1
            try skip()
            let node = try value(depth: depth + 1)
            members.append(DocumentNode.Member(name: name, start: place, node: node))
            guard try continues(to: UInt8(ascii: "}")) else { break }
        }
        index += 1
        return DocumentNode(.map(members), start..<index, .flow)
    }

    private mutating func array(depth: Int) throws(DocumentError) -> DocumentNode {
        let start = index
        index += 1
        var nodes: [DocumentNode] = []
        while true {
            try skip()
            guard let byte = peek else { throw text.error("The list has no end.", at: start) }
            if byte == UInt8(ascii: "]") { break }
            nodes.append(try value(depth: depth + 1))
            guard try continues(to: UInt8(ascii: "]")) else { break }
        }
        index += 1
        return DocumentNode(.list(nodes), start..<index, .flow)
    }

    /// Moves past a comma and returns true, or to the closing bracket and returns false.
    private mutating func continues(to close: UInt8) throws(DocumentError) -> Bool {
        try skip()
        guard peek != close else { return false }
        guard peek == UInt8(ascii: ",") else {
            throw text.error(
                "A comma or '\(Character(UnicodeScalar(close)))' was expected.", at: index)
        }
        index += 1
        return true
    }
}

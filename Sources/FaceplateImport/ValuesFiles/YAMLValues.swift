import FaceplateSchema

/// Reads the part of YAML 1.2 that people write by hand: the values by key.
///
/// It reads maps and lists in blocks and on one line, text with and without quotation marks, blocks of text and
/// comments. It rejects anchors, aliases, tags, directives, several documents, and text without quotation marks over
/// several lines.
struct YAMLValues: ValuesReader {
    indirect enum Node {
        /// Text without quotation marks can mean a number, a Boolean or null.
        case plain(String)
        case quoted(String)
        case list([Node])
        case map([(key: String, value: Node)])

        var json: JSONValue {
            switch self {
            case .plain(let text): YAMLValues.meaning(of: text)
            case .quoted(let text): .text(text)
            case .list(let nodes): JSONValue.array(nodes.map(\.json))
            case .map(let members): .object(members.map { ($0.key, $0.value.json) })
            }
        }
    }

    private struct Line {
        var indent: Int
        var start: Int
        let end: Int
    }

    var text: ValuesText
    private var lines: [Line] = []
    private var current = 0

    /// An empty file is an empty map.
    static func read(_ bytes: [UInt8]) throws(ValuesFileError) -> Node {
        var reader = YAMLValues(text: try ValuesText(bytes))
        return try reader.document()
    }

    private mutating func document() throws(ValuesFileError) -> Node {
        findLines()
        if let first = lines.first, text.bytes[first.start] == UInt8(ascii: "%") {
            throw text.error("Directives are not read. Remove the line.", at: first.start)
        }
        if isMark("---", at: 0) { current = 1 }
        if lines.last != nil, isMark("...", at: lines.count - 1) { lines.removeLast() }
        for index in lines.indices.dropFirst(current)
        where isMark("---", at: index) || isMark("...", at: index) {
            throw text.error(
                "The file has several documents. Only one is read.", at: lines[index].start)
        }
        guard current < lines.count else { return .map([]) }
        let node = try block(depth: 0)
        guard current >= lines.count else {
            throw text.error(
                "This line is not indented like the lines before it.", at: lines[current].start)
        }
        return node
    }

    private mutating func findLines() {
        while !text.isAtEnd {
            let start = text.index
            while text.peek == 0x20 { text.index += 1 }
            let indent = text.index - start
            let content = text.index
            text.skipBlanks()
            let isEmpty = text.isAtLineEnd || text.peek == UInt8(ascii: "#")
            text.skipToLineEnd()
            if !isEmpty { lines.append(Line(indent: indent, start: content, end: text.index)) }
            text.skipLineEnd()
        }
    }

    private func isMark(_ mark: StaticString, at index: Int) -> Bool {
        guard lines.indices.contains(index), lines[index].indent == 0 else { return false }
        var start = text
        start.index = lines[index].start
        guard start.starts(with: mark) else { return false }
        start.index += 3
        start.skipBlanks()
        return start.isAtLineEnd || start.peek == UInt8(ascii: "#")
    }

    // MARK: - Blocks

    private mutating func block(depth: Int) throws(ValuesFileError) -> Node {
        let line = lines[current]
        guard depth < ValuesText.maximumDepth else {
            throw text.error(
                "Values are nested over \(ValuesText.maximumDepth) levels deep.", at: line.start)
        }
        text.index = line.start
        try checkTab()
        if isDash { return try list(indent: line.indent, depth: depth) }
        if try key() != nil { return try map(indent: line.indent, depth: depth) }
        text.index = line.start
        return try inline(indent: line.indent - 1, depth: depth)
    }

    private var isDash: Bool {
        text.peek == UInt8(ascii: "-") && (text.isLineEnd(text.index + 1) || text.peek(1) == 0x20)
    }

    private mutating func list(indent: Int, depth: Int) throws(ValuesFileError) -> Node {
        var nodes: [Node] = []
        while current < lines.count, lines[current].indent == indent {
            text.index = lines[current].start
            guard isDash else { break }
            text.index += 1
            let dash = text.index
            while text.peek == 0x20 { text.index += 1 }
            if text.isAtLineEnd || text.peek == UInt8(ascii: "#") {
                current += 1
                let hasBlock = current < lines.count && lines[current].indent > indent
                nodes.append(hasBlock ? try block(depth: depth + 1) : .plain(""))
            } else {
                // The rest of the line is like a line of its own.
                lines[current].indent = indent + 1 + text.index - dash
                lines[current].start = text.index
                nodes.append(try block(depth: depth + 1))
            }
            try checkIndent(indent)
        }
        return .list(nodes)
    }

    private mutating func map(indent: Int, depth: Int) throws(ValuesFileError) -> Node {
        var members: [(key: String, value: Node)] = []
        var keys = UniqueKeys()
        while current < lines.count, lines[current].indent == indent {
            let start = lines[current].start
            text.index = start
            try checkTab()
            guard !isDash, let key = try key() else {
                throw text.error("A key with ':' is missing on this line.", at: start)
            }
            try keys.insert(key, at: start, in: text)
            members.append((key, try value(indent: indent, depth: depth)))
            try checkIndent(indent)
        }
        return .map(members)
    }

    private func checkTab() throws(ValuesFileError) {
        guard text.peek != 0x09 else {
            throw text.error("A line is indented with a tab. Use spaces.")
        }
    }

    private func checkIndent(_ indent: Int) throws(ValuesFileError) {
        guard current < lines.count, lines[current].indent > indent else { return }
        throw text.error(
            "This line is not indented like the lines before it. Text over several lines needs '|'.",
            at: lines[current].start)
    }

    private mutating func value(indent: Int, depth: Int) throws(ValuesFileError) -> Node {
        text.skipBlanks()
        guard text.isAtLineEnd || text.peek == UInt8(ascii: "#") else {
            return try inline(indent: indent, depth: depth + 1)
        }
        current += 1
        guard current < lines.count else { return .plain("") }
        if lines[current].indent > indent { return try block(depth: depth + 1) }
        // The elements of a list can have the indent of their key.
        text.index = lines[current].start
        guard lines[current].indent == indent, isDash else { return .plain("") }
        return try list(indent: indent, depth: depth + 1)
    }

    /// `nil` if the line has no key.
    private mutating func key() throws(ValuesFileError) -> String? {
        let start = text.index
        if text.peek == UInt8(ascii: "?"), text.peek(1) == 0x20 || text.isLineEnd(text.index + 1) {
            throw text.error("Keys after '?' are not read.")
        }
        if let mark = text.peek, mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") {
            guard let name = try? quoted() else {
                text.index = start
                return nil
            }
            text.skipBlanks()
            guard text.peek == UInt8(ascii: ":") else { return nil }
            text.index += 1
            return name
        }
        guard let first = text.peek, !"[]{},#|>".utf8.contains(first) else { return nil }
        try checkIndicator()
        while !text.isAtLineEnd {
            if text.peek == UInt8(ascii: ":"),
                text.isLineEnd(text.index + 1) || text.peek(1) == 0x20 || text.peek(1) == 0x09
            {
                let name = text.text(text.trimmed(start..<text.index))
                text.index += 1
                if name == "<<" { throw text.error("Merged maps are not read.", at: start) }
                return name
            }
            if text.peek == UInt8(ascii: "#"), text.isBlank(text.index - 1) { return nil }
            text.index += 1
        }
        return nil
    }

    func checkIndicator() throws(ValuesFileError) {
        switch text.peek {
        case UInt8(ascii: "&"): throw text.error("Anchors (&) are not read. Write the value.")
        case UInt8(ascii: "*"): throw text.error("Aliases (*) are not read. Write the value again.")
        case UInt8(ascii: "!"): throw text.error("Tags (!) are not read.")
        case UInt8(ascii: "%"), UInt8(ascii: "@"), UInt8(ascii: "`"):
            throw text.error("Text that starts with this character needs quotation marks.")
        default: break
        }
    }

    private mutating func inline(indent: Int, depth: Int) throws(ValuesFileError) -> Node {
        try checkIndicator()
        let node: Node
        switch text.peek {
        case UInt8(ascii: "|"), UInt8(ascii: ">"):
            let block = try blockText(indent: indent)
            skipReadLines()
            return .quoted(block)
        case UInt8(ascii: "["), UInt8(ascii: "{"): node = try flow(depth: depth)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): node = .quoted(try quoted())
        default:
            let start = text.index
            var end = start
            while !text.isAtLineEnd {
                if text.peek == UInt8(ascii: "#"), text.isBlank(text.index - 1) { break }
                guard text.peek != UInt8(ascii: ":") || text.peek(1) != 0x20 else {
                    throw text.error("Text with ': ' needs quotation marks.")
                }
                text.index += 1
                end = text.index
            }
            node = .plain(text.text(text.trimmed(start..<end)))
        }
        text.skipBlanks()
        guard text.isAtLineEnd || text.peek == UInt8(ascii: "#") && text.isBlank(text.index - 1)
        else {
            throw text.error("There is text after the value.")
        }
        text.skipToLineEnd()
        skipReadLines()
        return node
    }

    /// Goes to the first line after the value that was read; the value can have several lines.
    private mutating func skipReadLines() {
        while current < lines.count, lines[current].start < text.index { current += 1 }
    }
}

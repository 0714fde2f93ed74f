import FaceplateSchema

/// Reads the part of YAML 1.2 that people write by hand: the values by key.
///
/// It reads maps and lists in blocks and on one line, text with and without quotation marks, blocks of text and
/// comments. It rejects anchors, aliases, tags, directives, several documents, and text without quotation marks over
/// several lines.
struct YAMLValues {
    /// A value of a document.
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
            case .list(let nodes): JSONValue(.array(nodes.map(\.json)))
            case .map(let members): .object(members.map { ($0.key, $0.value.json) })
            }
        }
    }

    private struct Line {
        /// The number of spaces before the content.
        var indent: Int
        /// The place of the content.
        var start: Int
        let end: Int
    }

    private var text: ValuesText
    /// The lines with content; comments and empty lines are left out.
    private var lines: [Line] = []
    private var current = 0

    /// Reads a file; an empty one is an empty map.
    ///
    /// - Throws: `ValuesFileError` with the position of the first problem.
    static func read(_ bytes: [UInt8]) throws(ValuesFileError) -> Node {
        var reader = YAMLValues(text: try ValuesText(bytes))
        return try reader.document()
    }

    private init(text: ValuesText) { self.text = text }

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

    /// Reads the value that starts at the current line.
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
        let node = try inline(indent: line.indent - 1, depth: depth)
        return node
    }

    /// True when an element of a list starts here.
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

    /// Reads the value after a key and its colon.
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

    /// Reads a key and its colon; `nil` if the line has no key.
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
                let name = trimmed(start..<text.index)
                text.index += 1
                if name == "<<" { throw text.error("Merged maps are not read.", at: start) }
                return name
            }
            if text.peek == UInt8(ascii: "#"), isBlank(text.index - 1) { return nil }
            text.index += 1
        }
        return nil
    }

    /// Rejects the marks of YAML that are not read.
    private func checkIndicator() throws(ValuesFileError) {
        switch text.peek {
        case UInt8(ascii: "&"): throw text.error("Anchors (&) are not read. Write the value.")
        case UInt8(ascii: "*"): throw text.error("Aliases (*) are not read. Write the value again.")
        case UInt8(ascii: "!"): throw text.error("Tags (!) are not read.")
        case UInt8(ascii: "%"), UInt8(ascii: "@"), UInt8(ascii: "`"):
            throw text.error("Text that starts with this character needs quotation marks.")
        default: break
        }
    }

    private func isBlank(_ place: Int) -> Bool {
        place >= 0 && (text.bytes[place] == 0x20 || text.bytes[place] == 0x09)
    }

    private func trimmed(_ range: Range<Int>) -> String {
        var end = range.upperBound
        while end > range.lowerBound, isBlank(end - 1) { end -= 1 }
        return text.text(range.lowerBound..<end)
    }

    /// Reads a value on the current line, or a block of text, and goes to the next line.
    private mutating func inline(indent: Int, depth: Int) throws(ValuesFileError) -> Node {
        try checkIndicator()
        let node: Node
        switch text.peek {
        case UInt8(ascii: "|"), UInt8(ascii: ">"): return .quoted(try blockText(indent: indent))
        case UInt8(ascii: "["), UInt8(ascii: "{"): node = try flow(depth: depth)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): node = .quoted(try quoted())
        default:
            let start = text.index
            var end = start
            while !text.isAtLineEnd {
                if text.peek == UInt8(ascii: "#"), isBlank(text.index - 1) { break }
                guard text.peek != UInt8(ascii: ":") || text.peek(1) != 0x20 else {
                    throw text.error("Text with ': ' needs quotation marks.")
                }
                text.index += 1
                end = text.index
            }
            node = .plain(trimmed(start..<end))
        }
        text.skipBlanks()
        guard text.isAtLineEnd || text.peek == UInt8(ascii: "#") && isBlank(text.index - 1) else {
            throw text.error("There is text after the value.")
        }
        text.skipToLineEnd()
        while current < lines.count, lines[current].start < text.index { current += 1 }
        return node
    }

    /// Reads a block of text after `|` (lines stay) or `>` (lines are joined).
    private mutating func blockText(indent: Int) throws(ValuesFileError) -> String {
        let joins = text.peek == UInt8(ascii: ">")
        text.index += 1
        var chomping: UInt8?
        if let mark = text.peek, "+-".utf8.contains(mark) {
            chomping = mark
            text.index += 1
        }
        guard text.isAtLineEnd || isBlank(text.index) else {
            throw text.error("After '|' and '>', only '+' and '-' are read.")
        }
        text.skipBlanks()
        guard text.isAtLineEnd || text.peek == UInt8(ascii: "#") else {
            throw text.error("The text of a block starts on the next line.")
        }
        text.skipToLineEnd()
        text.skipLineEnd()
        var found: [String] = []
        var width: Int?
        while !text.isAtEnd {
            let start = text.index
            while text.peek == 0x20, text.index - start < width ?? .max { text.index += 1 }
            if text.isAtLineEnd {
                found.append("")
                text.skipLineEnd()
                continue
            }
            let spaces = text.index - start
            guard spaces > indent, spaces >= width ?? 0 else {
                text.index = start
                break
            }
            width = width ?? spaces
            let content = text.index
            text.skipToLineEnd()
            found.append(text.text(content..<text.index))
            text.skipLineEnd()
        }
        while current < lines.count, lines[current].start < text.index { current += 1 }
        var trailing = 0
        while found.last == "" {
            found.removeLast()
            trailing += 1
        }
        let body = joins ? Self.joined(found) : found.joined(separator: "\n")
        if found.isEmpty {
            return chomping == UInt8(ascii: "+") ? String(repeating: "\n", count: trailing) : ""
        }
        switch chomping {
        case UInt8(ascii: "-"): return body
        case UInt8(ascii: "+"): return body + String(repeating: "\n", count: trailing + 1)
        default: return body + "\n"
        }
    }

    /// Joins lines with spaces; an empty line is a line end, and indented lines stay.
    private static func joined(_ lines: [String]) -> String {
        func isIndented(_ line: String) -> Bool {
            line.utf8.first == 0x20 || line.utf8.first == 0x09
        }
        var text = ""
        var empty = 0
        var last: String?
        for line in lines {
            guard !line.isEmpty else {
                empty += 1
                continue
            }
            if let last {
                let stays = isIndented(last) || isIndented(line)
                if empty == 0 {
                    text += stays ? "\n" : " "
                } else {
                    text += String(repeating: "\n", count: stays ? empty + 1 : empty)
                }
            } else {
                text += String(repeating: "\n", count: empty)
            }
            text += line
            last = line
            empty = 0
        }
        return text
    }

    // MARK: - Values on one line

    private mutating func skipFlowSpace() {
        while true {
            text.skipBlanks()
            if text.peek == UInt8(ascii: "#"), isBlank(text.index - 1) || isLineStart {
                text.skipToLineEnd()
            }
            guard !text.isAtEnd, text.isAtLineEnd else { return }
            text.skipLineEnd()
        }
    }

    private var isLineStart: Bool { text.index == 0 || text.bytes[text.index - 1] == 0x0A }

    private mutating func flow(depth: Int) throws(ValuesFileError) -> Node {
        guard depth < ValuesText.maximumDepth else {
            throw text.error("Values are nested over \(ValuesText.maximumDepth) levels deep.")
        }
        try checkIndicator()
        switch text.peek {
        case UInt8(ascii: "["): return try flowList(depth: depth)
        case UInt8(ascii: "{"): return try flowMap(depth: depth)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return .quoted(try quoted())
        default: return .plain(try flowPlain())
        }
    }

    private mutating func flowList(depth: Int) throws(ValuesFileError) -> Node {
        let start = text.index
        text.index += 1
        var nodes: [Node] = []
        while true {
            skipFlowSpace()
            if text.peek == UInt8(ascii: "]") { break }
            guard !text.isAtEnd else {
                throw text.error("A list has no end: ] is missing.", at: start)
            }
            nodes.append(try flow(depth: depth + 1))
            skipFlowSpace()
            if text.peek == UInt8(ascii: ",") {
                text.index += 1
            } else if !text.isAtEnd, text.peek != UInt8(ascii: "]") {
                throw text.error("A comma or ] is missing in a list.")
            }
        }
        text.index += 1
        return .list(nodes)
    }

    private mutating func flowMap(depth: Int) throws(ValuesFileError) -> Node {
        let start = text.index
        text.index += 1
        var members: [(key: String, value: Node)] = []
        var keys = UniqueKeys()
        while true {
            skipFlowSpace()
            if text.peek == UInt8(ascii: "}") { break }
            guard !text.isAtEnd else {
                throw text.error("A map has no end: } is missing.", at: start)
            }
            let place = text.index
            try checkIndicator()
            let isQuoted = text.peek == UInt8(ascii: "\"") || text.peek == UInt8(ascii: "'")
            let name = isQuoted ? try quoted() : try flowPlain()
            try keys.insert(name, at: place, in: text)
            skipFlowSpace()
            guard text.peek == UInt8(ascii: ":") else {
                throw text.error("A key of a map has no ':'.")
            }
            text.index += 1
            skipFlowSpace()
            let isEmpty = text.peek == UInt8(ascii: ",") || text.peek == UInt8(ascii: "}")
            members.append((name, isEmpty ? .plain("") : try flow(depth: depth + 1)))
            skipFlowSpace()
            if text.peek == UInt8(ascii: ",") {
                text.index += 1
            } else if !text.isAtEnd, text.peek != UInt8(ascii: "}") {
                throw text.error("A comma or } is missing in a map.")
            }
        }
        text.index += 1
        return .map(members)
    }

    private mutating func flowPlain() throws(ValuesFileError) -> String {
        let start = text.index
        while let byte = text.peek, !text.isAtLineEnd, !",[]{}".utf8.contains(byte) {
            if byte == UInt8(ascii: "#"), isBlank(text.index - 1) { break }
            if byte == UInt8(ascii: ":") {
                let next = text.peek(1)
                if text.isLineEnd(text.index + 1)
                    || next.map({ " \t,]}".utf8.contains($0) }) == true
                {
                    break
                }
            }
            text.index += 1
        }
        let word = trimmed(start..<text.index)
        guard !word.isEmpty else { throw text.error("A value is missing.") }
        return word
    }

    // MARK: - Text in quotation marks

    private mutating func quoted() throws(ValuesFileError) -> String {
        let start = text.index
        let isDouble = text.peek == UInt8(ascii: "\"")
        let mark = UInt8(ascii: isDouble ? "\"" : "'")
        text.index += 1
        var result: [UInt8] = []
        while let byte = text.peek, !text.isAtLineEnd {
            text.index += 1
            if byte == mark {
                guard !isDouble, text.peek == mark else {
                    return String(decoding: result, as: UTF8.self)
                }
                // Two marks are one mark.
                text.index += 1
                result.append(mark)
            } else if isDouble, byte == UInt8(ascii: "\\") {
                try escape(into: &result)
            } else {
                result.append(byte)
            }
        }
        throw text.error("A text has no end on its line: a quotation mark is missing.", at: start)
    }

    private static let escapes: [UInt8: Unicode.Scalar] = [
        UInt8(ascii: "0"): "\0", UInt8(ascii: "a"): "\u{7}", UInt8(ascii: "b"): "\u{8}",
        UInt8(ascii: "t"): "\t", 0x09: "\t", UInt8(ascii: "n"): "\n", UInt8(ascii: "v"): "\u{B}",
        UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "r"): "\r", UInt8(ascii: "e"): "\u{1B}",
        0x20: " ", UInt8(ascii: "\""): "\"", UInt8(ascii: "/"): "/", UInt8(ascii: "\\"): "\\",
        UInt8(ascii: "N"): "\u{85}", UInt8(ascii: "_"): "\u{A0}", UInt8(ascii: "L"): "\u{2028}",
        UInt8(ascii: "P"): "\u{2029}",
    ]

    private mutating func escape(into result: inout [UInt8]) throws(ValuesFileError) {
        let start = text.index - 1
        guard let byte = text.peek, !text.isAtLineEnd else {
            throw text.error(
                "A text has no end on its line: a quotation mark is missing.", at: start)
        }
        text.index += 1
        let scalar: Unicode.Scalar
        switch byte {
        case UInt8(ascii: "x"): scalar = try text.escapedScalar(2)
        case UInt8(ascii: "u"): scalar = try text.escapedScalar(4)
        case UInt8(ascii: "U"): scalar = try text.escapedScalar(8)
        default:
            guard let known = Self.escapes[byte] else {
                throw text.error("There is no such escape.", at: start)
            }
            scalar = known
        }
        result += String(scalar).utf8
    }

    // MARK: - Meaning

    /// Returns the meaning of text without quotation marks, by the core schema of YAML 1.2.
    ///
    /// `.inf` and `.nan` stay text, because no setting has them.
    static func meaning(of text: String) -> JSONValue {
        switch text {
        case "", "~", "null", "Null", "NULL": return nil
        case "true", "True", "TRUE": return true
        case "false", "False", "FALSE": return false
        default: return number(text).map { JSONValue(.number($0)) } ?? .text(text)
        }
    }

    private static func number(_ text: String) -> JSONNumber? {
        for (prefix, radix) in [("0x", 16), ("0o", 8)] where text.hasPrefix(prefix) {
            let digits = text.dropFirst(2)
            guard digits.first != "+", digits.first != "-" else { return nil }
            return Int64(digits, radix: radix).map { JSONNumber($0) }
        }
        var rest = Array(text.utf8)[...]
        guard let first = rest.first, rest.count <= 400 else { return nil }
        var sign = ""
        if first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
            sign = first == UInt8(ascii: "-") ? "-" : ""
            rest.removeFirst()
        }
        func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
        let digits = rest.prefix(while: isDigit)
        rest = rest.dropFirst(digits.count)
        var fraction = rest[..<rest.startIndex]
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            fraction = rest.prefix(while: isDigit)
            rest = rest.dropFirst(fraction.count)
        }
        guard !digits.isEmpty || !fraction.isEmpty else { return nil }
        // JSON has neither zeros at the start nor a point at the end.
        let whole = digits.drop { $0 == UInt8(ascii: "0") }
        let json =
            sign + (whole.isEmpty ? "0" : String(decoding: whole, as: UTF8.self))
            + (fraction.isEmpty ? "" : "." + String(decoding: fraction, as: UTF8.self))
            + String(decoding: rest, as: UTF8.self)
        return (try? JSONReader.read(json))?.number
    }
}

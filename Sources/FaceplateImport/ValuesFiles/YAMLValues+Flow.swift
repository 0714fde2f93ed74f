/// Collections on one line or several lines: lists in `[ ]` and maps in `{ }`.
extension YAMLValues {
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

    mutating func flow(depth: Int) throws(ValuesFileError) -> Node {
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
}

extension YAMLValues {
    mutating func skipSpaceAndComments() {
        while true {
            text.skipBlanks()
            if text.peek == UInt8(ascii: "#"), text.isBlank(text.index - 1) || isLineStart {
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
        var nodes: [Node] = []
        try elements(of: "list", until: "]") { reader throws(ValuesFileError) in
            nodes.append(try reader.flow(depth: depth + 1))
        }
        return .list(nodes)
    }

    private mutating func flowMap(depth: Int) throws(ValuesFileError) -> Node {
        var members: [(key: String, value: Node)] = []
        var keys = UniqueKeys()
        try elements(of: "map", until: "}") { reader throws(ValuesFileError) in
            let name = try reader.flowKey(&keys)
            let isEmpty = [UInt8(ascii: ","), UInt8(ascii: "}")].contains(reader.text.peek)
            members.append((name, isEmpty ? .plain("") : try reader.flow(depth: depth + 1)))
        }
        return .map(members)
    }

    private mutating func flowKey(_ keys: inout UniqueKeys) throws(ValuesFileError) -> String {
        let place = text.index
        try checkIndicator()
        let isQuoted = text.peek == UInt8(ascii: "\"") || text.peek == UInt8(ascii: "'")
        let name = isQuoted ? try quoted() : try flowPlain()
        try keys.insert(name, at: place, in: text)
        skipSpaceAndComments()
        guard text.peek == UInt8(ascii: ":") else {
            throw text.error("A key of a map has no ':'.")
        }
        text.index += 1
        skipSpaceAndComments()
        return name
    }

    private mutating func flowPlain() throws(ValuesFileError) -> String {
        let start = text.index
        while let byte = text.peek, !text.isAtLineEnd, !",[]{}".utf8.contains(byte) {
            if byte == UInt8(ascii: "#"), text.isBlank(text.index - 1) { break }
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
        let word = text.text(text.trimmed(start..<text.index))
        guard !word.isEmpty else { throw text.error("A value is missing.") }
        return word
    }
}

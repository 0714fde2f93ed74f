import FaceplateSchema

/// Dates and times become text in their written form.
struct TOMLValues: ValuesReader {
    private final class Table {
        enum Origin {
            /// Made on the way to another table.
            case implied
            /// Written as `[name]`, or as `{ }`.
            case header, inline
            case dotted
        }

        var names: [String] = []
        var nodes: [[UInt8]: Node] = [:]
        var origin: Origin

        init(_ origin: Origin) { self.origin = origin }

        func add(_ node: Node, named name: String) {
            names.append(name)
            nodes[Array(name.utf8)] = node
        }

        var json: JSONValue {
            .object(names.compactMap { name in nodes[Array(name.utf8)].map { (name, $0.json) } })
        }
    }

    /// The tables of an array; a class, because an array in an enumeration would be copied for each of them.
    private final class TableList {
        var all: [Table]

        init(_ first: Table) { all = [first] }
    }

    private enum Node {
        case value(JSONValue)
        case table(Table)
        /// An array that headers in double brackets fill.
        case tables(TableList)

        var json: JSONValue {
            switch self {
            case .value(let json): json
            case .table(let table): table.json
            case .tables(let tables): JSONValue.array(tables.all.map(\.json))
            }
        }
    }

    var text: ValuesText
    private let root = Table(.header)

    static func read(_ bytes: [UInt8]) throws(ValuesFileError) -> JSONValue {
        var reader = TOMLValues(text: try ValuesText(bytes))
        try reader.document()
        return reader.root.json
    }

    private mutating func document() throws(ValuesFileError) {
        var table = root
        var depth = 0
        while true {
            skipSpaceAndComments()
            guard !text.isAtEnd else { return }
            if text.peek == UInt8(ascii: "[") {
                (table, depth) = try header()
            } else {
                try pair(into: table, depth: depth)
            }
            try endOfLine()
        }
    }

    mutating func skipSpaceAndComments() {
        while true {
            text.skipBlanks()
            if text.peek == UInt8(ascii: "#") { text.skipToLineEnd() }
            guard !text.isAtEnd, text.isAtLineEnd else { return }
            text.skipLineEnd()
        }
    }

    private mutating func endOfLine() throws(ValuesFileError) {
        text.skipBlanks()
        if text.peek == UInt8(ascii: "#") { text.skipToLineEnd() }
        guard text.isAtLineEnd else {
            throw text.error("There is text after the value. Text values need quotation marks.")
        }
        text.skipLineEnd()
    }

    // MARK: - Tables

    private mutating func header() throws(ValuesFileError) -> (table: Table, depth: Int) {
        let start = text.index
        let isArray = text.starts(with: "[[")
        text.index += isArray ? 2 : 1
        text.skipBlanks()
        let path = try key()
        guard text.starts(with: isArray ? "]]" : "]") else {
            throw text.error("The name of a table must end with \(isArray ? "]]" : "]").")
        }
        text.index += isArray ? 2 : 1
        let parent = try step(from: root, path.dropLast(), .implied, start)
        guard let name = path.last else { return (parent, path.count) }
        let id = Array(name.utf8)
        if isArray {
            let made = Table(.header)
            switch parent.nodes[id] {
            case nil: parent.add(.tables(TableList(made)), named: name)
            case .tables(let others): others.all.append(made)
            default: throw repeated(name, start)
            }
            return (made, path.count)
        }
        switch parent.nodes[id] {
        case nil:
            let made = Table(.header)
            parent.add(.table(made), named: name)
            return (made, path.count)
        case .table(let known) where known.origin == .implied:
            known.origin = .header
            return (known, path.count)
        default: throw repeated(name, start)
        }
    }

    private func repeated(_ name: String, _ place: Int) -> ValuesFileError {
        text.error("The key \(ValuesText.shown(name)) has a value already.", at: place)
    }

    private func step(
        from table: Table, _ path: some Sequence<String>, _ origin: Table.Origin, _ place: Int
    ) throws(ValuesFileError) -> Table {
        var table = table
        for name in path {
            switch table.nodes[Array(name.utf8)] {
            case nil:
                let made = Table(origin)
                table.add(.table(made), named: name)
                table = made
            case .table(let known):
                let isOpen =
                    origin == .implied ? known.origin != .inline : known.origin == .dotted
                guard isOpen else { throw repeated(name, place) }
                table = known
            case .tables(let known):
                guard origin == .implied, let last = known.all.last else {
                    throw repeated(name, place)
                }
                table = last
            case .value: throw repeated(name, place)
            }
        }
        return table
    }

    private mutating func pair(into table: Table, depth: Int) throws(ValuesFileError) {
        let start = text.index
        let path = try key()
        guard text.peek == UInt8(ascii: "=") else {
            throw text.error("'=' is missing after the key.")
        }
        text.index += 1
        text.skipBlanks()
        let target = try step(from: table, path.dropLast(), .dotted, start)
        guard let name = path.last else { return }
        guard target.nodes[Array(name.utf8)] == nil else { throw repeated(name, start) }
        // Each part of a dotted key is a table around the value.
        target.add(try value(depth: depth + path.count), named: name)
    }

    private mutating func key() throws(ValuesFileError) -> [String] {
        var path: [String] = []
        while true {
            path.append(try part())
            guard path.count <= ValuesText.maximumDepth else {
                throw text.error("A key has over \(ValuesText.maximumDepth) parts.")
            }
            text.skipBlanks()
            guard text.peek == UInt8(ascii: ".") else { return path }
            text.index += 1
            text.skipBlanks()
        }
    }

    private mutating func part() throws(ValuesFileError) -> String {
        switch text.peek {
        case UInt8(ascii: "\""): return try basicString()
        case UInt8(ascii: "'"): return try literalString()
        default:
            let start = text.index
            while let byte = text.peek, Self.isBare(byte) { text.index += 1 }
            guard text.index > start else {
                throw text.error(
                    "A key is missing. Keys have letters, digits, '_' and '-', or quotation marks.")
            }
            return text.text(start..<text.index)
        }
    }

    static func isBare(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }

    // MARK: - Values

    private mutating func value(depth: Int) throws(ValuesFileError) -> Node {
        guard depth < ValuesText.maximumDepth else {
            throw text.error("Values are nested over \(ValuesText.maximumDepth) levels deep.")
        }
        switch text.peek {
        case UInt8(ascii: "\""):
            return .value(.text(try text.starts(with: "\"\"\"") ? longBasic() : basicString()))
        case UInt8(ascii: "'"):
            return .value(.text(try text.starts(with: "'''") ? longLiteral() : literalString()))
        case UInt8(ascii: "["): return .value(try array(depth: depth))
        case UInt8(ascii: "{"): return .table(try inlineTable(depth: depth))
        default: return .value(try bareValue())
        }
    }

    private mutating func array(depth: Int) throws(ValuesFileError) -> JSONValue {
        var values: [JSONValue] = []
        try elements(of: "list", until: "]") { reader throws(ValuesFileError) in
            values.append(try reader.value(depth: depth + 1).json)
        }
        return .array(values)
    }

    private mutating func inlineTable(depth: Int) throws(ValuesFileError) -> Table {
        text.index += 1
        let table = Table(.inline)
        text.skipBlanks()
        if text.peek == UInt8(ascii: "}") {
            text.index += 1
            return table
        }
        while true {
            text.skipBlanks()
            try pair(into: table, depth: depth)
            text.skipBlanks()
            guard text.peek == UInt8(ascii: ",") else { break }
            text.index += 1
        }
        guard text.peek == UInt8(ascii: "}") else {
            throw text.error("A comma or } is missing in a table on one line.")
        }
        text.index += 1
        return table
    }

    private mutating func bareValue() throws(ValuesFileError) -> JSONValue {
        let start = text.index
        func isPart(_ byte: UInt8) -> Bool {
            Self.isBare(byte)
                || [UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: ":")].contains(byte)
        }
        while let byte = text.peek, isPart(byte) { text.index += 1 }
        // The time may follow the date after a space.
        if text.index - start == 10, text.bytes[start + 4] == UInt8(ascii: "-"),
            text.peek == 0x20, let next = text.peek(1), next.isDigit
        {
            text.index += 1
            while let byte = text.peek, isPart(byte) { text.index += 1 }
        }
        let word = text.text(start..<text.index)
        switch word {
        case "true": return true
        case "false": return false
        case "": throw text.error("A value is missing. Text values need quotation marks.")
        default: break
        }
        if let number = Self.number(word) { return JSONValue(.number(number)) }
        if Self.isTime(word) { return .text(word.replacing(" ", with: "T")) }
        throw text.error(
            "This is not a value of TOML. Text values need quotation marks, and numbers must be finite.",
            at: start)
    }

    private static func number(_ word: String) -> JSONNumber? {
        let bytes = Array(word.utf8)
        // An underscore separates two digits.
        for (place, byte) in bytes.enumerated() where byte == UInt8(ascii: "_") {
            guard place > 0, place + 1 < bytes.count,
                bytes[place - 1].hexadecimalValue != nil, bytes[place + 1].hexadecimalValue != nil
            else { return nil }
        }
        var plain = String(decoding: bytes.filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where plain.hasPrefix(prefix) {
            let digits = plain.dropFirst(2)
            guard digits.first != "+", digits.first != "-" else { return nil }
            return Int64(digits, radix: radix).map { JSONNumber($0) }
        }
        if plain.hasPrefix("+") { plain.removeFirst() }
        return (try? JSONReader.read(plain))?.number
    }

    /// Returns true for a date, a time, or both, by their punctuation; the setting checks the rest.
    private static func isTime(_ word: String) -> Bool {
        let bytes = Array(word.utf8)
        let isDate =
            bytes.count >= 10 && bytes[4] == UInt8(ascii: "-") && bytes[7] == UInt8(ascii: "-")
        let isTime = bytes.count >= 5 && bytes[2] == UInt8(ascii: ":")
        return (isDate || isTime) && bytes[0].isDigit
    }
}

import FaceplateSchema

/// Reads TOML 1.0 into a tree with places.
struct TOMLReader {
    /// A table while it is read.
    private final class Table {
        enum Entry {
            case value(DocumentNode)
            case table(Table)
            case tables([Table])
        }

        var entries: [(name: String, start: Int, nameEnd: Int, entry: Entry)] = []
        private var places: [[UInt8]: Int] = [:]
        /// That of the header; empty without one.
        var range: Range<Int>
        var isDefined = false
        /// Made by a name with dots.
        var isDotted = false

        init(at place: Int) { range = place..<place }

        func index(_ name: String) -> Int? { places[Array(name.utf8)] }

        func add(_ name: String, _ start: Int, _ nameEnd: Int, _ entry: Entry) {
            places[Array(name.utf8)] = entries.count
            entries.append((name, start, nameEnd, entry))
        }

        var node: DocumentNode {
            let members = entries.map { entry in
                let node: DocumentNode
                switch entry.entry {
                case .value(let value): node = value
                case .table(let table): node = table.node
                case .tables(let tables):
                    let nodes = tables.map(\.node)
                    let start = nodes.first?.range.lowerBound ?? entry.start
                    node = DocumentNode(
                        .list(nodes), start..<(nodes.map(\.end).max() ?? start), .table)
                }
                return DocumentNode.Member(
                    name: entry.name, start: entry.start, nameEnd: entry.nameEnd, node: node)
            }
            return DocumentNode(.map(members), range, isDotted ? .block : .table)
        }
    }

    private let text: DocumentText
    private var index = 0
    private var comments: [Range<Int>] = []
    private var left = Document.mostValues

    init(_ text: DocumentText) {
        self.text = text
        if text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    mutating func document() throws(DocumentError) -> DocumentReading {
        let root = Table(at: index)
        var current = root
        while true {
            try skipLines()
            guard let byte = peek else { break }
            if byte == UInt8(ascii: "[") {
                current = try header(in: root)
            } else {
                try pair(into: current)
            }
            try endLine()
        }
        var node = root.node
        if node.members.isEmpty {
            let end = text.bytes.count
            node = DocumentNode(.map([]), end..<end, .missing)
        }
        return DocumentReading(root: node, comments: comments)
    }

    // MARK: - Lines

    private var peek: UInt8? { index < text.bytes.count ? text.bytes[index] : nil }

    private mutating func skipBlanks() { index = text.skippingBlanks(index) }

    /// Skips blanks, line ends and comments.
    private mutating func skipLines() throws(DocumentError) {
        while let byte = peek {
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            case UInt8(ascii: "#"):
                let end = text.contentEnd(index)
                comments.append(index..<end)
                index = end
            default: return
            }
        }
    }

    private mutating func endLine() throws(DocumentError) {
        skipBlanks()
        if peek == UInt8(ascii: "#") {
            let end = text.contentEnd(index)
            comments.append(index..<end)
            index = end
        }
        guard peek == nil || peek == 0x0A || peek == 0x0D else {
            throw text.error("The line must end here.", at: index)
        }
    }

    private mutating func expect(_ character: Character, _ words: String) throws(DocumentError) {
        guard let byte = character.asciiValue, peek == byte else {
            throw text.error("'\(character)' was expected \(words).", at: index)
        }
        index += 1
    }

    // MARK: - Names

    private mutating func names() throws(DocumentError) -> [(name: String, range: Range<Int>)] {
        var names: [(name: String, range: Range<Int>)] = []
        while true {
            skipBlanks()
            let start = index
            let name: String
            switch peek {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): name = try string(allowsLines: false).0
            default:
                while let byte = peek, Self.isBare(byte) { index += 1 }
                name = text.string(start..<index)
                guard !name.isEmpty else { throw text.error("A name was expected.", at: start) }
            }
            names.append((name, start..<index))
            guard names.count < Document.maximumDepth else {
                throw text.error("The name has too many parts.", at: start)
            }
            skipBlanks()
            guard peek == UInt8(ascii: ".") else { return names }
            index += 1
        }
    }

    static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private func taken(_ name: String, _ first: Int, at place: Int) -> DocumentError {
        text.error("The name '\(name)' is used at \(text.position(first)), too.", at: place)
    }

    private mutating func header(in root: Table) throws(DocumentError) -> Table {
        let start = index
        index += 1
        let isList = peek == UInt8(ascii: "[")
        if isList { index += 1 }
        let names = try names()
        try expect("]", "at the end of the header")
        if isList { try expect("]", "at the end of the header") }
        let range = start..<index
        var table = root
        for part in names.dropLast() {
            switch table.index(part.name).map({ table.entries[$0].entry }) {
            case nil:
                let next = Table(at: start)
                table.add(part.name, start, start, .table(next))
                table = next
            case .table(let next)?: table = next
            case .tables(let tables)?: table = tables[tables.count - 1]
            case .value?:
                throw text.error("'\(part.name)' is not a table.", at: part.range.lowerBound)
            }
        }
        guard let last = names.last else { return root }
        let made = Table(at: start)
        made.range = range
        made.isDefined = true
        if let index = table.index(last.name) {
            let entry = table.entries[index]
            switch entry.entry {
            case .tables(let tables) where isList:
                table.entries[index].entry = .tables(tables + [made])
                return made
            case .table(let known) where !isList && !known.isDefined && !known.isDotted:
                known.isDefined = true
                known.range = range
                return known
            default: throw taken(last.name, entry.start, at: last.range.lowerBound)
            }
        }
        table.add(last.name, start, start, isList ? .tables([made]) : .table(made))
        return made
    }

    private mutating func pair(into table: Table) throws(DocumentError) {
        let names = try names()
        try expect("=", "after the name")
        skipBlanks()
        var table = table
        for part in names.dropLast() {
            if let index = table.index(part.name) {
                guard case .table(let next) = table.entries[index].entry,
                    next.isDotted || !next.isDefined
                else {
                    throw taken(part.name, table.entries[index].start, at: part.range.lowerBound)
                }
                table = next
            } else {
                let next = Table(at: part.range.lowerBound)
                next.isDotted = true
                table.add(part.name, part.range.lowerBound, part.range.upperBound, .table(next))
                table = next
            }
        }
        guard let last = names.last else { return }
        if let index = table.index(last.name) {
            throw taken(last.name, table.entries[index].start, at: last.range.lowerBound)
        }
        let node = try value(depth: 0)
        table.add(last.name, last.range.lowerBound, last.range.upperBound, .value(node))
    }

    // MARK: - Values

    private mutating func value(depth: Int) throws(DocumentError) -> DocumentNode {
        left -= 1
        guard left > 0, depth < Document.maximumDepth else {
            throw text.error("The file has too many values or levels.", at: index)
        }
        let start = index
        switch peek {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            let (string, spelling) = try string(allowsLines: true)
            return DocumentNode(.scalar(.text(string)), start..<index, spelling)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "{"): return try inlineTable(depth: depth)
        default: return try word(start)
        }
    }

    private mutating func array(depth: Int) throws(DocumentError) -> DocumentNode {
        let start = index
        index += 1
        var nodes: [DocumentNode] = []
        while true {
            try skipLines()
            guard peek != UInt8(ascii: "]") else { break }
            nodes.append(try value(depth: depth + 1))
            try skipLines()
            if peek == UInt8(ascii: ",") {
                index += 1
            } else if peek != UInt8(ascii: "]") {
                throw text.error("A comma or ']' was expected.", at: index)
            }
        }
        index += 1
        return DocumentNode(.list(nodes), start..<index, .flow)
    }

    private mutating func inlineTable(depth: Int) throws(DocumentError) -> DocumentNode {
        let start = index
        index += 1
        let table = Table(at: start)
        skipBlanks()
        while peek != UInt8(ascii: "}") {
            let place = index
            let names = try names()
            guard names.count == 1, let name = names.first else {
                throw text.error("A name with dots is not read in an inline table.", at: place)
            }
            try expect("=", "after the name")
            skipBlanks()
            if let index = table.index(name.name) {
                throw taken(name.name, table.entries[index].start, at: place)
            }
            let node = try value(depth: depth + 1)
            table.add(name.name, place, name.range.upperBound, .value(node))
            skipBlanks()
            if peek == UInt8(ascii: ",") {
                index += 1
                skipBlanks()
            } else if peek != UInt8(ascii: "}") {
                throw text.error("A comma or '}' was expected.", at: index)
            }
        }
        index += 1
        return DocumentNode(table.node.content, start..<index, .flow)
    }

    private mutating func word(_ start: Int) throws(DocumentError) -> DocumentNode {
        func isEnd(_ byte: UInt8) -> Bool { ",]}# \t\r\n".utf8.contains(byte) }
        while let byte = peek, !isEnd(byte) { index += 1 }
        // A blank can be between a date and a time.
        if index - start == 10, peek == 0x20, index + 2 < text.bytes.count,
            text.bytes[index + 1].isDigit, text.bytes[index + 2].isDigit
        {
            index += 1
            while let byte = peek, !isEnd(byte) { index += 1 }
        }
        let word = text.string(start..<index)
        let range = start..<index
        switch word {
        case "true": return DocumentNode(.scalar(true), range, .plain)
        case "false": return DocumentNode(.scalar(false), range, .plain)
        default: break
        }
        if let number = Self.number(word) {
            return DocumentNode(.scalar(JSONValue(.number(number))), range, .plain)
        }
        guard Self.isMoment(word) || ["inf", "nan", "+inf", "-inf", "+nan", "-nan"].contains(word)
        else {
            throw text.error(
                word.isEmpty ? "A value was expected." : "This is not a value.",
                at: start)
        }
        return DocumentNode(.scalar(.text(word)), range, .moment)
    }

    static func isMoment(_ word: String) -> Bool {
        word.wholeMatch(
            of:
                /([0-9]{4}-[0-9]{2}-[0-9]{2})?([Tt ]?[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?([Zz]|[-+][0-9]{2}:[0-9]{2})?)?/
        ) != nil && !word.isEmpty
    }

    private static func number(_ word: String) -> JSONNumber? {
        guard let first = word.utf8.first, "+-0123456789".utf8.contains(first),
            !word.hasSuffix("_"), !word.contains("__")
        else { return nil }
        let plain = word.replacing("_", with: "")
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where plain.hasPrefix(prefix) {
            let digits = plain.dropFirst(2)
            guard digits.utf8.first != UInt8(ascii: "+"), digits.utf8.first != UInt8(ascii: "-")
            else {
                return nil
            }
            return Int64(digits, radix: radix).map { JSONNumber($0) }
        }
        let unsigned = plain.hasPrefix("+") ? String(plain.dropFirst()) : plain
        return (try? JSONReader.read(unsigned))?.number
    }

    // MARK: - Text

    private mutating func string(
        allowsLines: Bool
    ) throws(DocumentError) -> (String, DocumentNode.Spelling) {
        let start = index
        let mark = text.bytes[index]
        let isBasic = mark == UInt8(ascii: "\"")
        let isLong =
            index + 2 < text.bytes.count && text.bytes[index + 1] == mark
            && text.bytes[index + 2] == mark
        guard !isLong || allowsLines else {
            throw text.error("A name must be in one line.", at: start)
        }
        index += isLong ? 3 : 1
        if isLong, peek == 0x0D { index += 1 }
        if isLong, peek == 0x0A { index += 1 }
        var bytes: [UInt8] = []
        while let byte = peek {
            if byte == mark {
                let run = text.bytes[index...].prefix(5).prefix { $0 == mark }.count
                if !isLong {
                    index += 1
                    return (
                        String(decoding: bytes, as: UTF8.self),
                        isBasic ? .doubleQuoted : .singleQuoted
                    )
                }
                if run >= 3 {
                    bytes += Array(repeating: mark, count: run - 3)
                    index += run
                    return (
                        String(decoding: bytes, as: UTF8.self),
                        isBasic ? .multilineDouble : .multilineSingle
                    )
                }
                bytes += Array(repeating: mark, count: run)
                index += run
            } else if byte == DocumentText.newline, !isLong {
                break
            } else if byte == 0x0D, isLong {
                index += 1
            } else if byte == UInt8(ascii: "\\"), isBasic {
                try escape(into: &bytes, isLong: isLong)
            } else {
                bytes.append(byte)
                index += 1
            }
        }
        throw text.error("The text has no closing quotation mark.", at: start)
    }

    private mutating func escape(
        into bytes: inout [UInt8], isLong: Bool
    ) throws(DocumentError) {
        let start = index
        index += 1
        guard let byte = peek else { return }
        let simple: [UInt8: UInt8] = [
            UInt8(ascii: "b"): 0x08, UInt8(ascii: "t"): 0x09, UInt8(ascii: "n"): 0x0A,
            UInt8(ascii: "f"): 0x0C, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "\""): 0x22,
            UInt8(ascii: "\\"): 0x5C,
        ]
        if let meant = simple[byte] {
            bytes.append(meant)
            index += 1
            return
        }
        let counts = [UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8]
        if let count = counts[byte] {
            let digits = text.bytes[(index + 1)...].prefix(count)
            guard digits.count == count,
                let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
                let scalar = Unicode.Scalar(value)
            else { throw text.error("This is not a character.", at: start) }
            bytes += Array(String(Character(scalar)).utf8)
            index += count + 1
            return
        }
        // A backslash at the end of a line joins it with the next text.
        guard isLong, text.isBlank(index..<text.contentEnd(index)) else {
            throw text.error("There is no such escape.", at: start)
        }
        while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
    }
}

import FaceplateAddress
import FaceplateSchema

/// Reads TOML 1.0 into a tree with places.
struct TOMLReader {
    /// A table while it is read.
    final class Table {
        enum Entry {
            case value(DocumentNode)
            case table(Table)
            case tables(TableList)
        }

        var entries: [(name: String, start: Int, nameEnd: Int, entry: Entry)] = []
        private var places: [[UInt8]: Int] = [:]
        /// That of the header; empty without one.
        var range: Range<Int>
        var isDefined = false
        /// Made by a name with dots.
        var isDotted = false
        let isInline: Bool

        init(at place: Int, isInline: Bool = false) {
            range = place..<place
            self.isInline = isInline
        }

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
                    let nodes = tables.all.map(\.node)
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

    /// An array in an enumeration would be copied for each of its tables.
    final class TableList {
        var all: [Table]

        init(_ first: Table) { all = [first] }
    }

    let text: DocumentText
    var index: Int
    var left = Document.mostValues
    private var comments: [Range<Int>] = []

    init(_ text: DocumentText) {
        self.text = text
        index = text.contentStart
    }

    mutating func document() throws(DocumentError) -> DocumentReading {
        let root = Table(at: index)
        var (current, depth) = (root, 0)
        while true {
            try skipLines()
            guard let byte = peek else { break }
            if byte == UInt8(ascii: "[") {
                (current, depth) = try header(in: root)
            } else {
                try pair(into: current, depth: depth)
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

    var peek: UInt8? { index < text.bytes.count ? text.bytes[index] : nil }

    mutating func skipBlanks() { index = text.skippingBlanks(index) }

    /// Skips blanks, line ends and comments.
    mutating func skipLines() throws(DocumentError) {
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
            throw text.error(
                "There is text after the value. Text needs quotation marks.", at: index)
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
                while let byte = peek, byte.isBareInTOML { index += 1 }
                name = text.string(start..<index)
                guard !name.isEmpty else {
                    throw text.error("A name was expected. It can have quotation marks.", at: start)
                }
            }
            names.append((name, start..<index))
            guard names.count < Document.maximumDepth else { throw text.tooDeep(at: start) }
            skipBlanks()
            guard peek == UInt8(ascii: ".") else { return names }
            index += 1
        }
    }

    private mutating func header(
        in root: Table
    ) throws(DocumentError) -> (table: Table, depth: Int) {
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
            case .tables(let tables)?: table = tables.all[tables.all.count - 1]
            case .value?:
                throw text.error(
                    "\(part.name.quotedName) is not a table.", at: part.range.lowerBound)
            }
        }
        guard let last = names.last else { return (root, 0) }
        let made = Table(at: start)
        made.range = range
        made.isDefined = true
        if let index = table.index(last.name) {
            let entry = table.entries[index]
            switch entry.entry {
            case .tables(let tables) where isList:
                tables.all.append(made)
                return (made, names.count)
            case .table(let known) where !isList && !known.isDefined && !known.isDotted:
                known.isDefined = true
                known.range = range
                return (known, names.count)
            default: throw text.repeated(last.name, entry.start, at: last.range.lowerBound)
            }
        }
        table.add(last.name, start, start, isList ? .tables(TableList(made)) : .table(made))
        return (made, names.count)
    }

    /// Reads a name and its value.
    ///
    /// Each part of a name with dots is a table around the value.
    mutating func pair(into table: Table, depth: Int) throws(DocumentError) {
        let names = try names()
        try expect("=", "after the name")
        skipBlanks()
        var table = table
        var around: [Table] = []
        for part in names.dropLast() {
            if let index = table.index(part.name) {
                guard case .table(let next) = table.entries[index].entry, next.isDotted else {
                    throw text.repeated(
                        part.name, table.entries[index].start, at: part.range.lowerBound)
                }
                table = next
            } else {
                let next = Table(at: part.range.lowerBound, isInline: table.isInline)
                next.isDotted = true
                table.add(part.name, part.range.lowerBound, part.range.upperBound, .table(next))
                table = next
            }
            around.append(table)
        }
        guard let last = names.last else { return }
        if let index = table.index(last.name) {
            throw text.repeated(
                last.name, table.entries[index].start, at: last.range.lowerBound)
        }
        let node = try value(depth: depth + names.count)
        table.add(last.name, last.range.lowerBound, last.range.upperBound, .value(node))
        for table in around where table.isInline {
            table.range = table.range.lowerBound..<node.range.upperBound
        }
    }
}

extension UInt8 {
    /// True for a character of a name without quotation marks.
    package var isBareInTOML: Bool {
        isAlphanumeric || self == UInt8(ascii: "_") || self == UInt8(ascii: "-")
    }
}

import CYAML
import FaceplateSchema

/// Makes a tree of the events of a file.
struct YAMLReader {
    private struct Anchored {
        let node: DocumentNode
        let height: Int
        let count: Int
        let size: Int
    }

    private let text: DocumentText
    private let events: [YAMLEvent]
    private var index = 0
    private var anchors: [String: Anchored] = [:]
    private var left = Document.mostValues
    /// The bytes of text in the values that were read, with those that aliases repeat.
    private var size = 0
    private var repeatedSize = 0
    /// The bytes in which `#` begins no comment.
    private var covered: [Range<Int>] = []

    init(_ text: DocumentText) throws(DocumentError) {
        self.text = text
        events = try YAMLEvents.read(text)
    }

    mutating func document() throws(DocumentError) -> DocumentReading {
        var root: DocumentNode?
        while index < events.count {
            let event = events[index]
            index += 1
            guard case .documentStart = event.kind else { continue }
            anchors = [:]
            let node = try node(depth: 0)
            guard !node.isNull || node.spelling != .missing else { continue }
            guard root == nil else {
                throw text.error(
                    "The file has several documents. Only one can contain settings.",
                    at: event.start)
            }
            root = node
        }
        let end = text.bytes.count
        return DocumentReading(
            root: root ?? DocumentNode(.map([]), end..<end, .missing), comments: comments())
    }

    private mutating func comments() -> [Range<Int>] {
        var comments: [Range<Int>] = []
        var place = 0
        var next = 0
        let bytes = text.bytes
        covered.sort { $0.lowerBound < $1.lowerBound }
        while place < bytes.count {
            while next < covered.count, covered[next].upperBound <= place { next += 1 }
            if next < covered.count, covered[next].lowerBound <= place {
                place = covered[next].upperBound
                continue
            }
            if bytes[place] == UInt8(ascii: "#"),
                place == 0 || [0x20, 0x09, 0x0A, 0x0D, 0xBF].contains(bytes[place - 1])
            {
                let end = text.contentEnd(place)
                comments.append(place..<end)
                place = end
            } else {
                place += 1
            }
        }
        return comments
    }

    private mutating func next() throws(DocumentError) -> YAMLEvent {
        guard index < events.count else {
            throw text.error("The text ends too early.", at: text.bytes.count)
        }
        defer { index += 1 }
        return events[index]
    }

    /// The start of a value behind its anchor and tag, which can be on lines before it.
    private func contentStart(_ event: YAMLEvent, before end: Int) -> Int {
        guard event.anchor != nil || event.tag != nil else { return event.start }
        var place = event.start
        while place < end, [UInt8(ascii: "&"), UInt8(ascii: "!")].contains(text.bytes[place]) {
            while place < end, !isBlank(place) { place += 1 }
            while place < end {
                if text.bytes[place] == UInt8(ascii: "#") {
                    place = text.nextLine(place)
                } else if isBlank(place) {
                    place += 1
                } else {
                    break
                }
            }
        }
        return min(place, end)
    }

    private func isBlank(_ place: Int) -> Bool {
        [0x20, 0x09, 0x0A, 0x0D].contains(text.bytes[place])
    }

    private mutating func node(depth: Int) throws(DocumentError) -> DocumentNode {
        let (before, sizeBefore) = (left, size)
        let event = try next()
        left -= 1
        guard left > 0 else { throw text.tooMany(at: event.start) }
        var node: DocumentNode
        switch event.kind {
        case .alias(let name): return try alias(name, event, depth: depth)
        case .scalar(let value, let style):
            size += value.utf8.count
            node = scalar(event, value, style)
        case .listStart(let isFlow): node = try list(event, isFlow: isFlow, depth: depth)
        case .mapStart(let isFlow): node = try map(event, isFlow: isFlow, depth: depth)
        case .documentStart, .documentEnd, .listEnd, .mapEnd:
            throw text.error("A value was expected.", at: event.start)
        }
        node.hasForeignTag = event.tag.map { YAMLScalar.coreType($0) == nil } ?? false
        if let anchor = event.anchor {
            anchors[anchor] = Anchored(
                node: node, height: node.height, count: before - left, size: size - sizeBefore)
        }
        return node
    }

    /// Values, levels and bytes that aliases repeat are bounded: a short file could repeat them millions of times.
    private mutating func alias(
        _ name: String, _ event: YAMLEvent, depth: Int
    ) throws(DocumentError) -> DocumentNode {
        // The name can be a secret that lacks quotation marks.
        guard let anchored = anchors[name] else {
            throw text.error("There is no anchor of this name before the alias.", at: event.start)
        }
        guard depth + anchored.height < Document.maximumDepth else {
            throw text.tooDeep(at: event.start)
        }
        left -= anchored.count
        guard left > 0 else { throw text.tooMany(at: event.start) }
        size += anchored.size
        repeatedSize += anchored.size
        guard repeatedSize <= Document.maximumSize else {
            throw text.error("Aliases repeat too much text.", at: event.start)
        }
        covered.append(event.start..<event.end)
        var node = DocumentNode(anchored.node.content, event.start..<event.end, .alias)
        node.plain = anchored.node.plain
        node.hasForeignTag = anchored.node.hasForeignTag
        return node
    }

    private mutating func scalar(
        _ event: YAMLEvent, _ value: String, _ style: yaml_scalar_style_t
    ) -> DocumentNode {
        let start = contentStart(event, before: event.end)
        var end = event.end
        let spelling: DocumentNode.Spelling
        switch style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE: spelling = .singleQuoted
        case YAML_DOUBLE_QUOTED_SCALAR_STYLE: spelling = .doubleQuoted
        case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: spelling = .literal
        default: spelling = start >= end ? .missing : .plain
        }
        if spelling == .literal {
            // The line of the indicator can have a comment.
            covered.append(min(text.nextLine(start), end)..<end)
            while end > start, [0x20, 0x09, 0x0A, 0x0D].contains(text.bytes[end - 1]) { end -= 1 }
        } else if start < end {
            covered.append(start..<end)
        }
        let isUnquoted = spelling == .plain || spelling == .missing
        let json = YAMLScalar.value(of: value, isPlain: isUnquoted, tag: event.tag)
        var node = DocumentNode(.scalar(json), start..<max(start, end), spelling)
        // A tag is stronger than the meaning of the text.
        if event.tag != nil { node.plain = nil }
        return node
    }

    private mutating func list(
        _ event: YAMLEvent, isFlow: Bool, depth: Int
    ) throws(DocumentError) -> DocumentNode {
        var nodes: [DocumentNode] = []
        while true {
            if case .listEnd = events[index].kind { break }
            nodes.append(try node(depth: depth + 1))
        }
        let last = try next()
        let start = contentStart(event, before: text.bytes.count)
        let end = isFlow ? last.end : nodes.last?.end ?? start
        return DocumentNode(.list(nodes), start..<max(start, end), isFlow ? .flow : .block)
    }

    private mutating func map(
        _ event: YAMLEvent, isFlow: Bool, depth: Int
    ) throws(DocumentError) -> DocumentNode {
        var members: [DocumentNode.Member] = []
        var merged: [DocumentNode] = []
        var places: [[UInt8]: Int] = [:]
        var lastEnd = event.start
        while true {
            if case .mapEnd = events[index].kind { break }
            let key = try next()
            guard case .scalar(let name, let style) = key.kind, key.anchor == nil else {
                throw text.error("Only text can be a name here.", at: key.start)
            }
            if key.end > key.start { covered.append(key.start..<key.end) }
            size += name.utf8.count
            let node = try node(depth: depth + 1)
            lastEnd = max(lastEnd, node.end, key.end)
            if name == "<<", style == YAML_PLAIN_SCALAR_STYLE {
                merged += try maps(of: node, at: key.start)
                continue
            }
            if let first = places.updateValue(key.start, forKey: Array(name.utf8)) {
                throw text.repeated(name, first, at: key.start)
            }
            members.append(
                DocumentNode.Member(name: name, start: key.start, nameEnd: key.end, node: node))
        }
        let last = try next()
        for member in merged.flatMap(\.members)
        where places.updateValue(member.start, forKey: Array(member.name.utf8)) == nil {
            var member = member
            member.isInherited = true
            members.append(member)
        }
        let start = contentStart(event, before: text.bytes.count)
        let end = isFlow ? last.end : lastEnd
        return DocumentNode(.map(members), start..<max(start, end), isFlow ? .flow : .block)
    }

    private func maps(
        of node: DocumentNode, at place: Int
    ) throws(DocumentError) -> [DocumentNode] {
        let nodes = if case .list(let nodes) = node.content { nodes } else { [node] }
        guard nodes.allSatisfy({ if case .map = $0.content { true } else { false } }) else {
            throw text.error("'<<' needs a map, or a list of maps.", at: place)
        }
        return nodes
    }
}

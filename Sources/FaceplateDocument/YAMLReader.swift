import CYAML
import FaceplateSchema

/// Makes a tree of the events of a file.
struct YAMLReader {
    private struct Anchored {
        let node: DocumentNode
        let count: Int
    }

    private let text: DocumentText
    private let events: [YAMLEvent]
    private var index = 0
    private var anchors: [String: Anchored] = [:]
    private var left = Document.mostValues
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
            let node = try node()
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
        left -= 1
        guard left > 0 else {
            throw text.error("The file has too many values.", at: events[index].start)
        }
        defer { index += 1 }
        return events[index]
    }

    /// The start of a value behind its anchor and tag.
    private func contentStart(_ event: YAMLEvent) -> Int {
        guard event.anchor != nil || event.tag != nil else { return event.start }
        var place = event.start
        while place < event.end, [UInt8(ascii: "&"), UInt8(ascii: "!")].contains(text.bytes[place])
        {
            let blank = text.bytes[place...].firstIndex { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
            place = min(blank ?? event.end, event.end)
            let next = text.bytes[place...].firstIndex { ![0x20, 0x09].contains($0) } ?? place
            guard next < event.end else { return place }
            place = next
        }
        return place
    }

    private mutating func node() throws(DocumentError) -> DocumentNode {
        let before = left
        let event = try next()
        let node: DocumentNode
        switch event.kind {
        case .alias(let name):
            guard let anchored = anchors[name] else {
                throw text.error("There is no anchor '&\(name)' before this.", at: event.start)
            }
            left -= anchored.count
            guard left > 0 else {
                throw text.error("The file has too many values.", at: event.start)
            }
            covered.append(event.start..<event.end)
            return DocumentNode(anchored.node.content, event.start..<event.end, .alias)
        case .scalar(let value, let style, let isPlain):
            node = scalar(event, value, style, isPlain: isPlain)
        case .listStart(let isFlow): node = try list(event, isFlow: isFlow)
        case .mapStart(let isFlow): node = try map(event, isFlow: isFlow)
        case .documentStart, .documentEnd, .listEnd, .mapEnd:
            throw text.error("A value was expected.", at: event.start)
        }
        if let anchor = event.anchor {
            anchors[anchor] = Anchored(node: node, count: before - left)
        }
        return node
    }

    private mutating func scalar(
        _ event: YAMLEvent, _ value: String, _ style: yaml_scalar_style_t, isPlain: Bool
    ) -> DocumentNode {
        let start = contentStart(event)
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
        let json =
            spelling == .plain || spelling == .missing ? plain(value, event.tag) : .text(value)
        return DocumentNode(.scalar(json), start..<max(start, end), spelling)
    }

    private func plain(_ value: String, _ tag: String?) -> JSONValue {
        tag == "tag:yaml.org,2002:str" || tag == "!"
            ? .text(value) : YAMLScalar.value(ofPlain: value)
    }

    private mutating func list(
        _ event: YAMLEvent, isFlow: Bool
    ) throws(DocumentError) -> DocumentNode {
        var nodes: [DocumentNode] = []
        while true {
            if case .listEnd = events[index].kind { break }
            nodes.append(try node())
        }
        let last = try next()
        let start = blockStart(event)
        let end = isFlow ? last.end : nodes.last?.end ?? start
        return DocumentNode(.list(nodes), start..<max(start, end), isFlow ? .flow : .block)
    }

    /// The first dash or key, which can be on a line after the anchor.
    private func blockStart(_ event: YAMLEvent) -> Int {
        guard event.anchor != nil || event.tag != nil else { return event.start }
        var place = event.start
        while place < text.bytes.count,
            [UInt8(ascii: "&"), UInt8(ascii: "!")].contains(text.bytes[place])
        {
            place =
                text.bytes[place...].firstIndex { [0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? place
            while place < text.bytes.count {
                let byte = text.bytes[place]
                if byte == UInt8(ascii: "#") {
                    place = text.nextLine(place)
                } else if [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
                    place += 1
                } else {
                    break
                }
            }
        }
        return place
    }

    private mutating func map(
        _ event: YAMLEvent, isFlow: Bool
    ) throws(DocumentError) -> DocumentNode {
        var members: [DocumentNode.Member] = []
        var merged: [DocumentNode] = []
        var places: [[UInt8]: Int] = [:]
        var lastEnd = event.start
        while true {
            if case .mapEnd = events[index].kind { break }
            let key = try next()
            guard case .scalar(let name, let style, _) = key.kind, key.anchor == nil else {
                throw text.error("Only text can be a name here.", at: key.start)
            }
            if key.end > key.start { covered.append(key.start..<key.end) }
            let node = try node()
            lastEnd = max(lastEnd, node.end, key.end)
            if name == "<<", style == YAML_PLAIN_SCALAR_STYLE {
                merged.append(node)
                continue
            }
            if let first = places.updateValue(key.start, forKey: Array(name.utf8)) {
                throw text.error(
                    "The name '\(name)' is used at \(text.position(first)), too.", at: key.start)
            }
            members.append(
                DocumentNode.Member(name: name, start: key.start, nameEnd: key.end, node: node))
        }
        let last = try next()
        for member in merged.flatMap({ $0.elements.isEmpty ? [$0] : $0.elements }).flatMap(
            \.members)
        where places.updateValue(member.start, forKey: Array(member.name.utf8)) == nil {
            var member = member
            member.isInherited = true
            members.append(member)
        }
        let start = blockStart(event)
        let end = isFlow ? last.end : lastEnd
        return DocumentNode(.map(members), start..<max(start, end), isFlow ? .flow : .block)
    }
}

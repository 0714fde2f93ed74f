import CYAML
import FaceplateSchema

/// An event of libyaml, with offsets in bytes.
struct YAMLEvent {
    enum Kind {
        case documentStart, documentEnd, listEnd, mapEnd
        case alias(String)
        case scalar(String, yaml_scalar_style_t)
        case listStart(isFlow: Bool)
        case mapStart(isFlow: Bool)
    }

    let kind: Kind
    var anchor: String?
    var tag: String?
    let start: Int
    let end: Int
}

enum YAMLEvents {
    static func read(_ text: DocumentText) throws(DocumentError) -> [YAMLEvent] {
        let hasMark = text.bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let bytes = hasMark ? Array(text.bytes.dropFirst(3)) : text.bytes
        let offsets = Offsets(bytes, shift: hasMark ? 3 : 0)
        let result: Result<[YAMLEvent], Problem> = bytes.withUnsafeBufferPointer { buffer in
            read(buffer, offsets)
        }
        switch result {
        case .success(let events): return events
        case .failure(.syntax(let words, let offset)):
            throw text.error("This is not YAML: \(words).", at: offset)
        case .failure(.depth(let offset)): throw text.tooDeep(at: offset)
        case .failure(.count(let offset)): throw text.tooMany(at: offset)
        }
    }

    private enum Problem: Error {
        /// A sentence of libyaml, which has no text of the file.
        case syntax(String, Int)
        case depth(Int), count(Int)
    }

    /// The places of characters, which libyaml counts, in bytes.
    private struct Offsets {
        /// `nil` for text with one byte for each character.
        private let starts: [Int]?
        private let count: Int
        private let shift: Int

        init(_ bytes: [UInt8], shift: Int) {
            self.shift = shift
            count = bytes.count
            starts =
                bytes.contains { $0 >= 0x80 }
                ? bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 } + [bytes.count] : nil
        }

        subscript(mark: yaml_mark_t) -> Int {
            let index = Int(mark.index)
            guard let starts else { return min(index, count) + shift }
            return starts[min(index, starts.count - 1)] + shift
        }
    }

    private static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, _ offsets: Offsets
    ) -> Result<[YAMLEvent], Problem> {
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        defer { parser.deallocate() }
        guard yaml_parser_initialize(parser) == 1 else {
            return .failure(.syntax("there is not enough memory", 0))
        }
        defer { yaml_parser_delete(parser) }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
        var events: [YAMLEvent] = []
        var depth = 0
        while true {
            var event = yaml_event_t()
            guard yaml_parser_parse(parser, &event) == 1 else {
                return .failure(problem(parser.pointee, bytes, offsets))
            }
            defer { yaml_event_delete(&event) }
            if event.type == YAML_STREAM_END_EVENT { return .success(events) }
            guard let kind = kind(of: event) else { continue }
            switch kind {
            case .listStart, .mapStart: depth += 1
            case .listEnd, .mapEnd: depth -= 1
            default: break
            }
            let start = offsets[event.start_mark]
            guard depth < Document.maximumDepth else { return .failure(.depth(start)) }
            guard events.count < 2 * Document.mostValues else { return .failure(.count(start)) }
            let (anchor, tag) = properties(of: event)
            events.append(
                YAMLEvent(
                    kind: kind, anchor: anchor, tag: tag, start: start,
                    end: offsets[event.end_mark]))
        }
    }

    private static func problem(
        _ parser: yaml_parser_t, _ bytes: UnsafeBufferPointer<UInt8>, _ offsets: Offsets
    ) -> Problem {
        let words = parser.problem.map { String(cString: $0) } ?? "it cannot be read"
        // Text without an end is reported at its start.
        if words == "found unexpected end of stream", parser.context != nil {
            return .syntax("the text has no end", offsets[parser.context_mark])
        }
        let index = Int(parser.problem_mark.index)
        let isTab = bytes.indices.contains(index) && bytes[index] == 0x09
        return .syntax(
            isTab ? "a line is indented with a tab" : words, offsets[parser.problem_mark])
    }

    private static func text(_ pointer: UnsafeMutablePointer<UInt8>?) -> String? {
        pointer.map { String(cString: $0) }
    }

    private static func properties(of event: yaml_event_t) -> (anchor: String?, tag: String?) {
        switch event.type {
        case YAML_SCALAR_EVENT: (text(event.data.scalar.anchor), text(event.data.scalar.tag))
        case YAML_SEQUENCE_START_EVENT:
            (text(event.data.sequence_start.anchor), text(event.data.sequence_start.tag))
        case YAML_MAPPING_START_EVENT:
            (text(event.data.mapping_start.anchor), text(event.data.mapping_start.tag))
        default: (nil, nil)
        }
    }

    private static func kind(of event: yaml_event_t) -> YAMLEvent.Kind? {
        switch event.type {
        case YAML_DOCUMENT_START_EVENT: return .documentStart
        case YAML_DOCUMENT_END_EVENT: return .documentEnd
        case YAML_SEQUENCE_END_EVENT: return .listEnd
        case YAML_MAPPING_END_EVENT: return .mapEnd
        case YAML_ALIAS_EVENT: return .alias(text(event.data.alias.anchor) ?? "")
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            return .scalar(String(decoding: bytes, as: UTF8.self), scalar.style)
        case YAML_SEQUENCE_START_EVENT:
            return .listStart(isFlow: event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE)
        case YAML_MAPPING_START_EVENT:
            return .mapStart(isFlow: event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE)
        default: return nil
        }
    }
}

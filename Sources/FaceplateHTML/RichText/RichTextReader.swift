import FaceplateAddress

/// Splits HTML into text and tags, as leniently as browsers do; comments are dropped.
///
/// Each byte is read a bounded number of times: an unclosed construct extends to the end of the
/// text.
struct RichTextReader {
    struct Tag {
        let name: String
        var attributes: [(name: String, value: String)] = []
        var closesItself = false
    }

    enum Token {
        case text(String)
        case start(Tag)
        case end(String)
        case skipped(String)
    }

    /// Elements that contain no markup: only their own end tag ends them.
    private static let raw: Set<String> = [
        "script", "style", "iframe", "noscript", "noembed", "noframes", "textarea", "title", "xmp",
        "plaintext",
    ]

    /// Elements that are skipped with the markup inside.
    private static let foreign: Set<String> = [
        "svg", "math", "object", "template", "select", "audio", "video", "canvas", "applet",
        "frameset", "datalist", "marquee",
    ]

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func next() -> Token? {
        while let token = step() {
            guard case .start(let tag) = token else { return token }
            if Self.raw.contains(tag.name) {
                skipRaw(tag.name)
                return .skipped(tag.name)
            }
            guard Self.foreign.contains(tag.name) else { return token }
            skipForeign(tag)
            return .skipped(tag.name)
        }
        return nil
    }

    private mutating func step() -> Token? {
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "<") else { return .text(text()) }
            switch position + 1 < bytes.count ? bytes[position + 1] : 0 {
            case UInt8(ascii: "!"): skipDeclaration()
            case UInt8(ascii: "?"): skip(past: ">")
            case UInt8(ascii: "/"):
                if let token = endTag() { return token }
            case let letter where letter.isLetter:
                position += 1
                // An incomplete tag is dropped, with the rest of the text.
                return tag().map(Token.start)
            default: return .text(text())
            }
        }
        return nil
    }

    private mutating func text() -> String {
        let start = position
        position = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        return CharacterReferences.decode(bytes[start..<position])
    }

    // MARK: - Skipping

    private mutating func skip(past end: StaticString) {
        position = find(end, from: position).map { $0 + end.utf8CodeUnitCount } ?? bytes.count
    }

    private mutating func skipDeclaration() {
        if starts(with: "<!--", at: position) {
            // `<!-->` and `<!--->` are complete comments.
            position += 2
            guard let end = bytes[position...].firstCommentEnd else {
                position = bytes.count
                return
            }
            position = end
        } else if starts(with: "<![CDATA[", at: position) {
            skip(past: "]]>")
        } else {
            skip(past: ">")
        }
    }

    private mutating func skipRaw(_ name: String) {
        guard name != "plaintext" else {
            position = bytes.count
            return
        }
        let name = Array(name.utf8)
        while let start = find("</", from: position) {
            position = start + 2
            let end = position + name.count
            guard end < bytes.count, !bytes[end].isAlphanumeric,
                bytes[position..<end].map({ $0 | 0x20 }) == name
            else { continue }
            skip(past: ">")
            return
        }
        position = bytes.count
    }

    private mutating func skipForeign(_ tag: Tag) {
        if tag.closesItself, tag.name == "svg" || tag.name == "math" { return }
        var depth = 1
        while depth > 0, let token = step() {
            switch token {
            case .start(let inner) where inner.name == tag.name:
                if !inner.closesItself { depth += 1 }
            case .start(let inner) where Self.raw.contains(inner.name): skipRaw(inner.name)
            case .end(tag.name): depth -= 1
            default: break
            }
        }
    }

    // MARK: - Tags

    private mutating func endTag() -> Token? {
        position += 2
        guard let first = byte, first.isLetter else {
            skip(past: ">")
            return nil
        }
        return tag().map { .end($0.name) }
    }

    /// `nil` if the text ends inside the tag.
    private mutating func tag() -> Tag? {
        var tag = Tag(name: name { $0.isSpace || $0 == UInt8(ascii: "/") })
        while let byte {
            switch byte {
            case UInt8(ascii: ">"):
                position += 1
                return tag
            case UInt8(ascii: "/"):
                position += 1
                tag.closesItself = self.byte == UInt8(ascii: ">")
            case _ where byte.isSpace: position += 1
            default: tag.attributes.append(attribute())
            }
        }
        return nil
    }

    private mutating func attribute() -> (name: String, value: String) {
        // A leading `=` belongs to the name.
        let first = byte == UInt8(ascii: "=") ? "=" : ""
        if !first.isEmpty { position += 1 }
        let name =
            first
            + name {
                $0.isSpace || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "=")
            }
        let end = position
        skipSpace()
        guard byte == UInt8(ascii: "=") else {
            position = end
            return (name, "")
        }
        position += 1
        skipSpace()
        return (name, value())
    }

    private mutating func value() -> String {
        guard let quote = byte, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let start = position
            while let byte, !byte.isSpace, byte != UInt8(ascii: ">") { position += 1 }
            return CharacterReferences.decode(bytes[start..<position])
        }
        let start = position + 1
        let end = bytes[start...].firstIndex(of: quote)
        // Without the closing quotation mark, the tag has no end either.
        position = end.map { $0 + 1 } ?? bytes.count
        return CharacterReferences.decode(bytes[start..<(end ?? bytes.count)])
    }

    private mutating func name(until isEnd: (UInt8) -> Bool) -> String {
        let start = position
        while let byte, byte != UInt8(ascii: ">"), !isEnd(byte) { position += 1 }
        let lowered = bytes[start..<position].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return String(decoding: lowered, as: UTF8.self)
    }

    private mutating func skipSpace() {
        while let byte, byte.isSpace { position += 1 }
    }

    // MARK: - Lookahead

    private func starts(with text: StaticString, at index: Int) -> Bool {
        text.withUTF8Buffer { bytes[index...].starts(with: $0) }
    }

    private func find(_ text: StaticString, from start: Int) -> Int? {
        let first = text.withUTF8Buffer { $0[0] }
        var index = start
        while let found = bytes[min(index, bytes.count)...].firstIndex(of: first) {
            if starts(with: text, at: found) { return found }
            index = found + 1
        }
        return nil
    }
}

extension ArraySlice<UInt8> {
    /// The index after the end of a comment; the slice begins with the `--` of the comment's start.
    fileprivate var firstCommentEnd: Int? {
        var index = startIndex
        while let found = self[index...].firstIndex(of: UInt8(ascii: ">")) {
            let before = self[..<found]
            let isBang = before.last == UInt8(ascii: "!")
            let dashes = isBang ? before.dropLast() : before
            // The dashes of `<!--` can also belong to the end `-->`, but not to the end `--!>`.
            if dashes.suffix(2).elementsEqual("--".utf8), !isBang || dashes.count >= 4 {
                return found + 1
            }
            index = found + 1
        }
        return nil
    }
}

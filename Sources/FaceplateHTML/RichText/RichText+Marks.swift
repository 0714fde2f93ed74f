import FaceplateAddress

/// Formatted text as people type it: plain text with a few marks.
///
/// `# ` and `## ` begin a heading, `- ` and `1. ` an item of a list, `> ` a line of a quotation, and `---` is a rule. An
/// empty line begins a paragraph. `**strong**`, `*emphasis*`, `` `code` `` and `[words](https://…)` are inline. A
/// backslash before a mark makes it plain text.
extension RichText {
    /// Returns safe HTML for text as people type it, or for HTML; empty for text without content.
    ///
    /// Text that begins with a tag of formatted text is HTML, other text has marks. The result is stable: for the result itself, it
    /// returns the same. Text beyond 64 KiB is removed.
    public static func markup(of text: String) -> String {
        let text = RichText(beginsWithTag(text) ? text : MarkReader(text).markup.text)
        // A paragraph that is added around the deepest elements makes them too deep for the next reading.
        return text.nodes.contains { $0.isDeep() } ? RichText(text.blocks).blocks : text.blocks
    }

    /// Returns the text with marks that `markup(of:)` reads as this HTML; the HTML itself if it has other elements.
    public static func marked(_ markup: String) -> String {
        guard let text = MarkWriter.text(of: RichText(markup).nodes),
            self.markup(of: text) == markup
        else { return markup }
        return text
    }

    /// True for text that begins with a tag of an element that rich text can contain.
    private static func beginsWithTag(_ text: String) -> Bool {
        guard text.utf8.first == UInt8(ascii: "<") else { return false }
        let name = text.utf8.dropFirst().prefix(while: \.isAlphanumeric)
        return RichElement(tag: String(decoding: name, as: UTF8.self).lowercased()) != nil
    }

    /// The HTML with each inline part in a paragraph; empty without content.
    private var blocks: String {
        var html = Markup()
        var inline: [Node] = []
        func endParagraph() {
            defer { inline = [] }
            guard !inline.allSatisfy(\.isBlank) else { return }
            html.element(.p) { Self.write(inline.map(\.unified), into: &$0) }
        }
        for node in nodes {
            if node.isInline {
                inline.append(node)
            } else {
                endParagraph()
                if !node.isEmpty { Self.write([node.withoutSpaces.unified], into: &html) }
            }
        }
        endParagraph()
        return html.text
    }
}

extension Markup {
    fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension RichText.Node {
    /// The name of the element; empty for text.
    fileprivate var name: String {
        switch self {
        case .text: ""
        case .void(let element): element.element.name.description
        case .element(let element, _, _): element.name.description
        }
    }

    fileprivate var children: [RichText.Node] {
        if case .element(_, _, let children) = self { children } else { [] }
    }

    fileprivate var isInline: Bool {
        name.isEmpty
            || RichElement(rawValue: name).map { [.inline, .lineBreak].contains($0.role) } == true
    }

    /// The node with one name for elements that look the same: `strong` for `b`, and `em` for `i`.
    fileprivate var unified: RichText.Node {
        guard case .element(let element, let attributes, let children) = self else { return self }
        let same: Element =
            switch name {
            case "b": .strong
            case "i": .em
            default: element
            }
        return .element(same, attributes, children.map(\.unified))
    }

    /// True if elements nest as deeply as reading permits.
    fileprivate func isDeep(below depth: Int = 1) -> Bool {
        guard case .element(_, _, let children) = self else { return false }
        return depth >= RichText.deepest || children.contains { $0.isDeep(below: depth + 1) }
    }

    /// True for text that consists of spaces, and for a line break.
    fileprivate var isBlank: Bool {
        switch self {
        case .text(let text): text.utf8.allSatisfy(\.isSpace)
        case .void: name == "br"
        case .element(_, _, let children): children.allSatisfy(\.isBlank)
        }
    }

    /// True for a block without text and rules.
    fileprivate var isEmpty: Bool {
        isBlank && name != "hr" && name != "table"
    }

    /// The element without the spaces between its blocks, which no page shows.
    fileprivate var withoutSpaces: RichText.Node {
        guard case .element(let element, let attributes, let children) = self,
            children.contains(where: { !$0.isInline })
        else { return self }
        return .element(
            element, attributes,
            children.filter { !$0.isInline || !$0.isBlank }.map(\.withoutSpaces))
    }
}

/// Reads text with marks.
private struct MarkReader {
    private(set) var markup = Markup()

    init(_ text: String) {
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
        while let line = lines.first {
            if line.allSatisfy(\.isWhitespace) {
                lines.removeFirst()
            } else if line == "---" {
                markup.void(.hr)
                lines.removeFirst()
            } else if let title = Self.rest(of: line, after: "## ") {
                markup.element(.h4) { Self.write(title, into: &$0) }
                lines.removeFirst()
            } else if let title = Self.rest(of: line, after: "# ") {
                markup.element(.h3) { Self.write(title, into: &$0) }
                lines.removeFirst()
            } else if let entries = Self.taken(&lines, while: { Self.rest(of: $0, after: "- ") }) {
                list(.ul, entries)
            } else if let entries = Self.numbered(&lines) {
                list(.ol, entries)
            } else if let quoted = Self.taken(&lines, while: { Self.rest(of: $0, after: "> ") }) {
                markup.element(.blockquote) {
                    $0.element(.p) { Self.write(lines: quoted, into: &$0) }
                }
            } else {
                let words =
                    Self.taken(&lines) { Self.isPlain($0) ? $0 : nil } ?? [lines.removeFirst()]
                markup.element(.p) { Self.write(lines: words, into: &$0) }
            }
        }
    }

    private mutating func list(_ element: Element, _ entries: [Substring]) {
        markup.element(element) { html in
            for entry in entries { html.element(.li) { Self.write(entry, into: &$0) } }
        }
    }

    /// Removes the first lines for which `part` returns a part, and returns these parts; `nil` without any.
    private static func taken(
        _ lines: inout ArraySlice<Substring>, while part: (Substring) -> Substring?
    ) -> [Substring]? {
        var parts: [Substring] = []
        while let found = lines.first.flatMap(part) {
            parts.append(found)
            lines.removeFirst()
        }
        return parts.isEmpty ? nil : parts
    }

    private static func rest(of line: Substring, after mark: String) -> Substring? {
        line.hasPrefix(mark) && line.utf8.count > mark.utf8.count
            ? line.dropFirst(mark.count) : nil
    }

    /// Removes the lines that begin with `1. `, `2. ` and so on; other numbers are plain text, so that none changes.
    private static func numbered(_ lines: inout ArraySlice<Substring>) -> [Substring]? {
        var number = 0
        return taken(&lines) { line in
            number += 1
            return rest(of: line, after: "\(number). ")
        }
    }

    /// True for a line that continues a paragraph.
    private static func isPlain(_ line: Substring) -> Bool {
        !line.allSatisfy(\.isWhitespace) && line != "---"
            && !["# ", "## ", "- ", "> ", "1. "].contains { rest(of: line, after: $0) != nil }
    }

    private static func write(lines: [Substring], into html: inout Markup) {
        for (index, line) in lines.enumerated() {
            if index > 0 { html.void(.br) }
            write(line, into: &html)
        }
    }

    private static func write(_ text: Substring, into html: inout Markup) {
        var line = MarkedLine(text)
        line.write(into: &html)
    }
}

/// Reads the inline marks of a line, in time in proportion to its length.
private struct MarkedLine {
    private static let marks: Set<Character> = [
        "\\", "*", "`", "[", "]", "<", "#", "-", ">", ".",
    ]
    /// The most characters of an address.
    private static let longestAddress = 2_048

    private var rest: Substring
    /// The marks that have no end in the rest.
    private var endless: Set<String> = []
    /// The next unescaped `]`, with the end and the address of the link that it may belong to; `nil` before it was
    /// searched for.
    private var bracket: (index: String.Index, target: (end: String.Index, address: URLReference)?)?

    init(_ text: Substring) {
        rest = text
    }

    mutating func write(into html: inout Markup) {
        var plain = ""
        func flush() {
            html.text(plain)
            plain = ""
        }
        while let character = rest.first {
            if character == "\\", let next = rest.dropFirst().first, Self.marks.contains(next) {
                plain.append(next)
                rest = rest.dropFirst(2)
            } else if character == "`", let inside = span("`") {
                flush()
                html.element(.code, text: String(inside))
            } else if character == "*", let inside = span("**") {
                flush()
                html.element(.strong) { Self.write(inside, into: &$0) }
            } else if character == "*", !rest.hasPrefix("**"), let inside = span("*") {
                flush()
                html.element(.em) { Self.write(inside, into: &$0) }
            } else if character == "[", let (words, address) = link() {
                flush()
                html.element(.a, .href(address)) { Self.write(words, into: &$0) }
            } else {
                plain.append(character)
                rest = rest.dropFirst()
            }
        }
        flush()
    }

    private static func write(_ text: Substring, into html: inout Markup) {
        var line = MarkedLine(text)
        line.write(into: &html)
    }

    /// Removes a mark, its end and the text in between, and returns that text; `nil` without an end.
    private mutating func span(_ mark: String) -> Substring? {
        guard rest.hasPrefix(mark), !endless.contains(mark) else { return nil }
        let start = rest.index(rest.startIndex, offsetBy: mark.count)
        guard let first = rest[start...].first, !first.isWhitespace else { return nil }
        var index = start
        while index < rest.endIndex {
            if rest[index] == "\\", mark != "`" {
                index = rest.index(index, offsetBy: 2, limitedBy: rest.endIndex) ?? rest.endIndex
                continue
            }
            // The end of `**` is not that of `*`.
            let isOther = mark == "*" && rest[index...].hasPrefix("**")
            if !isOther, index > start, rest[index...].hasPrefix(mark),
                !rest[rest.index(before: index)].isWhitespace
            {
                let inside = rest[start..<index]
                rest = rest[rest.index(index, offsetBy: mark.count)...]
                return inside
            }
            index = rest.index(index, offsetBy: isOther ? 2 : 1)
        }
        endless.insert(mark)
        return nil
    }

    /// Removes a link, and returns its label and address; `nil` without a link.
    private mutating func link() -> (words: Substring, address: URLReference)? {
        if bracket.map({ $0.index < rest.startIndex }) ?? true {
            let index = nextBracket()
            bracket = (index, target(after: index))
        }
        guard let bracket, let target = bracket.target else { return nil }
        let words = rest[rest.index(after: rest.startIndex)..<bracket.index]
        guard !words.isEmpty else { return nil }
        rest = rest[target.end...]
        return (words, target.address)
    }

    /// Returns the address in parentheses after a bracket, and the index after it; parentheses in it are in pairs.
    private func target(
        after bracket: String.Index
    ) -> (end: String.Index, address: URLReference)? {
        let after = rest[bracket...].dropFirst().prefix(Self.longestAddress)
        guard after.first == "(" else { return nil }
        var depth = 0
        for index in after.indices {
            if after[index] == "(" { depth += 1 }
            if after[index] == ")" { depth -= 1 }
            guard depth == 0 else { continue }
            return URLReference(String(after[..<index].dropFirst())).map {
                (after.index(after: index), $0)
            }
        }
        return nil
    }

    /// Returns the index of the next unescaped `]`, or the end.
    private func nextBracket() -> String.Index {
        var index = rest.startIndex
        while index < rest.endIndex, rest[index] != "]" {
            let step = rest[index] == "\\" ? 2 : 1
            index = rest.index(index, offsetBy: step, limitedBy: rest.endIndex) ?? rest.endIndex
        }
        return index
    }
}

/// Writes text with marks.
private enum MarkWriter {
    /// Returns the text; `nil` if an element has no mark.
    static func text(of nodes: [RichText.Node]) -> String? {
        var blocks: [String] = []
        for node in nodes {
            guard let block = block(node) else { return nil }
            blocks.append(block)
        }
        return blocks.joined(separator: "\n\n")
    }

    private static func block(_ node: RichText.Node) -> String? {
        switch node.name {
        case "p": return inline(node.children)
        case "h3": return inline(node.children).map { "# " + $0 }
        case "h4": return inline(node.children).map { "## " + $0 }
        case "hr": return "---"
        case "ul", "ol":
            var lines: [String] = []
            for (index, item) in node.children.enumerated() {
                guard item.name == "li", let words = inline(item.children) else { return nil }
                lines.append((node.name == "ul" ? "- " : "\(index + 1). ") + words)
            }
            return lines.joined(separator: "\n")
        case "blockquote":
            guard node.children.count == 1, let only = node.children.first, only.name == "p",
                let words = inline(only.children)
            else { return nil }
            return words.split(separator: "\n", omittingEmptySubsequences: false)
                .map { "> " + $0 }.joined(separator: "\n")
        default: return nil
        }
    }

    private static func inline(_ nodes: [RichText.Node]) -> String? {
        var text = ""
        for node in nodes {
            if case .text(let words) = node {
                text += escaped(words, atStart: text.isEmpty || text.hasSuffix("\n"))
                continue
            }
            guard let inside = inline(node.children) else { return nil }
            switch node.name {
            case "br": text += "\n"
            case "strong": text += "**\(inside)**"
            case "em": text += "*\(inside)*"
            case "code":
                guard case .text(let words)? = node.children.first, node.children.count == 1,
                    !words.contains("`")
                else { return nil }
                text += "`\(words)`"
            case "a":
                guard case .element(_, let attributes, _) = node, attributes.count == 1,
                    let address = attributes.first(where: { $0.name.description == "href" })
                else { return nil }
                text += "[\(inside)](\(address.value))"
            default: return nil
            }
        }
        return text
    }

    private static func escaped(_ text: String, atStart isStart: Bool) -> String {
        var written = ""
        for character in text {
            if "\\*`[]<".contains(character) { written.append("\\") }
            written.append(character)
        }
        guard isStart, let first = written.first else { return written }
        if "#->".contains(first) { return "\\" + written }
        let digits = written.prefix { $0.isASCII && $0.isNumber }
        return digits.isEmpty || !written.dropFirst(digits.count).hasPrefix(". ")
            ? written : digits + "\\" + written.dropFirst(digits.count)
    }
}

import FaceplateAddress

/// Formatted text as people type it: plain text with a few marks.
///
/// `# ` and `## ` begin a heading, `- ` and `1. ` an item of a list, `> ` a line of a quotation, and `---` is a rule. An
/// empty line begins a paragraph. `**strong**`, `*emphasis*`, `` `code` `` and `[words](https://…)` are inline. A
/// backslash before a mark makes it plain text.
extension RichText {
    /// Returns safe HTML for text as people type it, or for HTML; empty for text without content.
    ///
    /// Text that begins with a tag of formatted text is HTML, other text has marks. The result is stable: for the result
    /// itself, it returns the same. Text beyond 64 KiB is removed.
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

    private static func beginsWithTag(_ text: String) -> Bool {
        guard text.utf8.first == UInt8(ascii: "<") else { return false }
        let name = text.utf8.dropFirst().prefix(while: \.isAlphanumeric)
        return RichElement(tag: String(decoding: name, as: UTF8.self).lowercased()) != nil
    }

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
    var name: String {
        switch self {
        case .text: ""
        case .void(let element): element.element.name.description
        case .element(let element, _, _): element.name.description
        }
    }

    var children: [RichText.Node] {
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

    fileprivate func isDeep(below depth: Int = 1) -> Bool {
        guard case .element(_, _, let children) = self else { return false }
        return depth >= RichText.deepest || children.contains { $0.isDeep(below: depth + 1) }
    }

    fileprivate var isBlank: Bool {
        switch self {
        case .text(let text): text.utf8.allSatisfy(\.isSpace)
        case .void: name == "br"
        case .element(_, _, let children): children.allSatisfy(\.isBlank)
        }
    }

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

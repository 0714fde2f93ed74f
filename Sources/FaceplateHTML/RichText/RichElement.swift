/// An element that rich text may hold.
enum RichElement: String, CaseIterable {
    case strong, b, em, i, u, s, small, code, kbd, samp, sub, sup, mark, q, cite, abbr, a, span
    case br, hr
    case p, h3, h4, pre
    case div, blockquote
    case ul, ol, dl, li, dt, dd
    case table, thead, tbody, tr, th, td

    /// Where an element may stand and what it may hold.
    enum Role {
        /// Within a line; holds the same.
        case inline
        /// A line break.
        case lineBreak
        /// A rule between blocks.
        case rule
        /// A block of lines.
        case lines
        /// A block of blocks or lines.
        case blocks
        /// A block of items.
        case list
        /// An item of a list: holds blocks or lines.
        case item
        /// A block of sections.
        case table
        /// A part of a table: holds rows.
        case section
        /// A row of a table: holds cells.
        case row
        /// A cell of a table: holds blocks or lines.
        case cell
    }

    /// The element of a tag; headings keep below those of the page.
    init?(tag: String) {
        switch tag {
        case "h1", "h2": self = .h3
        case "h5", "h6": self = .h4
        default: self.init(rawValue: tag)
        }
    }

    var role: Role {
        switch self {
        case .strong, .b, .em, .i, .u, .s, .small, .code, .kbd, .samp, .sub, .sup, .mark, .q,
            .cite, .abbr, .a, .span:
            .inline
        case .br: .lineBreak
        case .hr: .rule
        case .p, .h3, .h4, .pre: .lines
        case .div, .blockquote: .blocks
        case .ul, .ol, .dl: .list
        case .li, .dt, .dd: .item
        case .table: .table
        case .thead, .tbody: .section
        case .tr: .row
        case .th, .td: .cell
        }
    }

    var isHeading: Bool { self == .h3 || self == .h4 }

    /// Whether it holds lines and nothing else.
    var holdsLines: Bool { role == .inline || role == .lines }

    /// How deep it nests at least once it has content.
    var depth: Int {
        switch role {
        case .table: 4
        case .list: 2
        default: 1
        }
    }

    /// How it is written; `nil` for what never has content.
    var element: Element? {
        switch self {
        case .br, .hr: nil
        case .strong, .b, .em, .i, .u, .s, .small, .code, .kbd, .samp, .sub, .sup, .mark, .q,
            .cite, .abbr, .a, .span:
            inlineElement
        case .p: .p
        case .h3: .h3
        case .h4: .h4
        case .pre: .pre
        case .div: .div
        case .blockquote: .blockquote
        case .ul: .ul
        case .ol: .ol
        case .dl: .dl
        case .li: .li
        case .dt: .dt
        case .dd: .dd
        case .table: .table
        case .thead: .thead
        case .tbody: .tbody
        case .tr: .tr
        case .th: .th
        case .td: .td
        }
    }

    private var inlineElement: Element? {
        switch self {
        case .strong: .strong
        case .b: .b
        case .em: .em
        case .i: .i
        case .u: .u
        case .s: .s
        case .small: .small
        case .code: .code
        case .kbd: .kbd
        case .samp: .samp
        case .sub: .sub
        case .sup: .sup
        case .mark: .mark
        case .q: .q
        case .cite: .cite
        case .abbr: .abbr
        case .a: .a
        case .span: .span
        default: nil
        }
    }
}

// MARK: - Attributes

extension RichElement {
    /// The attributes that may stay; the first of a name counts.
    func attributes(
        of tag: RichTextReader.Tag, _ problems: inout RichTextProblems
    ) -> [Attribute] {
        var kept: [Attribute] = []
        var names: Set<String> = []
        for (name, value) in tag.attributes {
            guard let attribute = attribute(name, value, &problems) else { continue }
            if names.insert(name).inserted { kept.append(attribute) }
        }
        return kept
    }

    private func attribute(
        _ name: String, _ value: String, _ problems: inout RichTextProblems
    ) -> Attribute? {
        switch (name, self) {
        case ("lang", _) where Self.isLanguage(value): return .lang(value)
        case ("dir", _):
            if let direction = Direction(rawValue: value.lowercased()) { return .dir(direction) }
        case ("href", .a):
            if let url = URLReference(value.trimmed) { return .href(url) }
            problems.add(value, "is not an address that a link may lead to.")
            return nil
        case ("title", .a), ("title", .abbr): return .title(value)
        case ("scope", .th):
            switch value.lowercased() {
            case "col": return .scope("col")
            case "row": return .scope("row")
            case "colgroup": return .scope("colgroup")
            case "rowgroup": return .scope("rowgroup")
            default: break
            }
        default: break
        }
        problems.add(name, "of '\(rawValue)' is left out.")
        return nil
    }

    /// Whether it looks like a language tag: `pt-BR`.
    private static func isLanguage(_ text: String) -> Bool {
        let bytes = text.utf8
        guard bytes.count <= 35 else { return false }
        let parts = bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let first = parts.first, (2...3).contains(first.count),
            first.allSatisfy(\.isLetter)
        else { return false }
        return parts.dropFirst().allSatisfy {
            (1...8).contains($0.count) && $0.allSatisfy(\.isLetterOrDigit)
        }
    }
}

extension String {
    /// Without the white space of HTML at its ends, which browsers do not read in an address.
    fileprivate var trimmed: String {
        let bytes = utf8.drop(while: \.isSpace)
        let end = bytes.lastIndex { !$0.isSpace }
        guard let end else { return "" }
        return String(self[bytes.startIndex...end])
    }
}

extension UInt8 {
    var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }

    var isDigit: Bool { (0x30...0x39).contains(self) }

    var isLetterOrDigit: Bool { isLetter || isDigit }

    /// Whether it is white space of HTML.
    var isSpace: Bool {
        self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0C || self == 0x0D
    }
}

import FaceplateAddress

enum RichElement: String, CaseIterable {
    case strong, b, em, i, u, s, small, code, kbd, samp, sub, sup, mark, q, cite, abbr, a, span
    case br, hr
    case p, h3, h4, pre
    case div, blockquote
    case ul, ol, dl, li, dt, dd
    case table, thead, tbody, tr, th, td

    enum Role {
        case inline
        case lineBreak
        case rule
        /// A block that contains only inline content.
        case lines
        /// A block that contains blocks or inline content.
        case blocks
        case list
        /// An item of a list; contains blocks or inline content.
        case item
        case table
        case section
        case row
        /// A cell of a table; contains blocks or inline content.
        case cell
    }

    /// Headings become `h3` or `h4`, below the headings of the page.
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

    var holdsLines: Bool { role == .inline || role == .lines }

    /// The number of levels that the element needs to have content.
    var depth: Int {
        switch role {
        case .table: 4
        case .list: 2
        default: 1
        }
    }

    var element: Element? { Self.elements[rawValue] }

    private static let elements: [String: Element] = {
        let all: [Element] = [
            .strong, .b, .em, .i, .u, .s, .small, .code, .kbd, .samp, .sub, .sup, .mark, .q, .cite,
            .abbr, .a, .span, .p, .h3, .h4, .pre, .div, .blockquote, .ul, .ol, .dl, .li, .dt, .dd,
            .table, .thead, .tbody, .tr, .th, .td,
        ]
        return Dictionary(uniqueKeysWithValues: all.map { ($0.name.description, $0) })
    }()
}

// MARK: - Attributes

extension RichElement {
    /// The first attribute of each name is used.
    func attributes(
        of tag: RichTextReader.Tag, _ problems: inout RichTextProblems
    ) -> [Attribute] {
        var allowed: [Attribute] = []
        var names: Set<String> = []
        for (name, value) in tag.attributes {
            guard let attribute = attribute(name, value, &problems) else { continue }
            if names.insert(name).inserted { allowed.append(attribute) }
        }
        return allowed
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

    /// True when the text has the form of a language tag, such as `pt-BR`.
    private static func isLanguage(_ text: String) -> Bool {
        let bytes = text.utf8
        guard bytes.count <= 35 else { return false }
        let parts = bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let first = parts.first, (2...3).contains(first.count),
            first.allSatisfy(\.isLetter)
        else { return false }
        return parts.dropFirst().allSatisfy {
            (1...8).contains($0.count) && $0.allSatisfy(\.isAlphanumeric)
        }
    }
}

extension String {
    /// Browsers ignore this white space in a URL.
    fileprivate var trimmed: String {
        let bytes = utf8.drop(while: \.isSpace)
        let end = bytes.lastIndex { !$0.isSpace }
        guard let end else { return "" }
        return String(self[bytes.startIndex...end])
    }
}

extension UInt8 {
    var isSpace: Bool {
        self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0C || self == 0x0D
    }
}

/// For any tokens, browsers parse the written tree into the same tree: lists contain items, tables
/// contain rows of cells, inline content contains no blocks, and links contain no links.
struct RichTextBuilder {
    private struct Frame {
        let kind: RichElement
        let attributes: [Attribute]
        /// True when the list has no tag in the source.
        let isImplied: Bool
        var children: [RichText.Node] = []
    }

    private(set) var problems: RichTextProblems
    /// The open elements; the first represents the whole text and never closes.
    private var stack = [Frame(kind: .div, attributes: [], isImplied: false)]
    /// The number of start tags that were removed as too deep, and whose end tags have not followed
    /// yet.
    private var tooDeep: [RichElement: Int] = [:]

    init(_ problems: RichTextProblems) {
        self.problems = problems
    }

    private var top: RichElement { stack[stack.count - 1].kind }

    mutating func add(_ token: RichTextReader.Token) {
        switch token {
        case .text(let text): add(text: text)
        case .skipped(let name): problems.add(name, "is left out with all its content.")
        case .end(let name):
            if let kind = RichElement(tag: name) { end(kind) }
        case .start(let tag):
            if let kind = RichElement(tag: tag.name) {
                start(kind, kind.attributes(of: tag, &problems))
            } else {
                problems.add(tag.name, "is left out; its text stays.")
                guard tag.name == "img" else { return }
                let words = tag.attributes.first { $0.name == "alt" }
                add(text: words?.value ?? "")
            }
        }
    }

    mutating func finish() -> [RichText.Node] {
        close(to: 1)
        return stack[0].children
    }

    // MARK: - Text

    private mutating func add(text: String) {
        // HTML cannot contain NUL; browsers drop it too.
        var text = text.utf8.contains(0) ? String(text.filter { $0 != "\0" }) : text
        guard !text.isEmpty else { return }
        switch top.role {
        case .list, .table, .section, .row:
            if text.utf8.allSatisfy(\.isSpace) { return }
            implyContent()
        default: break
        }
        if top == .pre, stack[stack.count - 1].children.isEmpty, text.utf8.first == 0x0A {
            text = String(text.unicodeScalars.dropFirst())
            if text.isEmpty { return }
        }
        stack[stack.count - 1].children.append(.text(text))
    }

    // MARK: - Start tags

    private mutating func start(_ kind: RichElement, _ attributes: [Attribute]) {
        switch kind.role {
        case .lineBreak:
            implyContent()
            stack[stack.count - 1].children.append(.void(.br))
        case .rule:
            closeLines(for: kind)
            implyContent()
            stack[stack.count - 1].children.append(.void(.hr))
        case .inline: startInline(kind, attributes)
        case .lines, .blocks, .list, .table:
            closeLines(for: kind)
            implyContent()
            // HTML allows no headings in `th` and `dt`.
            let isTitle = stack.contains { $0.kind == .th || $0.kind == .dt }
            push(kind.isHeading && isTitle ? .div : kind, attributes)
        case .item: startItem(kind, attributes)
        case .section, .row, .cell: startPart(kind, attributes)
        }
    }

    private mutating func startInline(_ kind: RichElement, _ attributes: [Attribute]) {
        if kind == .a {
            close(innermost: .a)
            // A link without a URL is text.
            guard attributes.contains(where: \.isAddress) else { return }
        }
        implyContent()
        push(kind, attributes)
    }

    private mutating func startItem(_ kind: RichElement, _ attributes: [Attribute]) {
        let isTerm = kind != .li
        for index in stack.indices.dropFirst().reversed() {
            let other = stack[index].kind
            if other.role == .cell { break }
            if other.role == .list, (other == .dl) == isTerm {
                close(to: index + 1)
                push(kind, attributes)
                return
            }
        }
        closeLines(for: kind)
        implyContent()
        if push(isTerm ? .dl : .ul, [], isImplied: true) { push(kind, attributes) }
    }

    private mutating func startPart(_ kind: RichElement, _ attributes: [Attribute]) {
        guard let table = stack.lastIndex(where: { $0.kind == .table }) else {
            problems.add(
                kind.rawValue, "is left out, because it is not in a table; its text stays.")
            return
        }
        if kind.role == .section {
            close(to: table + 1)
            let isFirst = stack[table].children.isEmpty
            push(isFirst ? kind : .tbody, attributes)
            return
        }
        if kind.role == .cell, stack.count > table + 2 {
            close(to: table + 3)
        } else {
            close(to: table + 2)
            if stack.count == table + 1 { push(.tbody, []) }
            if kind.role == .cell { push(.tr, []) }
        }
        push(kind, attributes)
    }

    @discardableResult
    private mutating func push(
        _ kind: RichElement, _ attributes: [Attribute], isImplied: Bool = false
    ) -> Bool {
        guard stack.count - 1 + kind.depth <= RichText.deepest else {
            problems.add(
                "Elements more than \(RichText.deepest) deep are left out; their text stays.")
            if !isImplied { tooDeep[kind, default: 0] += 1 }
            return false
        }
        stack.append(Frame(kind: kind, attributes: attributes, isImplied: isImplied))
        return true
    }

    private mutating func implyContent() {
        switch top {
        case .ul, .ol, .dl:
            if stack[stack.count - 1].isImplied {
                close(to: stack.count - 1)
                implyContent()
            } else {
                push(top == .dl ? .dd : .li, [])
            }
        case .table, .thead, .tbody, .tr: startPart(.td, [])
        default: break
        }
    }

    // MARK: - End tags

    private mutating func end(_ kind: RichElement) {
        if let count = tooDeep[kind], count > 0 {
            tooDeep[kind] = count - 1
            return
        }
        close(innermost: kind)
    }

    private mutating func close(innermost kind: RichElement) {
        for index in stack.indices.dropFirst().reversed() {
            let other = stack[index].kind
            if other == kind || kind.isHeading && other.isHeading { return close(to: index) }
            if isWall(other, for: kind) { return }
        }
    }

    /// True when an end tag of `kind` cannot close an element outside `other`.
    private func isWall(_ other: RichElement, for kind: RichElement) -> Bool {
        switch kind.role {
        case .inline: other.role != .inline
        case .table: false
        case .section, .row, .cell: other == .table
        case .item: other.role == .cell || other.role == .list && (other == .dl) == (kind != .li)
        default: other.role == .cell
        }
    }

    // MARK: - Closing

    private mutating func closeLines(for kind: RichElement) {
        while stack.count > 1, top.holdsLines {
            if top.role == .inline {
                problems.add(top.rawValue, "ends where '\(kind.rawValue)' begins.")
            }
            close(to: stack.count - 1)
        }
    }

    private mutating func close(to index: Int) {
        while stack.count > max(index, 1), let frame = stack.popLast() {
            guard let element = frame.kind.element else { continue }
            stack[stack.count - 1].children.append(
                .element(element, frame.attributes, frame.children))
        }
    }
}

extension Attribute {
    fileprivate var isAddress: Bool { name.description == "href" }
}

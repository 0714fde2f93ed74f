import FaceplateSchema

/// YAML, read by libyaml, whose marks give the places.
struct YAMLSyntax: DocumentSyntax {
    func read(_ text: DocumentText) throws(DocumentError) -> DocumentReading {
        var reader = try YAMLReader(text)
        return try reader.document()
    }

    func replace(
        _ node: DocumentNode, in parents: [DocumentNode], with value: JSONValue,
        _ document: Document
    ) throws(DocumentError) -> Replacement {
        let text = document.text
        let style = YAMLStyle(document)
        guard let parent = parents.last else {
            if node.spelling == .missing { return atEnd(value, document) }
            let lines = style.lines(of: value)
            return Replacement(
                node.range.lowerBound..<node.end,
                comments(in: node, document, indentation: "")
                    + lines.joined(separator: style.lineEnd))
        }
        let isFlow = parents.contains { $0.spelling == .flow }
        let isNested = !(value.array?.isEmpty ?? value.object?.members.isEmpty ?? true)
        let column = self.column(of: parent, document)
        // Behind a colon or dash, there must be a blank.
        let blank = node.range.isEmpty ? " " : ""
        if isFlow || !isNested || node.spelling == .flow {
            let kept =
                isFlow
                ? ""
                : comments(
                    in: node, document,
                    indentation: String(repeating: " ", count: column + style.unit))
            let shown =
                isNested
                ? style.flow(value, old: node)
                : style.scalar(value, old: node, isFlow: isFlow, column: column)
            guard kept.isEmpty else {
                return Replacement(
                    node.range.lowerBound..<node.end,
                    kept.drop { $0 == " " }
                        + String(repeating: " ", count: column + style.unit) + shown)
            }
            // A comment behind the value stays in its line.
            let lines = shown.split(separator: style.lineEnd, maxSplits: 1)
            guard !isFlow, lines.count == 2 else {
                return Replacement(node.range.lowerBound..<node.end, blank + shown)
            }
            let lineEnd = text.contentEnd(node.end)
            return Replacement(
                node.range.lowerBound..<lineEnd,
                blank + lines[0] + text.string(node.end..<lineEnd) + style.lineEnd + lines[1])
        }
        if node.spelling == .block {
            let inner = text.column(node.range.lowerBound)
            return Replacement(
                node.range.lowerBound..<node.end,
                keptFirst(node, document, column: inner)
                    + style.lines(of: value).joined(
                        separator: style.lineEnd + String(repeating: " ", count: inner)))
        }
        let inList = parent.elements.isEmpty == false
        if inList {
            let inner = column + 2
            let lines = style.lines(of: value).joined(
                separator: style.lineEnd + String(repeating: " ", count: inner))
            return Replacement(node.range.lowerBound..<node.end, blank + lines)
        }
        // The block begins on the next line, behind a comment.
        let start = blanksBefore(node.range.lowerBound, text)
        let lineEnd = text.contentEnd(node.end)
        let rest = text.string(node.end..<lineEnd)
        let inner = column + (value.array == nil ? style.unit : style.listUnit)
        let indentation = style.lineEnd + String(repeating: " ", count: inner)
        return Replacement(
            start..<lineEnd,
            rest + indentation + style.lines(of: value).joined(separator: indentation))
    }

    func insert(
        _ value: JSONValue, named name: String?, at index: Int, into container: DocumentNode,
        _ path: DocumentPath, _ document: Document
    ) throws(DocumentError) -> Replacement {
        let text = document.text
        let style = YAMLStyle(document)
        if container.spelling == .flow {
            return brackets(document).insert(value, named: name, at: index, into: container)
        }
        let value = name.map { JSONValue.object([($0, value)]) } ?? .array([value])
        if container.spelling == .missing { return atEnd(value, document) }
        let column = self.column(of: container, document)
        let indentation = String(repeating: " ", count: column)
        let lines = style.lines(of: value).map { indentation + $0 }
        let nodes = container.elements
        if index < nodes.count, name == nil {
            let dash = try self.dash(of: nodes[index], column: column, document)
            let start = text.lineStart(dash)
            guard text.isBlank(start..<dash) else {
                return Replacement(
                    dash..<dash,
                    style.lines(of: value).joined(separator: style.lineEnd)
                        + style.lineEnd + indentation)
            }
            return Replacement(
                start..<start, lines.map { $0 + style.lineEnd }.joined())
        }
        var place = text.contentEnd(container.end)
        // Comments with a deeper indentation belong to what is before them.
        while place < text.bytes.count {
            let next = text.nextLine(place)
            let first = text.skippingBlanks(next)
            guard next < text.bytes.count, first < text.bytes.count,
                text.bytes[first] == UInt8(ascii: "#"), first - next > column
            else { break }
            place = text.contentEnd(first)
        }
        return Replacement(place..<place, lines.map { style.lineEnd + $0 }.joined())
    }

    func remove(
        _ index: Int, of container: DocumentNode, in parents: [DocumentNode], _ document: Document
    ) throws(DocumentError) -> Replacement {
        let text = document.text
        let style = YAMLStyle(document)
        if container.spelling == .flow { return brackets(document).remove(index, of: container) }
        let column = self.column(of: container, document)
        let indentation = String(repeating: " ", count: column)
        let own = container.members.filter { !$0.isInherited }
        let starts =
            try container.elements.isEmpty
            ? own.map(\.start)
            : container.elements.map { node throws(DocumentError) in
                try dash(of: node, column: column, document)
            }
        let end = container.elements.isEmpty ? own[index].node.end : container.elements[index].end
        let start = starts[index]
        // An empty value ends at its colon.
        let contentEnd = max(end, container.elements.isEmpty ? own[index].nameEnd + 1 : start + 1)
        if starts.count == 1, !parents.isEmpty {
            return try emptied(container, in: parents, document)
        }
        let lineStart = text.lineStart(start)
        let lineEnd = text.nextLine(text.contentEnd(contentEnd))
        if text.isBlank(lineStart..<start) {
            let range = lineStart..<lineEnd
            let kept = text.comments(document.comments, in: range, indentation: indentation)
            // The last line of the file can be without a line end.
            if kept.isEmpty, lineEnd == text.bytes.count, lineStart > 0,
                text.bytes[lineEnd - 1] != DocumentText.newline
            {
                return Replacement((text.contentEnd(lineStart - 1))..<lineEnd, "")
            }
            return Replacement(range, kept)
        }
        guard index + 1 < starts.count else {
            return try emptied(container, in: parents, document)
        }
        // The first member is behind the dash of its list.
        let range = start..<starts[index + 1]
        let kept = document.comments.filter { range.contains($0.lowerBound) }
            .map { text.string($0) + style.lineEnd + indentation }.joined()
        return Replacement(range, kept)
    }

    // MARK: - Places

    /// The column of the names of a map, or of the dashes of a list.
    private func column(of container: DocumentNode, _ document: Document) -> Int {
        document.text.column(container.range.lowerBound)
            - (document.text.lineStart(container.range.lowerBound) == 0
                && document.text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    }

    private func blanksBefore(_ offset: Int, _ text: DocumentText) -> Int {
        var place = offset
        while place > 0, text.bytes[place - 1] == 0x20 || text.bytes[place - 1] == 0x09 {
            place -= 1
        }
        return place
    }

    private func dash(
        of node: DocumentNode, column: Int, _ document: Document
    ) throws(DocumentError) -> Int {
        let text = document.text
        var line = text.lineStart(node.range.lowerBound)
        while true {
            let place = line + column
            if place < text.bytes.count, place <= node.range.lowerBound,
                text.bytes[place] == UInt8(ascii: "-"),
                place + 1 >= text.bytes.count
                    || [0x20, 0x09, 0x0A, 0x0D].contains(text.bytes[place + 1])
            {
                return place
            }
            guard line > 0 else { break }
            line = text.lineStart(line - 1)
        }
        throw text.error("The entry of the list has no dash of its own.", at: node.range.lowerBound)
    }

    private func comments(
        in node: DocumentNode, _ document: Document, indentation: String
    ) -> String {
        document.text.comments(
            document.comments, in: node.range.lowerBound..<node.end, indentation: indentation)
    }

    private func keptFirst(_ node: DocumentNode, _ document: Document, column: Int) -> String {
        document.comments.filter { (node.range.lowerBound..<node.end).contains($0.lowerBound) }
            .map {
                document.text.string($0) + document.text.lineEnd
                    + String(repeating: " ", count: column)
            }.joined()
    }

    private func atEnd(_ value: JSONValue, _ document: Document) -> Replacement {
        let style = YAMLStyle(document)
        let end = document.text.bytes.count
        let isOnNewLine =
            end == 0 || document.text.bytes[end - 1] == DocumentText.newline
            || document.text.bytes == [0xEF, 0xBB, 0xBF]
        return Replacement(
            end..<end,
            (isOnNewLine ? "" : style.lineEnd)
                + style.lines(of: value).map { $0 + style.lineEnd }.joined())
    }

    /// Writes an empty list or map in place of the last part.
    private func emptied(
        _ container: DocumentNode, in parents: [DocumentNode], _ document: Document
    ) throws(DocumentError) -> Replacement {
        let text = document.text
        let brackets = container.elements.isEmpty ? "{}" : "[]"
        let range = container.range.lowerBound..<container.end
        let column = self.column(of: container, document)
        let kept = keptFirst(container, document, column: column)
        // The list can be as far to the left as its name.
        guard let member = parents.last?.members.first(where: { $0.node.range == container.range }),
            !container.elements.isEmpty, let parent = parents.last,
            self.column(of: parent, document) >= column
        else { return Replacement(range, kept + brackets) }
        let colon =
            text.bytes[member.nameEnd...].firstIndex(of: UInt8(ascii: ":")) ?? member.nameEnd
        let before = text.string((colon + 1)..<range.lowerBound)
        let notes = kept.isEmpty ? "" : style(document).lineEnd + kept
        let trimmed = before.prefix(while: { $0 != "#" && !$0.isNewline })
        let rest = String(before.dropFirst(trimmed.count))
        let end =
            rest.lastIndex { !$0.isWhitespace }.map { rest.index(after: $0) } ?? rest.startIndex
        return Replacement(
            (colon + 1)..<range.upperBound,
            " " + brackets + (end == rest.startIndex ? "" : " " + rest[..<end]) + notes.trimmedEnd)
    }

    private func style(_ document: Document) -> YAMLStyle { YAMLStyle(document) }

    private func brackets(_ document: Document) -> Brackets {
        let style = YAMLStyle(document)
        return Brackets(
            document: document, commentMark: UInt8(ascii: "#"),
            unit: String(repeating: " ", count: style.unit),
            key: { style.key($0, isFlow: true) + ": " },
            spell: { value, _, _ in style.flow(value, old: nil) })
    }
}

/// The way in which a file is written.
struct YAMLStyle {
    let lineEnd: String
    /// The columns of one level.
    let unit: Int
    /// The columns of the dashes of a list, from its name.
    let listUnit: Int

    init(_ document: Document) {
        lineEnd = document.text.lineEnd
        var unit: Int?
        var listUnit: Int?
        func search(_ node: DocumentNode) {
            let column = document.text.column(node.range.lowerBound)
            for member in node.members where node.spelling == .block && !member.isInherited {
                guard member.node.spelling == .block else { continue }
                let inner = document.text.column(member.node.range.lowerBound) - column
                if member.node.elements.isEmpty, inner > 0 {
                    unit = unit ?? inner
                } else if !member.node.elements.isEmpty, inner >= 0 {
                    listUnit = listUnit ?? inner
                }
                if unit == nil || listUnit == nil { search(member.node) }
            }
        }
        search(document.root)
        self.unit = unit ?? listUnit.flatMap { $0 > 0 ? $0 : nil } ?? 2
        self.listUnit = listUnit ?? self.unit
    }

    /// The lines of a value in a block, without indentation.
    func lines(of value: JSONValue) -> [String] {
        switch value.content {
        case .object(let object) where !object.members.isEmpty:
            return object.members.flatMap { member -> [String] in
                let name = key(member.name, isFlow: false) + ":"
                let inner = lines(of: member.value)
                guard isNested(member.value) else {
                    let text = scalar(member.value, old: nil, isFlow: false, column: 0)
                    return (name + " " + text).components(lineEnd)
                }
                let count = member.value.array == nil ? unit : listUnit
                return [name] + inner.map { String(repeating: " ", count: count) + $0 }
            }
        case .array(let elements) where !elements.isEmpty:
            return elements.flatMap { element -> [String] in
                let inner =
                    isNested(element)
                    ? lines(of: element)
                    : scalar(element, old: nil, isFlow: false, column: 0).components(lineEnd)
                return inner.enumerated().map {
                    $0.offset == 0 ? "- " + $0.element : "  " + $0.element
                }
            }
        default: return scalar(value, old: nil, isFlow: false, column: 0).components(lineEnd)
        }
    }

    private func isNested(_ value: JSONValue) -> Bool {
        !(value.array?.isEmpty ?? value.object?.members.isEmpty ?? true)
    }

    /// In brackets, in one line.
    func flow(_ value: JSONValue, old: DocumentNode?) -> String {
        switch value.content {
        case .object(let object):
            let parts = object.members.map {
                key($0.name, isFlow: true) + ": "
                    + flow($0.value, old: old?.child(.name($0.name)))
            }
            return "{" + parts.joined(separator: ", ") + "}"
        case .array(let elements):
            return "[" + elements.map { flow($0, old: nil) }.joined(separator: ", ") + "]"
        default: return scalar(value, old: old, isFlow: true, column: 0)
        }
    }

    func key(_ name: String, isFlow: Bool) -> String {
        YAMLScalar.isPlainText(name, isFlow: isFlow) && !name.contains(": ")
            ? name : YAMLScalar.quoted(name)
    }

    /// - Parameter column: That of the parent, for text of several lines.
    func scalar(
        _ value: JSONValue, old: DocumentNode?, isFlow: Bool, column: Int
    ) -> String {
        guard let text = value.string else { return JSONWriter().text(value) }
        let isOneLine = !text.contains(where: \.isNewline)
        switch old?.spelling {
        case .doubleQuoted: return YAMLScalar.quoted(text)
        case .singleQuoted
        where isOneLine && YAMLScalar.isPlainText("a" + text + "a", isFlow: false):
            return "'" + text.replacing("'", with: "''") + "'"
        case .singleQuoted
        where isOneLine && text.unicodeScalars.allSatisfy({ (0x20..<0x7F).contains($0.value) }):
            return "'" + text.replacing("'", with: "''") + "'"
        default: break
        }
        if !isOneLine, !isFlow, let block = literal(text, column: column) { return block }
        return YAMLScalar.isPlainText(text, isFlow: isFlow) ? text : YAMLScalar.quoted(text)
    }

    /// `nil` for text that needs escapes, or begins with a blank.
    private func literal(_ text: String, column: Int) -> String? {
        guard !text.hasPrefix(" "), !text.hasPrefix("\n"), !text.hasPrefix("\t"),
            text.unicodeScalars.allSatisfy({ scalar in
                scalar == "\n" || (0x20..<0x7F).contains(scalar.value)
                    || (0xA0..<0xD800).contains(scalar.value)
                        && ![0x2028, 0x2029].contains(scalar.value)
                    || scalar.value > 0xFFFF
            })
        else { return nil }
        let body = text.hasSuffix("\n") ? String(text.dropLast()) : text
        guard !body.hasSuffix("\n"), !body.isEmpty else { return nil }
        let indentation = String(repeating: " ", count: column + unit)
        let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
        return (text.hasSuffix("\n") ? "|" : "|-")
            + lines.map { lineEnd + ($0.isEmpty ? "" : indentation + $0) }.joined()
    }
}

extension String {
    fileprivate func components(_ separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}

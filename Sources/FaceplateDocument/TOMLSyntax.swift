import FaceplateSchema

/// TOML 1.0.
struct TOMLSyntax: DocumentSyntax {
    func read(_ text: DocumentText) throws(DocumentError) -> DocumentReading {
        var reader = TOMLReader(text)
        return try reader.document()
    }

    func replace(
        _ node: DocumentNode, in parents: [DocumentNode], with value: JSONValue,
        _ document: Document
    ) throws(DocumentError) -> Replacement {
        guard node.spelling != .missing else {
            let end = document.text.bytes.count
            let isOnNewLine = end == 0 || document.text.bytes[end - 1] == DocumentText.newline
            return Replacement(
                end..<end,
                (isOnNewLine ? "" : document.text.lineEnd)
                    + (try section(value, [], document, isFirst: end == 0)))
        }
        guard node.spelling != .table, node.spelling != .block else {
            throw DocumentError("A table of TOML cannot become another value.")
        }
        return Replacement(node.range, try spell(value, old: node, document))
    }

    func insert(
        _ value: JSONValue, named name: String?, at index: Int, into container: DocumentNode,
        _ path: DocumentPath, _ document: Document
    ) throws(DocumentError) -> Replacement {
        let text = document.text
        if container.spelling == .flow {
            try check(value)
            return brackets(document).insert(value, named: name, at: index, into: container)
        }
        if container.spelling == .missing {
            return try replace(container, in: [], with: .object([(name ?? "", value)]), document)
        }
        let names = path.compactMap { step in
            if case .name(let name) = step { name } else { nil }
        }
        guard let name else {
            // Another table of the list.
            guard index == container.elements.count, value.object != nil else {
                throw DocumentError("A table can only be added at the end of the list.")
            }
            return try appended(
                try section(value, names, document, isList: true), behind: container, document)
        }
        let hasIndex = names.count < path.count
        if let object = value.object, !object.members.isEmpty, !hasIndex,
            container.spelling == .table, !isDotted(container)
        {
            return try appended(
                try section(value, names + [name], document), behind: container, document)
        }
        let line = try "\(key(name)) = \(spell(value, old: nil, document))"
        let own = container.members.filter { !$0.node.isSection }
        if let last = own.last {
            // Names with dots begin alike.
            let lineStart = text.lineStart(last.start)
            let start = text.skippingBlanks(lineStart)
            let prefix = isDotted(container) ? text.string(start..<last.start) : ""
            let indentation = text.string(lineStart..<start)
            let end = text.contentEnd(last.node.end)
            return Replacement(end..<end, text.lineEnd + indentation + prefix + line)
        }
        if !container.range.isEmpty {
            let end = text.contentEnd(container.range.upperBound)
            return Replacement(end..<end, text.lineEnd + line)
        }
        // Before the first header, and the comments that belong to it.
        let first = container.members.map(\.start).min() ?? text.bytes.count
        let start = commentsStart(first, text)
        let header = path.isEmpty ? "" : "[\(names.map(key).joined(separator: "."))]" + text.lineEnd
        return Replacement(start..<start, header + line + text.lineEnd + text.lineEnd)
    }

    func remove(
        _ index: Int, of container: DocumentNode, in parents: [DocumentNode], _ document: Document
    ) throws(DocumentError) -> Replacement {
        let text = document.text
        if container.spelling == .flow { return brackets(document).remove(index, of: container) }
        let node =
            container.elements.isEmpty ? container.members[index].node : container.elements[index]
        let start =
            container.elements.isEmpty
            ? min(container.members[index].start, firstStart(of: node)) : node.range.lowerBound
        let range = text.lineStart(start)..<text.nextLine(text.contentEnd(max(node.end, start)))
        return Replacement(
            range, text.comments(document.comments, in: range, indentation: text.indentation(start))
        )
    }

    // MARK: - Places

    private func isDotted(_ node: DocumentNode) -> Bool { node.spelling == .block }

    private func firstStart(of node: DocumentNode) -> Int {
        guard node.isSection else { return node.range.lowerBound }
        let starts = node.members.map { min($0.start, firstStart(of: $0.node)) }
        return ([node.range.isEmpty ? nil : node.range.lowerBound].compactMap(\.self) + starts)
            .min()
            ?? node.range.lowerBound
    }

    /// The start of the comment lines directly before a line.
    private func commentsStart(_ offset: Int, _ text: DocumentText) -> Int {
        var start = text.lineStart(offset)
        while start > 0 {
            let before = text.lineStart(start - 1)
            guard text.skippingBlanks(before) < start,
                text.bytes[text.skippingBlanks(before)] == UInt8(ascii: "#")
            else { return start }
            start = before
        }
        return start
    }

    private func appended(
        _ section: String, behind container: DocumentNode, _ document: Document
    ) throws(DocumentError) -> Replacement {
        let text = document.text
        let end = text.contentEnd(container.end)
        let isEmpty = container.end == 0
        return Replacement(
            end..<end, (isEmpty ? "" : text.lineEnd + text.lineEnd) + section.trimmedEnd)
    }

    // MARK: - Spelling

    private func brackets(_ document: Document) -> Brackets {
        Brackets(
            document: document, commentMark: UInt8(ascii: "#"), unit: "    ",
            objectsHaveLines: false, key: { key($0) + " = " },
            spell: { value, _, _ in (try? spell(value, old: nil, document)) ?? "\"\"" })
    }

    private func check(_ value: JSONValue) throws(DocumentError) {
        switch value.content {
        case .null: throw DocumentError("TOML has no null.")
        case .array(let elements): for element in elements { try check(element) }
        case .object(let object): for member in object.members { try check(member.value) }
        default: break
        }
    }

    private func key(_ name: String) -> String {
        !name.isEmpty && name.utf8.allSatisfy(\.isBareInTOML) ? name : quoted(name)
    }

    /// The header and the lines of a table; those of its own tables follow.
    private func section(
        _ value: JSONValue, _ names: [String], _ document: Document, isList: Bool = false,
        isFirst: Bool = false
    ) throws(DocumentError) -> String {
        let end = document.text.lineEnd
        let name = names.map(key).joined(separator: ".")
        let members = value.object?.members ?? []
        func isTable(_ value: JSONValue) -> Bool { value.object?.members.isEmpty == false }
        let own = isList ? members : members.filter { !isTable($0.value) }
        var text = ""
        if !names.isEmpty, isList || !own.isEmpty || members.isEmpty {
            text += (isList ? "[[\(name)]]" : "[\(name)]") + end
        }
        for member in own {
            text += "\(key(member.name)) = \(try spell(member.value, old: nil, document))" + end
        }
        for member in members where !isList && isTable(member.value) {
            text +=
                (text.isEmpty ? "" : end)
                + (try section(member.value, names + [member.name], document))
        }
        return text
    }

    private func spell(
        _ value: JSONValue, old: DocumentNode?, _ document: Document
    ) throws(DocumentError) -> String {
        switch value.content {
        case .null: throw DocumentError("TOML has no null.")
        case .boolean(let flag): return flag ? "true" : "false"
        case .number(let number):
            let isFloat = old.map { node in
                node.spelling == .plain
                    && document.text.bytes[node.range].contains { ".eE".utf8.contains($0) }
                    && !document.text.bytes[node.range].starts(with: "0x".utf8)
            }
            let isWhole = !number.text.utf8.contains { ".eE".utf8.contains($0) }
            return isFloat == true && isWhole ? number.text + ".0" : number.text
        case .string(let text):
            if old?.spelling == .moment, TOMLReader.moment(text) == text { return text }
            return string(text, old: old, document)
        case .array(let elements):
            var parts: [String] = []
            for element in elements { parts.append(try spell(element, old: nil, document)) }
            return "[" + parts.joined(separator: ", ") + "]"
        case .object(let object):
            var parts: [String] = []
            for member in object.members {
                parts.append("\(key(member.name)) = \(try spell(member.value, old: nil, document))")
            }
            return parts.isEmpty ? "{}" : "{ " + parts.joined(separator: ", ") + " }"
        }
    }

    private func string(_ text: String, old: DocumentNode?, _ document: Document) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        if old?.spelling == .singleQuoted, isPlain, !text.contains("'") { return "'\(text)'" }
        guard text.contains("\n"), old?.spelling != .doubleQuoted else { return quoted(text) }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            String(quoted(String(line)).dropFirst().dropLast())
        }
        let end = document.text.lineEnd
        return "\"\"\"" + end + lines.joined(separator: end) + "\"\"\""
    }

    private func quoted(_ text: String) -> String {
        JSONWriter().text(.text(text)).replacing("\u{7F}", with: "\\u007F")
    }
}

extension DocumentNode {
    /// True for a table by header, or a list of them.
    fileprivate var isSection: Bool { spelling == .table }
}

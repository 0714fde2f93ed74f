import FaceplateSchema

/// Files with a name and a value on each line; all values are text.
private protocol LineSyntax: DocumentSyntax {
    /// The text of a value, in the way of the one that it replaces.
    func spell(_ text: String, old: DocumentNode?, _ document: Document) throws(DocumentError)
        -> String
    func line(_ name: String, _ value: String, _ container: DocumentNode, _ document: Document)
        -> String
}

extension LineSyntax {
    fileprivate func text(of value: JSONValue) throws(DocumentError) -> String {
        if let text = value.string { return text }
        guard !value.isNull else { throw DocumentError("The file cannot contain null.") }
        return JSONWriter().text(value)
    }

    func replace(
        _ node: DocumentNode, in parents: [DocumentNode], with value: JSONValue,
        _ document: Document
    ) throws(DocumentError) -> Replacement {
        Replacement(node.range, try spell(text(of: value), old: node, document))
    }

    fileprivate func removal(_ index: Int, of container: DocumentNode, _ document: Document)
        -> Replacement
    {
        let text = document.text
        let member = container.members[index]
        let range =
            text.lineStart(
                member.start)..<text.nextLine(text.contentEnd(max(member.node.end, member.nameEnd)))
        return Replacement(range, text.comments(document.comments, in: range, indentation: ""))
    }
}

/// INI: sections of one level, with names and values.
struct INISyntax: LineSyntax {
    private struct Section {
        let name: String
        let range: Range<Int>
        var members: [DocumentNode.Member] = []
        var places: [[UInt8]: Int] = [:]

        var member: DocumentNode.Member {
            DocumentNode.Member(
                name: name, start: range.lowerBound, nameEnd: range.upperBound,
                node: DocumentNode(.map(members), range, .table))
        }
    }

    func read(_ text: DocumentText) throws(DocumentError) -> DocumentReading {
        var comments: [Range<Int>] = []
        // The first one has no name.
        var sections = [Section(name: "", range: 0..<0)]
        var current = 0
        var indices: [[UInt8]: Int] = [:]
        var line = text.contentStart
        while line < text.bytes.count {
            defer { line = text.nextLine(line) }
            let range = text.trimmed(line..<text.contentEnd(line))
            guard let first = range.first.map({ text.bytes[$0] }) else { continue }
            if first == UInt8(ascii: ";") || first == UInt8(ascii: "#") {
                comments.append(range)
            } else if first == UInt8(ascii: "[") {
                guard let close = text.bytes[range].lastIndex(of: UInt8(ascii: "]")),
                    case let name = text.trimmed((range.lowerBound + 1)..<close), !name.isEmpty
                else {
                    throw text.error(
                        "The name of a section must end with ].", at: range.lowerBound)
                }
                current = indices[Array(text.bytes[name])] ?? sections.count
                guard current == sections.count else { continue }
                indices[Array(text.bytes[name])] = current
                sections.append(
                    Section(name: text.string(name), range: range.lowerBound..<(close + 1)))
            } else {
                let member = try pair(text, range)
                if let place = sections[current].places.updateValue(
                    member.start, forKey: Array(member.name.utf8))
                {
                    throw text.repeated(member.name, place, at: member.start)
                }
                sections[current].members.append(member)
            }
        }
        let root = sections[0].members + sections.dropFirst().map(\.member)
        let start = root.isEmpty ? text.bytes.count : 0
        return DocumentReading(
            root: DocumentNode(.map(root), start..<start, .table), comments: comments)
    }

    private func pair(
        _ text: DocumentText, _ range: Range<Int>
    ) throws(DocumentError) -> DocumentNode.Member {
        let bytes = text.bytes[range]
        let sign =
            bytes.firstIndex(of: UInt8(ascii: "=")) ?? bytes.firstIndex(of: UInt8(ascii: ":"))
        guard let sign, sign > range.lowerBound else {
            throw text.error("This is not name = value.", at: range.lowerBound)
        }
        let name = text.trimmed(range.lowerBound..<sign)
        let value = text.trimmed((sign + 1)..<range.upperBound)
        let written = Array(text.bytes[value])
        let quoted =
            written.first == UInt8(ascii: "\"") ? (try? JSONReader.read(written))?.string : nil
        let node = DocumentNode(
            .scalar(.text(quoted ?? text.string(value))), value,
            quoted != nil ? .doubleQuoted : value.isEmpty ? .missing : .plain)
        return DocumentNode.Member(
            name: text.string(name), start: name.lowerBound, nameEnd: sign + 1, node: node)
    }

    func spell(
        _ text: String, old: DocumentNode?, _ document: Document
    ) throws(DocumentError) -> String {
        let isPlain =
            !text.contains(where: \.isNewline) && text.first?.isWhitespace != true
            && text.last?.isWhitespace != true && text.first != "\""
        if old?.spelling == .doubleQuoted || !isPlain { return JSONWriter().text(.text(text)) }
        return
            (old?.spelling == .missing
            && document.text.bytes[(old?.range.lowerBound ?? 1) - 1] != 0x20 ? " " : "")
            + text
    }

    func line(
        _ name: String, _ value: String, _ container: DocumentNode, _ document: Document
    ) -> String {
        // As the others are written: with or without blanks around the sign.
        let written = document.root.members.flatMap { $0.node.members + [$0] }
            .first { $0.node.spelling != .table }
        let sign =
            written.map { member in
                let start = member.start + member.name.utf8.count
                return start < member.node.range.lowerBound
                    ? document.text.string(start..<member.node.range.lowerBound) : " = "
            } ?? " = "
        return name + (sign.contains { "=:".contains($0) } ? sign : " = ") + value
    }

    func insert(
        _ value: JSONValue, named name: String?, at index: Int, into container: DocumentNode,
        _ path: DocumentPath, _ document: Document
    ) throws(DocumentError) -> Replacement {
        guard let name else { throw DocumentError("INI has no lists.") }
        let text = document.text
        if let object = value.object {
            guard path.isEmpty else { throw DocumentError("INI has sections of one level.") }
            let end = text.bytes.count
            let lines = try object.members.map { member throws(DocumentError) in
                try self.line(
                    member.name, spell(self.text(of: member.value), old: nil, document), container,
                    document) + text.lineEnd
            }
            let isOnNewLine = end == 0 || text.bytes[end - 1] == DocumentText.newline
            return Replacement(
                end..<end,
                (isOnNewLine ? "" : text.lineEnd) + (end == 0 ? "" : text.lineEnd) + "[\(name)]"
                    + text.lineEnd + lines.joined())
        }
        let line = try self.line(
            name, spell(self.text(of: value), old: nil, document), container, document)
        let own = container.members.filter { $0.node.spelling != .table }
        if let last = own.last {
            let end = text.contentEnd(max(last.node.end, last.nameEnd))
            return Replacement(end..<end, text.lineEnd + line)
        }
        if !path.isEmpty {
            let end = text.contentEnd(container.range.upperBound)
            return Replacement(end..<end, text.lineEnd + line)
        }
        guard let first = container.members.first else {
            let end = text.bytes.count
            let isOnNewLine = end == 0 || text.bytes[end - 1] == DocumentText.newline
            return Replacement(end..<end, (isOnNewLine ? "" : text.lineEnd) + line + text.lineEnd)
        }
        let start = text.lineStart(first.start)
        return Replacement(start..<start, line + text.lineEnd + text.lineEnd)
    }

    func remove(
        _ index: Int, of container: DocumentNode, in parents: [DocumentNode], _ document: Document
    ) throws(DocumentError) -> Replacement {
        removal(index, of: container, document)
    }
}

/// `.env`: variables, also with `export`.
struct EnvironmentSyntax: LineSyntax {
    func read(_ text: DocumentText) throws(DocumentError) -> DocumentReading {
        var comments: [Range<Int>] = []
        var members: [DocumentNode.Member] = []
        var known: [[UInt8]: Int] = [:]
        var line = text.contentStart
        while line < text.bytes.count {
            var place = text.skippingBlanks(line)
            let end = text.contentEnd(line)
            guard place < end else {
                line = text.nextLine(line)
                continue
            }
            if text.bytes[place] == UInt8(ascii: "#") {
                comments.append(place..<end)
                line = text.nextLine(line)
                continue
            }
            if text.bytes[place...].starts(with: "export ".utf8) {
                place = text.skippingBlanks(place + 7)
            }
            let sign = text.bytes[place..<end].firstIndex(of: UInt8(ascii: "="))
            let name = text.trimmed(place..<(sign ?? place))
            // Another command than an assignment has a blank before the sign.
            guard let sign, !name.isEmpty,
                !text.bytes[name].contains(where: { $0 == 0x20 || $0 == 0x09 })
            else {
                throw text.error("This is no NAME=value.", at: place)
            }
            if let first = known.updateValue(place, forKey: Array(text.bytes[name])) {
                throw text.repeated(text.string(name), first, at: place)
            }
            let node = try value(text, text.skippingBlanks(sign + 1), &comments)
            members.append(
                DocumentNode.Member(
                    name: text.string(name), start: place, nameEnd: sign + 1, node: node))
            line = text.nextLine(max(node.end, sign))
        }
        let start = members.isEmpty ? text.bytes.count : 0
        return DocumentReading(
            root: DocumentNode(.map(members), start..<start, .table), comments: comments)
    }

    private func value(
        _ text: DocumentText, _ start: Int, _ comments: inout [Range<Int>]
    ) throws(DocumentError) -> DocumentNode {
        var end = text.contentEnd(min(start, text.bytes.count))
        guard start < end else { return DocumentNode(.scalar(""), start..<start, .missing) }
        guard isMark(text.bytes[start]) else {
            let hash = (start..<end).first {
                text.bytes[$0] == UInt8(ascii: "#")
                    && (text.bytes[$0 - 1] == 0x20 || text.bytes[$0 - 1] == 0x09)
            }
            if let hash { comments.append(hash..<end) }
            let range = text.trimmed(start..<(hash ?? end))
            return DocumentNode(.scalar(.text(text.string(range))), range, .plain)
        }
        // As in a shell, more text can be directly behind that in quotation marks: "$HOME"/bin.
        var result: [UInt8] = []
        var place = start
        var isPlain = false
        while true {
            if isMark(text.bytes[place]) {
                place = try quoted(text, place, &result)
                if place > end { end = text.contentEnd(place) }
            } else {
                isPlain = isPlain || text.bytes[place] == UInt8(ascii: "\\")
                result.append(text.bytes[place])
                place += 1
            }
            let next = text.skippingBlanks(place)
            let isComment =
                next > place && next < text.bytes.count && text.bytes[next] == UInt8(ascii: "#")
            if isComment { comments.append(next..<text.contentEnd(next)) }
            if isComment || next >= end { break }
            isPlain = isPlain || next > place
            result += text.bytes[place..<next]
            place = next
        }
        let spelling: DocumentNode.Spelling =
            text.bytes[start] == UInt8(ascii: "\"") ? .doubleQuoted : .singleQuoted
        return DocumentNode(
            .scalar(.text(String(decoding: result, as: UTF8.self))), start..<place,
            isPlain ? .plain : spelling)
    }

    private func isMark(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    }

    /// Returns the place behind the closing mark.
    private func quoted(
        _ text: DocumentText, _ start: Int, _ result: inout [UInt8]
    ) throws(DocumentError) -> Int {
        let mark = text.bytes[start]
        var place = start + 1
        while place < text.bytes.count, text.bytes[place] != mark {
            if mark == UInt8(ascii: "\""), text.bytes[place] == UInt8(ascii: "\\"),
                place + 1 < text.bytes.count
            {
                place += 1
                let escapes: [UInt8: UInt8] = [UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09]
                let byte = text.bytes[place]
                if let meant = escapes[byte] {
                    result.append(meant)
                } else if "\"\\$`".utf8.contains(byte) {
                    result.append(byte)
                } else {
                    result += [UInt8(ascii: "\\"), byte]
                }
            } else if text.bytes[place] != 0x0D {
                result.append(text.bytes[place])
            }
            place += 1
        }
        guard place < text.bytes.count else {
            throw text.error("The value has no closing quotation mark.", at: start)
        }
        return place + 1
    }

    func spell(
        _ text: String, old: DocumentNode?, _ document: Document
    ) throws(DocumentError) -> String {
        let isBare = text.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "_./:@%+,-".utf8.contains($0)
            }
        }
        switch old?.spelling {
        case .doubleQuoted where !text.contains(where: \.isNewline): return double(text)
        case .singleQuoted where !text.contains("'"): return "'\(text)'"
        default: break
        }
        if isBare { return text }
        if !text.contains("'"), !text.hasSuffix("\\") { return "'\(text)'" }
        return double(text)
    }

    private func double(_ text: String) -> String {
        var result = "\""
        for character in text.unicodeScalars {
            if "\"\\$`".unicodeScalars.contains(character) { result += "\\" }
            result.unicodeScalars.append(character)
        }
        return result + "\""
    }

    func line(
        _ name: String, _ value: String, _ container: DocumentNode, _ document: Document
    ) -> String {
        let isExported = container.members.last.map { member in
            document.text.string(document.text.lineStart(member.start)..<member.start).hasPrefix(
                "export")
        }
        return (isExported == true ? "export " : "") + name + "=" + value
    }

    func insert(
        _ value: JSONValue, named name: String?, at index: Int, into container: DocumentNode,
        _ path: DocumentPath, _ document: Document
    ) throws(DocumentError) -> Replacement {
        guard let name, value.object == nil, path.isEmpty else {
            throw DocumentError("A file of variables has no sections.")
        }
        let text = document.text
        let line = try self.line(
            name, spell(self.text(of: value), old: nil, document), container, document)
        let last = container.members.map { max($0.node.end, $0.nameEnd) }.max()
        guard let last else {
            let end = text.bytes.count
            let isOnNewLine = end == 0 || text.bytes[end - 1] == DocumentText.newline
            return Replacement(end..<end, (isOnNewLine ? "" : text.lineEnd) + line + text.lineEnd)
        }
        let end = text.contentEnd(last)
        return Replacement(end..<end, text.lineEnd + line)
    }

    func remove(
        _ index: Int, of container: DocumentNode, in parents: [DocumentNode], _ document: Document
    ) throws(DocumentError) -> Replacement {
        removal(index, of: container, document)
    }
}

extension DocumentText {
    /// Without the blanks at both ends.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
        while end > start, [0x20, 0x09, 0x0D].contains(bytes[end - 1]) { end -= 1 }
        return start..<end
    }
}

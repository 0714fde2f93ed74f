import FaceplateSchema

/// Edits of lists and objects in brackets, with commas between their parts: JSON, the flow style of YAML, and arrays and
/// inline tables of TOML.
struct Brackets {
    let document: Document
    /// `/` or `#`.
    let commentMark: UInt8
    /// The indentation of one level.
    let unit: String
    /// False where an object must be in one line.
    var objectsHaveLines = true
    /// Returns a name with its sign.
    let key: (String) -> String
    /// Returns the text of a value, with an indentation for its lines if it has several.
    let spell: (_ value: JSONValue, _ indentation: String, _ isLong: Bool) -> String

    private var text: DocumentText { document.text }
    private var lineEnd: String { document.text.lineEnd }

    func insert(
        _ value: JSONValue, named name: String?, at index: Int, into container: DocumentNode
    ) -> Replacement {
        let key = name.map(self.key) ?? ""
        let parts = parts(of: container)
        let outer = text.indentation(container.range.lowerBound)
        guard !parts.starts.isEmpty else {
            // Between the brackets there are blanks and comments only.
            let close = container.range.upperBound - 1
            let inside = (container.range.lowerBound + 1)..<close
            let isLong =
                text.hasNewline(0..<text.bytes.count) && (name == nil || objectsHaveLines)
                && (commentMark == UInt8(ascii: "/") || text.hasNewline(inside))
            let member = key + spell(value, outer + unit, isLong)
            guard isLong else {
                return Replacement(text.isBlank(inside) ? inside : close..<close, member)
            }
            let before = text.isBlank(inside) ? "" : text.string(inside).trimmedEnd
            return Replacement(
                inside, before + lineEnd + outer + unit + member + lineEnd + outer)
        }
        let isLong = isOnLines(parts)
        if index < parts.starts.count {
            let start = parts.starts[index]
            let indentation = text.indentation(start)
            let member = key + spell(value, indentation, isLong)
            return Replacement(
                start..<start, member + "," + (isLong ? lineEnd + indentation : " "))
        }
        let last = parts.ends.count - 1
        let end = parts.ends[last]
        let comma = comma(after: last, of: parts)
        guard isLong else {
            let member = key + spell(value, outer, false)
            return comma.map { Replacement(($0 + 1)..<($0 + 1), " " + member + ",") }
                ?? Replacement(end..<end, ", " + member)
        }
        let indentation = text.indentation(parts.starts[last])
        let member = key + spell(value, indentation, true)
        // A comment at the end of the line stays with its member.
        let lineEndPlace = self.lineEnd(after: last, of: parts)
        let isClosed = lineEndPlace == container.range.upperBound - 1
        return Replacement(
            end..<lineEndPlace,
            (comma == nil ? "," : "") + text.string(end..<lineEndPlace).trimmedEnd + lineEnd
                + indentation + member + (comma == nil ? "" : ",")
                + (isClosed ? lineEnd + outer : ""))
    }

    func remove(_ index: Int, of container: DocumentNode) -> Replacement {
        let parts = parts(of: container)
        let (start, end) = (parts.starts[index], parts.ends[index])
        let comma = comma(after: index, of: parts)
        let isLast = index == parts.starts.count - 1
        let lineStart = text.lineStart(start)
        let lineEndPlace = lineEnd(after: index, of: parts)
        let isOwnLine =
            text.isBlank(lineStart..<start)
            && (lineEndPlace >= text.bytes.count
                || [DocumentText.newline, UInt8(ascii: "\r")].contains(text.bytes[lineEndPlace]))
        // The comma before the last member goes with it, unless the file ends lists with commas.
        let former =
            isLast && comma == nil && index > 0 ? self.comma(after: index - 1, of: parts) : nil
        if isOwnLine {
            let range = lineStart..<text.nextLine(lineEndPlace)
            let kept = text.comments(
                document.comments, in: range, indentation: text.indentation(start))
            guard let former else { return Replacement(range, kept) }
            return Replacement(
                former..<range.upperBound, text.string((former + 1)..<lineStart) + kept)
        }
        if !isLast {
            let range = start..<parts.starts[index + 1]
            return Replacement(range, kept(range))
        }
        let from = former ?? (index > 0 && comma == nil ? parts.ends[index - 1] : start)
        let range = from..<(comma.map { $0 + 1 } ?? end)
        return Replacement(range, kept(range))
    }

    private func kept(_ range: Range<Int>) -> String {
        document.comments.filter { range.contains($0.lowerBound) }
            .map { comment in
                let isBlock =
                    commentMark == UInt8(ascii: "/")
                    && text.bytes[comment.lowerBound + 1] == UInt8(ascii: "*")
                return " " + text.string(comment)
                    + (isBlock ? " " : lineEnd + text.indentation(range.lowerBound))
            }.joined()
    }

    // MARK: - Places

    private struct Parts {
        var starts: [Int] = []
        var ends: [Int] = []
        let range: Range<Int>
    }

    private func parts(of container: DocumentNode) -> Parts {
        var parts = Parts(range: container.range)
        for member in container.members where !member.isInherited {
            parts.starts.append(member.start)
            parts.ends.append(max(member.node.range.upperBound, member.nameEnd))
        }
        for node in container.elements {
            parts.starts.append(node.range.lowerBound)
            parts.ends.append(node.range.upperBound)
        }
        return parts
    }

    /// True if the last part begins on a line of its own.
    private func isOnLines(_ parts: Parts) -> Bool {
        guard let last = parts.starts.last else { return false }
        let before =
            parts.starts.count > 1 ? parts.ends[parts.starts.count - 2] : parts.range.lowerBound
        return text.hasNewline(before..<last)
    }

    /// The comma between a part and what follows; comments have none that counts.
    private func comma(after index: Int, of parts: Parts) -> Int? {
        let limit =
            index + 1 < parts.starts.count ? parts.starts[index + 1] : parts.range.upperBound
        var place = parts.ends[index]
        while place < limit {
            if text.bytes[place] == UInt8(ascii: ",") { return place }
            place = skippingComment(place)
        }
        return nil
    }

    /// The end of the line behind a part with its comma and comments, or the next part or bracket in that line.
    private func lineEnd(after index: Int, of parts: Parts) -> Int {
        let limit =
            index + 1 < parts.starts.count ? parts.starts[index + 1] : parts.range.upperBound - 1
        var place = parts.ends[index]
        while place < limit {
            if [DocumentText.newline, UInt8(ascii: "\r")].contains(text.bytes[place]) {
                return place
            }
            place = skippingComment(place)
        }
        return limit
    }

    private func skippingComment(_ place: Int) -> Int {
        guard text.bytes[place] == commentMark else { return place + 1 }
        return document.comments.first { $0.lowerBound == place }?.upperBound ?? place + 1
    }
}

extension String {
    /// Without the blanks at the end.
    var trimmedEnd: String {
        String(self[..<(lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? startIndex)])
    }
}

import FaceplateAddress

struct MarkReader {
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
                markup.element(.h4) { MarkedLine.write(title, into: &$0) }
                lines.removeFirst()
            } else if let title = Self.rest(of: line, after: "# ") {
                markup.element(.h3) { MarkedLine.write(title, into: &$0) }
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
            for entry in entries { html.element(.li) { MarkedLine.write(entry, into: &$0) } }
        }
    }

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

    private static func isPlain(_ line: Substring) -> Bool {
        !line.allSatisfy(\.isWhitespace) && line != "---"
            && !["# ", "## ", "- ", "> ", "1. "].contains { rest(of: line, after: $0) != nil }
    }

    private static func write(lines: [Substring], into html: inout Markup) {
        for (index, line) in lines.enumerated() {
            if index > 0 { html.void(.br) }
            MarkedLine.write(line, into: &html)
        }
    }
}

/// Reads the inline marks of a line, in time in proportion to its length.
private struct MarkedLine {
    private static let marks: Set<Character> = [
        "\\", "*", "`", "[", "]", "<", "#", "-", ">", ".",
    ]
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

    static func write(_ text: Substring, into html: inout Markup) {
        var line = MarkedLine(text)
        line.write(into: &html)
    }

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

    /// Parentheses in the address are in pairs.
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

    private func nextBracket() -> String.Index {
        var index = rest.startIndex
        while index < rest.endIndex, rest[index] != "]" {
            let step = rest[index] == "\\" ? 2 : 1
            index = rest.index(index, offsetBy: step, limitedBy: rest.endIndex) ?? rest.endIndex
        }
        return index
    }
}

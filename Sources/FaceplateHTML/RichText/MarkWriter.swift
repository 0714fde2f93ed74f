enum MarkWriter {
    static func text(of nodes: [RichText.Node]) -> String? {
        let blocks = nodes.map(block)
        return blocks.contains(nil) ? nil : blocks.compactMap(\.self).joined(separator: "\n\n")
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

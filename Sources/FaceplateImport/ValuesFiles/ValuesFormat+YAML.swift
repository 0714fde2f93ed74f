import FaceplateSchema

extension ValuesFormat {
    /// A member per line in the notation of JSON, which YAML contains; maps and lists of maps are blocks.
    static func yaml(_ rows: [Row], _ comments: [String]) -> String {
        let members = rows.flatMap { row in
            remarks("#", row) + member(row.key, row.value?.json ?? nil, indent: "")
        }
        // Without a member, the file would be null.
        return lines("#", comments, members.isEmpty ? ["{}"] : members)
    }

    private static func member(_ name: String, _ value: JSONValue, indent: String) -> [String] {
        let start = "\(indent)\(flow(.text(name))):"
        if let members = value.object?.members, !members.isEmpty {
            return [start] + block(members, indent: indent + "  ")
        }
        if let elements = value.array, elements.contains(where: isBlock) {
            return [start] + elements.flatMap { element($0, indent: indent + "  ") }
        }
        return ["\(start) \(flow(value))"]
    }

    private static func block(_ members: [JSONObject.Member], indent: String) -> [String] {
        members.flatMap { member($0.name, $0.value, indent: indent) }
    }

    /// The first member of a map is on the line of the mark.
    private static func element(_ value: JSONValue, indent: String) -> [String] {
        guard isBlock(value), let members = value.object?.members else {
            return ["\(indent)- \(flow(value))"]
        }
        var lines = block(members, indent: indent + "  ")
        lines[0] = "\(indent)- " + lines[0].dropFirst(indent.count + 2)
        return lines
    }

    private static func isBlock(_ value: JSONValue) -> Bool {
        value.object.map { !$0.members.isEmpty } ?? false
    }

    /// On one line, with escapes for the characters that JSON allows in strings, and YAML does not.
    private static func flow(_ json: JSONValue) -> String {
        var text = ""
        for scalar in JSONWriter().text(json).unicodeScalars {
            switch scalar.value {
            case 0x80...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

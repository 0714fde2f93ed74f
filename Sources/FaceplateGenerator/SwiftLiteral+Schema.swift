import FaceplateSchema

extension SwiftLiteral {
    static func texts(_ json: JSONValue) -> String {
        (json.array ?? [json]).map { text($0.string ?? "") }.joined(separator: ", ")
    }

    /// - Parameter exact: returns the expression for a number that a literal would round.
    static func value(
        _ json: JSONValue, exact: (String) -> String = { "Value.decimal(\($0)).json" }
    ) -> String {
        switch json.content {
        case .null: return "nil"
        case .boolean(let flag): return flag ? "true" : "false"
        case .string(let text): return self.text(text)
        case .number(let number): return self.number(number) ?? exact(digits(number))
        case .array(let elements):
            return "[" + elements.map { value($0, exact: exact) }.joined(separator: ", ") + "]"
        case .object(let object):
            guard !object.members.isEmpty else { return "[:]" }
            let members = object.members.map {
                "\(text($0.name)): \(value($0.value, exact: exact))"
            }
            return "[" + members.joined(separator: ", ") + "]"
        }
    }

    /// `nil` if the compiler would round it.
    private static func number(_ number: JSONNumber) -> String? {
        if let integer = number.integer { return String(integer) }
        guard let exact = ExactDecimal(number.text), let double = Double(number.text),
            ExactDecimal(double.description) == exact
        else { return nil }
        return double.description
    }

    private static func digits(_ number: JSONNumber) -> String {
        "ExactDecimal(\(text(number.text))) ?? 0"
    }

    // MARK: - Parts of schemas

    static func style(_ json: JSONValue) -> String {
        let members = (json.object?.members ?? []).map { member in
            guard let light = member.value.object?["light"]?.string,
                let dark = member.value.object?["dark"]?.string
            else { return ".\(member.name): \(value(member.value))" }
            return ".\(member.name): .pair(light: \(text(light)), dark: \(text(dark)))"
        }
        return members.isEmpty ? "[:]" : "[" + members.joined(separator: ", ") + "]"
    }

    static func state(_ json: JSONValue) -> String {
        let object = json.object ?? JSONObject([])
        var arguments = [text(object["state"]?.string ?? "")]
        if let title = object["title"] { arguments.append("title: " + value(title)) }
        if let question = object["confirm"] { arguments.append("confirm: " + value(question)) }
        if let role = object["role"]?.string { arguments.append("role: .\(role)") }
        return ".state(" + arguments.joined(separator: ", ") + ")"
    }

    static func option(_ json: JSONValue) -> String {
        let exact = { (number: String) in ".decimal(\(number))" }
        guard let object = json.object else {
            return value(json) { "WrittenOption(.decimal(\($0)))" }
        }
        var arguments = [value(object["value"] ?? nil, exact: exact)]
        for name in ["label", "short", "help"] {
            if let words = object[name] { arguments.append("\(name): \(value(words))") }
        }
        if let json = object["when"] { arguments.append("when: " + condition(json)) }
        return ".option(" + arguments.joined(separator: ", ") + ")"
    }

    static func check(_ json: JSONValue) -> String {
        let object = json.object ?? JSONObject([])
        let keys = object["items"].map { ", at: " + texts($0) } ?? ""
        return ".check(\(condition(object["require"] ?? nil)), "
            + "\(value(object["message"] ?? nil))\(keys))"
    }

    // MARK: - Conditions

    private static let labels = [
        "in": "in", "less": "less", "atMost": "atMost", "greater": "greater", "atLeast": "atLeast",
        "matches": "matching", "empty": "empty", "contains": "containing",
    ]

    static func condition(_ json: JSONValue) -> String {
        if let key = json.string { return ".is(\(text(key)))" }
        guard let object = json.object else { return ".all([])" }
        if let inner = object["not"] {
            return "!" + (isJoined(inner) ? "(\(condition(inner)))" : condition(inner))
        }
        for (name, sign) in [("all", " && "), ("any", " || ")] {
            guard let elements = object[name]?.array else { continue }
            // Signs would merge the list of the first element with the outer list.
            guard elements.count > 1, elements.first?.object?[name] == nil else {
                return ".\(name)([" + elements.map(condition).joined(separator: ", ") + "])"
            }
            return elements.map { isJoined($0) ? "(\(condition($0)))" : condition($0) }
                .joined(separator: sign)
        }
        return test(object)
    }

    private static func isJoined(_ json: JSONValue) -> Bool {
        ["all", "any"].contains { (json.object?[$0]?.array?.count ?? 0) > 1 }
    }

    private static func test(_ object: JSONObject) -> String {
        let key = text(object["key"]?.string ?? "")
        guard let member = object.members.first(where: { $0.name != "key" }) else { return "" }
        let label = labels[member.name].map { "\($0): " } ?? ""
        return ".is(\(key), \(label)\(operand(member)))"
    }

    private static func operand(_ member: JSONObject.Member) -> String {
        if let other = member.value.object?["key"]?.string { return ".setting(\(text(other)))" }
        let isValue = ["in", "contains"].contains(member.name)
        return value(member.value) { isValue ? ".decimal(\($0))" : ".value(.decimal(\($0)))" }
    }
}

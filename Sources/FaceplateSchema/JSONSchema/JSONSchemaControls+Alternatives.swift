/// The control for a part with alternatives: `anyOf`, `oneOf`, or several types.
extension JSONSchemaControls {
    /// Replaces alternatives by the one that is not `null`, and "one or several" by several.
    func simplified(_ node: JSONSchemaNode, steps: Int = 8) -> JSONSchemaNode {
        guard let name = ["oneOf", "anyOf"].first(where: node.has) else {
            return withoutScalar(node)
        }
        let all = (node[name]?.array ?? []).map(references.node)
        let others = all.filter {
            $0.string("type") != "null" && $0.values != [nil] && $0["maxLength"] != 0
        }
        guard steps > 0, let one = others.count == 1 ? others.first : several(others) else {
            return node
        }
        return simplified(node.replacing(name, with: one), steps: steps - 1)
    }

    /// A type of "text or list" with `items` is a list.
    private func withoutScalar(_ node: JSONSchemaNode) -> JSONSchemaNode {
        guard node.types.count == 2, node.types.contains("array"), node["items"]?.object != nil,
            let other = node.types.first(where: { $0 != "array" }),
            references.node(node["items"] ?? nil).types == [other]
        else { return node }
        return node.replacing(nil, with: references.node(["type": "array"]))
    }

    private static let mostAlternatives = 8

    /// Each alternative that is not `null` has a control; `nil` if that is JSON for all of them, or if they are too many.
    func alternatives(
        of node: JSONSchemaNode, isRequired: Bool, depth: Int
    ) -> Attributes? {
        guard depth <= Self.mostDepth else { return nil }
        let name = ["oneOf", "anyOf"].first(where: node.has)
        let written =
            name.map { node[$0]?.array ?? [] } ?? node.types.map { node.of(type: $0) }
        let parts = written.map { (json: $0, node: references.node($0)) }
            .filter { !$0.node.isOnlyNull }
        guard (2...Self.mostAlternatives).contains(parts.count) else { return nil }
        var titles: Set<String> = []
        let items = parts.map { part -> Attributes in
            let whole = name.map { node.replacing($0, with: part.node) } ?? part.node
            let control = cell(whole, part.json, isRequired: isRequired, depth: depth)
            var title = self.title(ofAlternative: part.node, part.json, control)
            let first = title
            while !titles.insert(title).inserted { title = "\(first) \(titles.count + 1)" }
            return [("itemTitle", .text(title))] + control
        }
        let asJSON: Set<JSONValue> = ["custom", "edit_map", "edit_table"]
        guard items.contains(where: { !asJSON.contains($0[1].1) }) else { return nil }
        return [
            ("itemControlType", "edit_alternatives"),
            ("itemAlternatives", .array(items.map(JSONValue.object))),
        ]
    }

    // MARK: - null

    func acceptsNull(_ node: JSONSchemaNode) -> Bool {
        let alternatives = ["oneOf", "anyOf"].flatMap { node[$0]?.array ?? [] }
        return node["type"]?.array?.contains("null") == true
            || node.values?.contains(nil) == true
            || alternatives.contains { references.node($0).isOnlyNull }
    }

    /// Lists, tables and maps have their own editors, in which `null` cannot be chosen.
    func withNull(_ control: Attributes) -> Attributes {
        let nullable: Attributes = [("itemNullable", true)]
        let name = control.first?.1.string ?? ""
        switch name {
        case "edit_alternatives": return control + nullable
        case "edit_list", "edit_table", "edit_map", "custom": return control
        default:
            guard Control(rawValue: name).fitsCell else { return control }
            let alternative = [("itemTitle", .text(Self.title(of: control)))] + control
            return [
                ("itemControlType", "edit_alternatives"),
                ("itemAlternatives", [.object(alternative)]),
            ] + nullable
        }
    }

    private func title(
        ofAlternative node: JSONSchemaNode, _ json: JSONValue, _ control: Attributes
    ) -> String {
        if let title = node.string("title").map(plainText), !title.isEmpty, title.count <= 40 {
            return title.capitalizedStart
        }
        if let name = json.object?["$ref"]?.string?.split(separator: "/").last {
            return Self.title(from: String(name))
        }
        return Self.title(of: control)
    }

    private static func title(of control: Attributes) -> String {
        switch control.first?.1 {
        case "choice", "picker": "Choice"
        case "switch": "On or off"
        case "edit_integer", "edit_decimal": "Number"
        case "edit_size": "Size"
        case "edit_shortcut": "Keys"
        case "edit_list", "choices": "List"
        case "edit_table": "Table"
        case "edit_map": "Values by names"
        case "custom": "JSON"
        default: "Text"
        }
    }

    private func several(_ nodes: [JSONSchemaNode]) -> JSONSchemaNode? {
        guard nodes.count == 2, let list = nodes.first(where: { $0.types == ["array"] }),
            let other = nodes.first(where: { $0.types != ["array"] }), other.types.count == 1,
            other.types != ["object"],
            references.node(list["items"] ?? nil).types == other.types
        else { return nil }
        return list
    }
}

extension JSONSchemaNode {
    /// Returns the node with an alternative in place of all; what the node itself says about the setting stays.
    fileprivate func replacing(_ name: String?, with node: JSONSchemaNode) -> JSONSchemaNode {
        let kept = members.filter { $0.name != name && $0.name != "type" }
        let names = Set(kept.map(\.name))
        var result = node
        result.references.formUnion(references)
        result.members = node.members.filter { !names.contains($0.name) } + kept
        return result
    }

    /// Returns the part with one of its types.
    fileprivate func of(type: String) -> JSONValue {
        let others = members.filter { !["type", "title", "description"].contains($0.name) }
            .map { ($0.name, $0.value) }
        return .object([("type", .text(type))] + others)
    }
}

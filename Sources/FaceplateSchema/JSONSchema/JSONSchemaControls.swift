/// The control for a part of a JSON Schema.
struct JSONSchemaControls {
    typealias Attributes = [(String, JSONValue)]

    /// In characters; a longer description is a help text.
    private static let longestLine = 100

    let references: JSONSchemaReferences

    /// Returns the control and its attributes, without those of every item; `nil` if only JSON can be edited.
    ///
    /// - Parameter isCell: True for an element of a list or a column, which is no list itself.
    func attributes(
        of node: JSONSchemaNode, isRequired: Bool = false, isCell: Bool = false
    ) -> Attributes? {
        let node = simplified(node)
        if let options = options(of: node) { return options }
        guard !node.has("anyOf"), !node.has("oneOf") else { return nil }
        switch node.types {
        case ["boolean"]: return [("itemControlType", "switch")]
        case ["string"]: return text(node, isRequired: isRequired)
        case ["integer"], ["number"]: return number(node, isRequired: isRequired)
        case ["array"]: return isCell ? nil : list(node)
        default: return nil
        }
    }

    // MARK: - Alternatives

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

    private func several(_ nodes: [JSONSchemaNode]) -> JSONSchemaNode? {
        guard nodes.count == 2, let list = nodes.first(where: { $0.types == ["array"] }),
            let other = nodes.first(where: { $0.types != ["array"] }), other.types.count == 1,
            references.node(list["items"] ?? nil).types == other.types
        else { return nil }
        return list
    }

    // MARK: - Values to choose from

    private func options(of node: JSONSchemaNode) -> Attributes? {
        let alternatives = (node["oneOf"] ?? node["anyOf"])?.array?.map(references.node) ?? []
        if alternatives.isEmpty {
            guard let values = node.values?.filter({ !$0.isNull }), !values.isEmpty else {
                return nil
            }
            if values.allSatisfy({ $0 == true || $0 == false }), values.count == 2 {
                return [("itemControlType", "switch")]
            }
            return choice(options(values, node))
        }
        let open = alternatives.filter { $0.values == nil }
        let options = alternatives.flatMap { node in
            self.options(node.values?.filter { !$0.isNull } ?? [], node)
        }
        guard !options.isEmpty else { return nil }
        if open.isEmpty { return choice(options) }
        // One of the options, or any other string.
        guard open.allSatisfy({ $0.types == ["string"] }), Self.areTexts(options) else {
            return nil
        }
        return [("itemControlType", "picker"), ("itemOptions", .array(options))]
    }

    private func choice(_ options: [JSONValue]) -> Attributes? {
        var known: Set<JSONValue> = []
        let options = options.filter { known.insert($0.object?["value"] ?? $0).inserted }
        let kinds = Set(options.map { ($0.object?["value"] ?? $0).typeName })
        guard kinds.count == 1, kinds.isSubset(of: ["string", "number", "boolean"]) else {
            return nil
        }
        return [("itemControlType", "choice"), ("itemOptions", .array(options))]
    }

    private static func areTexts(_ options: [JSONValue]) -> Bool {
        options.allSatisfy { ($0.object?["value"] ?? $0).string != nil }
    }

    private func options(_ values: [JSONValue], _ node: JSONSchemaNode) -> [JSONValue] {
        func texts(_ names: String...) -> [JSONValue] {
            names.lazy.compactMap { node[$0]?.array }.first ?? []
        }
        let labels = texts("enumItemLabels", "enumNames", "tsEnumNames", "x-enumNames")
        let helps = texts("enumDescriptions", "markdownEnumDescriptions", "x-enumDescriptions")
        let isOne = node.has("const")
        return values.enumerated().map { index, value in
            let label = isOne ? node.string("title") : labels.text(index)
            let help = (isOne ? node.string("description") : helps.text(index)).map(plainText)
            guard label != nil || help?.isEmpty == false else { return value }
            return .object(present: [
                ("value", value), ("label", label.map(JSONValue.text)),
                ("help", help.map(JSONValue.text)),
            ])
        }
    }

    // MARK: - Text and numbers

    private func text(_ node: JSONSchemaNode, isRequired: Bool) -> Attributes {
        let format = node.string("format")
        if node.boolean("writeOnly") || format == "password" {
            return [("itemControlType", "edit_password")] + constraints(node)
        }
        switch format {
        case "date": return [("itemControlType", "edit_date")]
        case "color", "color-hex": return [("itemControlType", "edit_color")]
        default: break
        }
        let isLong =
            ["multiline", "textarea", "markdown"].contains(format) || node.has("contentMediaType")
            || node.string("default")?.contains { $0.isNewline } == true
            || node.string("editPresentation") == "multilineText"
        let isAddress = ["uri", "uri-reference", "url"].contains(format)
        var attributes: Attributes = [
            ("itemControlType", isLong ? "edit_multiline" : "edit_text"), ("itemTrim", false),
        ]
        attributes += constraints(node)
        if isAddress { attributes.append(("itemKeyboard", "url")) }
        if !isLong, let format = format.flatMap(Schema.TextFormat.init) {
            attributes.append(("itemTextFormat", .text(format.rawValue)))
        }
        if let example = node["examples"]?.array?.first?.string {
            attributes.append(("itemPlaceholder", .text(example)))
        }
        if isRequired { attributes.append(("itemRequired", true)) }
        return attributes
    }

    private func constraints(_ node: JSONSchemaNode) -> Attributes {
        [
            ("minLength", "itemMinimumLength"), ("maxLength", "itemMaximumLength"),
            ("pattern", "itemPattern"),
        ].compactMap { name, attribute in node[name].map { (attribute, $0) } }
    }

    private func number(_ node: JSONSchemaNode, isRequired: Bool) -> Attributes {
        let isWhole = node.types == ["integer"]
        var attributes: Attributes = [
            ("itemControlType", isWhole ? "edit_integer" : "edit_decimal")
        ]
        let bounds: [(String, String, String, Int64)] = [
            ("minimum", "exclusiveMinimum", "itemMinimum", 1),
            ("maximum", "exclusiveMaximum", "itemMaximum", -1),
        ]
        for (name, exclusive, attribute, step) in bounds {
            var bound = node[name]
            if let limit = node[exclusive], limit.number != nil {
                bound = isWhole ? limit.integer(plus: step) ?? limit : limit
            } else if node[exclusive] == true, isWhole {
                bound = bound.flatMap { $0.integer(plus: step) }
            }
            if let bound, bound.number != nil { attributes.append((attribute, bound)) }
        }
        if let step = node["multipleOf"], step != 1 { attributes.append(("itemStep", step)) }
        if isRequired { attributes.append(("itemRequired", true)) }
        return attributes
    }

    // MARK: - Lists and tables

    private func list(_ node: JSONSchemaNode) -> Attributes? {
        guard let items = node["items"], items.object != nil else { return nil }
        let element = simplified(references.node(items))
        let counts = [("minItems", "itemMinimumCount"), ("maxItems", "itemMaximumCount")]
            .compactMap { name, attribute in node[name].map { (attribute, $0) } }
        if !element.properties.isEmpty { return table(element).map { $0 + counts } }
        guard var attributes = attributes(of: element, isCell: true) else { return nil }
        // The options are examples, since any text is accepted.
        if attributes.first?.1 == "picker" { attributes = [("itemControlType", "edit_text")] }
        guard let control = attributes.first?.1.string else { return nil }
        let isUnique = node.boolean("uniqueItems")
        if control == "choice", isUnique {
            return [("itemControlType", "choices")] + attributes.dropFirst() + counts
        }
        guard Control(rawValue: control).fitsCell else { return nil }
        return [("itemControlType", "edit_list"), ("itemElement", .object(attributes))] + counts
            + (isUnique ? [("itemUnique", true)] : [])
    }

    /// `nil` if a column cannot be shown, or can be left out and has no value that means that.
    private func table(_ row: JSONSchemaNode) -> Attributes? {
        var columns: [JSONValue] = []
        for property in row.properties {
            let node = references.node(property.value)
            let isRequired = row.required.contains(property.name)
            guard SettingKeySyntax.isValid(property.name),
                let attributes = attributes(of: node, isRequired: isRequired, isCell: true),
                let control = attributes.first?.1.string, Control(rawValue: control).fitsCell
            else { return nil }
            let title = title(of: node, named: property.name)
            let value = simplified(node)["default"].map { [("itemValue", $0)] } ?? []
            columns.append(
                .object(
                    [("itemKey", .text(property.name)), ("itemTitle", .text(title))] + attributes
                        + value))
        }
        return [("itemControlType", "edit_table"), ("itemColumns", .array(columns))]
    }

    // MARK: - Labels

    func title(of node: JSONSchemaNode, named name: String) -> String {
        let title = node.string("title").map(plainText) ?? ""
        return title.isEmpty || title.count > 60 ? Self.title(from: name) : title.capitalized
    }

    /// Returns a title from a name: `Max body size` for `maxBodySize`.
    static func title(from name: String) -> String {
        var title = ""
        var last: Character = " "
        for letter in name {
            let isBreak = "._- /".contains(letter)
            if letter.isUppercase, last.isLowercase || last.isNumber { title += " " }
            if isBreak {
                if !title.hasSuffix(" ") { title += " " }
            } else {
                let startsWord = letter.isUppercase && last.isLowercase
                title += startsWord ? letter.lowercased() : String(letter)
            }
            last = letter
        }
        let text = title.split(separator: " ").joined(separator: " ")
        return text.capitalized
    }

    /// The description, as a second line of the row if it is short, or otherwise as its help.
    func description(of node: JSONSchemaNode) -> Attributes {
        let text = plainText(node.string("description") ?? node.string("markdownDescription") ?? "")
        guard !text.isEmpty else { return [] }
        let isLine = text.count <= Self.longestLine && !text.contains(where: \.isNewline)
        return [(isLine ? "itemSubtitle" : "itemHelp", .text(text))]
    }
}

extension JSONSchemaNode {
    /// Returns the node with an alternative in place of all; what the node itself says about the setting stays.
    fileprivate func replacing(_ name: String?, with node: JSONSchemaNode) -> JSONSchemaNode {
        let kept = members.filter { $0.name != name && $0.name != "type" }
        let names = Set(kept.map(\.name))
        var result = node
        result.members = node.members.filter { !names.contains($0.name) } + kept
        return result
    }
}

extension JSONValue {
    /// `nil` for other values, and beyond 64 bits.
    fileprivate func integer(plus step: Int64) -> JSONValue? {
        guard let (sum, isOver) = number?.integer?.addingReportingOverflow(step), !isOver else {
            return nil
        }
        return .number(sum)
    }
}

extension [JSONValue] {
    fileprivate func text(_ index: Int) -> String? {
        indices.contains(index) ? self[index].string : nil
    }
}

/// Returns text of Markdown without its marks.
func plainText(_ text: String) -> String {
    TextLines.trimmed(
        text.replacing(#/\[([^\]\n]*)\]\([^)\n]*\)/#) { String($0.1) }
            .replacing(#/`([^`\n]*)`/#) { String($0.1) }
            .replacing("**", with: ""))
}

extension String {
    /// The text with a capital at its start.
    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}

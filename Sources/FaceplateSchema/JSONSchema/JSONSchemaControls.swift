/// The control for a part of a JSON Schema.
struct JSONSchemaControls {
    typealias Attributes = [(String, JSONValue)]

    /// In characters; a longer description is a help text.
    private static let longestLine = 100

    let references: JSONSchemaReferences
    let fields: JSONSchemaFields

    /// Returns the control and its attributes, without those of every item; `nil` if only JSON can be edited.
    ///
    /// - Parameters:
    ///   - source: The part as it is written, with all its alternatives.
    ///   - depth: The number of lists and maps around it.
    func attributes(
        of node: JSONSchemaNode, _ source: JSONValue? = nil, isRequired: Bool = false,
        depth: Int = 0
    ) -> Attributes? {
        let control = control(of: node, isRequired: isRequired, depth: depth)
        let hasOther = node["default"].map { !$0.isNull } ?? false
        guard depth == 0, let control, hasOther,
            acceptsNull(source.map(references.node) ?? node)
        else { return control }
        return withNull(control)
    }

    private func control(
        of node: JSONSchemaNode, isRequired: Bool, depth: Int
    ) -> Attributes? {
        let node = simplified(node)
        if let options = options(of: node) { return options }
        if node.has("anyOf") || node.has("oneOf") || node.types.count > 1 {
            if isSecret(node) { return [("itemControlType", "edit_password")] }
            return alternatives(of: node, isRequired: isRequired, depth: depth + 1)
        }
        switch node.types {
        case ["boolean"]: return [("itemControlType", "switch")]
        case ["string"]: return text(node, isRequired: isRequired)
        case ["integer"], ["number"]: return number(node, isRequired: isRequired)
        case ["array"]: return list(node, depth: depth + 1)
        case ["object"] where node.properties.isEmpty, ["object"] where isOpen(node),
            [] where isOpen(node):
            return map(node, depth: depth + 1)
        default: return nil
        }
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
        let all = alternatives.filter { !$0.isOnlyNull }
        let open = all.filter { $0.values == nil && $0.types != ["boolean"] }
        let options = all.flatMap { node in
            self.options(
                node.types == ["boolean"] && node.values == nil
                    ? [true, false] : node.values?.filter { !$0.isNull } ?? [], node)
        }
        guard !options.isEmpty else { return nil }
        if open.isEmpty { return choice(options) }
        // One of the options, or any other string or number.
        let types = Set(open.flatMap(\.types))
        guard types.count == 1, let own = open.first, let choice = choice(options) else {
            return nil
        }
        let picker: Attributes = [("itemControlType", "picker")] + choice.dropFirst()
        switch types {
        case ["string"]: return picker
        case ["integer"], ["number"]:
            return picker + [("itemElement", .object(number(own, isRequired: true)))]
        default: return nil
        }
    }

    private func choice(_ options: [JSONValue]) -> Attributes? {
        var known: Set<JSONValue> = []
        let options = options.filter { known.insert($0.object?["value"] ?? $0).inserted }
        let values = options.map { $0.object?["value"] ?? $0 }
        // Forms send the text of a value.
        guard Set(values.map(\.typeName)).isSubset(of: ["string", "number", "boolean"]),
            Set(values.compactMap { Value(json: $0)?.plainText }).count == values.count
        else { return nil }
        return [("itemControlType", "choice"), ("itemOptions", .array(options))]
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
        if isSecret(node) {
            return [("itemControlType", "edit_password")] + constraints(node)
        }
        switch format {
        case "date": return [("itemControlType", "edit_date")]
        case "color", "color-hex": return [("itemControlType", "edit_color")]
        default: break
        }
        if let notation = Schema.KeyNotation.allCases.first(where: { $0.format == format }) {
            let attributes: Attributes = [
                ("itemControlType", "edit_shortcut"), ("itemNotation", .text(notation.rawValue)),
            ]
            return attributes + (isRequired ? [("itemRequired", true)] : [])
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
        } else if !isLong, !isAddress {
            attributes.append(("itemLineBreaks", true))
        }
        if let example = node["examples"]?.array?.first?.string {
            attributes.append(("itemPlaceholder", .text(example)))
        }
        // A required string can be empty.
        if isRequired, node["minLength"]?.number?.integer ?? 0 > 0 {
            attributes.append(("itemRequired", true))
        }
        return attributes
    }

    /// Also for alternatives of which one is a secret.
    private func isSecret(_ node: JSONSchemaNode) -> Bool {
        let alternatives = ["oneOf", "anyOf"].flatMap { node[$0]?.array ?? [] }
        return node.boolean("writeOnly") || node.string("format") == "password"
            || alternatives.map(references.node).contains {
                $0.boolean("writeOnly") || $0.string("format") == "password"
            }
    }

    private func constraints(_ node: JSONSchemaNode) -> Attributes {
        [
            ("minLength", "itemMinimumLength"), ("maxLength", "itemMaximumLength"),
            ("pattern", "itemPattern"),
        ].compactMap { name, attribute in node[name].map { (attribute, $0) } }
    }

    private func number(_ node: JSONSchemaNode, isRequired: Bool) -> Attributes {
        let isWhole = node.types == ["integer"]
        let isSize =
            isWhole && node.string("format") == EditSizeControl.format && !node.has("multipleOf")
        let whole: JSONValue = isSize ? "edit_size" : "edit_integer"
        var attributes: Attributes = [("itemControlType", isWhole ? whole : "edit_decimal")]
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

    /// A deeper list or map is a field of JSON in its row.
    static let mostDepth = 3

    private func list(_ node: JSONSchemaNode, depth: Int) -> Attributes? {
        guard depth <= Self.mostDepth, !node.has("prefixItems") else { return nil }
        let source = node["items"] ?? true
        let element = simplified(references.node(source))
        let counts = [("minItems", "itemMinimumCount"), ("maxItems", "itemMaximumCount")]
            .compactMap { name, attribute in node[name].map { (attribute, $0) } }
        if isRow(element), let columns = columns(of: element, depth: depth) {
            return [("itemControlType", "edit_table")] + columns + counts
        }
        var attributes = cell(element, source, depth: depth)
        // The options are examples, since any text is accepted.
        if attributes.first?.1 == "picker" { attributes = [("itemControlType", "edit_text")] }
        let control = attributes[0].1.string ?? ""
        let isUnique = node.boolean("uniqueItems")
        if control == "choice", isUnique, depth == 1 {
            return [("itemControlType", "choices")] + attributes.dropFirst() + counts
        }
        return [("itemControlType", "edit_list"), ("itemElement", .object(attributes))] + counts
            + (isUnique ? [("itemUnique", true)] : [])
    }

    /// True for an object with columns; `null` in its place is a row without parts.
    private func isRow(_ node: JSONSchemaNode) -> Bool {
        !node.properties.isEmpty && [[], ["object"]].contains(node.types)
    }

    /// Returns the control of a part of a list, row or map, where `null` is not the same as nothing.
    ///
    /// A part that has no control of its own is a field of JSON, which can be `null`.
    func cell(
        _ node: JSONSchemaNode, _ source: JSONValue, isRequired: Bool = false, depth: Int
    ) -> Attributes {
        guard let attributes = attributes(of: node, isRequired: isRequired, depth: depth),
            let control = attributes.first?.1.string, Control(rawValue: control).fitsCell
        else {
            let check = fields.check(source)
            let rules = check.flatMap { $0.acceptsAll ? nil : [("itemJSONSchema", $0.json)] }
            return [("itemControlType", "custom")] + (rules ?? [])
        }
        return acceptsNull(references.node(source)) ? withNull(attributes) : attributes
    }

    /// `nil` if the name of a property cannot be the key of a column.
    private func columns(of row: JSONSchemaNode, depth: Int) -> Attributes? {
        var columns: [JSONValue] = []
        for property in row.properties {
            let node = references.node(property.value)
            let isRequired = row.required.contains(property.name)
            guard SettingKeySyntax.isValid(property.name) else { return nil }
            var attributes = cell(node, property.value, isRequired: isRequired, depth: depth)
            let title = title(of: node, named: property.name)
            if let value = simplified(node)["default"], !value.isNull {
                attributes.append(("itemValue", value))
            }
            if !isRequired {
                attributes.removeAll { $0.0 == "itemRequired" }
                attributes.append(("itemRequired", false))
            }
            columns.append(
                .object(
                    [("itemKey", .text(property.name)), ("itemTitle", .text(title))] + attributes))
        }
        let isClosed =
            row["patternProperties"] == nil
            && ["additionalProperties", "unevaluatedProperties"].contains { row[$0] == false }
        return [("itemColumns", .array(columns))]
            + (isClosed ? [] : [("itemOtherColumns", true)])
    }

    /// True for a map, such as one of scripts, some of whose names are known.
    func isOpen(_ node: JSONSchemaNode) -> Bool {
        let patterns = node["patternProperties"]?.object?.members ?? []
        guard !node.properties.isEmpty, patterns.count < 2,
            let source = Self.element(ofMap: node)
        else { return false }
        let types = Set(references.node(source).types)
        return !types.isEmpty && types != ["object"]
            && node.properties.allSatisfy { property in
                let own = Set(references.node(property.value).types)
                return !own.isEmpty && own.isSubset(of: types)
            }
    }

    /// Returns the map of the names that an object with properties accepts besides; `nil` if they can have any value.
    func others(of node: JSONSchemaNode) -> Attributes? {
        var node = node
        let isTop = node.properties.isEmpty
        node.members.removeAll {
            ["properties", "default", "minProperties", "maxProperties"].contains($0.name)
        }
        let hasBoth = node.has("patternProperties") && node["additionalProperties"]?.object != nil
        guard [[], ["object"]].contains(node.types), !hasBoth || isTop,
            let source = Self.element(ofMap: node),
            isTop || !references.node(source).members.isEmpty
        else { return nil }
        return map(node, depth: 1)
    }

    /// `nil` if any value is accepted.
    private static func element(ofMap node: JSONSchemaNode) -> JSONValue? {
        node["patternProperties"]?.object?.members.first?.value
            ?? node["additionalProperties"].flatMap { $0.object == nil ? nil : $0 }
    }

    private func map(_ node: JSONSchemaNode, depth: Int) -> Attributes? {
        guard depth <= Self.mostDepth else { return nil }
        let patterns = node["patternProperties"]?.object?.members ?? []
        guard patterns.count < 2 else { return nil }
        let source = Self.element(ofMap: node) ?? true
        let element = simplified(references.node(source))
        var attributes: Attributes = [("itemControlType", "edit_map")]
        if isRow(element), let columns = columns(of: element, depth: depth) {
            attributes += columns
        } else {
            attributes.append(("itemElement", .object(cell(element, source, depth: depth))))
        }
        let names = node["propertyNames"].map(references.node)
        let anyName = ["", ".*", "^.*$", ".+", "^.+$"]
        // Known names need not fit the pattern of the others.
        let pattern =
            node.properties.isEmpty
            ? patterns.first.map { JSONValue.text($0.name) } ?? names?["pattern"] : nil
        if let names, let options = options(of: names) {
            attributes.append(("itemMapKey", .object(options)))
        } else if let text = pattern?.string, !anyName.contains(text) {
            attributes.append(
                (
                    "itemMapKey",
                    [
                        "itemControlType": "edit_text", "itemPattern": .text(text),
                        "itemRequired": true,
                    ]
                ))
        }
        let counts = [("minProperties", "itemMinimumCount"), ("maxProperties", "itemMaximumCount")]
        return attributes
            + counts.compactMap { name, attribute in node[name].map { (attribute, $0) } }
    }

    // MARK: - Labels

    func title(of node: JSONSchemaNode, named name: String) -> String {
        let title = node.string("title").map(plainText) ?? ""
        return title.isEmpty || title.count > 60 ? Self.title(from: name) : title.capitalizedStart
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
        return text.capitalizedStart
    }

    /// The description, as a second line of the row if it is short, or otherwise as its help.
    func description(of node: JSONSchemaNode) -> Attributes {
        let text = plainText(node.string("description") ?? node.string("markdownDescription") ?? "")
        guard !text.isEmpty else { return [] }
        let isLine = text.count <= Self.longestLine && !text.contains(where: \.isNewline)
        return [(isLine ? "itemSubtitle" : "itemHelp", .text(text))]
    }

    /// Returns `itemDeprecated`: a sentence, or true without one; `nil` for a setting that is not deprecated.
    func deprecation(of node: JSONSchemaNode) -> JSONValue? {
        let text = plainText(
            node.string("deprecationMessage") ?? node.string("markdownDeprecationMessage") ?? "")
        if !text.isEmpty { return .text(text) }
        return node.boolean("deprecated") ? true : nil
    }
}

extension JSONSchemaNode {
    var isOnlyNull: Bool { string("type") == "null" || values == [nil] }
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
    var capitalizedStart: String { prefix(1).uppercased() + dropFirst() }
}

/// The settings of a panel as one JSON Schema (2020-12): of the object of their values by key.
///
/// It says more about a control than the rules of its values, so that a reader finds the same control again:
/// labels, notes on options, and the texts that are secret.
package struct PanelJSONSchema {
    private let schema: Schema
    private let labels: LabelResolver

    package init(_ schema: Schema, labels: LabelResolver) {
        self.schema = schema
        self.labels = labels
    }

    package var json: JSONValue {
        let required = schema.settings.filter(\.isRequired).map { JSONValue.text($0.key) }
        return .object(present: [
            ("$schema", "https://json-schema.org/draft/2020-12/schema"),
            ("title", .text(labels.panelTitle.text)),
            ("type", "object"),
            ("properties", .object(schema.settings.map { ($0.key, property($0).json) })),
            ("required", required.isEmpty ? nil : .array(required)),
            ("additionalProperties", false),
        ])
    }

    private func sentence(on item: Schema.Item) -> JSONValue? {
        labels.deprecation(of: item, ProblemWords(labels.locale)).map { .text($0.text) }
    }

    private func property(_ setting: Schema.Setting) -> JSONSchemaObject {
        let item = schema.items[setting.key]
        var property = JSONSchemaObject()
        property["title"] = .text(labels.title(of: setting.key).text)
        if let item, let help = labels.help(of: item) ?? labels.subtitle(of: item) {
            property["description"] = .text(help.text)
        }
        for member in rules(setting.rules, item).members { property[member.name] = member.value }
        if let item, let example = labels.placeholder(of: item) {
            property["examples"] = [.text(example.text)]
        }
        if let value = setting.plainDefault { property["default"] = value.json }
        if setting.isReadOnly { property["readOnly"] = true }
        if let item, item.isDeprecated {
            property["deprecated"] = true
            property["deprecationMessage"] = sentence(on: item)
        }
        return property
    }

    // MARK: - Rules

    /// - Parameter item: The item, column or element with the labels of options.
    private func rules(_ rules: any ValueRules, _ item: Schema.Item?) -> JSONSchemaObject {
        switch rules.kind {
        case .boolean, .date, .time, .dateTime, .duration: rules.jsonSchema
        case .number: number(rules)
        case .text(let text): self.text(text, isLine: item?.control == .editText)
        case .secret(let secret): self.secret(secret)
        case .color: color(rules)
        case .size(let rules): size(rules)
        case .file: opaque(rules.jsonSchema)
        case .option(let rules): options(rules.values, item)
        case .choices(let rules): choices(rules, item)
        case .picker(let rules): picker(rules, item)
        case .list(let rules): list(rules, item)
        case .table(let rules): table(rules, item)
        case .alternatives(let rules): alternatives(rules, item)
        case .any(let rules): rules.schema.map { opaque($0.embedded) } ?? JSONSchemaObject()
        }
    }

    private func number(_ rules: any ValueRules) -> JSONSchemaObject {
        var schema = rules.jsonSchema
        // These are the limits of every integer of the panel.
        if schema["minimum"] == .number(Int64.min) { schema["minimum"] = nil }
        if schema["maximum"] == .number(Int64.max) { schema["maximum"] = nil }
        return schema
    }

    private func size(_ rules: SizeRules) -> JSONSchemaObject {
        var schema = rules.jsonSchema
        guard !rules.storesText else { return schema }
        schema["format"] = .text(EditSizeControl.format)
        if rules.maximum == nil { schema["maximum"] = nil }
        return schema
    }

    private func color(_ rules: any ValueRules) -> JSONSchemaObject {
        var schema = rules.jsonSchema
        schema["format"] = "color"
        return schema
    }

    private func text(_ rules: TextRules, isLine: Bool = false) -> JSONSchemaObject {
        var schema = JSONSchemaObject(type: "string")
        var rest = schema
        rest.limit(
            "minLength", rules.isRequired ? max(rules.minimumLength ?? 1, 1) : rules.minimumLength)
        if let pattern = rules.pattern { rest["pattern"] = .text(pattern.source) }
        if let form = rules.form { rest["format"] = .text(form.name) }
        if let form = rules.form, form.name == TextForm.address.name, form != .address {
            rest["pattern"] = .text(form.pattern)
        }
        // An empty text is accepted whatever its pattern and minimum are, unless a value is required.
        if rules.isRequired {
            schema = rest
        } else if rest.members.count > 1 {
            schema["anyOf"] = [["maxLength": 0], rest.json]
        }
        schema.limit("maxLength", rules.maximumLength)
        if rules.allowsLines, !isLine, schema["format"] == nil { schema["format"] = "multiline" }
        return schema
    }

    private func secret(_ rules: SecretRules) -> JSONSchemaObject {
        var schema = text(rules.text)
        schema["format"] = nil
        schema["writeOnly"] = true
        return schema
    }

    /// An object whose parts are one value, not settings of their own.
    private func opaque(_ schema: JSONSchemaObject) -> JSONSchemaObject { opaque(schema.json) }

    private func opaque(_ schema: JSONValue) -> JSONSchemaObject {
        var result = JSONSchemaObject()
        guard schema.object?["properties"] == nil, schema.object?["$defs"] == nil else {
            result["anyOf"] = [schema, false]
            return result
        }
        for member in schema.object?.members ?? [] { result[member.name] = member.value }
        return result
    }

    // MARK: - Options

    private func options(_ values: [Value], _ item: Schema.Item?) -> JSONSchemaObject {
        let described = values.map { alternative($0, item) }
        guard described.contains(where: { $0.members.count > 1 }) else {
            return JSONSchemaObject(oneOf: values)
        }
        var schema = JSONSchemaObject()
        schema["oneOf"] = .array(described.map(\.json))
        return schema
    }

    private func alternative(_ value: Value, _ item: Schema.Item?) -> JSONSchemaObject {
        var schema = JSONSchemaObject()
        schema["const"] = value.json
        if let item, let option = item.options.first(where: { $0.value == value }) {
            let title = labels.title(of: option, in: item).text
            if title != value.plainText { schema["title"] = .text(title) }
            schema["description"] = labels.help(of: option, in: item).map { .text($0.text) }
        } else if item == nil, case .text(let key) = value, let option = self.schema.items[key] {
            // The options of a 'select' group are items.
            schema["title"] = .text(labels.title(of: option).text)
            schema["description"] = labels.help(of: option).map { .text($0.text) }
        }
        return schema
    }

    private func choices(_ rules: ChoicesRules, _ item: Schema.Item?) -> JSONSchemaObject {
        var schema = rules.jsonSchema
        schema["items"] = options(rules.options, item).json
        return schema
    }

    private func picker(_ rules: PickerRules, _ item: Schema.Item?) -> JSONSchemaObject {
        JSONSchemaObject(
            anyOf: rules.options.map { alternative($0, item) } + [self.rules(rules.own, nil)])
    }

    private func alternatives(
        _ rules: AlternativesRules, _ item: Schema.Item?
    ) -> JSONSchemaObject {
        let cells = item?.cells ?? []
        return JSONSchemaObject(
            anyOf: rules.alternatives.enumerated().map { place, rules in
                let cell = cells.indices.contains(place) ? cells[place] : nil
                var schema = JSONSchemaObject()
                schema["title"] = cell.map { .text(labels.title(of: $0).text) }
                for member in self.rules(rules, cell).members { schema[member.name] = member.value }
                return schema
            })
    }

    // MARK: - Lists

    private func list(_ rules: ListRules, _ item: Schema.Item?) -> JSONSchemaObject {
        var schema = rules.jsonSchema
        schema["items"] = self.rules(rules.element, item?.cells.first).json
        return schema
    }

    private func table(_ rules: TableRules, _ item: Schema.Item?) -> JSONSchemaObject {
        var schema = rules.jsonSchema
        let named = rules.keepsOthers ? rules.columns.dropLast() : rules.columns
        let columns = named.map { column -> (String, JSONValue) in
            let cell = item?.cells.first { $0.key == column.key }
            var property = JSONSchemaObject()
            property["title"] = cell.map { .text(labels.title(of: $0).text) }
            for member in self.rules(column.rules, cell).members {
                property[member.name] = member.value
            }
            property["default"] = column.defaultValue?.json
            return (column.key, property.json)
        }
        let row = schema["items"]?.object?.members ?? []
        schema["items"] = .object(
            row.map { ($0.name, $0.name == "properties" ? .object(columns) : $0.value) })
        return schema
    }
}

/// A JSON Schema (2020-12) of the values that one set of rules accepts, in their canonical JSON form.
///
/// It is as strict as JSON Schema can be. A condition that it cannot express is named in `$comment`. Values in another
/// form that rules also read, such as `"YES"` or text with spaces around it, are not part of it.
package struct JSONSchemaObject: Sendable, Hashable {
    /// The keywords in the order in which they are written.
    package private(set) var members: [JSONObject.Member] = []

    /// Creates a schema that accepts every value.
    package init() {}

    package init(type: String) {
        self["type"] = JSONValue.text(type)
    }

    package init(oneOf values: [Value]) {
        self["enum"] = JSONValue.array(values.map(\.json))
    }

    package init(anyOf schemas: [JSONSchemaObject]) {
        self["anyOf"] = JSONValue.array(schemas.map(\.json))
    }

    /// `nil` removes the keyword.
    package subscript(keyword: String) -> JSONValue? {
        get { members.first { $0.name == keyword }?.value }
        set {
            let place = members.firstIndex { $0.name == keyword }
            switch (place, newValue) {
            case (let place?, let value?):
                members[place] = JSONObject.Member(name: keyword, value: value)
            case (let place?, nil): members.remove(at: place)
            case (nil, let value?): members.append(.init(name: keyword, value: value))
            case (nil, nil): break
            }
        }
    }

    /// All patterns of a schema must match.
    mutating func match(_ pattern: String) {
        let pattern = JSONValue.text(pattern)
        if self["pattern"] == nil {
            self["pattern"] = pattern
        } else {
            let others = self["allOf"]?.array ?? []
            self["allOf"] = JSONValue.array(others + [["pattern": pattern]])
        }
    }

    mutating func remark(_ sentence: String) {
        let earlier = self["$comment"]?.string.map { $0 + " " } ?? ""
        self["$comment"] = JSONValue.text(earlier + sentence)
    }

    mutating func limit(_ keyword: String, _ count: Int?) {
        guard let count else { return }
        self[keyword] = JSONValue.number(count)
    }

    package var json: JSONValue { JSONValue.object(members) }
}

extension ValueRules {
    package var jsonSchema: JSONSchemaObject { JSONSchemaObject() }
}

extension BooleanRules {
    package var jsonSchema: JSONSchemaObject { JSONSchemaObject(type: "boolean") }
}

extension OptionRules {
    package var jsonSchema: JSONSchemaObject { JSONSchemaObject(oneOf: values) }
}

extension CustomRules {
    package var jsonSchema: JSONSchemaObject {
        var schema = base.jsonSchema
        schema.remark("The program also checks the value.")
        return schema
    }
}

extension AnyRules {
    /// Anything but `null` alone.
    package var jsonSchema: JSONSchemaObject {
        var schema = JSONSchemaObject()
        schema["type"] = ["boolean", "number", "string", "array", "object"]
        if let own = self.schema { schema["allOf"] = [own.embedded] }
        schema.remark("Text cannot contain control characters.")
        return schema
    }
}

// MARK: - Texts

extension TextRules {
    package var jsonSchema: JSONSchemaObject {
        var schema = JSONSchemaObject(type: "string")
        var rest = JSONSchemaObject()
        rest.limit("minLength", isRequired ? max(minimumLength ?? 1, 1) : minimumLength)
        if let pattern { rest.match(pattern.source) }
        if let form {
            rest["format"] = JSONValue.text(form.name)
            if !form.pattern.isEmpty { rest.match(form.pattern) }
        }
        schema.limit("maxLength", maximumLength)
        // An empty text is accepted whatever its pattern and minimum are, unless a value is required.
        if isRequired {
            for member in rest.members { schema[member.name] = member.value }
        } else if !rest.members.isEmpty {
            schema["anyOf"] = [["maxLength": 0], rest.json]
        }
        schema.match(allowsLines ? Self.printableLines : Self.printable)
        if trims { schema.match(Self.trimmedText) }
        if let maximumLines {
            schema.match("^[^\\n]*(\\n[^\\n]*){0,\(max(maximumLines - 1, 0))}\\n?$")
        }
        return schema
    }

    private static let printable =
        #"^[^\u0000-\u0008\u000A-\u001F\u007F-\u009F\u2028\u2029\uFDD0-\uFDEF\uFFFE\uFFFF]*$"#
    private static let printableLines =
        #"^[^\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\uFDD0-\uFDEF\uFFFE\uFFFF]*$"#
    private static let trimmedText = #"^(\S([\s\S]*\S)?)?$"#
}

extension SecretRules {
    package var jsonSchema: JSONSchemaObject {
        var new = text.jsonSchema
        new["writeOnly"] = true
        var state = JSONSchemaObject(type: "object")
        state["properties"] = ["set": ["type": "boolean"]]
        state["required"] = ["set"]
        state["additionalProperties"] = false
        state.remark("The state is accepted if it is the current one, and changes nothing.")
        return JSONSchemaObject(anyOf: [new, state])
    }
}

extension ColorRules {
    package var jsonSchema: JSONSchemaObject {
        var schema = JSONSchemaObject(type: "string")
        schema.match(allowsAlpha ? "^#[0-9a-f]{6}([0-9a-f]{2})?$" : "^#[0-9a-f]{6}$")
        return schema
    }
}

extension FileRules {
    package var jsonSchema: JSONSchemaObject {
        var name = JSONSchemaObject(type: "string")
        name.limit("minLength", 1)
        name.limit("maxLength", Self.maximumNameLength)
        var data = JSONSchemaObject(type: "string")
        data["contentEncoding"] = "base64"
        data.limit("maxLength", (maximumSize + 2) / 3 * 4)
        data.match(
            "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$")
        var schema = JSONSchemaObject(type: "object")
        schema["properties"] = [
            "name": name.json, "type": JSONSchemaObject(type: "string").json, "data": data.json,
        ]
        schema["required"] = ["name", "type", "data"]
        schema["additionalProperties"] = false
        schema.remark(
            "A file has \(maximumSize) bytes at most, and its name 255 bytes without folders.")
        if !types.isEmpty { schema.remark("Accepted are \(types.joined(separator: ", ")).") }
        return schema
    }
}

// MARK: - Durations and sizes

extension DurationRules {
    package var jsonSchema: JSONSchemaObject {
        var schema = JSONSchemaObject(type: "number")
        schema["minimum"] = Value.decimal(minimum).json
        schema["maximum"] =
            maximum.map { Value.decimal($0).json }
            ?? JSONValue.number(DurationAmount.mostSeconds)
        schema["multipleOf"] = ExactDecimal("1e-9").map { Value.decimal($0).json }
        schema.remark("The number of seconds.")
        return schema
    }
}

extension SizeRules {
    package var jsonSchema: JSONSchemaObject {
        guard storesText else {
            var schema = JSONSchemaObject(type: "integer")
            schema["minimum"] = .number(minimum)
            schema["maximum"] = .number(maximum ?? SizeAmount.mostBytes)
            schema.remark("The number of bytes.")
            return schema
        }
        var schema = JSONSchemaObject(type: "string")
        schema.match("^(0|-?[1-9][0-9]*)(\(units.map(\.name).joined(separator: "|")))$")
        let list = units.map { "\($0.name.isEmpty ? "no unit" : $0.name) is \($0.bytes)" }
        schema.remark("Units in bytes: \(list.joined(separator: ", ")).")
        schema.bound("\(minimum) bytes", maximum.map { "\($0) bytes" })
        return schema
    }
}

// MARK: - Times

extension DateRules {
    package var jsonSchema: JSONSchemaObject {
        var schema = JSONSchemaObject(type: "string")
        schema["format"] = "date"
        schema.match("^" + JSONSchemaObject.day + "$")
        schema.bound(minimum?.description, maximum?.description)
        return schema
    }
}

extension TimeRules {
    package var jsonSchema: JSONSchemaObject {
        var schema = JSONSchemaObject(type: "string")
        schema.match("^" + JSONSchemaObject.time(withSeconds: allowsSeconds) + "$")
        schema.bound(minimum?.description, maximum?.description)
        if let step { schema.remark("Steps of \(step) seconds count from the minimum.") }
        return schema
    }
}

extension DateTimeRules {
    package var jsonSchema: JSONSchemaObject {
        var schema = JSONSchemaObject(type: "string")
        schema.match(
            "^" + JSONSchemaObject.day + "T" + JSONSchemaObject.time(withSeconds: allowsSeconds)
                + "$")
        schema.bound(minimum?.description, maximum?.description)
        if let zone { schema.remark("The time is that of \(zone), where it must exist.") }
        return schema
    }
}

extension JSONSchemaObject {
    /// The pattern of a day of the years 1 to 9999; it accepts February 29 in every year.
    fileprivate static let day =
        #"([0-9]{3}[1-9]|[0-9]{2}[1-9][0-9]|[0-9][1-9][0-9]{2}|[1-9][0-9]{3})-"#
        + #"((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)"#
        + #"|02-(0[1-9]|[12][0-9]))"#

    fileprivate static func time(withSeconds: Bool) -> String {
        "([01][0-9]|2[0-3]):[0-5][0-9]" + (withSeconds ? "(:[0-5][0-9])?" : "")
    }

    /// Names the limits of a string that JSON Schema cannot compare.
    fileprivate mutating func bound(_ minimum: String?, _ maximum: String?) {
        if let minimum { remark("The minimum is \(minimum).") }
        if let maximum { remark("The maximum is \(maximum).") }
    }
}

// MARK: - Lists

extension ChoicesRules {
    package var jsonSchema: JSONSchemaObject {
        var schema = JSONSchemaObject(type: "array")
        schema["items"] = JSONSchemaObject(oneOf: options).json
        schema.limit("minItems", minimumCount)
        schema.limit("maxItems", maximumCount)
        schema["uniqueItems"] = true
        return schema
    }
}

extension ListRules {
    package var jsonSchema: JSONSchemaObject {
        var schema = JSONSchemaObject(type: "array")
        schema["items"] = element.jsonSchema.json
        schema.limit("minItems", minimumCount)
        schema.limit("maxItems", maximumCount)
        if isUnique { schema["uniqueItems"] = true }
        return schema
    }
}

extension PickerRules {
    package var jsonSchema: JSONSchemaObject {
        JSONSchemaObject(anyOf: [JSONSchemaObject(oneOf: options), own.jsonSchema])
    }
}

extension AlternativesRules {
    package var jsonSchema: JSONSchemaObject {
        JSONSchemaObject(
            anyOf: alternatives.map(\.jsonSchema)
                + (isNullable ? [JSONSchemaObject(type: "null")] : []))
    }
}

extension TableRules {
    package var jsonSchema: JSONSchemaObject {
        var row = JSONSchemaObject(type: "object")
        let named = keepsOthers ? columns.dropLast() : columns
        row["properties"] = JSONValue.object(
            named.map { .init(name: $0.key, value: $0.rules.jsonSchema.json) })
        let required = columns.filter { $0.defaultValue == nil && !$0.canBeMissing }
            .map { JSONValue.text($0.key) }
        if !required.isEmpty { row["required"] = JSONValue.array(required) }
        if !keepsOthers { row["additionalProperties"] = false }
        if names != nil { return map(of: row, named, required) }
        var schema = JSONSchemaObject(type: "array")
        schema["items"] = row.json
        schema.limit("minItems", minimumCount)
        schema.limit("maxItems", maximumCount)
        if let uniqueColumn { schema.remark("No two rows have the same \(uniqueColumn).") }
        return schema
    }

    private func map(
        of row: JSONSchemaObject, _ columns: [Column], _ required: [JSONValue]
    ) -> JSONSchemaObject {
        var row = row
        var schema = JSONSchemaObject(type: "object")
        if let first = columns.first {
            schema["propertyNames"] = first.rules.jsonSchema.json
            let others = columns.dropFirst().map {
                JSONObject.Member(name: $0.key, value: $0.rules.jsonSchema.json)
            }
            row["properties"] = .object(Array(others))
            let needed = required.filter { $0.string != first.key }
            row["required"] = needed.isEmpty ? nil : .array(needed)
        }
        schema["additionalProperties"] =
            names == .ofValues ? columns.dropFirst().first?.rules.jsonSchema.json : row.json
        schema.limit("minProperties", minimumCount)
        schema.limit("maxProperties", maximumCount)
        return schema
    }
}

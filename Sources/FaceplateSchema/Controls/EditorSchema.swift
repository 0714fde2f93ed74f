/// The parts of `Schemas/faceplate.schema.json` that follow from the definitions of the controls.
///
/// `EditorSchemaTests` compares the file with them, and writes it again with `RECORD_FIXTURES=1`.
enum EditorSchema {
    static let definitions: [(name: String, json: JSONValue)] = [
        ("itemAttributes", itemAttributes), ("input", input), ("column", column),
        ("controlRules", controlRules),
        ("controlAttributes", controlAttributes), ("control", control), ("ownControl", ownControl),
    ]

    /// A definition begins and ends at lines with an indentation of four.
    static func text(replacing text: String) -> String {
        var lines: [String] = []
        var isInside = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let new = definitions.first(where: { line == "    \"\($0.name)\": {" }) {
                lines += EditorSchemaWriter.lines(
                    new.json, indentation: 4, after: "\"\(new.name)\": ")
                isInside = true
            } else if isInside, line.hasPrefix("    }") {
                if line.hasSuffix(","), let last = lines.popLast() { lines.append(last + ",") }
                isInside = false
            } else if !isInside {
                lines.append(String(line))
            }
        }
        return lines.joined(separator: "\n")
    }

    // MARK: - Definitions

    private static let itemAttributes: JSONValue = [
        "description": "The attributes of items and custom controls of the panel.",
        "type": "object", "additionalProperties": false,
        "properties": properties(AttributeDefinition.all),
    ]

    private static let column: JSONValue = [
        "description": "A column of a table, or the element of a list.",
        "$ref": "#/$defs/input",
        "allOf": [["properties": ["itemControlType": ["not": ["const": "edit_password"]]]]],
    ]

    private static let input: JSONValue = [
        "description": "An input of a button, or a part of a value.",
        "type": "object", "required": ["itemControlType"], "additionalProperties": false,
        "properties": properties(AttributeDefinition.all.filter(\.isForCells)),
        "allOf": [
            ["$ref": "#/$defs/controlRules"],
            ["properties": ["itemControlType": ["not": ["enum": misfits]]]],
        ],
    ]

    private static var misfits: JSONValue {
        texts(
            ControlKind.allCases.filter { !$0.definition.traits.fitsCell && $0 != .editPassword }
                .map(\.rawValue))
    }

    private static let control: JSONValue = [
        "description": "A built-in control.", "enum": names { _ in true },
    ]

    private static let ownControl: JSONValue = [
        "description":
            "A custom control of the panel: a built-in control, and the attributes of its items.",
        "$ref": "#/$defs/itemAttributes", "required": ["itemControlType"],
        "propertyNames": [
            "not": ["enum": ["itemKey", "itemReference", "order", "itemRenamedFrom", "groups"]]
        ],
        "allOf": [
            ["$ref": "#/$defs/controlAttributes"],
            ["properties": ["itemControlType": ["enum": names { $0.holdsValue }]]],
        ],
    ]

    private static let controlAttributes: JSONValue = {
        let special = AttributeDefinition.all.map(\.name).filter { name in
            ControlKind.allCases.contains { $0.ownAttributes.contains(name) }
        }
        let rules = ControlKind.allCases.map { kind in
            let refused = special.filter { !kind.ownAttributes.contains($0) }.map {
                ($0, JSONValue.boolean(false))
            }
            return rule(for: kind, ["properties": .object(refused + values(of: kind))])
        }
        return [
            "description": "The attributes that each control accepts, and their values.",
            "allOf": .array(rules),
        ]
    }()

    private static let controlRules: JSONValue = {
        var rules: [JSONValue] = [
            ["$ref": "#/$defs/controlAttributes"],
            [
                "if": [
                    "properties": ["itemControlType": ["not": ["const": "choice"]]],
                    "required": ["itemControlType"],
                ],
                "then": ["allOf": [["properties": ["itemStyle": ["type": "object"]]]]],
            ],
        ]
        for kind in ControlKind.allCases {
            let always = required(by: kind, isProvided: true)
            let often = required(by: kind, isProvided: false)
            if !always.isEmpty {
                rules.append(rule(for: kind, ["required": texts(always)]))
            } else if !often.isEmpty {
                let lists = JSONValue.object(often.map { ($0, ["minItems": 1]) })
                let consequence: JSONValue = [
                    "if": ["not": ["required": ["itemOptionsProvided"]]],
                    "then": ["required": texts(often), "allOf": [["properties": lists]]],
                ]
                rules.append(rule(for: kind, consequence))
            }
        }
        return [
            "description": "The attributes that each control accepts and needs, and their values.",
            "allOf": .array(rules),
        ]
    }()

    // MARK: - Parts

    private static func properties(_ attributes: [AttributeDefinition]) -> JSONValue {
        .object(
            attributes.map { attribute in
                let summary = JSONObject.Member(
                    name: "description", value: .text(attribute.summary))
                let members = (attribute.schema ?? attribute.shape.schema).object?.members ?? []
                return (attribute.name, .object([summary] + members))
            })
    }

    private static func values(of kind: ControlKind) -> [(String, JSONValue)] {
        var values: [(String, JSONValue)] = []
        if let schema = kind.definition.valueSchema { values.append(("itemValue", schema)) }
        if let schema = kind.definition.valueMapSchema {
            values.append(("itemValueMap", ["additionalProperties": schema]))
        }
        guard let bound = kind.definition.traits.bounds else { return values }
        values += [("itemMinimum", bound.schema), ("itemMaximum", bound.schema)]
        guard kind.ownAttributes.contains("itemStep") else { return values }
        return values + [("itemStep", bound.schema.replacing("exclusiveMinimum", with: 0))]
    }

    private static func required(by kind: ControlKind, isProvided: Bool) -> [String] {
        let item: JSONValue = [
            "itemKey": "k", "itemControlType": .text(kind.rawValue),
            "itemOptionsProvided": .boolean(isProvided),
        ]
        let document = SchemaDocument(["groupKey": "g", "items": [item]])
        return document.items.flatMap { kind.definition.requiredAttributes(of: $0) }
    }

    private static func rule(for kind: ControlKind, _ consequence: JSONValue) -> JSONValue {
        [
            "if": [
                "properties": ["itemControlType": ["const": .text(kind.rawValue)]],
                "required": ["itemControlType"],
            ],
            "then": consequence,
        ]
    }

    private static func names(_ isIncluded: (ControlTraits) -> Bool) -> JSONValue {
        texts(
            ControlKind.allCases.filter { isIncluded($0.definition.traits) }.map { $0.rawValue })
    }

    private static func texts(_ texts: [String]) -> JSONValue {
        JSONValue.array(texts.map(JSONValue.text))
    }
}

extension SchemaAttribute.Shape {
    fileprivate var schema: JSONValue {
        switch self {
        case .key: ["$ref": "#/$defs/key"]
        case .keys: ["$ref": "#/$defs/keys"]
        case .number: ["$ref": "#/$defs/order"]
        case .boolean: ["$ref": "#/$defs/boolean"]
        case .scalar: ["$ref": "#/$defs/scalar"]
        case .value: ["$ref": "#/$defs/value"]
        case .bound, .length: ["$ref": "#/$defs/bound"]
        case .texts: ["$ref": "#/$defs/texts"]
        case .label: ["$ref": "#/$defs/words"]
        case .labelOrBoolean: ["anyOf": [["type": "boolean"], ["$ref": "#/$defs/words"]]]
        case .condition: ["$ref": "#/$defs/condition"]
        case .style: ["$ref": "#/$defs/style"]
        case .image: ["$ref": "#/$defs/image"]
        case .timeZone: ["$ref": "#/$defs/timeZone"]
        case .wordOrStyle: ["$ref": "#/$defs/itemStyle"]
        case .node: ["$ref": "#/$defs/column"]
        case .string, .url: ["type": "string"]
        case .pattern: ["type": "string", "format": "regex"]
        case .strings: ["type": "array", "minItems": 1, "items": ["type": "string"]]
        case .options:
            ["type": "array", "uniqueItems": true, "items": ["$ref": "#/$defs/option"]]
        case .count(let minimum):
            ["type": "integer", "minimum": .number(minimum), "maximum": .number(Int64.max)]
        case .word(let words): ["enum": .array(words.map(JSONValue.text))]
        case .nodes, .locales: ["type": "array"]
        case .jsonSchema: ["type": ["object", "boolean"]]
        case .labels, .valueMap, .controls: ["type": "object"]
        case .units, .ignored: [:]
        }
    }
}

/// Writes JSON on lines of at most 100 columns, with an indentation of two.
private enum EditorSchemaWriter {
    private static let width = 100

    static func lines(_ json: JSONValue, indentation: Int, after start: String) -> [String] {
        let space = String(repeating: " ", count: indentation)
        let line = space + start + text(json)
        if line.count < width { return [line] }
        let parts: [(start: String, json: JSONValue)]
        let (open, close): (String, String)
        switch json.content {
        case .object(let object):
            parts = object.members.map { (text(JSONValue.text($0.name)) + ": ", $0.value) }
            (open, close) = ("{", "}")
        case .array(let elements):
            parts = elements.map { ("", $0) }
            (open, close) = ("[", "]")
        case .null, .boolean, .number, .string: return [line]
        }
        var lines = [space + start + open]
        var isOpen = false
        for (index, part) in parts.enumerated() {
            var written = Self.lines(part.json, indentation: indentation + 2, after: part.start)
            if index + 1 < parts.count { written[written.count - 1] += "," }
            // Short parts share a line.
            let joined = (lines.last ?? "") + written[0].dropFirst(indentation + 1)
            if isOpen, isShort(part.json), joined.count < width {
                lines[lines.count - 1] = joined
            } else {
                lines += written
            }
            isOpen = isShort(part.json)
        }
        return lines + [space + close]
    }

    /// True for `false`, a number or a word, which do not need a line of their own.
    private static func isShort(_ json: JSONValue) -> Bool {
        switch json.content {
        case .null, .boolean, .number: true
        case .string(let text): !text.contains(" ")
        case .object, .array: false
        }
    }

    private static func text(_ json: JSONValue) -> String {
        switch json.content {
        case .object(let object):
            let members = object.members.map {
                text(JSONValue.text($0.name)) + ": " + text($0.value)
            }
            return "{" + members.joined(separator: ", ") + "}"
        case .array(let elements): return "[" + elements.map(text).joined(separator: ", ") + "]"
        case .null, .boolean, .number, .string: return JSONWriter().text(json)
        }
    }
}

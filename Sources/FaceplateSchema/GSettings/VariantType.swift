/// A type of GVariant, such as `as` for a list of strings.
indirect enum VariantType {
    /// A type of one letter, except `v`.
    case basic(Character)
    case variant
    case array(VariantType)
    case maybe(VariantType)
    case dictionary(key: Character, VariantType)
    case tuple([VariantType])

    private static let maximumDepth = 32

    /// `nil` for text that is not one complete type.
    init?(_ text: String) {
        var rest = Substring(text)
        guard let type = Self.read(&rest, depth: 0), rest.isEmpty else { return nil }
        self = type
    }

    private static func read(_ rest: inout Substring, depth: Int) -> VariantType? {
        guard depth < maximumDepth, let letter = rest.popFirst() else { return nil }
        switch letter {
        case "b", "y", "n", "q", "i", "u", "x", "t", "d", "h", "s", "o", "g":
            return .basic(letter)
        case "v": return .variant
        case "m": return read(&rest, depth: depth + 1).map { .maybe($0) }
        case "a":
            guard rest.first == "{" else {
                return read(&rest, depth: depth + 1).map { .array($0) }
            }
            rest.removeFirst()
            guard case .basic(let key)? = read(&rest, depth: depth + 1),
                let value = read(&rest, depth: depth + 1), rest.popFirst() == "}"
            else { return nil }
            return .dictionary(key: key, value)
        case "(":
            var parts: [VariantType] = []
            while rest.first != ")" {
                guard let part = read(&rest, depth: depth + 1) else { return nil }
                parts.append(part)
            }
            rest.removeFirst()
            return .tuple(parts)
        default: return nil
        }
    }

    /// True for a type whose values are numbers, which always has one.
    var isNumber: Bool {
        if case .basic(let letter) = self { "ynqiuxtdh".contains(letter) } else { false }
    }

    /// Returns the JSON Schema of the values.
    ///
    /// - Parameter choices: The strings that are accepted; empty for any.
    func jsonSchema(choices: [String] = []) -> JSONValue {
        switch self {
        case .basic("b"): ["type": "boolean"]
        case .basic("d"): ["type": "number"]
        case .basic(let letter):
            if let (least, most) = Self.bounds[letter] {
                .object(present: [
                    ("type", "integer"), ("minimum", least.map(JSONValue.number)),
                    ("maximum", most.map(JSONValue.number)),
                ])
            } else {
                choices.isEmpty
                    ? ["type": "string"] : ["enum": .array(choices.map(JSONValue.text))]
            }
        case .variant: [:]
        case .maybe(let type):
            ["anyOf": [type.jsonSchema(choices: choices), ["type": "null"]]]
        case .array(let type): ["type": "array", "items": type.jsonSchema(choices: choices)]
        case .dictionary(let key, let type):
            .object(present: [
                ("type", "object"),
                ("propertyNames", VariantType.basic(key).namePattern.map { ["pattern": $0] }),
                ("additionalProperties", type.jsonSchema()),
            ])
        case .tuple(let types): Self.jsonSchema(ofTuple: types.map { $0.jsonSchema() })
        }
    }

    private var namePattern: JSONValue? {
        switch self {
        case .basic("b"): "^(true|false)$"
        case .basic("s"), .basic("o"), .basic("g"): nil
        default: "^-?[0-9.]+$"
        }
    }

    private static func jsonSchema(ofTuple parts: [JSONValue]) -> JSONValue {
        guard let first = parts.first else { return [:] }
        let count = JSONValue.number(parts.count)
        guard parts.allSatisfy({ $0 == first }) else {
            return [
                "type": "array", "prefixItems": .array(parts), "items": false, "minItems": count,
            ]
        }
        return ["type": "array", "items": first, "minItems": count, "maxItems": count]
    }

    private static let bounds: [Character: (least: Int64?, most: Int64?)] = [
        "y": (0, 255), "n": (-32768, 32767), "q": (0, 65535), "i": (-2_147_483_648, 2_147_483_647),
        "h": (-2_147_483_648, 2_147_483_647), "u": (0, 4_294_967_295), "x": (nil, nil),
        "t": (0, nil),
    ]
}

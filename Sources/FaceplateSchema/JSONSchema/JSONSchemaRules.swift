/// The rules in a part of a JSON Schema, in one form for all drafts: that of 2020-12.
///
/// The form has nothing but the keywords that are checked, and the parts to which it refers in its `$defs`. It can be
/// read without the document.
struct JSONSchemaRules {
    /// A part that is malformed or not checked.
    struct Fault: Hashable {
        /// Such as `#/properties/port`.
        let place: String
        let message: String
    }

    static let mostParts = 5_000

    private let most: Int
    private(set) var json: JSONValue = [:]
    private(set) var faults: [Fault] = []
    /// The rules that are not checked.
    private(set) var gaps: [Fault] = []
    /// True if it has so many parts that some are missing.
    private(set) var isTooLarge = false

    private let document: JSONSchemaDocument
    private var parts = 0
    /// The names in `$defs`, by address.
    private var names: [String: String] = [:]
    private var taken: Set<String> = []
    private var waiting: [(name: String, address: String)] = []

    /// - Parameters:
    ///   - part: A part with references relative to the document; `nil` for the document itself.
    ///   - most: With more parts, it is too large.
    init(_ part: JSONValue? = nil, of document: JSONSchemaDocument, most: Int = mostParts) {
        self.document = document
        self.most = most
        let rules = rules(of: part ?? document.root.json, document.root.base, "#")
        var definitions: [(String, JSONValue)] = []
        while let next = waiting.popLast() {
            guard let target = document.part(at: next.address) else { continue }
            definitions.append((next.name, self.rules(of: target.json, target.base, next.address)))
        }
        json = rules
        guard !definitions.isEmpty, let members = rules.object?.members else { return }
        json = .object(
            members.map { ($0.name, $0.value) }
                + [("$defs", .object(definitions.sorted { $0.0 < $1.0 }))])
    }

    private mutating func rules(of json: JSONValue, _ base: String, _ place: String) -> JSONValue {
        if json == true || json == false { return json }
        guard let object = json.object else {
            return fault(place, "Expected a JSON Schema, not \(json.described()).") ?? true
        }
        parts += 1
        guard parts <= most else {
            isTooLarge = true
            return true
        }
        if document.referencesAreAlone, let reference = object["$ref"] {
            return .object(present: [("$ref", self.reference(reference, base, place + "/$ref"))])
        }
        let base = JSONSchemaDocument.base(of: json, in: base)
        var rules: [(String, JSONValue)] = []
        for member in object.members {
            for (name, value) in self.rules(of: member, beside: object, base, place) {
                if let index = rules.firstIndex(where: { $0.0 == name }) {
                    // Only 'dependencies' becomes keywords that can be there already.
                    let members =
                        (rules[index].1.object?.members ?? []) + (value.object?.members ?? [])
                    rules[index].1 = .object(members)
                } else {
                    rules.append((name, value))
                }
            }
        }
        return .object(rules)
    }

    private mutating func rules(
        of member: JSONObject.Member, beside object: JSONObject, _ base: String, _ place: String
    ) -> [(String, JSONValue)] {
        let (name, value) = (member.name, member.value)
        let place = "\(place)/\(name)"
        var result: JSONValue?
        switch name {
        case "$ref": result = reference(value, base, place)
        case "$dynamicRef", "$recursiveRef", "unevaluatedItems", "unevaluatedProperties":
            if value != true {
                gaps.append(Fault(place: place, message: "'\(name)' is not supported."))
            }
        case "type", "enum", "const", "format", "pattern", "required", "uniqueItems":
            result = checked(name, value, place)
        case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
            return number(name, value, beside: object, place)
        case "minLength", "maxLength", "minItems", "maxItems", "minContains", "maxContains",
            "minProperties", "maxProperties":
            let isCount = (value.number?.integer).map { $0 >= 0 } ?? false
            result = isCount ? value : fault(place, "Expected a whole number from 0.")
        case "items":
            if let list = value.array {
                return [("prefixItems", .array(schemas(list, base, place)))]
            }
            result = rules(of: value, base, place)
        case "additionalItems":
            guard object["items"]?.array != nil else { return [] }
            return [("items", rules(of: value, base, place))]
        case "contains", "additionalProperties", "propertyNames", "not", "if", "then", "else":
            result = rules(of: value, base, place)
        case "allOf", "anyOf", "oneOf", "prefixItems":
            guard let list = value.array, !list.isEmpty else {
                result = fault(place, "Expected a list of JSON Schemas.")
                break
            }
            result = .array(schemas(list, base, place))
        case "properties", "patternProperties", "dependentSchemas", "dependentRequired",
            "dependencies":
            return map(name, value, base, place)
        default: break
        }
        return result.map { [(name, $0)] } ?? []
    }

    // MARK: - Values of keywords

    private static let types: Set<String> = [
        "array", "boolean", "integer", "null", "number", "object", "string",
    ]

    private mutating func checked(_ name: String, _ value: JSONValue, _ place: String) -> JSONValue?
    {
        let (isRight, wanted): (Bool, String) =
            switch name {
            case "type":
                (
                    (value.array ?? [value])
                        .allSatisfy { $0.string.map(Self.types.contains) ?? false },
                    "the name of a type, or a list of them"
                )
            case "enum": (value.array != nil, "a list of values")
            case "required": (Self.areNames(value), "a list of names")
            case "uniqueItems": (value == true || value == false, "true or false")
            case "format", "pattern": (value.string != nil, "a string")
            default: (true, "")
            }
        return isRight ? value : fault(place, "Expected \(wanted), not \(value.described()).")
    }

    private static func areNames(_ value: JSONValue) -> Bool {
        value.array?.allSatisfy { $0.string != nil } ?? false
    }

    /// In draft 4, `exclusiveMinimum` is true or false, and about `minimum`.
    private mutating func number(
        _ name: String, _ value: JSONValue, beside object: JSONObject, _ place: String
    ) -> [(String, JSONValue)] {
        if name.hasPrefix("exclusive"), value == true || value == false { return [] }
        guard value.decimal != nil, name != "multipleOf" || (value.decimal ?? .zero) > .zero else {
            _ = fault(place, "Expected a number\(name == "multipleOf" ? " above 0" : "").")
            return []
        }
        let exclusive = "exclusive" + name.prefix(1).uppercased() + name.dropFirst()
        return [(object[exclusive] == true ? exclusive : name, value)]
    }

    private mutating func schemas(
        _ list: [JSONValue], _ base: String, _ place: String
    ) -> [JSONValue] {
        var result: [JSONValue] = []
        for (index, json) in list.enumerated() {
            result.append(rules(of: json, base, "\(place)/\(index)"))
        }
        return result
    }

    private mutating func map(
        _ name: String, _ value: JSONValue, _ base: String, _ place: String
    ) -> [(String, JSONValue)] {
        guard let members = value.object?.members else {
            _ = fault(place, "Expected an object, not \(value.described()).")
            return []
        }
        var schemas: [(String, JSONValue)] = []
        var names: [(String, JSONValue)] = []
        for member in members {
            let place = "\(place)/\(member.name)"
            if Self.areNames(member.value), name.hasPrefix("depend"), name != "dependentSchemas" {
                names.append((member.name, member.value))
            } else if name == "dependentRequired" {
                _ = fault(place, "Expected a list of names.")
            } else {
                schemas.append((member.name, rules(of: member.value, base, place)))
            }
        }
        guard name.hasPrefix("depend") else { return [(name, .object(schemas))] }
        return (schemas.isEmpty ? [] : [("dependentSchemas", .object(schemas))])
            + (names.isEmpty ? [] : [("dependentRequired", .object(names))])
    }

    // MARK: - References

    private mutating func reference(
        _ value: JSONValue, _ base: String, _ place: String
    ) -> JSONValue? {
        guard let reference = value.string else {
            return fault(place, "Expected a string, not \(value.described()).")
        }
        let address = JSONSchemaDocument.address(of: reference, in: base)
        if document.part(at: address) == nil {
            guard document.contains(address) else {
                let message = "'\(reference)' is another document, which is not read."
                gaps.append(Fault(place: place, message: message))
                return nil
            }
            return fault(place, "'\(reference)' does not exist.")
        }
        return .text("#/$defs/" + name(of: address))
    }

    private mutating func name(of address: String) -> String {
        if let name = names[address] { return name }
        let last = address.split(whereSeparator: "/#".contains).last.map(String.init) ?? "root"
        let letters = last.unicodeScalars.map {
            $0.isASCII && SettingKeySyntax.isValid("a" + String($0)) ? String($0) : "_"
        }
        let base = letters.joined()
        var (name, number) = (base, 2)
        while !taken.insert(name).inserted {
            name = "\(base)_\(number)"
            number += 1
        }
        names[address] = name
        waiting.append((name, address))
        return name
    }

    private mutating func fault(_ place: String, _ message: String) -> JSONValue? {
        faults.append(Fault(place: place, message: message))
        return nil
    }
}

extension JSONValue {
    /// `nil` for other values, and for numbers out of range.
    var decimal: ExactDecimal? { number.flatMap { ExactDecimal($0.text) } }
}

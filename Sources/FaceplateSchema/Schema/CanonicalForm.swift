/// It has no comments, writes Booleans as `true` and `false`, numbers without superfluous digits, and attributes that
/// accept one string or a list as lists.
struct CanonicalForm {
    private let switches: Set<String>

    init(controls: [JSONObject.Member]) {
        let flags = [Control.switch.rawValue, Control.select.rawValue]
        switches = Set(
            flags
                + controls.filter {
                    flags.contains($0.value.object?["itemControlType"]?.string ?? "")
                }.map(\.name))
    }

    /// - Parameter isSwitch: True for a part of the declaration of a switch.
    func json(
        _ json: JSONValue, _ scope: SchemaAttribute.Scope = .panel, isSwitch: Bool = false
    ) -> JSONValue {
        guard let object = json.object else { return plain(json) }
        let attributes = SchemaAttribute.byName(of: scope)
        let isSwitch = isSwitch || switches.contains(object["itemControlType"]?.string ?? "")
        return .object(
            object.members.filter(Self.isRetained).map { member in
                let shape = attributes[member.name]?.shape ?? .ignored
                let isFlag = member.name == "itemValue" && isSwitch
                return .init(
                    name: member.name,
                    value: value(member, isFlag ? .boolean : shape, isSwitch: isSwitch))
            })
    }

    private func value(
        _ member: JSONObject.Member, _ shape: SchemaAttribute.Shape, isSwitch: Bool
    ) -> JSONValue {
        let json = member.value
        switch shape {
        case .boolean: return BooleanRules.boolean(json).map(JSONValue.boolean) ?? json
        case .keys, .texts: return json.string == nil ? json : JSONValue.array([json])
        case .node: return self.json(json, .column)
        case .nodes(let scope):
            let isSwitch = isSwitch && scope == .default
            return .array((json.array ?? []).map { self.json($0, scope, isSwitch: isSwitch) })
        case .options: return .array((json.array ?? []).map { self.json($0, .option) })
        case .controls:
            return .object(
                (json.object?.members ?? []).map {
                    .init(name: $0.name, value: self.json($0.value, .item))
                })
        // The draft and the comments in it are not those of this schema.
        case .jsonSchema: return JSONSchemaCheck(json).json
        default: return plain(json)
        }
    }

    private static func isRetained(_ member: JSONObject.Member) -> Bool {
        member.name != "$comment" && member.name != "$schema"
    }

    private func plain(_ json: JSONValue) -> JSONValue {
        switch json.content {
        case .array(let elements): JSONValue.array(elements.map(plain))
        case .object(let object):
            JSONValue.object(
                object.members.filter(Self.isRetained)
                    .map { .init(name: $0.name, value: plain($0.value)) })
        case .number(let number): Self.plain(number) ?? json
        default: json
        }
    }

    /// `nil` if the exponent exceeds 64: `1e9999` would become thousands of digits.
    private static func plain(_ number: JSONNumber) -> JSONValue? {
        // A bare `nil` would be the JSON `null`.
        guard let exact = ExactDecimal(number.text), abs(exact.exponent) <= 64 else { return .none }
        return exact.json
    }
}

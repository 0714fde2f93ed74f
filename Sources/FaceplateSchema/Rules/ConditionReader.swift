struct ConditionReader {
    private(set) var problems: [SchemaProblem] = []

    private typealias Draft = ConditionDraft
    private static let connectives = ["not", "all", "any"]
    private static let operators = ConditionDraft.Operator.allCases.map(\.rawValue)
    private static let ignored = ["$comment", "$schema"]

    mutating func node(_ json: JSONValue, path: String, depth: Int) -> ConditionDraft.Node? {
        let place = Draft.Place(path: path, position: json.position)
        guard depth <= Condition.maximumDepth else {
            return report(
                "Conditions may be \(Condition.maximumDepth) levels deep at most.", at: place)
        }
        switch json.content {
        case .string(let key):
            return .test(
                Draft.Test(
                    key: key, keyPlace: place, operator: .equals, operatorPlace: place,
                    operand: .values([(.boolean(true), place)]), isKeyAlone: true))
        case .object(let object):
            let members = object.members.filter { !Self.ignored.contains($0.name) }
            return members.contains { Self.connectives.contains($0.name) }
                ? connective(members, place, depth: depth) : test(members, place)
        default:
            return report(
                "Expected a key or an object with 'key', 'not', 'all' or 'any', not "
                    + "\(json.described()).", at: place)
        }
    }

    private mutating func connective(
        _ members: [JSONObject.Member], _ place: ConditionDraft.Place, depth: Int
    ) -> ConditionDraft.Node? {
        let name = members.first { Self.connectives.contains($0.name) }?.name ?? ""
        for member in members where member.name != name {
            report(
                "'\(member.name)' cannot be combined with '\(name)'. Put each into a condition of "
                    + "its own, in 'all' or 'any'.",
                at: Draft.Place(path: "\(place.path).\(member.name)", position: member.position))
        }
        guard let json = members.first(where: { $0.name == name })?.value else { return nil }
        let path = "\(place.path).\(name)"
        if name == "not" {
            return node(json, path: path, depth: depth + 1).map { .not($0) }
        }
        let inside = Draft.Place(path: path, position: json.position)
        guard let elements = json.array else {
            return report(
                "Expected a list of conditions, not \(json.described()).", at: inside)
        }
        guard !elements.isEmpty else {
            return report("'\(name)' needs at least one condition.", at: inside)
        }
        let nodes = elements.enumerated().compactMap { index, element in
            node(element, path: "\(path)[\(index)]", depth: depth + 1)
        }
        return name == "all" ? .all(nodes) : .any(nodes)
    }

    private mutating func test(
        _ members: [JSONObject.Member], _ place: ConditionDraft.Place
    ) -> ConditionDraft.Node? {
        let key = key(members, place)
        var chosen: (name: Draft.Operator, place: Draft.Place, operand: Draft.Operand?)?
        var names = 0
        for member in members where member.name != "key" {
            let path = "\(place.path).\(member.name)"
            let memberPlace = Draft.Place(path: path, position: member.position)
            names += 1
            guard let name = Draft.Operator(rawValue: member.name) else {
                let known = Self.operators + ["key"] + Self.connectives
                report(
                    "unknown operator '\(member.name)'."
                        + NearestWord.suggestion(for: member.name, among: known), at: memberPlace)
                continue
            }
            if let chosen {
                report(
                    "A condition has one operator: '\(name.rawValue)' cannot be combined with "
                        + "'\(chosen.name.rawValue)'. Join two conditions with 'all'.",
                    at: memberPlace)
                continue
            }
            chosen = (name, memberPlace, operand(of: name, member.value, path: path))
        }
        if names == 0, key != nil {
            report(
                "The condition has no operator. Accepted are \(Self.quoted(Self.operators)).",
                at: place)
        }
        guard let key, let chosen, let operand = chosen.operand else { return nil }
        return .test(
            Draft.Test(
                key: key.name, keyPlace: key.place, operator: chosen.name,
                operatorPlace: chosen.place, operand: operand, isKeyAlone: false))
    }

    private mutating func key(
        _ members: [JSONObject.Member], _ place: ConditionDraft.Place
    ) -> (name: String, place: ConditionDraft.Place)? {
        guard let json = members.first(where: { $0.name == "key" })?.value else {
            return report(
                "The condition has no 'key'. Expected 'key' with an operator, 'not', 'all' or "
                    + "'any'.", at: place)
        }
        let keyPlace = Draft.Place(path: "\(place.path).key", position: json.position)
        guard let name = json.string else {
            return report("Expected a key, not \(json.described()).", at: keyPlace)
        }
        return (name, keyPlace)
    }

    private mutating func operand(
        of name: ConditionDraft.Operator, _ json: JSONValue, path: String
    ) -> ConditionDraft.Operand? {
        let place = Draft.Place(path: path, position: json.position)
        switch name {
        case .equals, .less, .atMost, .greater, .atLeast:
            if let object = json.object { return otherKey(object, place) }
            return scalar(json, place, or: " or {\"key\": ...}").map { .values([($0, place)]) }
        case .contains: return scalar(json, place).map { .values([($0, place)]) }
        case .in: return values(json, place)
        case .matches: return pattern(json, place)
        case .empty:
            guard let isEmpty = BooleanRules.boolean(json) else {
                return report("Expected true or false, not \(json.described()).", at: place)
            }
            return .flag(isEmpty)
        }
    }

    private mutating func otherKey(
        _ object: JSONObject, _ place: ConditionDraft.Place
    ) -> ConditionDraft.Operand? {
        let members = object.members.filter { !Self.ignored.contains($0.name) }
        guard members.count == 1, let member = members.first, member.name == "key",
            let key = member.value.string
        else { return report("Expected {\"key\": ...} with another setting's key.", at: place) }
        return .key(
            key, Draft.Place(path: "\(place.path).key", position: member.value.position))
    }

    private mutating func values(
        _ json: JSONValue, _ place: ConditionDraft.Place
    ) -> ConditionDraft.Operand? {
        guard let elements = json.array else {
            return report("Expected a list of values, not \(json.described()).", at: place)
        }
        guard !elements.isEmpty else {
            return report("'in' needs at least one value.", at: place)
        }
        let values = elements.enumerated().compactMap { index, element in
            let elementPlace = Draft.Place(
                path: "\(place.path)[\(index)]", position: element.position)
            return scalar(element, elementPlace).map { ($0, elementPlace) }
        }
        return values.count == elements.count ? .values(values) : nil
    }

    private mutating func pattern(
        _ json: JSONValue, _ place: ConditionDraft.Place
    ) -> ConditionDraft.Operand? {
        guard let source = json.string else {
            return report(
                "Expected a regular expression, not \(json.described()).", at: place)
        }
        do throws(PatternError) {
            return .pattern(try Pattern(source))
        } catch {
            return report(
                "The pattern cannot be used, at column \(error.column) of it: \(error.message)",
                at: place)
        }
    }

    private mutating func scalar(
        _ json: JSONValue, _ place: ConditionDraft.Place, or more: String = ""
    ) -> Value? {
        guard let value = Value(json: json), value.isScalar else {
            return report(
                "Expected a string, number or boolean\(more), not \(json.described()).", at: place)
        }
        return value
    }

    @discardableResult
    private mutating func report<T>(_ message: String, at place: ConditionDraft.Place) -> T? {
        problems.append(place.problem(message))
        return nil
    }

    private mutating func report(_ message: String, at place: ConditionDraft.Place) {
        problems.append(place.problem(message))
    }

    private static func quoted(_ words: [String]) -> String {
        words.map { "'\($0)'" }.joined(separator: ", ")
    }
}

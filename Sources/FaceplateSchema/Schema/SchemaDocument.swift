/// A schema as written: its objects with their places, before anything is known to be sound.
///
/// The checks read it; each accessor answers `nil` for what is missing or of another type, since
/// one check (`AttributeShapeCheck`) reports those.
struct SchemaDocument: Sendable {
    /// An object of the schema: the panel, a group, an item or an option.
    struct Node: Sendable {
        let scope: SchemaAttribute.Scope
        let path: String
        let value: JSONValue
        let object: JSONObject

        init?(_ scope: SchemaAttribute.Scope, path: String, value: JSONValue) {
            guard let object = value.object else { return nil }
            self.scope = scope
            self.path = path
            self.value = value
            self.object = object
        }

        func string(_ name: String) -> String? { object[name]?.string }

        func boolean(_ name: String) -> Bool? { object[name].flatMap(BooleanRules.boolean) }

        func count(_ name: String) -> Int? { object[name]?.number?.integer.flatMap(Int.init) }

        /// A string, or a list of strings.
        func strings(_ name: String) -> [String] {
            guard let value = object[name] else { return [] }
            return value.string.map { [$0] } ?? value.array?.compactMap(\.string) ?? []
        }

        /// A problem at one of its attributes, or at the object itself where that is not written.
        func problem(_ name: String?, _ message: String) -> SchemaProblem {
            guard let name, let value = object[name] else {
                return SchemaProblem(path: path, position: value.position, message: message)
            }
            return SchemaProblem(
                path: "\(path).\(name)", position: value.position, message: message)
        }
    }

    struct Group: Sendable {
        let node: Node
        let items: [Item]

        var key: String? { node.string("groupKey") }
        var options: [Item] { items.filter { $0.control == .select } }
    }

    struct Item: Sendable {
        let node: Node
        let options: [Node]

        var key: String? { node.string("itemKey") }

        /// The control, where it is one of the dialect's.
        var control: Control? {
            node.string("itemControlType").map(Control.init(rawValue:)).flatMap {
                Control.all.contains($0) ? $0 : nil
            }
        }
    }

    /// The wrapping object; `nil` where the schema is a bare array or a single group.
    let panel: Node?
    let groups: [Group]
    /// What kept parts from being read at all.
    let problems: [SchemaProblem]

    init(_ json: JSONValue) {
        var problems: [SchemaProblem] = []
        switch json.content {
        case .array(let elements):
            panel = nil
            groups = Self.groups(elements, path: "$", problems: &problems)
        case .object(let object) where object["groups"] != nil:
            panel = Node(.panel, path: "$", value: json)
            let elements = object["groups"]?.array ?? []
            groups = Self.groups(elements, path: "$.groups", problems: &problems)
        case .object(let object) where object["groupKey"] != nil || object["items"] != nil:
            panel = nil
            groups = Self.group(json, path: "$", problems: &problems).map { [$0] } ?? []
        default:
            panel = Node(.panel, path: "$", value: json)
            groups = []
            problems.append(
                SchemaProblem(
                    path: "$", position: json.position,
                    message:
                        "A schema is an array of groups, one group, or an object with 'groups'."))
        }
        self.problems = problems
    }

    private static func groups(
        _ elements: [JSONValue], path: String, problems: inout [SchemaProblem]
    ) -> [Group] {
        var groups: [Group] = []
        for (index, element) in elements.enumerated() {
            if let group = group(element, path: "\(path)[\(index)]", problems: &problems) {
                groups.append(group)
            }
        }
        return groups
    }

    private static func group(
        _ value: JSONValue, path: String, problems: inout [SchemaProblem]
    ) -> Group? {
        guard let node = Node(.group, path: path, value: value) else {
            problems.append(notAnObject(value, path: path, "a group"))
            return nil
        }
        var items: [Item] = []
        for (index, element) in (node.object["items"]?.array ?? []).enumerated() {
            let itemPath = "\(path).items[\(index)]"
            guard let item = Node(.item, path: itemPath, value: element) else {
                problems.append(notAnObject(element, path: itemPath, "an item"))
                continue
            }
            let options = (item.object["itemOptions"]?.array ?? []).enumerated().compactMap {
                Node(.option, path: "\(itemPath).itemOptions[\($0.offset)]", value: $0.element)
            }
            items.append(Item(node: item, options: options))
        }
        return Group(node: node, items: items)
    }

    private static func notAnObject(
        _ value: JSONValue, path: String, _ noun: String
    ) -> SchemaProblem {
        SchemaProblem(
            path: path, position: value.position,
            message: "Expected an object that describes \(noun), not \(value.typeName).")
    }

    /// Every object of the schema.
    var nodes: [Node] {
        [panel].compactMap(\.self)
            + groups.flatMap { group in
                [group.node] + group.items.flatMap { [$0.node] + $0.options }
            }
    }

    var items: [Item] { groups.flatMap(\.items) }
}

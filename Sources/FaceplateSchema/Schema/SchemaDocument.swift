/// Accessors return `nil` for a value that is missing or has the wrong type; `AttributeShapeCheck`
/// reports wrong types.
struct SchemaDocument: Sendable {
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

        func condition(_ name: String, _ types: SchemaDocument.Types) -> Condition? {
            object[name].flatMap { json in
                ConditionDraft(json, path: "\(path).\(name)").condition { types[$0] }
            }
        }

        func boolean(_ name: String) -> Bool? { object[name].flatMap(BooleanRules.boolean) }

        func count(_ name: String) -> Int? { object[name]?.number?.integer.flatMap(Int.init) }

        /// Returns a string as a list of one, or a list of strings.
        func strings(_ name: String) -> [String] {
            guard let value = object[name] else { return [] }
            return value.string.map { [$0] } ?? value.array?.compactMap(\.string) ?? []
        }

        /// At the object itself if the attribute is missing.
        func problem(_ name: String?, _ message: String) -> SchemaProblem {
            guard let name, let value = object[name] else {
                return value.problem(at: path, message)
            }
            return value.problem(at: "\(path).\(name)", message)
        }

        /// `nil` if the attribute names one, or is missing.
        func problem(
            _ name: String, noKeyOf noun: String, among keys: @autoclosure () -> [String]
        ) -> SchemaProblem? {
            guard let key = string(name), case let keys = keys(), !keys.contains(key) else {
                return nil
            }
            return problem(
                name,
                "no \(noun) has the key '\(key)'." + NearestWord.suggestion(for: key, among: keys))
        }
    }

    struct Group: Sendable {
        let node: Node
        let items: [Item]
        let footers: [Node]
        let checks: [Node]
        /// The keys of the pages that lead to it, from the first page.
        let pagePath: [String]

        // Each check asks for them, so that they are found once.
        let key: String?
        let options: [Item]

        init(
            node: Node, items: [Item], footers: [Node], checks: [Node], pagePath: [String]
        ) {
            self.node = node
            self.items = items
            self.footers = footers
            self.checks = checks
            self.pagePath = pagePath
            key = node.string("groupKey")
            options = items.filter { $0.control == .select }
        }
    }

    /// An item, or a column or element, which has the same form.
    // A class, because each check passes all items, and a copy of a structure of this size takes time.
    final class Item: Sendable {
        let node: Node
        /// `nil` if the control is a built-in one.
        let customControl: String?
        let options: [Node]
        let states: [Node]
        let bounds: [Node]
        let defaults: [Node]
        let cells: [Item]
        let groups: [Group]

        // Each check asks for them, so that they are found once.
        let key: String?
        let reference: String?
        let kind: ControlKind?
        let control: Control?

        init(
            node: Node, customControl: String?, options: [Node], states: [Node],
            bounds: [Node] = [], defaults: [Node] = [], cells: [Item], groups: [Group]
        ) {
            self.node = node
            self.customControl = customControl
            self.options = options
            self.states = states
            self.bounds = bounds
            self.defaults = defaults
            self.cells = cells
            self.groups = groups
            key = node.string("itemKey")
            reference = node.string("itemReference")
            kind = node.string("itemControlType").flatMap { Control(rawValue: $0).kind }
            control = kind?.control
        }

        private let foundRules = Locked<(any ValueRules)??>(nil)

        var rules: (any ValueRules)? {
            foundRules.withLock { found in
                if let found { return found }
                let rules = kind?.definition.rules(for: self)
                found = .some(rules)
                return rules
            }
        }

        /// The item with the attributes that it has while a condition is true, at their place in the schema.
        func varied(by part: Node) -> Item {
            let names = SchemaAttribute.byName(of: part.scope).keys.filter { $0.hasPrefix("item") }
            let others = node.object.members.filter { part.object[$0.name] == nil }
            let own = part.object.members.filter { names.contains($0.name) }
            let value = JSONValue(.object(JSONObject(others + own)), at: part.value.position)
            return Item(
                node: Node(node.scope, path: part.path, value: value) ?? node,
                customControl: customControl, options: options, states: states, cells: cells,
                groups: [])
        }

        var addsOptions: Bool { control == .picker && node.boolean("itemAdds") ?? false }
    }

    typealias Types = [String: ConditionOperandType]

    /// `nil` if the schema is an array or a single group.
    let panel: Node?
    /// The groups of the first page; items of type `page` contain the others.
    let rootGroups: [Group]
    let checks: [Node]
    let problems: [SchemaProblem]

    /// The groups of a subpage follow the group that links to it.
    let groups: [Group]
    let items: [Item]
    let types: Types
    let ownControls: [(name: String, json: JSONValue)]
    /// All items and table columns, after the custom controls.
    let valued: [Item]
    let nodes: [Node]

    /// - Parameter types: the operand types of settings and options; `nil` for those of `json`.
    init(_ json: JSONValue, controls: [String: JSONValue] = [:], types: Types? = nil) {
        var builder = DocumentBuilder(json, controls: controls)
        switch json.content {
        case .array(let elements):
            panel = nil
            rootGroups = builder.groups(elements, path: "$", pages: [])
        case .object(let object) where object["groups"] != nil:
            panel = Node(.panel, path: "$", value: json)
            rootGroups = builder.groups(
                object["groups"]?.array ?? [], path: "$.groups", pages: [])
        case .object(let object) where object["groupKey"] != nil || object["items"] != nil:
            panel = nil
            rootGroups = builder.group(json, path: "$", pages: []).map { [$0] } ?? []
        default:
            panel = Node(.panel, path: "$", value: json)
            rootGroups = []
            builder.problems.append(
                json.problem(
                    at: "$",
                    "A schema is an array of groups, one group, or an object with 'groups'."))
        }
        ownControls = builder.controls
        // The attributes of the custom controls, as items.
        let ownControlItems = builder.controlItems()
        checks = panel.map { builder.nodes($0, "panelChecks", .check, "a check") } ?? []
        problems = builder.problems
        groups = rootGroups.flatMap(\.withPages)
        items = groups.flatMap(\.items)
        valued = (ownControlItems + items).flatMap(\.withCells)
        self.types = types ?? Self.types(groups)
        var nodes = panel.map { [$0] } ?? []
        nodes += ownControlItems.flatMap(\.nodes)
        nodes += checks
        for group in groups {
            nodes.append(group.node)
            nodes += group.footers
            nodes += group.checks
            nodes += group.items.flatMap(\.nodes)
        }
        self.nodes = nodes
    }
}

extension SchemaDocument {
    private static func types(_ groups: [Group]) -> Types {
        var types: Types = [:]
        for group in groups {
            let options = group.options.compactMap(\.key)
            if !options.isEmpty, let key = group.key {
                types[key] = .options(options.map(Value.text))
            }
            for item in group.items {
                if let key = item.key { types[key] = item.kind?.definition.operandType(of: item) }
            }
        }
        return types
    }
}

extension SchemaDocument.Group {
    fileprivate var withPages: [SchemaDocument.Group] {
        [self] + items.flatMap { $0.groups.flatMap(\.withPages) }
    }
}

extension SchemaDocument.Item {
    /// The item, and the parts of its values at any depth.
    var withCells: [SchemaDocument.Item] { [self] + cells.flatMap(\.withCells) }

    fileprivate var nodes: [SchemaDocument.Node] {
        [node] + options + states + bounds + defaults + cells.flatMap(\.nodes)
    }
}

private struct DocumentBuilder {
    typealias Node = SchemaDocument.Node

    var problems: [SchemaProblem] = []
    let controls: [(name: String, json: JSONValue)]
    private let given: [String: JSONObject]

    init(_ json: JSONValue, controls: [String: JSONValue]) {
        let written = json.object?["panelControls"]?.object?.members ?? []
        // The declaration of a control by the app overrides the one in the stored schema.
        self.controls =
            written.filter { controls[$0.name] == nil }.map { ($0.name, $0.value) }
            + controls.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        given = self.controls.reduce(into: [:]) { $0[$1.name] = $1.json.object }
    }

    mutating func controlItems() -> [SchemaDocument.Item] {
        controls.compactMap { name, json in
            // Skips a control that is based on another custom control: `ControlCheck` reports the items that use it.
            guard given[json.object?["itemControlType"]?.string ?? ""] == nil else { return nil }
            return item(json, .item, path: "$.panelControls.\(name)", pages: [])
        }
    }

    mutating func groups(
        _ elements: [JSONValue], path: String, pages: [String]
    ) -> [SchemaDocument.Group] {
        elements.enumerated().compactMap { index, element in
            group(element, path: "\(path)[\(index)]", pages: pages)
        }
    }

    mutating func group(
        _ value: JSONValue, path: String, pages: [String]
    ) -> SchemaDocument.Group? {
        guard let node = Node(.group, path: path, value: value) else {
            return notAnObject(value, path: path, "a group")
        }
        let elements = node.object["items"]?.array ?? []
        let items = elements.enumerated().compactMap { index, element in
            let place = "\(path).items[\(index)]"
            return item(element, .item, path: place, pages: pages)
                ?? notAnObject(element, path: place, "an item")
        }
        return SchemaDocument.Group(
            node: node, items: items,
            footers: nodes(node, "groupFooterWhen", .footer, "a footer"),
            checks: nodes(node, "groupChecks", .check, "a check"), pagePath: pages)
    }

    private mutating func item(
        _ value: JSONValue, _ scope: SchemaAttribute.Scope, path: String, pages: [String]
    ) -> SchemaDocument.Item? {
        guard let written = Node(scope, path: path, value: value) else { return nil }
        let (node, customControl) = merged(written)
        let options = (node.object["itemOptions"]?.array ?? []).enumerated().compactMap {
            Node(.option, path: "\(path).itemOptions[\($0.offset)]", value: $0.element)
        }
        var cells: [SchemaDocument.Item] = []
        if scope == .item || scope == .column {
            for (name, noun) in [
                ("itemColumns", "a column"), ("itemAlternatives", "an alternative"),
                ("itemInputs", "an input"),
            ] {
                let parts = node.object[name]?.array ?? []
                cells += parts.enumerated().compactMap { index, part in
                    let place = "\(path).\(name)[\(index)]"
                    let part =
                        name == "itemAlternatives"
                        ? EditAlternativesControl.named(part, at: index) : part
                    return item(part, .column, path: place, pages: [])
                        ?? notAnObject(part, path: place, noun)
                }
            }
            if node.string("itemControlType") == Control.editMap.rawValue {
                let parts = EditMapControl.cells(of: node).compactMap { name, json in
                    item(json, .column, path: "\(path).\(name)", pages: [])
                }
                cells = Array(parts.prefix(1)) + cells + parts.dropFirst()
            } else if let element = node.object["itemElement"],
                let cell = item(element, .column, path: "\(path).itemElement", pages: [])
            {
                cells.append(cell)
            }
            if let others = EditTableControl.others(of: node),
                let cell = item(others, .column, path: "\(path).itemOtherColumns", pages: [])
            {
                cells.append(cell)
            }
        }
        var groups: [SchemaDocument.Group] = []
        if scope == .item, node.string("itemControlType") == Control.page.rawValue {
            groups = self.groups(
                node.object["groups"]?.array ?? [], path: "\(path).groups",
                pages: pages + [node.string("itemKey") ?? ""])
        }
        return SchemaDocument.Item(
            node: node, customControl: customControl, options: options,
            states: nodes(node, "itemStates", .state, "a state"),
            bounds: nodes(node, "itemBoundsWhen", .bounds, "bounds"),
            defaults: nodes(node, "itemValueWhen", .default, "a default"), cells: cells,
            groups: groups)
    }

    private func merged(_ node: Node) -> (Node, String?) {
        guard let name = node.string("itemControlType"), !Control.isKnown(name),
            let given = given[name]
        else { return (node, nil) }
        let own = node.object.members.filter { $0.name != "itemControlType" }
        let names = Set(own.map(\.name))
        let object = JSONObject(given.members.filter { !names.contains($0.name) } + own)
        let value = JSONValue(.object(object), at: node.value.position)
        return (Node(node.scope, path: node.path, value: value) ?? node, name)
    }

    mutating func nodes(
        _ node: Node, _ name: String, _ scope: SchemaAttribute.Scope, _ noun: String
    ) -> [Node] {
        let elements = node.object[name]?.array ?? []
        return elements.enumerated().compactMap { index, element in
            let path = "\(node.path).\(name)[\(index)]"
            return Node(scope, path: path, value: element)
                ?? notAnObject(element, path: path, noun)
        }
    }

    private mutating func notAnObject<Object>(
        _ value: JSONValue, path: String, _ noun: String
    ) -> Object? {
        problems.append(
            value.problem(
                at: path, "Expected an object that describes \(noun), not \(value.typeName)."))
        return nil
    }
}

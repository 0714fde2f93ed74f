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

        /// - Parameter types: what the values of keys are.
        func condition(_ name: String, _ types: SchemaDocument.Types) -> Condition? {
            object[name].flatMap { json in
                ConditionDraft(json, path: "\(path).\(name)").condition { types[$0] }
            }
        }

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
        /// Footers by condition, and checks.
        let footers: [Node]
        let checks: [Node]
        /// The keys of the pages that lead to it, from the first page.
        let pagePath: [String]

        var key: String? { node.string("groupKey") }
        var options: [Item] { items.filter { $0.control == .select } }
    }

    /// An item, or a column or element, which is written like one.
    struct Item: Sendable {
        let node: Node
        /// The name of the panel's own control that it is made of.
        let customControl: String?
        let options: [Node]
        let states: [Node]
        /// The columns of a table, or the one element of a list.
        let cells: [Item]
        /// The groups of a page.
        let groups: [Group]

        var key: String? { node.string("itemKey") }
        var reference: String? { node.string("itemReference") }

        /// Whether what people enter in a `picker` is kept in a setting beside it.
        var addsOptions: Bool { control == .picker && node.boolean("itemAdds") ?? false }

        /// The control, where it is one of the dialect's.
        var control: Control? {
            node.string("itemControlType").map(Control.init(rawValue:)).flatMap {
                Control.isKnown($0.rawValue) ? $0 : nil
            }
        }
    }

    /// What the values of settings and options are, for conditions.
    typealias Types = [String: ConditionOperandType]

    /// The wrapping object; `nil` where the schema is a bare array or a single group.
    let panel: Node?
    /// The groups of the first page; those of others stand in its items.
    let rootGroups: [Group]
    let checks: [Node]
    /// What kept parts from being read at all.
    let problems: [SchemaProblem]

    /// Every group, those of a page after the group that leads to it.
    let groups: [Group]
    /// Every item.
    let items: [Item]
    /// What the values of settings and options are, by key.
    let types: Types
    /// The panel's own controls as written, by name.
    let ownControls: [(name: String, json: JSONValue)]
    /// What they give their items, as items.
    private let ownControlItems: [Item]
    /// Every item, and every column of a table; the panel's own controls before them.
    var valued: [Item] { (ownControlItems + items).flatMap { [$0] + $0.cells } }
    /// Every object of the schema.
    let nodes: [Node]

    /// - Parameter controls: what the program's own controls give their items, by name.
    init(_ json: JSONValue, controls: [String: JSONValue] = [:]) {
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
                SchemaProblem(
                    path: "$", position: json.position,
                    message:
                        "A schema is an array of groups, one group, or an object with 'groups'."))
        }
        ownControls = builder.controls
        ownControlItems = builder.controlItems()
        checks = panel.map { builder.nodes($0, "panelChecks", .check, "a check") } ?? []
        problems = builder.problems
        groups = rootGroups.flatMap(\.withPages)
        items = groups.flatMap(\.items)
        types = Self.types(groups)
        nodes =
            [panel].compactMap(\.self) + ownControlItems.flatMap(\.nodes) + checks
            + groups.flatMap { group in
                [group.node] + group.footers + group.checks + group.items.flatMap(\.nodes)
            }
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
                if let key = item.key { types[key] = type(of: item) }
            }
        }
        return types
    }

    /// `nil` for an item that has no value.
    private static func type(of item: Item) -> ConditionOperandType? {
        let options = SettingRules.optionValues(of: item)
        let isOpen = item.node.boolean("itemOptionsProvided") == true
        return switch item.control {
        case .switch, .select: .boolean
        case .choice, .segment: isOpen ? .any : .options(options)
        case .choices: isOpen ? .list : .choices(options)
        case .editInteger, .editDecimal, .slider, .stepper, .editDuration: .number
        case .editText, .editMultiline, .editDate, .editTime, .editDatetime, .editColor: .text
        case .editList: .list
        case .editTable, .editFile: .parts
        case .editPassword: .secret
        case .picker, .custom: .any
        case .button where !item.states.isEmpty:
            .options(item.states.compactMap { $0.string("state").map(Value.text) })
        default: nil
        }
    }
}

extension SchemaDocument.Group {
    /// Itself, then the groups of the pages that its items lead to.
    fileprivate var withPages: [SchemaDocument.Group] {
        [self] + items.flatMap { $0.groups.flatMap(\.withPages) }
    }
}

extension SchemaDocument.Item {
    fileprivate var nodes: [SchemaDocument.Node] {
        [node] + options + states + cells.flatMap(\.nodes)
    }
}

/// Finds the objects of a schema.
private struct DocumentBuilder {
    typealias Node = SchemaDocument.Node

    var problems: [SchemaProblem] = []
    /// The panel's own controls, as written.
    let controls: [(name: String, json: JSONValue)]
    /// The attributes that each gives its items.
    private let given: [String: JSONObject]

    init(_ json: JSONValue, controls: [String: JSONValue]) {
        let written = json.object?["panelControls"]?.object?.members ?? []
        // A program's own declaration of a control wins over the one that the store remembers.
        self.controls =
            written.filter { controls[$0.name] == nil }.map { ($0.name, $0.value) }
            + controls.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        given = self.controls.reduce(into: [:]) { $0[$1.name] = $1.json.object }
    }

    /// The panel's own controls, as the checks see items.
    mutating func controlItems() -> [SchemaDocument.Item] {
        var items: [SchemaDocument.Item] = []
        for (name, json) in controls {
            // One that is made of another says so itself.
            guard given[json.object?["itemControlType"]?.string ?? ""] == nil else { continue }
            if let item = item(json, .item, path: "$.panelControls.\(name)", pages: []) {
                items.append(item)
            }
        }
        return items
    }

    mutating func groups(_ elements: [JSONValue], path: String, pages: [String])
        -> [SchemaDocument.Group]
    {
        var groups: [SchemaDocument.Group] = []
        for (index, element) in elements.enumerated() {
            if let group = group(element, path: "\(path)[\(index)]", pages: pages) {
                groups.append(group)
            }
        }
        return groups
    }

    mutating func group(
        _ value: JSONValue, path: String, pages: [String]
    ) -> SchemaDocument.Group? {
        guard let node = Node(.group, path: path, value: value) else {
            problems.append(notAnObject(value, path: path, "a group"))
            return nil
        }
        var items: [SchemaDocument.Item] = []
        for (index, element) in (node.object["items"]?.array ?? []).enumerated() {
            let place = "\(path).items[\(index)]"
            guard let item = item(element, .item, path: place, pages: pages) else {
                problems.append(notAnObject(element, path: place, "an item"))
                continue
            }
            items.append(item)
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
        if scope == .item {
            for (index, column) in (node.object["itemColumns"]?.array ?? []).enumerated() {
                let place = "\(path).itemColumns[\(index)]"
                if let cell = item(column, .column, path: place, pages: []) {
                    cells.append(cell)
                } else {
                    problems.append(notAnObject(column, path: place, "a column"))
                }
            }
            if let element = node.object["itemElement"],
                let cell = item(element, .column, path: "\(path).itemElement", pages: [])
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
            states: nodes(node, "itemStates", .state, "a state"), cells: cells, groups: groups)
    }

    /// An item of one of the panel's own controls, with the attributes that this one gives it.
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
        var nodes: [Node] = []
        for (index, element) in (node.object[name]?.array ?? []).enumerated() {
            let path = "\(node.path).\(name)[\(index)]"
            if let node = Node(scope, path: path, value: element) {
                nodes.append(node)
            } else {
                problems.append(notAnObject(element, path: path, noun))
            }
        }
        return nodes
    }

    private func notAnObject(
        _ value: JSONValue, path: String, _ noun: String
    ) -> SchemaProblem {
        SchemaProblem(
            path: path, position: value.position,
            message: "Expected an object that describes \(noun), not \(value.typeName).")
    }
}

struct ConditionsCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        var keys = NearestKeys(document.types.keys)
        let outside = document.nodes.filter { $0.scope != .column }.flatMap {
            problems(in: $0, document.types, &keys)
        }
        return outside
            + document.valued.flatMap { item -> [SchemaProblem] in
                guard !item.cells.isEmpty else { return [] }
                // The conditions of a cell test the other cells of its row. What is typed into a secret is not shown
                // again, so that a page could not tell whether they hold.
                let types = item.typesOfCells.filter { $0.value != .secret }
                var keys = NearestKeys(types.keys)
                return item.cells.flatMap { problems(in: $0.node, types, &keys) }
            }
    }

    private func problems(
        in node: SchemaDocument.Node, _ types: SchemaDocument.Types, _ keys: inout NearestKeys
    ) -> [SchemaProblem] {
        let attributes = SchemaAttribute.byName(of: node.scope)
        return node.object.members.flatMap { member -> [SchemaProblem] in
            guard case .condition = attributes[member.name]?.shape else { return [] }
            let draft = ConditionDraft(member.value, path: "\(node.path).\(member.name)")
            return draft.problems
                + draft.problems(typeOf: { types[$0] }, nearest: { keys.nearest(to: $0) })
        }
    }
}

/// Checks that the visibility of an item or a group does not depend on itself.
struct VisibilityCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        var places: [String: (node: SchemaDocument.Node, name: String)] = [:]
        for group in document.groups {
            if let key = group.key { places[key] = (group.node, "groupVisibleWhen") }
            for item in group.items {
                if let key = item.key { places[key] = (item.node, "itemVisibleWhen") }
            }
        }
        return ConditionGraph(Visibility(document).dependencies).cycles.compactMap { cycle in
            guard let place = cycle.first.flatMap({ places[$0] }) else { return nil }
            return place.node.problem(
                place.name,
                "Its visibility depends on itself: \(ConditionGraph.words(for: cycle)).")
        }
    }
}

/// Checks that no default depends on a setting whose own default depends on others.
struct DefaultConditionsCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        let dependent = Set(document.items.filter { !$0.defaults.isEmpty }.compactMap(\.key))
        guard !dependent.isEmpty else { return [] }
        return document.items.flatMap(\.defaults).flatMap { part -> [SchemaProblem] in
            let keys = part.condition("when", document.types)?.keys ?? []
            return Set(keys).intersection(dependent).sorted().map {
                part.problem(
                    "when",
                    "The default of '\($0)' depends on conditions itself. Name a setting whose default is always the "
                        + "same.")
            }
        }
    }
}

/// A reference can have no attributes but those of its row.
struct ReferenceCheck: SchemaCheck {
    private static let attributes = [
        "itemReference", "itemTitle", "itemVisibleWhen", "order", "$comment",
    ]

    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        let groups = document.groups.filter { !$0.options.isEmpty }.compactMap(\.key)
        let items = document.items.filter { $0.control != .select }.compactMap(\.key)
        let known = Set(groups + items)
        var nearest = NearestKeys(known)
        func unknown(_ key: String, _ node: SchemaDocument.Node, _ name: String) -> SchemaProblem {
            node.problem(
                name, "no setting has the key '\(key)'." + nearest.suggestion(for: key))
        }
        let references = document.items.flatMap { item -> [SchemaProblem] in
            guard let key = item.reference else { return [] }
            let others = item.node.object.members.map(\.name)
                .filter { !Self.attributes.contains($0) }
            return others.map {
                item.node.problem(
                    $0,
                    "A second place of '\(key)' cannot have '\($0)': the setting has it already.")
            } + (known.contains(key) ? [] : [unknown(key, item.node, "itemReference")])
        }
        let checks = (document.checks + document.groups.flatMap(\.checks)).flatMap { check in
            check.strings("items").filter { !known.contains($0) }
                .map { unknown($0, check, "items") }
        }
        return references + checks
    }
}

/// The number of suggestions is limited because each search compares all keys, and a schema can have thousands of both.
struct NearestKeys {
    private let keys: [String]
    private var looks = 20

    init(_ keys: some Sequence<String>) {
        self.keys = keys.sorted()
    }

    mutating func nearest(to key: String) -> String? {
        guard looks > 0 else { return nil }
        looks -= 1
        return NearestWord.to(key, among: keys)
    }

    mutating func suggestion(for key: String) -> String {
        nearest(to: key).map { " Did you mean '\($0)'?" } ?? ""
    }
}

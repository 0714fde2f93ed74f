struct SchemaDifference {
    typealias Step = EvolutionPlan.Step

    private let old: Schema
    private let new: Schema
    private let parts: (old: SchemaParts, new: SchemaParts)
    private let formerKeys: [String: String]

    static func steps(from old: Schema, to new: Schema) -> [Step] {
        let difference = SchemaDifference(old, new)
        return difference.panelSteps + difference.groupSteps + difference.itemSteps
    }

    private init(_ old: Schema, _ new: Schema) {
        self.old = old
        self.new = new
        parts = (SchemaParts(of: old), SchemaParts(of: new))
        let keys = old.groups.map(\.key) + old.items.keys
        formerKeys = keys.reduce(into: [:]) { former, key in
            if let current = new.currentKey(of: key) { former[current] = key }
        }
    }

    private var panelSteps: [Step] {
        let what = SchemaParts.changes(parts.old.panel, parts.new.panel)
        return what.isEmpty ? [] : [.panelModified(what: what)]
    }

    private var groupSteps: [Step] {
        let before = old.groups.reduce(into: [:]) { $0[$1.key] = $1 }
        let places = (old: Self.places(old), new: Self.places(new))
        let present = Set(new.groups.map(\.key))
        var steps = old.groups.map(\.key)
            .filter { !present.contains(new.currentKey(of: $0) ?? $0) }.map(Step.groupRemoved)
        for group in new.groups {
            let former = before[group.key] == nil ? formerKeys[group.key] : group.key
            guard let former, let known = before[former] else {
                steps.append(.groupCreated(group.key))
                continue
            }
            if former != group.key { steps.append(.groupRenamed(group.key, from: former)) }
            var what = SchemaParts.changes(
                parts.old.groups[former], parts.new.groups[group.key])
            if parts.old.references[former] != parts.new.references[group.key] {
                what.append("references")
            }
            if known.pagePath.map({ new.currentKey(of: $0) ?? $0 }) != group.pagePath {
                what.append("page")
            }
            if places.old[former] != places.new[group.key] { what.append("order") }
            if !what.isEmpty { steps.append(.groupModified(group.key, what: what)) }
        }
        return steps
    }

    private static func places(_ schema: Schema) -> [String: Int] {
        schema.pages.reduce(into: [:]) { places, page in
            for (index, group) in page.groups.enumerated() { places[group.key] = index }
        }
    }

    private var itemSteps: [Step] {
        let positions = (old: Self.positions(old), new: Self.positions(new))
        var steps = old.items.keys
            .filter { new.items[new.currentKey(of: $0) ?? $0] == nil }.map(Step.itemRemoved)
        for item in new.items {
            let former = old.items[item.key] == nil ? formerKeys[item.key] : item.key
            guard let former, let before = old.items[former] else {
                steps.append(.itemCreated(item.key, control: item.control))
                continue
            }
            if former != item.key { steps.append(.itemRenamed(item.key, from: former)) }
            if (new.currentKey(of: before.groupKey) ?? before.groupKey) != item.groupKey {
                steps.append(.itemMoved(item.key, from: before.groupKey, to: item.groupKey))
            }
            var what = SchemaParts.changes(parts.old.items[former], parts.new.items[item.key])
            if positions.old[former] != positions.new[item.key] { what.append("order") }
            if !what.isEmpty { steps.append(.itemModified(item.key, what: what)) }
        }
        return steps
    }

    private static func positions(_ schema: Schema) -> [String: Int] {
        schema.groups.reduce(into: [:]) { positions, group in
            for (index, item) in group.items.enumerated() { positions[item.key] = index }
        }
    }
}

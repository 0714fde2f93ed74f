/// What is different between two schemas, group by group and item by item.
struct SchemaDifference {
    typealias Step = EvolutionPlan.Step

    private let old: Schema
    private let new: Schema
    /// Keys that the old schema has under another name.
    private let formerKeys: [String: String]

    static func steps(from old: Schema, to new: Schema) -> [Step] {
        let difference = SchemaDifference(old, new)
        return difference.groupSteps + difference.itemSteps
    }

    private init(_ old: Schema, _ new: Schema) {
        self.old = old
        self.new = new
        let keys = old.groups.map(\.key) + old.items.keys
        formerKeys = keys.reduce(into: [:]) { former, key in
            if let current = new.currentKey(of: key) { former[current] = key }
        }
    }

    private var groupSteps: [Step] {
        let before = old.groups.enumerated().reduce(into: [:]) { $0[$1.element.key] = $1 }
        let present = Set(new.groups.map(\.key))
        var steps = old.groups.map(\.key)
            .filter { !present.contains(new.currentKey(of: $0) ?? $0) }.map(Step.groupRemoved)
        for (position, group) in new.groups.enumerated() {
            if let known = before[group.key] {
                var what: [String] = []
                if known.element.title != group.title { what.append("title") }
                if known.element.footer != group.footer { what.append("footer") }
                if known.offset != position { what.append("order") }
                if !what.isEmpty { steps.append(.groupModified(group.key, what: what)) }
            } else if let former = formerKeys[group.key] {
                steps.append(.groupRenamed(group.key, from: former))
            } else {
                steps.append(.groupCreated(group.key))
            }
        }
        return steps
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
            var what = changes(before, item)
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

    private func changes(_ before: Schema.Item, _ item: Schema.Item) -> [String] {
        var what: [String] = []
        if before.control != item.control { what.append("control") }
        if old.defaultValue(of: before) != new.defaultValue(of: item) { what.append("default") }
        if before.words != item.words { what.append("labels") }
        if before.rules != item.rules { what.append("rules") }
        if before.options.map(\.value) != item.options.map(\.value) { what.append("options") }
        let rules = old.settings[before.key].map { "\($0.rules)" }
        if before.control == item.control, before.options.isEmpty,
            rules != new.settings[item.key].map({ "\($0.rules)" })
        {
            what.append("constraints")
        }
        return what
    }
}

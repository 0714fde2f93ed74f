struct SchemaDifference {
    typealias Step = EvolutionPlan.Step

    private let old: Schema
    private let new: Schema
    private let formerKeys: [String: String]

    static func steps(from old: Schema, to new: Schema) -> [Step] {
        let difference = SchemaDifference(old, new)
        return difference.panelSteps + difference.groupSteps + difference.itemSteps
    }

    private init(_ old: Schema, _ new: Schema) {
        self.old = old
        self.new = new
        let keys = old.groups.map(\.key) + old.items.keys
        formerKeys = keys.reduce(into: [:]) { former, key in
            if let current = new.currentKey(of: key) { former[current] = key }
        }
    }

    private var panelSteps: [Step] {
        let comparisons: [(String, Bool)] = [
            ("title", old.title == new.title), ("save", old.saveMode == new.saveMode),
            ("layout", old.layout == new.layout), ("density", old.density == new.density),
            ("icon", old.icon == new.icon), ("history", old.history == new.history),
            ("locales", old.locales == new.locales), ("style", old.style == new.style),
            ("restart", old.restartKey == new.restartKey),
            ("checks", Self.checks(ofPanel: old) == Self.checks(ofPanel: new)),
        ]
        let what = comparisons.filter { !$0.1 }.map(\.0)
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
            var what = changes(known, group)
            if places.old[former] != places.new[group.key] { what.append("order") }
            if !what.isEmpty { steps.append(.groupModified(group.key, what: what)) }
        }
        return steps
    }

    private func changes(_ before: Schema.Group, _ group: Schema.Group) -> [String] {
        let path = before.pagePath.map { new.currentKey(of: $0) ?? $0 }
        let comparisons: [(String, Bool)] = [
            ("title", before.title == group.title), ("header", before.header == group.header),
            (
                "footer",
                before.footer == group.footer
                    && before.footers.map(\.text) == group.footers.map(\.text)
                    && before.footers.map(\.condition) == group.footers.map(\.condition)
            ),
            ("rules", before.visibleWhen == group.visibleWhen),
            ("checks", Self.described(before.checks) == Self.described(group.checks)),
            ("collapsed", before.isCollapsed == group.isCollapsed),
            ("level", before.level == group.level), ("access", before.access == group.access),
            ("style", before.style == group.style),
            ("references", before.secondPlaces == group.secondPlaces),
            ("page", path == group.pagePath),
        ]
        return comparisons.filter { !$0.1 }.map(\.0)
    }

    /// They precede those of its groups.
    private static func checks(ofPanel schema: Schema) -> [String] {
        described(Array(schema.checks.dropLast(schema.groups.reduce(0) { $0 + $1.checks.count })))
    }

    private static func described(_ checks: [Schema.Check]) -> [String] {
        checks.map { "\($0.condition) \($0.message) \($0.keys)" }
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
            var what = ItemChanges(old: (before, old), new: (item, new)).what
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

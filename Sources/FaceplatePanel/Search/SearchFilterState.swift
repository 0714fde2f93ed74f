import Faceplate

/// An evaluator of search filters on the values of a snapshot.
struct SearchFilterState {
    private let snapshot: Snapshot
    private let rules: RuleState
    /// The keys of the settings that fail a check over several settings.
    private let failing: Set<String>

    init(_ snapshot: Snapshot) {
        self.snapshot = snapshot
        let rules = snapshot.rules
        self.rules = rules
        failing = snapshot.schema.checks.reduce(into: []) { failing, check in
            let isAsked = check.condition.keys.allSatisfy(rules.isVisible)
            if isAsked, !rules.holds(check.condition) { failing.formUnion(check.keys) }
        }
    }

    /// True when a row is visible on its page.
    func isVisible(_ row: SearchIndex.Row) -> Bool {
        rules.isVisible(row.key) && rules.isVisible(row.group)
    }

    func holds(_ filter: SearchQuery.Filter, for row: SearchIndex.Row) -> Bool {
        switch filter {
        case .modified: row.setting.map { isModified($0) } ?? false
        case .locked: isLocked(row)
        case .restart: snapshot.needsRestart(row.key)
        case .error: row.setting.map { isWrong($0) } ?? false
        case .temporary: row.setting.map { snapshot.state(of: $0).until != nil } ?? false
        case .id(let prefix): row.key.lowercased().utf8.starts(with: prefix.utf8)
        case .page(let page):
            // The first page has no key.
            page.isEmpty
                ? row.group.pagePath.isEmpty
                : row.group.pagePath.contains { $0.lowercased() == page }
        }
    }

    private func isModified(_ setting: Schema.Setting) -> Bool {
        setting.control != .button && snapshot.isModified(setting)
    }

    private func isLocked(_ row: SearchIndex.Row) -> Bool {
        if let setting = row.setting {
            if snapshot.isLocked(setting) { return true }
            if setting.isReadOnly, setting.control != .button { return true }
        }
        return snapshot.schema.items[row.key].map { !rules.isEnabled($0) } ?? false
    }

    /// True when the current value of a setting would be rejected.
    private func isWrong(_ setting: Schema.Setting) -> Bool {
        if failing.contains(setting.key) || snapshot.isUnreadable(setting) { return true }
        let isRequired =
            setting.isRequired
            || snapshot.schema.items[setting.key].map { rules.isRequired($0) } ?? false
        if setting.isSecret { return isRequired && !snapshot.hasSecret(setting) }
        guard let value = snapshot.value(of: setting) else { return isRequired }
        if isRequired, value.isEmpty { return true }
        return snapshot.isSet(setting) && setting.rules.problem(with: value) != nil
    }
}

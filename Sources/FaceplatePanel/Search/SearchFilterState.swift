import Faceplate

struct SearchFilterState {
    private let snapshot: Snapshot
    private let rules: RuleState
    /// The index is that of the first such check.
    private let failing: [String: Int]

    init(_ snapshot: Snapshot) {
        self.snapshot = snapshot
        let rules = snapshot.rules
        self.rules = rules
        failing = snapshot.schema.checks.enumerated().reduce(into: [:]) { failing, check in
            let isAsked = check.element.condition.keys.allSatisfy(rules.isVisible)
            guard isAsked, !rules.holds(check.element.condition) else { return }
            for key in check.element.keys where failing[key] == nil { failing[key] = check.offset }
        }
    }

    var failingKeys: [String] { failing.keys.sorted() }

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

    private func isWrong(_ setting: Schema.Setting) -> Bool { problem(of: setting) != nil }

    /// A stored value that cannot be read is not text of the setting.
    func problem(of setting: Schema.Setting) -> KeyProblem? {
        if let check = failing[setting.key] {
            return KeyProblem(
                key: setting.key,
                problem: ValueProblem(.checkFailed, ["check": String(check)]))
        }
        return ownProblem(of: setting).map { KeyProblem(key: setting.key, problem: $0) }
    }

    private func ownProblem(of setting: Schema.Setting) -> ValueProblem? {
        if snapshot.isUnreadable(setting) { return ValueProblem(.notText) }
        let isRequired =
            setting.isRequired
            || snapshot.schema.items[setting.key].map { rules.isRequired($0) } ?? false
        let missing = isRequired ? ValueProblem(.required) : nil
        if setting.isSecret { return snapshot.hasSecret(setting) ? nil : missing }
        guard let value = snapshot.value(of: setting) else { return missing }
        if let missing, value.isEmpty { return missing }
        return snapshot.isSet(setting) ? setting.rules.problem(with: value) : nil
    }
}

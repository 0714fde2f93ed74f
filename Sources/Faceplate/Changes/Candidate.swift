extension Snapshot {
    package func rules(with assignments: [Assignment]) -> RuleState {
        if let whole { return whole.rules(with: assignments).showing(schema) }
        return Candidate(assignments.compactMap { Intent($0, self) }, on: self).state
    }
}

/// The settings as a batch would leave them, for the evaluation of rules.
struct Candidate {
    let state: RuleState
    private let snapshot: Snapshot

    init(_ intents: [Intent], on snapshot: Snapshot) {
        self.snapshot = snapshot
        guard snapshot.schema.hasRules else {
            state = RuleState(snapshot.schema, hidden: []) { snapshot.conditionValue($0) }
            return
        }
        // Without a value for a setting that gets its default.
        var wished: [String: Value?] = [:]
        for intent in intents where !snapshot.isLocked(intent.target.setting) {
            switch intent.wish {
            case .value(let value): wished[intent.target.setting.key] = value
            case .secret(let text): wished[intent.target.setting.key] = .text(text)
            case .onDefault: wished.updateValue(nil, forKey: intent.target.setting.key)
            case .nothing, .json, .unreadable: break
            }
        }
        let values = wished
        state = RuleState(
            snapshot.schema, hidden: snapshot.rules.hidden, changed: Set(values.keys)
        ) { Self.value($0, values, snapshot) }
    }

    private static func value(
        _ key: String, _ wished: [String: Value?], _ snapshot: Snapshot
    ) -> Value? {
        switch snapshot.schema.reference(key) {
        case .setting(let setting):
            let wish = wished[setting.key]
            if let value = wish ?? nil { return value }
            let isReset = wish != nil
            let follows = !setting.conditionalDefaults.isEmpty
            guard isReset || follows && snapshot.provenance(of: setting) == .onDefault else {
                return snapshot.conditionValue(key)
            }
            return setting.valueInConditions(
                setting.defaultValue { value($0, wished, snapshot) })
        case .option(let item, let setting):
            return .boolean(value(setting.key, wished, snapshot) == .text(item.key))
        case .row, nil: return snapshot.conditionValue(key)
        }
    }

    /// Conditions that the changes do not affect are not checked, so an existing problem does not block other changes.
    func problems(after changes: [Change], besides known: [KeyProblem]) -> [KeyProblem] {
        let schema = snapshot.schema
        guard schema.hasRules, !changes.isEmpty else { return [] }
        let changed = Set(changes.map(\.key))
        let before = snapshot.rules
        var reported = Set(known.map(\.key))
        var problems: [KeyProblem] = []
        // Nearly always nothing appears or disappears, and only what tests the changed settings can
        // be broken.
        let isSameView = before.hidden == state.hidden
        let rules = schema.ruleDependencies
        let required = rules.requiredItems(testing: changed)
        let checks = rules.checks(testing: changed)
        func appears(_ key: String) -> Bool { !before.isVisible(key) && state.isVisible(key) }
        for key in isSameView ? required : rules.requiredItems {
            guard let item = schema.items[key], let condition = item.rules.requiredWhen,
                required.contains(key) || appears(key) || condition.keys.contains(where: appears),
                !reported.contains(key), state.isVisible(key), state.isRequired(item),
                state.value(key)?.isEmpty ?? true
            else { continue }
            reported.insert(key)
            problems.append(KeyProblem(key: key, problem: ValueProblem(.required)))
        }
        let bounded = rules.boundedItems(testing: changed)
        for key in isSameView ? bounded : rules.boundedItems {
            guard let item = schema.items[key], bounded.contains(key) || appears(key),
                !reported.contains(key), state.isVisible(key),
                let problem = state.value(key).flatMap({ state.bounds(of: item)?.problem(with: $0) }
                )
            else { continue }
            reported.insert(key)
            problems.append(KeyProblem(key: key, problem: problem))
        }
        lazy var labels = LabelResolver(schema: schema, catalog: snapshot.labels, locale: .english)
        for index in isSameView ? checks : Array(schema.checks.indices) {
            let check = schema.checks[index]
            guard checks.contains(index) || check.condition.keys.contains(where: appears),
                check.condition.keys.allSatisfy(state.isVisible), !state.holds(check.condition)
            else { continue }
            for key in check.keys where reported.insert(key).inserted {
                let problem = ValueProblem(
                    .checkFailed, ["check": String(index), "text": labels.checks[index].text])
                problems.append(KeyProblem(key: key, problem: problem))
            }
        }
        return problems
    }

    func clears(_ setting: Schema.Setting) -> Bool {
        setting.whenHidden == .clear && !state.isVisible(setting.key)
    }

    func clearings(besides changes: [Change]) -> [Change] {
        guard !changes.isEmpty else { return [] }
        return state.cleared.compactMap { setting in
            guard snapshot.isSet(setting), !snapshot.isLocked(setting) else { return nil }
            return Change(key: setting.key, old: snapshot.side(setting), new: .onDefault)
        }
    }
}

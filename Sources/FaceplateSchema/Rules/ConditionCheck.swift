extension ConditionDraft {
    /// A test is a problem if it names an unknown key, or if no value of the setting can pass it.
    func problems(
        typeOf: (String) -> ConditionOperandType?, nearest: (String) -> String?
    ) -> [SchemaProblem] {
        tests.flatMap { test -> [SchemaProblem] in
            var problems: [SchemaProblem] = []
            var other: ConditionOperandType?
            if case .key(let key, let place) = test.operand {
                other = typeOf(key)
                if other == nil { problems.append(Self.unknown(key, place, nearest)) }
            }
            guard let type = typeOf(test.key) else {
                return [Self.unknown(test.key, test.keyPlace, nearest)] + problems
            }
            return problems + test.problems(of: type, other: other)
        }
    }

    private static func unknown(
        _ key: String, _ place: Place, _ nearest: (String) -> String?
    ) -> SchemaProblem {
        place.problem(
            "no setting has the key '\(key)'."
                + (nearest(key).map { " Did you mean '\($0)'?" } ?? ""))
    }
}

extension ConditionDraft.Test {
    fileprivate func problems(
        of type: ConditionOperandType, other: ConditionOperandType?
    ) -> [SchemaProblem] {
        if let problem = operatorProblem(type) { return [problem] }
        switch operand {
        case .values(let values):
            return values.compactMap { value, place in
                valueProblem(type.meant(value), of: type).map(place.problem)
            }
        case .key(let key, let place):
            guard let other, other.kinds.isDisjoint(with: type.kinds) else { return [] }
            return [
                place.problem(
                    "'\(self.key)' is \(type.words); it cannot be compared with '\(key)', which is "
                        + "\(other.words).")
            ]
        case .pattern, .flag: return []
        }
    }

    private func operatorProblem(_ type: ConditionOperandType) -> SchemaProblem? {
        if type == .secret || type == .parts {
            return `operator` == .empty
                ? nil
                : operatorPlace.problem(
                    "'\(key)' is \(type.words); a condition can only ask whether it is 'empty'.")
        }
        if isKeyAlone, !type.kinds.contains(.boolean) {
            return keyPlace.problem(
                "'\(key)' is \(type.words), and a key alone asks whether it is on. Write "
                    + "{\"key\": \"\(key)\", \"equals\": ...}.")
        }
        let kinds = type.kinds
        switch `operator` {
        case .matches: return kinds.contains(.text) ? nil : needs("text", type)
        case .less, .atMost, .greater, .atLeast:
            return kinds.isDisjoint(with: [.number, .text])
                ? needs("a number or text", type) : nil
        case .contains:
            return kinds.isDisjoint(with: [.list, .text]) ? needs("a list or text", type) : nil
        case .equals, .in:
            if case .key = operand { return nil }
            return kinds == .list
                ? operatorPlace.problem(
                    "'\(key)' is a list; '\(`operator`.rawValue)' needs a single value. Use "
                        + "'contains'.") : nil
        case .empty: return nil
        }
    }

    private func needs(_ what: String, _ type: ConditionOperandType) -> SchemaProblem {
        operatorPlace.problem(
            "'\(key)' is \(type.words); '\(`operator`.rawValue)' needs \(what).")
    }

    private func valueProblem(_ value: Value, of type: ConditionOperandType) -> String? {
        let kind = ConditionOperandType.Kinds(value)
        switch (`operator`, type) {
        case (.equals, .options(let options)) where type.kinds.contains(kind),
            (.in, .options(let options)) where type.kinds.contains(kind),
            (.contains, .choices(let options)):
            return options.contains { $0.equalsInCondition(value) }
                ? nil : optionProblem(value, options)
        case (.contains, .list), (.contains, .any): return nil
        case (.contains, _):
            if case .text = value { return nil }
            return "'\(key)' is \(type.words); it cannot contain \(described(value))."
        case (.equals, _), (.in, _):
            return type.kinds.contains(kind)
                ? nil : "'\(key)' is \(type.words); it cannot equal \(described(value))."
        default:
            return [.number, .text].contains(kind) && type.kinds.contains(kind)
                ? nil
                : "'\(key)' is \(type.words); it cannot be compared with \(described(value))."
        }
    }

    private func optionProblem(_ value: Value, _ options: [Value]) -> String {
        let texts = options.map(\.plainText)
        let fact = "\(described(value)) is not an option of '\(key)'."
        if let nearest = NearestWord.to(value.plainText, among: texts) {
            return "\(fact) Did you mean '\(nearest)'?"
        }
        guard texts.count <= 8 else { return fact }
        return "\(fact) Its options are \(texts.map { "'\($0)'" }.joined(separator: ", "))."
    }

    private func described(_ value: Value) -> String {
        if case .text(let text) = value { "'\(text)'" } else { value.plainText }
    }
}

extension Schema {
    /// Cycles of items that enable each other, so that none can be changed while all have their defaults.
    ///
    /// Each is text that ends with its first key. Items that exclude each other form a cycle too, but are not included
    /// because they can be changed.
    package var enablingCircles: [String] {
        var dependencies: [String: [String]] = [:]
        for item in items {
            guard let condition = item.rules.enabledWhen else { continue }
            dependencies[item.key] = condition.keys.filter {
                items[$0]?.rules.enabledWhen != nil
            }
        }
        guard !dependencies.isEmpty else { return [] }
        let defaults = settings.reduce(into: [String: Value]()) { $0[$1.key] = $1.plainDefault }
        let rules = RuleState(self) { defaults[$0] }
        return ConditionGraph(dependencies).cycles.filter { circle in
            circle.allSatisfy { key in items[key].map { !rules.isEnabled($0) } ?? false }
        }.map(ConditionGraph.words)
    }
}

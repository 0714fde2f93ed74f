/// The step of a stored value from one declaration of its setting to another.
struct Conversion {
    /// `nil` if the declaration that the value was stored for is not known.
    let old: Schema.Setting?
    let new: Schema.Setting

    init(from old: Schema.Setting?, to new: Schema.Setting) {
        self.old = old
        self.new = new
    }

    /// The same step if the old declaration is not known.
    var reversed: Conversion { Conversion(from: new, to: old ?? new) }

    /// `nil` if the new declaration takes no value.
    ///
    /// An entry of the map is applied only when it is new: two entries that swap values must not swap them at each
    /// start. It is also applied when the value does not fit without it.
    func value(of json: JSONValue) -> Value? {
        let json = withFormerColumns(json)
        let mapped = new.mapped(json)
        if let mapped, mapped != old?.mapped(json) { return mapped }
        if let value = new.adopted(json), isTaken(value) { return value }
        return mapped ?? byText(json) ?? unmapped(json)
    }

    /// Returns true when the converted value determines the stored one.
    func isLossless(_ json: JSONValue, as value: Value) -> Bool {
        if value.json == json || value == Value(json: json) { return true }
        // An entry of the map that replaces a value which fits as it is says that it is no longer wanted.
        if new.mapped(json) == value, new.holds(json) { return true }
        guard let old else {
            guard let stored = Value(json: json), stored.isScalar else { return false }
            return new.mapped(json) == value || value == .list([stored])
                || value.isScalar && stored.plainText.utf8.elementsEqual(value.plainText.utf8)
        }
        let before = (try? old.baseRules.value(fromJSON: json))?.json ?? json
        return before == value.json || reversed.value(of: value.json)?.json == before
    }

    func gave(_ value: JSONValue, for json: JSONValue) -> Bool {
        self.value(of: json)?.json == value
            || Conversion(from: nil, to: new).value(of: json)?.json == value
    }

    // MARK: - Reasons

    var lossReason: String {
        "'\(new.key)' is '\(new.control.rawValue)' now and cannot store all of it; the part that fits is in use."
    }

    /// Returns the reason why a value is parked, without the value.
    func misfit(of json: JSONValue) -> String {
        if new.isSecret { return "A list or a table cannot become a secret." }
        guard let value = new.adopted(json), let problem = problem(with: value) else {
            return "It does not fit '\(new.key)', which is '\(new.control.rawValue)' now."
        }
        let sentence = problem.withoutContent.sentence(about: "'\(new.key)'")
        return "'\(new.key)' does not accept it now. \(sentence)"
    }

    // MARK: - Rules

    private func isTaken(_ value: Value) -> Bool { problem(with: value) == nil }

    private func problem(with value: Value) -> ValueProblem? {
        guard let problem = new.baseRules.problem(with: value) else { return nil }
        // The program gives the options while it runs, so a missing one can return at any time.
        let areOptionsProvided = new.areOptionsProvided || old?.areOptionsProvided == true
        return problem.code == .notAnOption && areOptionsProvided ? nil : problem
    }

    /// Returns the value that a form would set from the text of the stored value: option `1` for `"1"`.
    private func byText(_ json: JSONValue) -> Value? {
        guard let stored = Value(json: json), stored.isScalar,
            let value = try? new.rules.value(fromText: stored.plainText, locale: nil),
            isTaken(value)
        else { return nil }
        return value
    }

    /// Returns the only value that the map of the old declaration assigns the stored one to.
    private func unmapped(_ json: JSONValue) -> Value? {
        guard let old else { return nil }
        let values = old.valueMap.keys.filter { old.mapped($0)?.json == json }
            .compactMap { try? new.rules.value(fromText: $0, locale: nil) }.filter(isTaken)
        return Set(values).count == 1 ? values.first : nil
    }

    /// Returns rows with the former names of columns that only the old declaration renamed.
    private func withFormerColumns(_ json: JSONValue) -> JSONValue {
        guard let before = old?.baseRules.columns, !before.isEmpty, let rows = json.array else {
            return json
        }
        let columns = Set(new.baseRules.columns.map(\.key))
        let known = Set(before.map(\.key))
        let names = before.reduce(into: [String: String]()) { names, column in
            guard !columns.contains(column.key) else { return }
            names[column.key] = column.renamedFrom.first {
                columns.contains($0) && !known.contains($0)
            }
        }
        guard !names.isEmpty else { return json }
        return .array(
            rows.map { row in
                guard let members = row.object?.members else { return row }
                return .object(
                    members.map { .init(name: names[$0.name] ?? $0.name, value: $0.value) })
            })
    }
}

extension Schema.Setting {
    func mapped(_ json: JSONValue) -> Value? {
        Value(json: json).flatMap { mapped($0.plainText) }
    }

    func holds(_ json: JSONValue) -> Bool {
        guard !isSecret, let value = try? baseRules.value(fromJSON: json) else { return false }
        // Another program may have written the members of an object in another order.
        let isSame = value.json == json || value == Value(json: json)
        return isSame && baseRules.problem(with: value) == nil
    }
}

/// The setting of an assignment, found by its own key or by the key of one of its options.
struct Target {
    let assignment: Assignment
    let setting: Schema.Setting
    let option: Schema.Item?
    /// True when the schema does not have the key: the value is private to the program.
    let isPrivate: Bool
    let isSwept: Bool

    init(_ assignment: Assignment, in snapshot: Snapshot) throws(KeyProblem) {
        let key = assignment.key
        let reference = snapshot.schema.reference(key)
        self.assignment = assignment
        if reference == nil, case .property = assignment.input, SettingKeySyntax.isValid(key) {
            (setting, option, isPrivate) = (Schema.Setting(privateKey: key), nil, true)
            isSwept = false
            return
        }
        isPrivate = false
        isSwept = false
        switch reference {
        case .setting(let setting): (self.setting, option) = (setting, nil)
        case .option(let item, let setting): (self.setting, option) = (setting, item)
        case .row: throw KeyProblem(key: key, problem: ValueProblem(.readOnly))
        case nil where snapshot.isRetired(key):
            throw KeyProblem(key: key, problem: ValueProblem(.removedKey))
        case nil: throw KeyProblem(key: key, problem: ValueProblem(.unknownKey))
        }
    }

    init(sweeping setting: Schema.Setting, _ input: Assignment.Input) {
        assignment = Assignment(setting.key, input)
        self.setting = setting
        option = nil
        isPrivate = false
        isSwept = true
    }
}

struct Intent {
    enum Wish {
        case value(Value)
        case secret(String)
        case json(JSONValue)
        case onDefault
        /// No change: the field was not touched, or no secret was entered.
        case nothing
        case unreadable(ValueProblem)
    }

    let target: Target
    let wish: Wish
    /// True when the setting was changed since the sender read it, or no side has been chosen yet.
    let isContested: Bool
    let isReversal: Bool

    /// Creates an intent without a check for conflicts.
    init(_ target: Target, _ snapshot: Snapshot, isReversal: Bool = false) {
        self.target = target
        self.isReversal = isReversal
        isContested = false
        wish = Self.wish(target, snapshot)
    }

    init?(_ assignment: Assignment, _ snapshot: Snapshot) {
        guard let target = try? Target(assignment, in: snapshot) else { return nil }
        self.init(target, snapshot)
    }

    init(
        _ target: Target, _ batch: Batch, _ snapshot: Snapshot, _ history: History
    ) throws(StoreError) {
        self.target = target
        isReversal = false
        let setting = target.setting
        let last = snapshot.lastChanges[setting.key] ?? .min
        let isStale =
            batch.base.map { $0.isAhead(of: snapshot) || last > $0.revision(of: setting.key) }
            ?? false
        isContested = isStale || batch.choices[setting.key] == .undecided
        if let base = batch.base, base.leavesShownValues {
            let now = snapshot.side(setting)
            let shown =
                isStale
                ? try history.side(of: setting.key, at: base.revision(of: setting.key)) : now
            let defaults = snapshot.defaults(shownBy: base, of: setting)
            let isShown = { (side: Change.Side) in
                defaults.contains { Self.isShown(target, side, default: $0, snapshot) }
            }
            // If history no longer holds the displayed value, the field counts as touched, and the user decides. Where
            // others changed the setting to what is in the field, there is nothing to decide.
            if shown.map(isShown) == true || isStale && isShown(now) {
                wish = .nothing
                return
            }
        }
        wish = Self.wish(target, snapshot)
    }

    private static func isShown(
        _ target: Target, _ shown: Change.Side, default standard: Value?, _ snapshot: Snapshot
    ) -> Bool {
        let setting = target.setting
        let value: Value? =
            switch shown {
            case .value(let value): value
            case .onDefault: standard
            case .json, .secret, .large: nil
            }
        guard target.option == nil, !setting.isSecret, !target.isPrivate else { return false }
        switch target.assignment.input {
        case .reset, .clear, .goBack, .keep, .property(nil): return false
        case .form(let fields) where fields.addsOwn: return false
        case .form(let fields) where setting.pickerRules != nil:
            if (try? fields.choosesDefault(of: setting.rules)) == true {
                return shown == .onDefault
            }
            // Choosing an option that equals the default is still a choice.
            if shown == .onDefault, value != nil { return false }
        case .text(let text, let locale):
            let field = value.map { setting.rules.fieldText(of: $0, locale: locale) } ?? ""
            if field.utf8.elementsEqual(text.utf8) { return true }
        case .value, .json, .form, .property: break
        }
        do throws(ValueProblem) {
            let read = try Self.value(target.assignment.input, of: setting, now: value)
            // A field of a setting without a value is empty, and a switch is off.
            return read == value || shown == .onDefault && value == nil && setting.isOff(read)
        } catch {
            // Without a value, the fields of a form are empty except for parts such as a unit.
            guard case .form = target.assignment.input else { return false }
            return value == nil && error.code == .required
        }
    }

    // MARK: - Reading

    private static func wish(_ target: Target, _ snapshot: Snapshot) -> Wish {
        do throws(ValueProblem) {
            return try readWish(target, snapshot)
        } catch {
            return .unreadable(error)
        }
    }

    private static func readWish(
        _ target: Target, _ snapshot: Snapshot
    ) throws(ValueProblem) -> Wish {
        let setting = target.setting
        switch target.assignment.input {
        case .reset, .property(nil): return .onDefault
        case .property(let json?) where target.isPrivate: return .json(json)
        case .keep: return .nothing
        case .goBack: return Self.wish(snapshot.sideAfterTime(of: setting.key)?.side)
        case .clear:
            guard setting.isSecret else { throw ValueProblem(.notASecret) }
            return .onDefault
        default: break
        }
        if let option = target.option {
            // The key of an option accepts a Boolean: `true` chooses it.
            let isOn = try value(target.assignment.input, by: BooleanRules(), now: nil)
            guard isOn == .boolean(true) else {
                throw ValueProblem(.optionNotCleared, ["group": setting.key])
            }
            return .value(.text(option.key))
        }
        if case .form(let fields) = target.assignment.input {
            if try fields.choosesDefault(of: setting.rules) { return .onDefault }
            if fields.addsOwn { return .value(try addedOwn(fields, to: setting, snapshot)) }
        }
        let value: Value
        do throws(ValueProblem) {
            let input = target.assignment.input
            if setting.hasNoValue(forEmpty: input) { throw ValueProblem(.required) }
            value = try Self.value(input, of: setting, now: snapshot.value(of: setting))
            if setting.hasNoValue(for: value, input) { throw ValueProblem(.required) }
        } catch {
            // An empty field means "not set" if the setting has no default and is not required.
            guard error.code == .required, setting.canBeUnset, !setting.isRequired else {
                throw error
            }
            return .onDefault
        }
        guard setting.isSecret, case .text(let text) = value else { return .value(value) }
        // An empty password field leaves the secret unchanged.
        return text.isEmpty ? .nothing : .secret(text)
    }

    private static func addedOwn(
        _ fields: FormFields, to setting: Schema.Setting, _ snapshot: Snapshot
    ) throws(ValueProblem) -> Value {
        let value = try fields.value(by: setting.rules, now: nil)
        let options = setting.pickerRules?.options ?? []
        guard !options.contains(value), !added(to: setting, snapshot).contains(value) else {
            throw ValueProblem(.duplicate, ["value": value.plainText])
        }
        return value
    }

    private static func added(to picker: Schema.Setting, _ snapshot: Snapshot) -> [Value] {
        let key = Schema.Setting.addedKey(of: picker.key)
        guard let setting = snapshot.schema.settings[key],
            case .list(let values)? = snapshot.value(of: setting)
        else { return [] }
        return values
    }

    /// The value is added to the current list, regardless of the revision that the sender had read.
    func keeping(_ snapshot: Snapshot) -> Intent? {
        guard case .form(let fields) = target.assignment.input, fields.addsOwn,
            case .value(let value) = wish,
            // Problems of the value are reported for the picker itself.
            target.setting.rules.problem(with: value) == nil
        else { return nil }
        let values = Self.added(to: target.setting, snapshot) + [value]
        let key = Schema.Setting.addedKey(of: target.setting.key)
        return Intent(Assignment(key, .value(.list(values))), snapshot)
    }

    private static func value(
        _ input: Assignment.Input, by rules: any ValueRules, now: Value?
    ) throws(ValueProblem) -> Value {
        switch input {
        case .text(let text, let locale): try rules.value(fromText: text, locale: locale)
        case .json(let json), .property(let json?): try rules.value(fromJSON: json)
        case .value(let value): try rules.value(fromJSON: value.json)
        case .form(let fields): try fields.value(by: rules, now: now)
        case .reset, .clear, .goBack, .keep, .property(nil): throw ValueProblem(.required)
        }
    }

    /// - Parameter now: the current value, for fields that name parts of it.
    private static func value(
        _ input: Assignment.Input, of setting: Schema.Setting, now: Value?
    ) throws(ValueProblem) -> Value {
        do throws(ValueProblem) {
            return try value(input, by: setting.rules, now: now)
        } catch {
            // A page that was opened before the schema changed posts a former value.
            guard case .text(let text, _) = input, let value = setting.mapped(text) else {
                throw error
            }
            return value
        }
    }
}

// MARK: - Checking

extension Intent {
    func change(
        _ batch: Batch, _ snapshot: Snapshot, _ rules: RuleState
    ) throws(ValueProblem) -> Change? {
        let setting = target.setting
        if target.isPrivate {
            return Self.change(wish, from: snapshot.side(setting), key: setting.key)
        }
        // The control of a hidden item still checks the value; only its conditions are not evaluated.
        return try checked(batch, snapshot, rules.isVisible(setting.key) ? rules : nil)
    }

    /// The current value and the default are accepted, so that a sender can post the values that it read.
    func checkWhileCleared(_ snapshot: Snapshot) throws(ValueProblem) {
        let setting = target.setting
        switch wish {
        case .nothing, .onDefault, .json: return
        case .unreadable(let problem): throw problem
        case .value(let value)
        where value == snapshot.value(of: setting) || value == snapshot.defaultValue(of: setting):
            return
        case .value, .secret: throw ValueProblem(.notEnabled)
        }
    }

    private func checked(
        _ batch: Batch, _ snapshot: Snapshot, _ rules: RuleState?
    ) throws(ValueProblem) -> Change? {
        let setting = target.setting
        let lock = snapshot.locks[setting.key]
        let value: Value?
        switch wish {
        case .value(let given): value = given
        case .secret(let secret): value = .text(secret)
        case .onDefault: value = nil
        case .nothing, .json: return nil
        case .unreadable(let problem):
            throw lock.map { ValueProblem(.locked, $0.source.parameters) }
                ?? Self.offering(problem, snapshot.schema.items[setting.key], rules)
        }
        let isSame =
            value == nil
            ? !snapshot.isSet(setting) : !setting.isSecret && value == snapshot.value(of: setting)
        if let lock {
            guard isSame else { throw ValueProblem(.locked, lock.source.parameters) }
            return nil
        }
        // An import reads the program's own settings from another system, so it can set read-only items.
        let isOwnImport = [.import, .profile].contains(batch.origin) && !batch.isRequested
        if setting.isReadOnly, ![.program, .file].contains(batch.origin), !isOwnImport {
            guard isSame else { throw ValueProblem(.readOnly) }
            // Only the current value is accepted, and it is no change.
            return nil
        }
        if batch.readsFile {
            return Self.change(wish, from: snapshot.side(setting), key: setting.key)
        }
        let now = setting.isSecret ? nil : snapshot.value(of: setting)
        if let item = snapshot.schema.items[setting.pickerKey ?? setting.key], let rules {
            // Resetting the other settings of a sweep can disable this one, so a swept setting is not checked. A file
            // of values has those of disabled settings, too.
            guard
                isSame || target.isSwept || isOwnImport || rules.isEnabled(item)
            else {
                throw ValueProblem(.notEnabled)
            }
            if setting.pickerKey == nil { try Self.check(value, item, setting, now, rules) }
        }
        if let value, let problem = setting.rules.problem(with: value, insteadOf: now) {
            throw Self.offering(problem, snapshot.schema.items[setting.key], rules)
        }
        return Self.change(wish, from: snapshot.side(setting), key: setting.key)
    }

    private static func offering(
        _ problem: ValueProblem, _ item: Schema.Item?, _ rules: RuleState?
    ) -> ValueProblem {
        guard problem.code == .notAnOption, let item, let rules, !item.options.isEmpty else {
            return problem
        }
        let offered = item.options.filter(rules.isOffered).map(\.value.plainText)
        var parameters = problem.parameters
        parameters["options"] = offered.joined(separator: ", ")
        return ValueProblem(.notAnOption, parameters, kind: problem.kind)
    }

    private static func check(
        _ value: Value?, _ item: Schema.Item, _ setting: Schema.Setting, _ now: Value?,
        _ rules: RuleState
    ) throws(ValueProblem) {
        if rules.isRequired(item), (value ?? rules.defaultValue(of: setting))?.isEmpty ?? true {
            throw ValueProblem(.required)
        }
        guard let value else { return }
        if let problem = rules.bounds(of: item)?.problem(with: value) { throw problem }
        guard !item.options.isEmpty else { return }
        var chosen = [value]
        if case .list(let values) = value {
            // Values of a multiple choice that were chosen before may stay.
            let current: Set<Value> = if case .list(let values)? = now { Set(values) } else { [] }
            chosen = values.filter { !current.contains($0) }
        }
        for option in item.options where chosen.contains(option.value) {
            guard rules.isOffered(option) else {
                let problem = ValueProblem(.notAnOption, ["value": option.value.plainText])
                throw offering(problem, item, rules)
            }
        }
    }

    private static func change(_ wish: Wish, from old: Change.Side, key: String) -> Change? {
        let new: Change.Side
        switch wish {
        case .nothing, .unreadable: return nil
        case .secret: new = .secret
        case .value(let value): new = .value(value)
        case .json(let json): new = Change.Side(json)
        case .onDefault: new = .onDefault
        }
        // A secret that is entered again may be a different one.
        return new == old && new != .secret ? nil : Change(key: key, old: old, new: new)
    }
}

extension Snapshot {
    /// The default of a setting, and its others if what they depend on was changed since the sender read it.
    fileprivate func defaults(
        shownBy base: Batch.Base, of setting: Schema.Setting
    ) -> [Value?] {
        let now = defaultValue(of: setting)
        let isNew = setting.defaultConditionKeys.contains { key in
            let key = schema.settingKey(of: key)
            return lastChanges[key].map { $0 > base.revision(of: key) } ?? false
        }
        return isNew
            ? [now, setting.plainDefault] + setting.conditionalDefaults.map(\.value) : [now]
    }
}

extension Schema.Setting {
    /// True for a setting that has no value while none is set.
    package var canBeUnset: Bool { plainDefault == nil && conditionalDefaults.isEmpty }

    /// True for the empty entry of a choice without a default: it means that no value is set.
    fileprivate func hasNoValue(forEmpty input: Assignment.Input) -> Bool {
        guard canBeUnset, case .option(let rules) = rules.kind else { return false }
        return input.typed == "" && !rules.options.contains(.text(""))
    }

    /// True for the emptied field of a string without a default.
    fileprivate func hasNoValue(for value: Value, _ input: Assignment.Input) -> Bool {
        guard canBeUnset, value == .text(""), case .text = rules.kind else { return false }
        return input.typed != nil
    }

    /// True for the position of a switch that has no value.
    fileprivate func isOff(_ value: Value) -> Bool {
        guard case .boolean = rules.kind else { return false }
        return value == .boolean(false)
    }
}

extension Assignment.Input {
    /// The text of a field; `nil` for other input.
    fileprivate var typed: String? {
        switch self {
        case .text(let text, _): text
        case .form(let fields): fields.parts.isEmpty ? fields.texts.last : nil
        default: nil
        }
    }
}

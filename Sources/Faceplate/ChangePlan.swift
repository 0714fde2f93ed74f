import OrderedCollections

/// What a batch would change, found out before anything is written: read, check, compare.
///
/// Every refused value is reported; where one is, nothing of the batch is kept.
struct ChangePlan {
    private(set) var changes: [Change] = []
    /// The secrets that are to be sealed, by key.
    private(set) var secrets: [String: String] = [:]

    private enum Wish {
        case value(Value)
        case secret(String)
        case onDefault
        case nothing
    }

    init(_ batch: Batch, on snapshot: Snapshot, history: History) throws(ApplyError) {
        var problems: [KeyProblem] = []
        var conflicts: [KeyConflict] = []
        var last: OrderedDictionary<String, Target> = [:]
        for assignment in batch.assignments {
            do {
                let target = try Target(assignment, in: snapshot)
                // The last value of a setting wins, in the place of the first.
                last[target.setting.key] = target
            } catch {
                problems.append(error)
            }
        }
        for (key, target) in last {
            do throws(PlanError) {
                switch try Self.plan(target, batch, snapshot, history) {
                case .change(let new, let secret):
                    changes.append(Change(key: key, old: snapshot.side(target.setting), new: new))
                    secrets[key] = secret
                case .conflict(let conflict): conflicts.append(conflict)
                case .none: break
                }
            } catch {
                switch error {
                case .problem(let problem):
                    problems.append(KeyProblem(key: target.assignment.key, problem: problem))
                case .store(let error): throw .store(error)
                }
            }
        }
        guard problems.isEmpty else { throw .refused(Self.guessed(problems, snapshot.schema)) }
        guard conflicts.isEmpty else { throw .conflict(conflicts) }
    }

    /// Adds the key that was probably meant to the first unknown ones: looking for it takes time,
    /// and others wait for the file.
    private static func guessed(_ problems: [KeyProblem], _ schema: Schema) -> [KeyProblem] {
        var guesses = 20
        return problems.map { problem in
            guard problem.problem.code == .unknownKey, guesses > 0 else { return problem }
            guesses -= 1
            return KeyProblem(
                key: problem.key, problem: problem.problem,
                nearest: NearestWord.to(problem.key, among: schema.keys))
        }
    }

    /// What an assignment is about: a setting, by its own key or by that of one of its options.
    private struct Target {
        let assignment: Assignment
        let setting: Schema.Setting
        let option: Schema.Item?

        init(_ assignment: Assignment, in snapshot: Snapshot) throws(KeyProblem) {
            let key = assignment.key
            self.assignment = assignment
            switch snapshot.schema.reference(key) {
            case .setting(let setting): (self.setting, option) = (setting, nil)
            case .option(let item, let setting): (self.setting, option) = (setting, item)
            case .row: throw KeyProblem(key: key, problem: ValueProblem(.readOnly))
            case nil where snapshot.isRetired(key):
                throw KeyProblem(key: key, problem: ValueProblem(.removedKey))
            case nil: throw KeyProblem(key: key, problem: ValueProblem(.unknownKey))
            }
        }
    }

    private enum Planned {
        case change(Change.Side, secret: String?)
        case conflict(KeyConflict)
        case none
    }

    private enum PlanError: Error {
        case problem(ValueProblem)
        case store(StoreError)
    }

    private static func plan(
        _ target: Target, _ batch: Batch, _ snapshot: Snapshot, _ history: History
    ) throws(PlanError) -> Planned {
        let setting = target.setting
        var isStale = false
        if let base = batch.base {
            isStale = snapshot.lastChanges[setting.key].map { $0 > base.revision } ?? false
            if base.leavesShownValues {
                let shown: Change.Side
                do {
                    shown =
                        isStale
                        ? try history.side(of: setting.key, at: base.revision)
                        : snapshot.side(setting)
                } catch {
                    throw .store(error)
                }
                if isShown(target, shown) { return .none }
            }
        }
        let wish: Wish
        do {
            wish = try Self.wish(target)
            try check(wish, setting, batch, snapshot)
        } catch {
            throw .problem(error)
        }
        // Its own value, which is all that passes the check, is no change.
        if setting.isReadOnly, batch.origin != .program { return .none }
        let planned = change(wish, from: snapshot.side(setting))
        guard isStale, case .change = planned else { return planned }
        let revision = snapshot.lastChanges[setting.key] ?? snapshot.revision
        do {
            return .conflict(
                KeyConflict(
                    key: setting.key, theirs: snapshot.side(setting), revision: revision,
                    origin: try history.origin(of: revision)))
        } catch {
            throw .store(error)
        }
    }

    /// Whether a field says just what the page showed: then nobody touched it.
    private static func isShown(_ target: Target, _ shown: Change.Side) -> Bool {
        let setting = target.setting
        let value: Value? =
            switch shown {
            case .value(let value): value
            case .onDefault: setting.defaultValue
            case .json, .secret: nil
            }
        guard let value, target.option == nil else { return false }
        switch target.assignment.input {
        case .text(let text, let locale):
            if value.plainText.utf8.elementsEqual(text.utf8) { return true }
            return (try? setting.rules.value(fromText: text, locale: locale)) == value
        case .json(let json): return (try? setting.rules.value(fromJSON: json)) == value
        case .value(let given): return given == value
        case .reset, .clear: return false
        }
    }

    // MARK: - Reading

    private static func wish(_ target: Target) throws(ValueProblem) -> Wish {
        let setting = target.setting
        switch target.assignment.input {
        case .reset: return .onDefault
        case .clear:
            guard setting.isSecret else { throw ValueProblem(.notASecret) }
            return .onDefault
        default: break
        }
        if let option = target.option {
            // An option's own key takes a Boolean: on chooses it.
            let isOn = try value(target.assignment.input, by: BooleanRules())
            guard isOn == .boolean(true) else {
                throw ValueProblem(.optionNotCleared, ["group": setting.key])
            }
            return .value(.text(option.key))
        }
        let value = try value(target.assignment.input, of: setting)
        guard setting.isSecret, case .text(let text) = value else { return .value(value) }
        // An empty password field means that the secret stays.
        return text.isEmpty ? .nothing : .secret(text)
    }

    private static func value(
        _ input: Assignment.Input, by rules: any ValueRules
    ) throws(ValueProblem) -> Value? {
        switch input {
        case .text(let text, let locale): try rules.value(fromText: text, locale: locale)
        case .json(let json): try rules.value(fromJSON: json)
        case .value(let value): try rules.value(fromJSON: value.json)
        case .reset, .clear: nil
        }
    }

    private static func value(
        _ input: Assignment.Input, of setting: Schema.Setting
    ) throws(ValueProblem) -> Value {
        do throws(ValueProblem) {
            guard let value = try value(input, by: setting.rules) else {
                throw ValueProblem(.required)
            }
            return value
        } catch {
            // A page opened before the schema changed posts the value of before.
            guard case .text(let text, _) = input, let value = setting.mapped(text) else {
                throw error
            }
            return value
        }
    }

    // MARK: - Checking

    private static func check(
        _ wish: Wish, _ setting: Schema.Setting, _ batch: Batch, _ snapshot: Snapshot
    ) throws(ValueProblem) {
        let value: Value?
        switch wish {
        case .value(let given): value = given
        case .secret(let secret): value = .text(secret)
        case .onDefault: value = nil
        case .nothing: return
        }
        if setting.isReadOnly, batch.origin != .program {
            let isSame =
                value == nil ? !snapshot.isSet(setting.key) : value == snapshot.value(setting.key)
            guard isSame else { throw ValueProblem(.readOnly) }
        }
        if let value, let problem = setting.rules.problem(with: value) { throw problem }
    }

    private static func change(_ wish: Wish, from old: Change.Side) -> Planned {
        switch wish {
        case .nothing: .none
        case .secret(let secret): .change(.secret, secret: secret)
        case .value(let value): old == .value(value) ? .none : .change(.value(value), secret: nil)
        case .onDefault: old == .onDefault ? .none : .change(.onDefault, secret: nil)
        }
    }
}

/// All rejected values are reported; a single one rejects the whole batch.
struct ChangePlan {
    var changes: [Change] = []
    private(set) var times = TimePlan()
    private(set) var secrets: [String: String] = [:]
    /// The settings that a reversal could not restore.
    private(set) var skipped: [KeyProblem] = []
    let note: String?
    private var problems: [KeyProblem] = []
    private var conflicts: [KeyConflict] = []

    init(_ batch: Batch, on snapshot: Snapshot, history: History) throws(ApplyError) {
        let reversal = try batch.reversal.map { wish throws(ApplyError) in
            try ReversalPlan(wish, batch, snapshot, history)
        }
        note = reversal.flatMap { $0.note(with: batch.note) } ?? batch.note
        skipped = reversal?.skipped ?? []
        conflicts = reversal?.conflicts ?? []
        let intents = try intents(batch, reversal, snapshot, history)
        let rules = Candidate(intents, on: snapshot)
        for intent in intents {
            do throws(ValueProblem) {
                if !batch.readsFile, rules.clears(intent.target.setting) {
                    try intent.checkWhileCleared(snapshot)
                } else {
                    try add(intent, batch, rules, snapshot, history)
                }
            } catch {
                refuse(intent.target.assignment.key, error, isLeftOut: intent.isReversal)
            }
        }
        if !batch.readsFile { problems += rules.problems(after: changes, besides: problems) }
        try limit(batch, snapshot, history)
        guard problems.isEmpty else { throw .refused(Self.guessed(problems, snapshot.schema)) }
        let isAhead = batch.base?.isAhead(of: snapshot) ?? false
        guard conflicts.isEmpty, !isAhead else { throw .conflict(conflicts) }
        let clearings = batch.readsFile ? [] : rules.clearings(besides: changes)
        let own = reversal?.changes ?? []
        times.add(changes + own, clearings: clearings, batch, snapshot)
        changes += clearings + own
        // An undo that cannot restore anything is a failure.
        if changes.isEmpty, !skipped.isEmpty, reversal?.isUndo == true { throw .refused(skipped) }
    }

    private mutating func limit(
        _ batch: Batch, _ snapshot: Snapshot, _ history: History
    ) throws(ApplyError) {
        guard batch.hasLifetimes else { return }
        problems += batch.lifetimeProblems()
        for change in changes where batch.lifetime(of: change.key) != nil {
            guard change.new == .secret || change.old == .secret else { continue }
            problems.append(KeyProblem(key: change.key, problem: ValueProblem(.secretNotKept)))
        }
        for (key, lifetime) in batch.lifetimes where !changes.contains(where: { $0.key == key }) {
            let setting: Schema.Setting
            do throws(KeyProblem) {
                setting = try Target(Assignment(key, .reset), in: snapshot).setting
            } catch {
                problems.append(error)
                continue
            }
            if let problem = Self.problem(limiting: setting, batch, snapshot) {
                problems.append(KeyProblem(key: key, problem: problem))
                continue
            }
            do throws(ApplyError) {
                try times.limit(setting.key, to: lifetime, snapshot, history)
            } catch {
                guard case .refused(let more) = error else { throw error }
                problems += more
            }
        }
    }

    private static func problem(
        limiting setting: Schema.Setting, _ batch: Batch, _ snapshot: Snapshot
    ) -> ValueProblem? {
        if let lock = snapshot.locks[setting.key] {
            return ValueProblem(.locked, lock.source.parameters)
        }
        if setting.isReadOnly, batch.origin != .program { return ValueProblem(.readOnly) }
        return setting.isSecret ? ValueProblem(.secretNotKept) : nil
    }

    /// If a setting is assigned several times, the last assignment is used, at the position of the first.
    private mutating func intents(
        _ batch: Batch, _ reversal: ReversalPlan?, _ snapshot: Snapshot, _ history: History
    ) throws(ApplyError) -> [Intent] {
        var last = KeyedArray<Target>()
        for assignment in batch.assignments {
            if let sweep = Sweep(assignment, in: snapshot) {
                for setting in sweep.settings {
                    last[setting.key] = Target(sweeping: setting, assignment.input)
                }
                continue
            }
            do {
                let target = try Target(assignment, in: snapshot)
                if batch.choices[target.setting.key] == .theirs { continue }
                last[target.setting.key] = target
            } catch {
                problems.append(error)
            }
        }
        var back = KeyedArray<Target>()
        for assignment in reversal?.assignments ?? [] {
            do {
                let target = try Target(assignment, in: snapshot)
                back[target.setting.key] = target
                last[target.setting.key] = nil
            } catch {
                refuse(assignment.key, error.problem, isLeftOut: true)
            }
        }
        // A field of the page must not resolve a conflict of the reversal.
        for conflict in conflicts { last[conflict.key] = nil }
        var intents = try ApplyError.wrapping { () throws(StoreError) in
            try last.map { target throws(StoreError) in
                try Intent(target, batch, snapshot, history)
            }
        }
        intents += intents.compactMap { $0.keeping(snapshot) }
            .filter { last[$0.target.setting.key] == nil && back[$0.target.setting.key] == nil }
        return intents + back.map { Intent($0, snapshot, isReversal: true) }
    }

    private mutating func add(
        _ intent: Intent, _ batch: Batch, _ rules: Candidate, _ snapshot: Snapshot,
        _ history: History
    ) throws(ValueProblem) {
        let setting = intent.target.setting
        if setting.isSecret, case .nothing = intent.wish {
            try decide(for: setting, batch, snapshot, history)
            return
        }
        guard let change = try intent.change(batch, snapshot, rules.state) else {
            return times.add(unchanged: intent, batch, snapshot)
        }
        if intent.isContested {
            conflicts.append(
                KeyConflict(
                    setting.key, theirs: snapshot.side(setting), mine: change.new, snapshot,
                    history))
        } else {
            changes.append(change)
            if case .secret(let secret) = intent.wish { secrets[change.key] = secret }
        }
    }

    /// A page never shows a secret again, so an empty field is not a choice.
    private mutating func decide(
        for secret: Schema.Setting, _ batch: Batch, _ snapshot: Snapshot, _ history: History
    ) throws(ValueProblem) {
        switch batch.choices[secret.key] {
        case .mine: throw ValueProblem(.required)
        case .undecided:
            conflicts.append(
                KeyConflict(
                    secret.key, theirs: snapshot.side(secret), mine: .secret, snapshot, history))
        case .theirs, nil: break
        }
    }

    /// - Parameter isLeftOut: `true` for a value of a reversal, whose other values are still restored.
    private mutating func refuse(_ key: String, _ problem: ValueProblem, isLeftOut: Bool) {
        let problem = KeyProblem(key: key, problem: problem)
        if isLeftOut {
            skipped.append(problem)
        } else {
            problems.append(problem)
        }
    }

    /// The number is limited because the search takes time, and other writers wait for the file.
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
}

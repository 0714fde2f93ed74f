import OrderedCollections

/// What a batch would change, found out before anything is written: read, check, compare.
///
/// Every refused value is reported; where one is, nothing of the batch is kept.
struct ChangePlan {
    private(set) var changes: [Change] = []
    /// The secrets that are to be sealed, by key.
    private(set) var secrets: [String: String] = [:]
    /// What a reversal could not bring back.
    private(set) var skipped: [KeyProblem] = []
    /// What history is to keep with the revision.
    let note: String?
    private var problems: [KeyProblem] = []
    private var conflicts: [KeyConflict] = []

    init(_ batch: Batch, on snapshot: Snapshot, history: History) throws(ApplyError) {
        var reversal: ReversalPlan?
        if let wish = batch.reversal {
            reversal = try ReversalPlan(wish, batch, snapshot, history)
        }
        note = batch.note ?? reversal?.note
        skipped = reversal?.skipped ?? []
        conflicts = reversal?.conflicts ?? []
        let intents = try intents(batch, reversal, snapshot, history)
        let rules = Candidate(intents, on: snapshot)
        for intent in intents {
            do throws(ValueProblem) {
                if rules.clears(intent.target.setting) {
                    try intent.checkWhileCleared(snapshot)
                } else {
                    try take(intent, batch, rules, snapshot, history)
                }
            } catch {
                refuse(intent.target.assignment.key, error, isLeftOut: intent.isReversal)
            }
        }
        problems += rules.problems(after: changes, besides: problems)
        guard problems.isEmpty else { throw .refused(Self.guessed(problems, snapshot.schema)) }
        let isAhead = batch.base?.isAhead(of: snapshot) ?? false
        guard conflicts.isEmpty, !isAhead else { throw .conflict(conflicts) }
        changes += rules.clearings(besides: changes) + (reversal?.changes ?? [])
        // An undo that can bring back nothing at all is no success.
        if changes.isEmpty, !skipped.isEmpty, reversal?.isUndo == true { throw .refused(skipped) }
    }

    /// What the assignments and the reversal mean, a setting once: the last one counts, in the place
    /// of the first.
    private mutating func intents(
        _ batch: Batch, _ reversal: ReversalPlan?, _ snapshot: Snapshot, _ history: History
    ) throws(ApplyError) -> [Intent] {
        var last: OrderedDictionary<String, Target> = [:]
        for assignment in batch.assignments {
            if let sweep = Sweep(assignment, in: snapshot) {
                for setting in sweep.settings { last[setting.key] = Target(sweeping: setting) }
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
        var back: OrderedDictionary<String, Target> = [:]
        for assignment in reversal?.assignments ?? [] {
            do {
                let target = try Target(assignment, in: snapshot)
                back[target.setting.key] = target
                last[target.setting.key] = nil
            } catch {
                refuse(assignment.key, error.problem, isLeftOut: true)
            }
        }
        // A conflict of the reversal is not decided by the field of the page.
        for conflict in conflicts { last[conflict.key] = nil }
        var intents: [Intent] = []
        for target in last.values {
            do throws(StoreError) {
                intents.append(try Intent(target, batch, snapshot, history))
            } catch {
                throw .store(error)
            }
        }
        intents += intents.compactMap { $0.keeping(snapshot) }
            .filter { last[$0.target.setting.key] == nil && back[$0.target.setting.key] == nil }
        return intents + back.values.map { Intent($0, snapshot, isReversal: true) }
    }

    private mutating func take(
        _ intent: Intent, _ batch: Batch, _ rules: Candidate, _ snapshot: Snapshot,
        _ history: History
    ) throws(ValueProblem) {
        let setting = intent.target.setting
        if setting.isSecret, case .nothing = intent.wish {
            try ask(for: setting, batch, snapshot, history)
            return
        }
        guard let change = try intent.change(batch, snapshot, rules.state) else { return }
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

    /// A page never shows a secret again, so that its empty field decides nothing.
    private mutating func ask(
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

    /// - Parameter isLeftOut: true for a value of a reversal, which brings back the others.
    private mutating func refuse(_ key: String, _ problem: ValueProblem, isLeftOut: Bool) {
        let problem = KeyProblem(key: key, problem: problem)
        if isLeftOut {
            skipped.append(problem)
        } else {
            problems.append(problem)
        }
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
}

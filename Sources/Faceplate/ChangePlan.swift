import OrderedCollections

/// What a batch would change, found out before anything is written: read, check, compare.
///
/// Every refused value is reported; where one is, nothing of the batch is kept.
struct ChangePlan {
    private(set) var changes: [Change] = []
    /// The secrets that are to be sealed, by key.
    private(set) var secrets: [String: String] = [:]

    init(_ batch: Batch, on snapshot: Snapshot, history: History) throws(ApplyError) {
        var problems: [KeyProblem] = []
        var last: OrderedDictionary<String, Target> = [:]
        for assignment in batch.assignments {
            if let sweep = Sweep(assignment, in: snapshot) {
                for setting in sweep.settings { last[setting.key] = Target(sweeping: setting) }
                continue
            }
            do {
                let target = try Target(assignment, in: snapshot)
                // The last value of a setting wins, in the place of the first.
                last[target.setting.key] = target
            } catch {
                problems.append(error)
            }
        }
        var intents: [Intent] = []
        for target in last.values {
            do throws(StoreError) {
                intents.append(try Intent(target, batch, snapshot, history))
            } catch {
                throw .store(error)
            }
        }
        intents += intents.compactMap { $0.keeping(snapshot) }
            .filter { last[$0.target.setting.key] == nil }
        let rules = Candidate(intents, on: snapshot)
        var conflicts: [KeyConflict] = []
        for intent in intents where !rules.clears(intent.target.setting) {
            do throws(ValueProblem) {
                guard let change = try intent.change(batch, snapshot, rules.state) else { continue }
                if intent.isStale {
                    conflicts.append(Self.conflict(intent, snapshot, history))
                } else {
                    changes.append(change)
                    if case .secret(let secret) = intent.wish { secrets[change.key] = secret }
                }
            } catch {
                problems.append(KeyProblem(key: intent.target.assignment.key, problem: error))
            }
        }
        problems += rules.problems(after: changes, besides: problems)
        guard problems.isEmpty else { throw .refused(Self.guessed(problems, snapshot.schema)) }
        guard conflicts.isEmpty else { throw .conflict(conflicts) }
        changes += rules.clearings(besides: changes)
    }

    private static func conflict(
        _ intent: Intent, _ snapshot: Snapshot, _ history: History
    ) -> KeyConflict {
        let setting = intent.target.setting
        let revision = snapshot.lastChanges[setting.key] ?? snapshot.revision
        return KeyConflict(
            key: setting.key, theirs: snapshot.side(setting), revision: revision,
            // Who it was is told where it is known; the conflict itself does not hang on it.
            origin: try? history.origin(of: revision))
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

import Foundation

/// What a reversal comes to: found out in the transaction that writes it.
struct ReversalPlan {
    /// A setting's way back.
    private struct Step {
        let key: String
        /// What it is to be again.
        let back: Change.Side
        /// What the revision made of it; `nil` where it does not matter what it is now.
        let made: Change.Side?
    }

    /// What is to be set, for the settings of the schema.
    private(set) var assignments: [Assignment] = []
    /// The way back of keys that are a program's own.
    private(set) var changes: [Change] = []
    private(set) var conflicts: [KeyConflict] = []
    /// Secrets whose old value nobody has.
    private(set) var skipped: [KeyProblem] = []
    /// What history is to keep with it.
    let note: String?
    /// True for an undo of one revision, false for a restore.
    let isUndo: Bool

    init(
        _ reversal: Reversal, _ batch: Batch, _ snapshot: Snapshot, _ history: History
    ) throws(ApplyError) {
        let steps: [Step]
        let undone: Int?
        switch reversal.extent {
        case .undo(let number, let key):
            steps = try Self.steps(undoing: number, key: key, history)
            undone = number
            note = reversal.extent.note
        case .restore(let number):
            steps = try Self.steps(restoring: number, snapshot, history)
            undone = nil
            note = reversal.extent.note
        case .restoreTime(let time):
            let number = try Self.newest(at: time, history)
            steps = try Self.steps(restoring: number, snapshot, history)
            undone = nil
            note = Reversal.Extent.restore(number).note
        }
        isUndo = undone != nil
        for step in steps where batch.choices[step.key] != .theirs {
            take(step, undone, reversal, batch, snapshot, history)
        }
    }

    private mutating func take(
        _ step: Step, _ undone: Int?, _ reversal: Reversal, _ batch: Batch, _ snapshot: Snapshot,
        _ history: History
    ) {
        let now = snapshot.side(of: step.key)
        guard step.back != .secret else {
            skipped.append(KeyProblem(key: step.key, problem: ValueProblem(.secretNotKept)))
            return
        }
        guard now != step.back else { return }
        let isUnknown = snapshot.schema.reference(step.key) == nil
        if isUnknown, snapshot.isRetired(step.key) {
            // That it is refused counts for more than that it is in conflict.
            assignments.append(Assignment(step.key, step.back.input))
            return
        }
        let last = snapshot.lastChanges[step.key] ?? 0
        // What a secret is now cannot be compared with what it was made.
        let isMoved =
            undone.map { now == .secret ? last != $0 : now != step.made }
            ?? batch.base.map { last > $0.revision } ?? false
        let hasNews = batch.base.map { last > $0.revision } ?? false
        let isChosen = batch.choices[step.key] == .mine && !hasNews
        if isMoved, !reversal.isForced, !isChosen {
            conflicts.append(
                KeyConflict(step.key, theirs: now, mine: step.back, snapshot, history))
        } else if isUnknown {
            changes.append(Change(key: step.key, old: now, new: step.back))
        } else {
            assignments.append(Assignment(step.key, step.back.input))
        }
    }

    // MARK: - What history says

    private static func steps(
        undoing number: Int, key: String?, _ history: History
    ) throws(ApplyError) -> [Step] {
        guard let revision = try found({ () throws(StoreError) in try history.revision(number) })
        else { throw try unknown(String(number), history, first: 1) }
        let changes = revision.changes.filter { key == nil || $0.key == key }
        if let key, changes.isEmpty {
            throw .refused([
                KeyProblem(
                    key: key,
                    problem: ValueProblem(.notChangedThen, ["revision": String(number)]))
            ])
        }
        return changes.map { Step(key: $0.key, back: $0.old, made: $0.new) }
    }

    private static func steps(
        restoring number: Int, _ snapshot: Snapshot, _ history: History
    ) throws(ApplyError) -> [Step] {
        let bounds = try found { () throws(StoreError) in try history.bounds() }
        guard number >= bounds.first - 1, number <= bounds.last else {
            throw try unknown(String(number), history, first: 0)
        }
        let changed = snapshot.lastChanges.filter { $0.value > number }.keys.sorted()
        return try found { () throws(StoreError) in
            try history.sides(of: changed, at: number).map {
                Step(key: $0.key, back: $0.side, made: nil)
            }
        }
    }

    /// The revision that was the newest at a moment.
    private static func newest(at time: Date, _ history: History) throws(ApplyError) -> Int {
        let number = try found { () throws(StoreError) in try history.newest(at: time) }
        if let number { return number }
        guard try found({ () throws(StoreError) in try history.bounds() }).first == 1 else {
            throw try unknown(RevisionTime.text(time), history, first: 0)
        }
        return 0
    }

    private static func unknown(
        _ name: String, _ history: History, first offset: Int
    ) throws(ApplyError) -> ApplyError {
        let bounds = try found { () throws(StoreError) in try history.bounds() }
        let problem =
            bounds.last == 0
            ? ValueProblem(.noRevisions)
            : ValueProblem(
                .noSuchRevision,
                [
                    "revision": name, "first": String(bounds.first - 1 + offset),
                    "last": String(bounds.last),
                ])
        return .refused([KeyProblem(key: name, problem: problem)])
    }

    private static func found<T>(
        _ body: () throws(StoreError) -> T
    ) throws(ApplyError) -> T {
        do throws(StoreError) {
            return try body()
        } catch {
            throw .store(error)
        }
    }
}

extension Change.Side {
    /// The wish to have a setting like this.
    fileprivate var input: Assignment.Input {
        switch self {
        case .onDefault, .secret: .reset
        case .value(let value): .value(value)
        case .json(let json): .json(json)
        }
    }
}

extension Snapshot {
    /// What undoing a revision would change now; empty where it would change nothing, or would not
    /// be taken.
    ///
    /// - Parameters:
    ///   - key: only its change of this key.
    ///   - isForced: whether it is to win over what was changed again since.
    package func undoing(
        _ revision: Revision, key: String? = nil, isForced: Bool = false
    ) -> [Change] {
        let extent = Reversal.Extent.undo(revision.number, key: key)
        let batch = Batch(
            [], origin: .browser, reversal: Reversal(extent, isForced: isForced), isDryRun: true)
        return (try? ChangePlan(batch, on: self, history: History([revision], self)))?.changes ?? []
    }
}

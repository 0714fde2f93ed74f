import Foundation

/// The changes that a reversal makes, determined in the transaction that writes them.
struct ReversalPlan {
    private struct Step {
        let key: String
        let back: Change.Side
        /// The content that the undone revision set; `nil` if the current content does not matter.
        let made: Change.Side?
    }

    private(set) var assignments: [Assignment] = []
    private(set) var changes: [Change] = []
    private(set) var conflicts: [KeyConflict] = []
    /// Secrets whose former value is not stored.
    private(set) var skipped: [KeyProblem] = []
    private let note: String?
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
            add(step, undone, reversal, batch, snapshot, history)
        }
    }

    func note(with reason: String?) -> String? {
        note.map { $0 + (reason.map { ": \($0)" } ?? "") }
    }

    private mutating func add(
        _ step: Step, _ undone: Int?, _ reversal: Reversal, _ batch: Batch, _ snapshot: Snapshot,
        _ history: History
    ) {
        let now = snapshot.side(of: step.key)
        guard step.back != .secret else {
            skipped.append(KeyProblem(key: step.key, problem: ValueProblem(.secretNotKept)))
            return
        }
        guard !snapshot.holds(step.back, for: step.key) else { return }
        let isUnknown = snapshot.schema.reference(step.key) == nil
        if isUnknown, snapshot.isRetired(step.key) {
            // The rejection is more important than a conflict.
            assignments.append(Assignment(step.key, step.back.input))
            return
        }
        let last = snapshot.lastChanges[step.key] ?? 0
        // The content of a secret cannot be compared, so the revision of its last change is.
        let isMoved =
            undone.map {
                now == .secret
                    ? last != $0 : !snapshot.holds(step.made ?? .onDefault, for: step.key)
            }
            ?? batch.base.map { last > $0.revision } ?? false
        let hasNews = batch.base.map { last > $0.revision } ?? false
        let isChosen = batch.choices[step.key] == .mine && !hasNews
        if isMoved, !reversal.isForced, !isChosen {
            conflicts.append(
                KeyConflict(step.key, theirs: now, mine: step.back, snapshot, history))
        } else if isUnknown || step.back.isOnlyNamed(in: snapshot, step.key) {
            changes.append(Change(key: step.key, old: now, new: step.back))
        } else {
            assignments.append(Assignment(step.key, step.back.input))
        }
    }

    // MARK: - Reading history

    private static func steps(
        undoing number: Int, key: String?, _ history: History
    ) throws(ApplyError) -> [Step] {
        let found = try ApplyError.wrapping { () throws(StoreError) in
            try history.revision(number)
        }
        guard let revision = found else { throw try unknown(String(number), history, first: 1) }
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
        let bounds = try ApplyError.wrapping(history.bounds)
        guard number >= bounds.first - 1, number <= bounds.last else {
            throw try unknown(String(number), history, first: 0)
        }
        let changed = snapshot.lastChanges.filter { $0.value > number }.keys.sorted()
        return try ApplyError.wrapping { () throws(StoreError) in
            try history.sides(of: changed, at: number).map {
                Step(key: $0.key, back: $0.side, made: nil)
            }
        }
    }

    private static func newest(at time: Date, _ history: History) throws(ApplyError) -> Int {
        let number = try ApplyError.wrapping { () throws(StoreError) in
            try history.newest(at: time)
        }
        if let number { return number }
        guard try ApplyError.wrapping(history.bounds).first == 1 else {
            throw try unknown(RevisionTime.text(time), history, first: 0)
        }
        return 0
    }

    private static func unknown(
        _ name: String, _ history: History, first offset: Int
    ) throws(ApplyError) -> ApplyError {
        let bounds = try ApplyError.wrapping(history.bounds)
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
}

extension Change.Side {
    var input: Assignment.Input {
        switch self {
        case .onDefault, .secret, .large: .reset
        case .value(let value): .value(value)
        case .json(let json): .json(json)
        }
    }
}

extension Change.Side {
    /// True for the name of a value to which a setting can be changed back; such a plan is never stored.
    fileprivate func isOnlyNamed(in snapshot: Snapshot, _ key: String) -> Bool {
        guard case .large = self, let setting = snapshot.schema.settings[key] else { return false }
        return !setting.isReadOnly && !snapshot.isLocked(setting)
    }
}

extension Snapshot {
    /// Empty if it changes nothing or is rejected; all changes if `key` is `nil`.
    package func undoing(
        _ revision: Revision, key: String? = nil, isForced: Bool = false
    ) -> [Change] {
        let extent = Reversal.Extent.undo(revision.number, key: key)
        let batch = Batch(
            [], origin: .browser, reversal: Reversal(extent, isForced: isForced), isDryRun: true)
        return (try? ChangePlan(batch, on: self, history: History([revision], self)))?.changes ?? []
    }
}

import Foundation
import Logging

/// Each is accepted or rejected alone; one transaction stores all that are accepted.
struct CommitBatch {
    private(set) var snapshot: Snapshot
    /// New revisions: first those of other processes, then those of these batches.
    private(set) var revisions: [Revision]
    /// `nil` if the batch would change something other than was agreed to.
    private(set) var results: [Result<Outcome, ApplyError>?] = []
    private(set) var change: StorageChange?
    private let settings: Settings
    private let stored: any StorageReader

    init(
        _ waiting: [Settings.Waiting], _ settings: Settings, _ reader: any StorageReader
    ) throws {
        self.settings = settings
        stored = reader
        (snapshot, revisions) = try settings.current(reader)
        try endTimes()
        if let reading = settings.readingChangedFile {
            try add(Settings.Waiting(batch: reading) { _ in })
            results = []
        }
        for waiting in waiting { try add(waiting) }
        let all = self.reader
        try change?.trim(to: snapshot.schema.history, at: settings.now(), all)
    }

    /// A reader of the stored state with the batches that were accepted so far.
    private var reader: any StorageReader {
        change.map { ChangedReader(base: stored, change: $0) } ?? stored
    }

    private mutating func add(_ waiting: Settings.Waiting) throws(StoreError) {
        var isHandedOver = false
        do throws(ApplyError) {
            guard waiting.batch.isPermitted?(snapshot) ?? true else { throw .refused([]) }
            let history = History(reader, snapshot)
            let batch = try settings.filled(waiting.batch, on: snapshot, history, reader)
            let plan = try ChangePlan(batch, on: snapshot, history: history)
            if let agreed = waiting.agreed, plan.changes != agreed { return results.append(nil) }
            let restart = snapshot.restarts(after: plan.changes)
            let times = try entries(of: plan)
            if !plan.changes.isEmpty || !times.isEmpty, !batch.isDryRun {
                try settings.handOver(plan.changes, secrets: plan.secrets, of: batch)
                isHandedOver = true
                try ApplyError.wrapping { () throws(StoreError) in
                    try record(plan, batch, times)
                }
            }
            if !batch.isDryRun { recordAgreements(of: batch) }
            results.append(
                .success(
                    Outcome(
                        revision: snapshot.revision, changes: plan.changes, restart: restart,
                        skipped: plan.skipped,
                        until: times.compactMapValues { $0 }.mapValues(\.until))))
        } catch .store(let error) {
            // A missing key file only affects secrets: reject this batch and continue with the others.
            if error.code != .secretKey, !waiting.batch.readsSource { throw error }
            results.append(.failure(.store(error)))
            // The source may have accepted values that are not stored.
            if isHandedOver { settings.sourceChanged() }
        } catch {
            results.append(.failure(error))
        }
    }

    private mutating func record(
        _ plan: ChangePlan, _ batch: Batch, _ times: [String: Temporaries.Entry?]
    ) throws(StoreError) {
        var change = change ?? StorageChange(to: snapshot.version)
        var number = snapshot.revision
        if !plan.changes.isEmpty {
            let revision = try revision(of: plan, batch, times)
            number = revision.number
            change.record(
                revision, sealed: try seal(plan.secrets, revision: revision.number))
            revisions.append(revision)
        }
        change.set(times)
        snapshot = snapshot.applying(plan.changes, revision: number, times: times)
        change.version.mark = snapshot.version.mark
        self.change = change
    }

    private func entries(
        of plan: ChangePlan
    ) throws(ApplyError) -> [String: Temporaries.Entry?] {
        guard !plan.times.times.isEmpty else { return [:] }
        let mark = try ApplyError.wrapping(nextMark)
        return plan.times.entries(at: settings.now(), mark: mark)
    }

    private func nextMark() throws(StoreError) -> Int {
        try StoreError.number(after: snapshot.version.mark, of: "mark")
    }

    /// A value that the program owns stays, and becomes permanent, if the program rejects the change.
    private mutating func endTimes() throws {
        let deadlines = settings.deadlines(of: snapshot, newest: revisions.last?.time)
        let due = deadlines.due(at: settings.uptime())
        guard !due.isEmpty else { return try correctTimes(deadlines) }
        let batch = Batch.endingTimes
        var ending = due
        var plan = ChangePlan(ending: ending, on: snapshot)
        while !plan.changes.isEmpty {
            do throws(ApplyError) {
                try settings.handOver(plan.changes, of: batch)
                break
            } catch {
                guard case .refused(let problems) = error else { throw error }
                let refused = Set(problems.map(\.key))
                settings.logger.error(
                    "the program rejected the end of \(refused.sorted().joined(separator: ", "))")
                let rest = ending.filter { !refused.contains($0) }
                ending = rest.count < ending.count ? rest : []
                plan = ChangePlan(ending: ending, on: snapshot)
            }
        }
        for key in ending where snapshot.sideAfterTime(of: key)?.fits == false {
            settings.logger.warning(
                "the former value of '\(key)' is no longer accepted, and its default is in use")
        }
        let changed = plan.changes.map(\.key).filter { snapshot.temporaries.byKey[$0] != nil }
        // Without a revision, the entries stay, so that the mark shows that there was a change.
        let mark = try nextMark()
        let times = Set(due + changed).map { key -> (String, Temporaries.Entry?) in
            guard plan.changes.isEmpty, let entry = snapshot.temporaries.byKey[key] else {
                return (key, nil)
            }
            return (key, Temporaries.Entry(until: nil, before: entry.before, mark: mark))
        }
        try record(plan, batch, Dictionary(uniqueKeysWithValues: times))
    }

    /// Corrects the times of day of the ends after the clock was set, for pages and for other processes.
    private mutating func correctTimes(_ deadlines: Deadlines) throws {
        let moved = deadlines.moved(at: settings.uptime(), now: settings.now())
        guard !moved.isEmpty else { return }
        let mark = try nextMark()
        var times: [String: Temporaries.Entry?] = [:]
        for (key, until) in moved {
            guard let entry = snapshot.temporaries[key] else { continue }
            times[key] = Temporaries.Entry(
                until: TimePlan.stored(until), before: entry.before, mark: mark)
        }
        try record(ChangePlan(ending: [], on: snapshot), .endingTimes, times)
    }

    private mutating func recordAgreements(of batch: Batch) {
        guard let records = batch.agreements?(snapshot), !records.isEmpty else { return }
        var change = change ?? StorageChange(to: snapshot.version)
        for (key, record) in records {
            change[.agreement, key] = StorageChange.Edit(record)
        }
        self.change = change
    }

    private func revision(
        of plan: ChangePlan, _ batch: Batch, _ times: [String: Temporaries.Entry?]
    ) throws(StoreError) -> Revision {
        let number = try StoreError.number(after: snapshot.revision, of: "revision")
        let next = snapshot.applying(plan.changes, revision: number, times: times)
        return Revision(
            number: number,
            time: settings.now(),
            origin: batch.reversal == nil ? batch.origin : .undo, actor: batch.actor,
            note: plan.note, changes: plan.changes,
            defaults: snapshot.defaults(of: plan.changes, after: next), writer: batch.writer,
            writers: batch.writers)
    }

    private func seal(
        _ secrets: [String: String], revision: Int
    ) throws(StoreError) -> [String: StoredState.Secret] {
        guard !secrets.isEmpty else { return [:] }
        let existing = try StoreError.wrapping { try reader.state().secrets }
        let box = try settings.sealingBox(besides: existing)
        var sealed: [String: StoredState.Secret] = [:]
        for (key, secret) in secrets {
            sealed[key] = .init(sealed: try box.seal(secret, for: key), revision: revision)
        }
        return sealed
    }
}

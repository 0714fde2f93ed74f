import Foundation

/// Batches that are committed together.
///
/// Each is accepted or rejected alone; one transaction stores all that are accepted.
struct CommitBatch {
    /// The settings with every accepted change applied.
    private(set) var snapshot: Snapshot
    /// New revisions: first those of other processes, then those of these batches.
    private(set) var revisions: [Revision]
    /// One result for each batch; `nil` if the batch would change something other than was agreed to.
    private(set) var results: [Result<Outcome, ApplyError>?] = []
    /// The change to store; `nil` if no batch changes anything.
    private(set) var change: StorageChange?
    private let settings: Settings
    private let stored: any StorageReader

    /// Applies the batches, and removes revisions that exceed the history limit.
    ///
    /// - Throws: `StoreError` if the storage cannot continue.
    init(
        _ waiting: [Settings.Waiting], _ settings: Settings, _ reader: any StorageReader
    ) throws {
        self.settings = settings
        stored = reader
        (snapshot, revisions) = try settings.current(reader)
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
            let history = History(reader, snapshot)
            let batch = try settings.filled(waiting.batch, on: snapshot, history)
            let plan = try ChangePlan(batch, on: snapshot, history: history)
            if let agreed = waiting.agreed, plan.changes != agreed { return results.append(nil) }
            let restart = snapshot.restarts(after: plan.changes)
            if !plan.changes.isEmpty, !batch.isDryRun {
                try settings.handOver(plan.changes, of: batch)
                isHandedOver = true
                do throws(StoreError) {
                    let revision = try revision(of: plan, batch)
                    let sealed = try seal(plan.secrets, revision: revision.number)
                    var change = change ?? StorageChange(to: snapshot.version)
                    change.record(revision, sealed: sealed)
                    self.change = change
                    snapshot = snapshot.applying(revision.changes, revision: revision.number)
                    revisions.append(revision)
                } catch {
                    throw .store(error)
                }
            }
            if !batch.isDryRun { recordAgreements(of: batch) }
            results.append(
                .success(
                    Outcome(
                        revision: snapshot.revision, changes: plan.changes, restart: restart,
                        skipped: plan.skipped)))
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

    private mutating func recordAgreements(of batch: Batch) {
        guard let records = batch.agreements?(snapshot), !records.isEmpty else { return }
        var change = change ?? StorageChange(to: snapshot.version)
        for (key, record) in records {
            change.agreements[key] = record.map(StorageChange.Edit.set) ?? .removed
        }
        self.change = change
    }

    private func revision(of plan: ChangePlan, _ batch: Batch) throws(StoreError) -> Revision {
        Revision(
            number: try snapshot.nextRevision(), time: settings.now(),
            origin: batch.reversal == nil ? batch.origin : .undo, actor: batch.actor,
            note: plan.note, changes: plan.changes,
            defaults: snapshot.schema.defaults(of: plan.changes), writer: batch.writer,
            writers: batch.writers)
    }

    private func seal(
        _ secrets: [String: String], revision: Int
    ) throws(StoreError) -> [String: StoredState.Secret] {
        guard !secrets.isEmpty else { return [:] }
        let box = try settings.sealingBox(hasSecrets: !snapshot.secrets.isEmpty)
        var sealed: [String: StoredState.Secret] = [:]
        for (key, secret) in secrets {
            sealed[key] = .init(sealed: try box.seal(secret, for: key), revision: revision)
        }
        return sealed
    }
}

extension Snapshot {
    /// Returns the number of the next revision.
    ///
    /// - Throws: `StoreError.damaged` if the number cannot increase further.
    func nextRevision() throws(StoreError) -> Int {
        let (number, isTooLarge) = revision.addingReportingOverflow(1)
        guard !isTooLarge else { throw StoreError(.damaged, "The revision is too large.") }
        return number
    }
}

import Foundation
import Logging

struct Applier: Sendable {
    let id: UUID
    let limit: Duration
    let apply: Settings.ApplyHandler
}

extension SaveGate {
    func applied(
        _ batch: Batch, _ result: Result<Outcome, ApplyError>, _ settings: Settings
    ) async -> Result<Outcome, ApplyError> {
        guard case .success(let outcome) = result, !batch.isDryRun, !outcome.changes.isEmpty,
            !appliers.isEmpty, let revision = try? settings.wholeRevision(outcome.revision)
        else { return result }
        guard let failure = await apply(revision, since: nil, settings) else { return result }
        let reason = batch.locale.map(failure.message) ?? failure.reason
        return .failure(
            .refused(
                outcome.changes.map {
                    KeyProblem(key: $0.key, problem: ValueProblem(.undone, ["reason": reason]))
                }))
    }

    func resume(after number: Int, _ settings: Settings) async {
        let revisions = try? settings.store.read {
            try Revision.after(number, $0, schema: settings.snapshot.schema)
        }
        guard let revisions, let last = revisions.last else { return }
        // The changes of all revisions, each setting once.
        var changes = KeyedArray<Change>()
        for change in revisions.flatMap(\.changes) {
            let old = changes[change.key]?.old ?? change.old
            changes[change.key] = Change(key: change.key, old: old, new: change.new)
        }
        // Settings that have their first value again are left out; the value of a secret is not known.
        let net = changes.filter { $0.old != $0.new || $0.new == .secret }
        _ = await apply(last.with(net), since: number, settings)
    }

    /// - Parameter since: The revision to restore after a failure; `nil` to undo only `revision`.
    /// - Returns: `nil` if the handlers succeeded.
    func apply(
        _ revision: Revision, since: Int?, _ settings: Settings
    ) async -> ApplyFailure? {
        guard !appliers.isEmpty, !revision.reported.isEmpty else { return nil }
        guard let failed = await failure(applying: AppliedSave(revision, settings.snapshot)) else {
            settings.confirm(revision.number)
            return nil
        }
        let reason = failed.reason
        settings.logger.error("undone, because it was not applied: \(reason)")
        let extent = since.map(Reversal.Extent.restore) ?? .undo(revision.number)
        if let restored = await undo(extent, reason, settings) {
            // The program may have applied a part of the failed save.
            let save = AppliedSave(restored, settings.snapshot, isTakingBack: true)
            if let failure = await failure(applying: save) {
                settings.logger.error(
                    "the restored settings were not applied: \(failure.reason)")
            }
            settings.confirm(restored.number)
        } else {
            settings.confirm(revision.number)
        }
        return failed
    }

    private func failure(applying save: AppliedSave) async -> ApplyFailure? {
        for applier in appliers {
            let failure = await answer(within: applier.limit, on: executor) { () -> ApplyFailure? in
                await Self.$isAsking.withValue(true) {
                    do {
                        try await applier.apply(save)
                        return nil
                    } catch let failure as ApplyFailure {
                        return failure
                    } catch {
                        return ApplyFailure("The program could not apply the change.")
                    }
                }
            }
            let late = ApplyFailure("The program did not apply the change in time.")
            if let failure = failure ?? late { return failure }
        }
        return nil
    }

    /// Settings that were changed since stay; `nil` if nothing could be restored.
    private func undo(
        _ extent: Reversal.Extent, _ reason: String, _ settings: Settings
    ) async -> Revision? {
        var batch = Batch(
            [], origin: .program, note: reason, reversal: Reversal(extent))
        for _ in 0..<Self.rounds {
            switch await settings.commit(batch, agreed: nil) {
            case .success(let outcome):
                return try? outcome.changes.isEmpty ? nil : settings.wholeRevision(outcome.revision)
            case .failure(.conflict(let conflicts)):
                for conflict in conflicts { batch.choices[conflict.key] = .theirs }
            case .failure(let error):
                settings.logger.error("a failed save could not be undone: \(error)")
                return nil
            case nil: return nil
            }
        }
        return nil
    }
}

extension Revision {
    fileprivate func with(_ changes: [Change]) -> Revision {
        Revision(
            number: number, time: time, origin: origin, actor: actor, note: note, changes: changes)
    }

    /// Without the changes that others have followed.
    func current(in snapshot: Snapshot) -> Revision {
        var revision = with(changes.filter(snapshot.isCurrent))
        revision.defaults = defaults
        revision.newDefaults = newDefaults.filter { change in
            snapshot.provenance(change.key) == .onDefault
                && snapshot.value(change.key) == change.new.value(default: nil)
        }
        return revision
    }
}

extension Snapshot {
    func isCurrent(_ change: Change) -> Bool { side(of: change.key) == change.new }
}

extension AppliedSave {
    init(_ revision: Revision, _ snapshot: Snapshot, isTakingBack: Bool = false) {
        self.init(
            changes: revision.reported.map { $0.redacted(by: snapshot.schema) },
            revision: revision.number, origin: revision.origin, actor: revision.actor,
            isTakingBack: isTakingBack, snapshot: snapshot)
    }
}

extension Settings {
    /// Applies the revisions that were saved when no handler ran, or whose handler did not end.
    func resumeApplying() {
        let newest = revision
        let record =
            (try? store.read { try $0.record(.handled, StoredState.RecordKind.handledRevision) })
            ?? nil
        guard let applied = record.flatMap({ Int($0) }), applied <= newest else {
            return confirm(newest)
        }
        if applied < newest { gate.put(.resume(after: applied), self) }
    }

    func confirm(_ number: Int) {
        do throws(StoreError) {
            try onQueue { () throws(StoreError) in
                try store.commit { reader in
                    var change = StorageChange(to: try reader.version())
                    change[.handled, StoredState.RecordKind.handledRevision] = .set(String(number))
                    return ((), change)
                }
            }
        } catch {
            // The revision is applied again at the next start.
            logger.warning("the store: \(error.message)")
        }
    }
}

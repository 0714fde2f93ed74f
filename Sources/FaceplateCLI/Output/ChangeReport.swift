import ArgumentParser
import Faceplate
import FaceplateSchema
import Foundation

struct ChangeReport {
    let panel: any CommandPanel
    let isJSON: Bool

    func apply(_ batch: Batch) async throws {
        let before = panel.snapshot
        do throws(ApplyError) {
            show(try await panel.apply(batch), since: before, isDryRun: batch.isDryRun)
        } catch {
            if case .conflict(let conflicts) = error, batch.reversal != nil {
                throw Failure(undoing: conflicts, in: panel.snapshot)
            }
            throw Failure(error, in: panel.snapshot)
        }
    }

    private func show(_ outcome: Outcome, since before: Snapshot, isDryRun: Bool) {
        let skipped = Failure(outcome.skipped, in: panel.snapshot)
        if isJSON {
            StandardStreams.result(
                OutcomeReport(
                    outcome, skipped: outcome.skipped.map { Failure.report($0, in: panel.snapshot) }
                )
                .json)
        } else {
            for change in outcome.changes {
                let setting = panel.snapshot.schema.settings[change.key]
                StandardStreams.result(
                    "\(change.key): \(ShownText.of(change.old, setting, at: before))"
                        + " -> \(ShownText.of(change.new, setting, at: panel.snapshot))"
                        + (outcome.until[change.key].map { ", " + Self.time($0) } ?? ""))
            }
            let times = outcome.until.filter { key, _ in
                !outcome.changes.contains { $0.key == key }
            }
            for (key, until) in times.sorted(by: { $0.key < $1.key }) {
                StandardStreams.result("\(key): \(Self.time(until))")
            }
            if outcome.changes.isEmpty, times.isEmpty { StandardStreams.result("No changes.") }
        }
        for message in skipped.messages { StandardStreams.say(message) }
        if !isJSON, !outcome.restart.isEmpty {
            StandardStreams.say(
                "Takes effect after restart: \(outcome.restart.joined(separator: ", ")).")
        }
        if !isJSON { outcome.sayUnconfirmed(panel.snapshot.schema) }
        if isDryRun, !outcome.changes.isEmpty || !outcome.until.isEmpty {
            StandardStreams.say("Nothing was saved: this was a dry run.")
        }
    }

    private static func time(_ until: Date?) -> String {
        until.map { "until " + RevisionTime.text($0) } ?? "permanent"
    }
}

extension Outcome {
    func sayUnconfirmed(_ schema: Schema) {
        let keys = until.filter { $0.value != nil && schema.settings[$0.key]?.keepWithin != nil }
            .keys.sorted()
        guard !keys.isEmpty else { return }
        StandardStreams.say(
            "Not confirmed yet. The previous value is restored at the given time, unless you run: "
                + "faceplate keep \(keys.joined(separator: " "))")
    }
}

extension Failure {
    init(_ error: ApplyError, in snapshot: Snapshot) {
        switch error {
        case .store(let error): self.init(error)
        case .refused(let problems): self.init(problems, in: snapshot)
        case .conflict(let conflicts):
            self.init(.refused, conflicts.map { Self.sentence($0, in: snapshot) })
        }
    }

    init(undoing conflicts: [KeyConflict], in snapshot: Snapshot) {
        let messages = conflicts.map { Self.sentence($0, in: snapshot) }
        let details = zip(conflicts, messages).map { conflict, message in
            [
                "key": .text(conflict.key),
                "code": .text(ValueProblem.Code.changedElsewhere.rawValue),
                "message": .text(message),
            ] as JSONValue
        }
        self.init(
            .refused, messages + ["Add --force to undo it anyway."], details: details)
    }

    private static func sentence(_ conflict: KeyConflict, in snapshot: Snapshot) -> String {
        conflict.sentence(
            value: ShownText.of(
                conflict.theirs, snapshot.schema.settings[conflict.key], at: snapshot))
    }

    init(_ problems: [KeyProblem], in snapshot: Snapshot) {
        let reports = problems.map { Self.report($0, in: snapshot) }
        // A check that involves several settings fails for each of them: JSON lists them all, but
        // people should read the sentence only once.
        var reported: Set<String> = []
        self.init(
            .refused, reports.map(\.message).filter { reported.insert($0).inserted },
            details: reports.map(\.json))
    }

    static func report(_ problem: KeyProblem, in snapshot: Snapshot) -> ReportedProblem {
        ReportedProblem(
            key: problem.key, code: problem.problem.code.rawValue,
            message: sentence(problem, in: snapshot), nearest: problem.nearest)
    }

    private static func sentence(_ problem: KeyProblem, in snapshot: Snapshot) -> String {
        let sentence = snapshot.sentence(for: problem)
        guard problem.problem.code == .notAFile,
            case .file? = snapshot.schema.settings[problem.key]?.rules.kind
        else { return sentence }
        return sentence + " Write \(problem.key)=@FILE to store a file."
    }

    static func check(_ keys: [String], in snapshot: Snapshot) throws(Failure) {
        let unknown = keys.filter {
            snapshot.schema.reference($0) == nil && snapshot.value($0) == nil
        }
        guard unknown.isEmpty else { throw unknownKeys(unknown, in: snapshot) }
    }

    static func unknownKeys(_ keys: [String], in snapshot: Snapshot) -> Failure {
        Failure(
            keys.map { key in
                KeyProblem(
                    key: key,
                    problem: ValueProblem(snapshot.isRetired(key) ? .removedKey : .unknownKey),
                    nearest: NearestWord.to(key, among: snapshot.schema.keys))
            }, in: snapshot)
    }
}

import ArgumentParser
import Faceplate
import FaceplateSchema
import Foundation

/// Applies the assignments of a command and prints the result.
struct ChangeReport {
    let panel: any CommandPanel
    let isDryRun: Bool
    let isJSON: Bool

    /// - Parameter lifetime: The time for which the values are set; `nil` if the user named none.
    func apply(_ assignments: [Assignment], for lifetime: Lifetime? = nil) async throws {
        var batch = Batch(assignments, origin: .cli, isDryRun: isDryRun)
        batch.set(lifetime)
        try await apply(batch)
    }

    /// Undoes or restores revisions.
    func apply(_ reversal: Reversal) async throws {
        try await apply(Batch([], origin: .cli, reversal: reversal, isDryRun: isDryRun))
    }

    private func apply(_ batch: Batch) async throws {
        do throws(ApplyError) {
            show(try await panel.apply(batch))
        } catch {
            if case .conflict(let conflicts) = error, batch.reversal != nil {
                throw Failure(undoing: conflicts, in: panel.snapshot)
            }
            throw Failure(error, in: panel.snapshot)
        }
    }

    private func show(_ outcome: Outcome) {
        if isJSON {
            let changed = outcome.changes.map { change in
                (
                    change.key,
                    JSONValue.object([("from", change.old.json), ("to", change.new.json)])
                )
            }
            let restart: [(String, JSONValue)] =
                outcome.restart.isEmpty
                ? [] : [("restart", .array(outcome.restart.map(JSONValue.text)))]
            let skipped = Failure(outcome.skipped, in: panel.snapshot).details
            StandardStreams.result(
                .object(
                    [("revision", .number(outcome.revision)), ("changed", .object(changed))]
                        + restart + (outcome.untilJSON.map { [("until", $0)] } ?? [])
                        + (skipped.isEmpty ? [] : [("skipped", .array(skipped))])))
        } else {
            for change in outcome.changes {
                let setting = panel.snapshot.schema.settings[change.key]
                StandardStreams.result(
                    "\(change.key): \(ShownText.of(change.old, setting))"
                        + " -> \(ShownText.of(change.new, setting))"
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
        for message in Failure(outcome.skipped, in: panel.snapshot).messages {
            StandardStreams.say(message)
        }
        if !isJSON, !outcome.restart.isEmpty {
            StandardStreams.say(
                "Takes effect after restart: \(outcome.restart.joined(separator: ", ")).")
        }
        if !isJSON { outcome.sayUnconfirmed(panel.snapshot.schema) }
        if isDryRun, !outcome.changes.isEmpty {
            StandardStreams.say("Nothing was saved: this was a dry run.")
        }
    }

    private static func time(_ until: Date?) -> String {
        until.map { "until " + RevisionTime.text($0) } ?? "permanent"
    }
}

extension Outcome {
    /// Prints how to confirm the changes that return by themselves.
    func sayUnconfirmed(_ schema: Schema) {
        let keys = until.filter { $0.value != nil && schema.settings[$0.key]?.keepWithin != nil }
            .keys.sorted()
        guard !keys.isEmpty else { return }
        StandardStreams.say(
            "Not confirmed yet. The value from before returns at the given time, unless you run: "
                + "faceplate keep \(keys.joined(separator: " "))")
    }
}

extension Failure {
    /// Creates the failure for a rejected batch.
    init(_ error: ApplyError, in snapshot: Snapshot) {
        switch error {
        case .store(let error): self.init(error)
        case .refused(let problems): self.init(problems, in: snapshot)
        case .conflict(let conflicts):
            self.init(.refused, conflicts.map { "'\($0.key)' was changed by someone else." })
        }
    }

    /// Creates the failure for an undo of settings that were changed again later.
    init(undoing conflicts: [KeyConflict], in snapshot: Snapshot) {
        let messages = conflicts.map { conflict in
            let setting = snapshot.schema.settings[conflict.key]
            return "'\(conflict.key)' was changed again in revision \(conflict.revision): it is "
                + "\(ShownText.of(conflict.theirs, setting)) now."
        }
        let details = zip(conflicts, messages).map { conflict, message in
            JSONValue.object([
                ("key", .text(conflict.key)),
                ("code", .text(ValueProblem.Code.changedElsewhere.rawValue)),
                ("message", .text(message)),
            ])
        }
        self.init(
            .refused, messages + ["Add --force to undo it anyway."], details: details)
    }

    /// Creates the failure for rejected keys, with one sentence for each.
    init(_ problems: [KeyProblem], in snapshot: Snapshot) {
        let sentences = problems.map { Self.sentence($0, in: snapshot) }
        let details = zip(problems, sentences).map { problem, sentence in
            var members: [(String, JSONValue)] = [
                ("key", .text(problem.key)),
                ("code", .text(problem.problem.code.rawValue)),
                ("message", .text(sentence)),
            ]
            if let nearest = problem.nearest { members.append(("nearest", .text(nearest))) }
            return JSONValue.object(members)
        }
        // A check that involves several settings fails for each of them: JSON lists them all, but
        // people should read the sentence only once.
        var reported: Set<String> = []
        self.init(.refused, sentences.filter { reported.insert($0).inserted }, details: details)
    }

    private static func sentence(_ problem: KeyProblem, in snapshot: Snapshot) -> String {
        let sentence = snapshot.sentence(for: problem)
        guard problem.problem.code == .notAFile,
            case .file? = snapshot.schema.settings[problem.key]?.rules.kind
        else { return sentence }
        return sentence + " Write \(problem.key)=@FILE to store a file."
    }

    /// Creates the failure for keys that the schema does not have, or no longer has.
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

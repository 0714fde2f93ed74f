import Faceplate
import FaceplateImport
import FaceplateSchema

/// The result of an import or its preview, in groups.
struct ImportReport {
    let trial: ImportTrial
    let outcome: Outcome
    let snapshot: Snapshot
    let isDryRun: Bool
    /// True when the import as a whole is accepted.
    let isAccepted: Bool

    /// The keys in the imported file, by the key of the setting.
    private let sources: [String: [String]]

    init(
        trial: ImportTrial, outcome: Outcome, snapshot: Snapshot, isDryRun: Bool, isAccepted: Bool
    ) {
        self.trial = trial
        self.outcome = outcome
        self.snapshot = snapshot
        self.isDryRun = isDryRun
        self.isAccepted = isAccepted
        sources = trial.plan.entries.reduce(into: [:]) { $0[$1.key] = $1.sources }
    }

    func show(asJSON isJSON: Bool) {
        if isJSON {
            StandardStreams.result(json)
        } else {
            showGroups()
            if !outcome.restart.isEmpty, isSaved {
                StandardStreams.say(
                    "Takes effect after restart: \(outcome.restart.joined(separator: ", ")).")
            }
        }
        if let verdict { StandardStreams.say(verdict) }
    }

    private var isSaved: Bool { isAccepted && !isDryRun }

    private var verdict: String? {
        guard isAccepted else {
            let hint =
                trial.assignments.isEmpty ? "" : " Add --partial to import the others."
            return "Nothing was saved because values were rejected.\(hint)"
        }
        return isDryRun ? "Nothing was saved: this was a dry run." : nil
    }

    /// Settings that already have the imported value.
    private var unchanged: [String] {
        untold.filter { entry in
            guard let setting = snapshot.schema.settings[entry.key] else { return false }
            return (try? setting.rules.value(fromJSON: entry.value)) == snapshot.value(of: setting)
        }.map(\.key)
    }

    /// Settings that the file has no value for, and settings that a rule hides.
    private var untouched: [String] {
        let unchanged = Set(unchanged)
        return trial.plan.silent + untold.map(\.key).filter { !unchanged.contains($0) }
    }

    /// Entries that are accepted and change nothing.
    private var untold: [ImportPlan.Entry] {
        let changed = Set(outcome.changes.map(\.key))
        let accepted = Set(trial.assignments.map(\.key))
        return trial.plan.entries.filter {
            accepted.contains($0.key) && !changed.contains($0.key)
        }
    }

    // MARK: - For people

    private func showGroups() {
        show(
            isSaved ? "Changed" : "Would change",
            outcome.changes.map { change in
                let setting = snapshot.schema.settings[change.key]
                return "\(change.key): \(ShownText.of(change.old, setting))"
                    + " -> \(ShownText.of(change.new, setting))\(source(of: change.key))"
            })
        show("Unchanged", unchanged.map { $0 + source(of: $0) })
        show("Skipped", untouched)
        show("Rejected", trial.refused.map(\.message))
        show(
            "Unknown",
            trial.plan.unknown.map { unknown in
                ShownText.of(.text(unknown.key))
                    + (unknown.nearest.map { " (did you mean '\($0)'?)" } ?? "")
            })
    }

    private func show(_ title: String, _ lines: [String]) {
        guard !lines.isEmpty else { return }
        StandardStreams.result("\(title) (\(lines.count)):")
        for line in lines { StandardStreams.result("  \(ShownText.line(line))") }
    }

    /// The imported key of a setting, if it differs from the key of the setting.
    private func source(of key: String) -> String {
        guard let sources = sources[key], sources != [key], let first = sources.first
        else { return "" }
        let shown = ShownText.of(.text(first))
        return sources.count == 1
            ? " (from \(shown))" : " (from \(shown) and \(sources.count - 1) more)"
    }

    // MARK: - For scripts

    private var json: JSONValue {
        let changed = outcome.changes.map { change in
            (change.key, JSONValue.object([("from", change.old.json), ("to", change.new.json)]))
        }
        let unknown = trial.plan.unknown.map { unknown in
            JSONValue.object(
                [("key", .text(unknown.key))]
                    + (unknown.nearest.map { [("nearest", JSONValue.text($0))] } ?? []))
        }
        let restart: [(String, JSONValue)] =
            outcome.restart.isEmpty
            ? [] : [("restart", JSONValue(.array(outcome.restart.map(JSONValue.text))))]
        return .object(
            [
                ("revision", .number(outcome.revision)),
                ("saved", JSONValue(.boolean(isSaved))), ("changed", .object(changed)),
                ("unchanged", JSONValue(.array(unchanged.map(JSONValue.text)))),
                ("untouched", JSONValue(.array(untouched.map(JSONValue.text)))),
                ("refused", JSONValue(.array(trial.refused.map(\.json)))),
                ("unknown", JSONValue(.array(unknown))),
            ] + restart)
    }
}

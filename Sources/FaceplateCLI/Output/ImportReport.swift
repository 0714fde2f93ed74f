import Faceplate
import FaceplateImport
import FaceplateSchema

/// What an import changes or would change, in groups.
struct ImportReport {
    let trial: ImportTrial
    let outcome: Outcome
    let snapshot: Snapshot
    let isDryRun: Bool
    /// Whether the import as a whole was not refused.
    let isAccepted: Bool

    /// The keys there, by settings.
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
            return "Nothing was saved, since values were refused.\(hint)"
        }
        return isDryRun ? "Nothing was saved: this was a dry run." : nil
    }

    /// What was asked for and is so already.
    private var unchanged: [String] {
        untold.filter { entry in
            guard let setting = snapshot.schema.settings[entry.key] else { return false }
            return (try? setting.rules.value(fromJSON: entry.value)) == snapshot.value(of: setting)
        }.map(\.key)
    }

    /// What the file says nothing of, and what stays as it is since a rule hides it.
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
        show("Already so", unchanged.map { $0 + source(of: $0) })
        show("Left alone", untouched)
        show("Refused", trial.refused.map(\.message))
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

    /// Where a setting's value came from, if its key there is another.
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

import Faceplate
import FaceplateImport
import FaceplateSchema

struct ImportReport {
    private let result: ImportResult
    private let snapshot: Snapshot
    private let isDryRun: Bool
    private let verb: String
    private let sources: [String: [String]]

    init(
        of plan: ImportPlan, on panel: any CommandPanel, note: String?, origin: Origin = .import,
        isDryRun: Bool, isPartial: Bool
    ) async throws(Failure) {
        let trial = ImportTrial(plan, snapshot: panel.snapshot, note: note, origin: origin) {
            (batch) throws(ApplyError) in try await panel.apply(batch)
        }
        do throws(ApplyError) {
            result = try await ImportResult(of: trial, isDryRun: isDryRun, isPartial: isPartial)
        } catch {
            throw Failure(error, in: panel.snapshot)
        }
        snapshot = panel.snapshot
        self.isDryRun = isDryRun
        verb = origin == .profile ? "set" : "import"
        sources = plan.entries.reduce(into: [:]) { $0[$1.key] = $1.sources }
    }

    var isAccepted: Bool { result.isAccepted }

    func show(asJSON isJSON: Bool) {
        if isJSON {
            StandardStreams.result(result.json(refused: result.trial.refused.map(details)))
        } else {
            showGroups()
            if !outcome.restart.isEmpty, result.isSaved {
                StandardStreams.say(
                    "Takes effect after restart: \(outcome.restart.joined(separator: ", ")).")
            }
        }
        if !isJSON, result.isSaved { outcome.sayUnconfirmed(snapshot.schema) }
        if let verdict { StandardStreams.say(verdict) }
    }

    private var outcome: Outcome { result.outcome }
    private var trial: ImportTrial { result.trial }

    private var verdict: String? {
        guard isAccepted else {
            let hint =
                trial.assignments.isEmpty ? "" : " Add --partial to \(verb) the others."
            return "Nothing was saved because values were rejected.\(hint)"
        }
        if outcome.changes.isEmpty { return "Nothing changes." }
        return isDryRun ? "Nothing was saved: this was a dry run." : nil
    }

    // MARK: - For people

    private func showGroups() {
        show(
            result.isSaved ? "Changed" : "Would change",
            outcome.changes.map { change in
                let setting = snapshot.schema.settings[change.key]
                return "\(change.key): \(ShownText.of(change.old, setting, at: snapshot))"
                    + " -> \(ShownText.of(change.new, setting, at: snapshot))\(source(of: change.key))"
            })
        show("Unchanged", result.unchanged.map { $0 + source(of: $0) })
        show("Skipped", result.untouched)
        show("Rejected", trial.refused.map(message))
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

    private func source(of key: String) -> String {
        guard let sources = sources[key], sources != [key], let first = sources.first
        else { return "" }
        let shown = ShownText.of(.text(first))
        return sources.count == 1
            ? " (from \(shown))" : " (from \(shown) and \(sources.count - 1) more)"
    }

    // MARK: - Rejected values

    private func message(_ refused: ImportTrial.Refused) -> String {
        switch refused {
        case .misfit(let refusal): "'\(refusal.source)': \(refusal.message)"
        case .problem(let problem):
            Failure([problem], in: snapshot).messages.joined(separator: " ")
        case .withheld(let key): "'\(key)' must not be changed."
        case .withheldPart: "Some settings must not be changed."
        }
    }

    private func details(_ refused: ImportTrial.Refused) -> JSONValue {
        let key: JSONValue = ["key": .text(refused.key)]
        switch refused {
        case .misfit(let refusal): return refusal.json
        case .problem(let problem): return Failure([problem], in: snapshot).details.first ?? key
        case .withheld, .withheldPart: return key
        }
    }
}

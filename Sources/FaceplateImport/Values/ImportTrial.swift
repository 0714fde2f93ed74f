public import Faceplate
package import FaceplateSchema

/// Finds the values of an import that the settings accept, and applies them.
///
/// Values that the settings have already are not part of the batch: a setting that is on its default stays there.
public struct ImportTrial: Sendable {
    /// A rejected value.
    public enum Refused: Sendable {
        /// A value that cannot be assigned.
        case misfit(ImportPlan.Refusal)
        /// A value that the rules of the settings reject.
        case problem(KeyProblem)
        /// The key, as the file has it, of a setting that the requester must not change.
        case withheld(String)
        /// Settings of a profile that the requester must not change; it did not name them, so that they have no names.
        case withheldPart

        /// The key of the setting, as far as it is known.
        public var key: String {
            switch self {
            case .misfit(let refusal): refusal.key
            case .problem(let problem): problem.key
            case .withheld(let key): key
            case .withheldPart: "*"
            }
        }
    }

    /// The plan of the import.
    public let plan: ImportPlan
    /// The settings that have the imported value already.
    public let unchanged: [String]
    /// The assignments that are not rejected so far.
    public private(set) var assignments: [Assignment]
    /// The rejected values so far.
    public private(set) var refused: [Refused]
    private let save: @Sendable (Batch) async throws(ApplyError) -> Outcome
    private let actor: String?
    private let note: String?
    private let isRequested: Bool
    private let base: Batch.Base?
    private let origin: Origin
    private let isPermitted: (@Sendable (Snapshot) -> Bool)?

    /// Creates a trial, and applies nothing.
    ///
    /// - Parameters:
    ///   - actor: The name of the requester, for the history.
    ///   - note: A note for the history, such as the name of the file.
    ///   - withheld: Returns true for the key of a setting that the requester must not change; its value is rejected.
    public init(
        _ plan: ImportPlan, settings: Settings, actor: String? = nil, note: String? = nil,
        withheld: (String) -> Bool = { _ in false }
    ) {
        self.init(
            plan, snapshot: settings.snapshot, actor: actor, note: note, withheld: withheld
        ) { (batch) throws(ApplyError) in try await settings.apply(batch) }
    }

    /// - Parameters:
    ///   - isRequested: `true` for a file that a requester sends; read-only and disabled settings are then rejected, as
    ///     on a page.
    ///   - base: The revision that the requester saw. Settings that were changed since are conflicts.
    ///   - isPermitted: Judges the requester again on the settings' queue (`Batch.isPermitted`).
    package init(
        _ plan: ImportPlan, snapshot: Snapshot, actor: String? = nil, note: String?,
        isRequested: Bool = false, base: Batch.Base? = nil, origin: Origin = .import,
        withheld: (String) -> Bool = { _ in false },
        isPermitted: (@Sendable (Snapshot) -> Bool)? = nil,
        saving save: @escaping @Sendable (Batch) async throws(ApplyError) -> Outcome
    ) {
        self.isPermitted = isPermitted
        self.origin = origin
        self.base = base
        self.isRequested = isRequested
        self.plan = plan
        self.save = save
        self.actor = actor
        self.note = note
        // The current key of a setting that the file names otherwise is a part of what is withheld.
        let refusedKeys = plan.entries.filter { withheld($0.key) }.map {
            $0.sources.first ?? $0.key
        }
        let allowed = plan.entries.filter { !withheld($0.key) }
        let isSame = snapshot.has(
            allowed.map { (snapshot.schema.settings[$0.key], $0.value) })
        unchanged = zip(allowed, isSame).filter(\.1).map(\.0.key)
        assignments = zip(allowed, isSame).filter { !$0.1 }
            .map { entry, _ in
                snapshot.schema.settings[entry.key]?.assignment(of: entry.value)
                    ?? Assignment(entry.key, .json(entry.value))
            }
        refused =
            plan.refusals.map { withheld($0.key) ? .withheld($0.source) : .misfit($0) }
            + (origin == .profile
                ? refusedKeys.prefix(1).map { _ in .withheldPart }
                : refusedKeys.map(Refused.withheld))
    }

    /// Removes rejected assignments until the rest is accepted, and saves nothing.
    ///
    /// - Throws: `ApplyError` if the rest is not accepted, because of settings that are not part of the import, or if
    ///   the store cannot be read.
    public mutating func preview() async throws(ApplyError) -> Outcome {
        try await save(.partial, isDryRun: true)
    }

    /// Saves the remaining assignments as one revision with the origin `import`, or `profile` for those of a profile.
    ///
    /// - Parameter acceptance: `.partial` to save the accepted ones and remove the rejected ones.
    /// - Throws: `ApplyError` if the batch is not accepted; nothing is saved then.
    public mutating func apply(
        _ acceptance: Batch.Acceptance = .all
    ) async throws(ApplyError) -> Outcome {
        try await save(acceptance, isDryRun: false)
    }

    private mutating func save(
        _ acceptance: Batch.Acceptance, isDryRun: Bool
    ) async throws(ApplyError) -> Outcome {
        let outcome = try await save(batch(acceptance, isDryRun: isDryRun))
        let keys = Set(outcome.refused.map(\.key))
        assignments.removeAll { keys.contains($0.key) }
        refused += outcome.refused.map(Refused.problem)
        return outcome
    }

    private func batch(_ acceptance: Batch.Acceptance, isDryRun: Bool) -> Batch {
        var batch = Batch(
            assignments, origin: origin, actor: actor, note: note, base: base,
            isDryRun: isDryRun)
        batch.acceptance = acceptance
        batch.isRequested = isRequested
        batch.isPermitted = isPermitted
        return batch
    }
}

/// The result of an import or its preview, in groups.
public struct ImportResult: Sendable {
    /// The values and their fate.
    public let trial: ImportTrial
    /// The changes that were made, or would be.
    public let outcome: Outcome
    /// True when the changes are saved.
    public let isSaved: Bool

    /// Tries an import, and saves it if its values are accepted.
    ///
    /// - Parameters:
    ///   - isDryRun: `true` to save nothing.
    ///   - isPartial: `true` to save the accepted values even if others are rejected.
    /// - Throws: `ApplyError` if the store cannot be used, or if a check rejects the import as a whole.
    public init(
        of trial: ImportTrial, isDryRun: Bool, isPartial: Bool
    ) async throws(ApplyError) {
        var trial = trial
        let isAtOnce = isPartial && !isDryRun
        var outcome = isAtOnce ? try await trial.apply(.partial) : try await trial.preview()
        isAccepted = trial.refused.isEmpty || isPartial && !trial.assignments.isEmpty
        isSaved = isAccepted && !isDryRun
        if isSaved, !isAtOnce { outcome = try await trial.apply() }
        self.outcome = outcome
        self.trial = trial
    }

    /// True when the import is accepted, as a whole or in part.
    public let isAccepted: Bool

    /// Settings that already have the imported value.
    public var unchanged: [String] { trial.unchanged }

    /// Settings that the file has no value for, and settings that have none while a rule hides them.
    public var untouched: [String] {
        let changed = Set(outcome.changes.map(\.key))
        return trial.plan.silent
            + trial.assignments.map(\.key).filter { !changed.contains($0) }
    }

    /// - Parameter outcome: The part of the outcome that the reader may see; `nil` for all of it.
    package func json(
        _ outcome: Outcome? = nil, isVisible: @escaping @Sendable (String) -> Bool = { _ in true },
        refused: [JSONValue]
    ) -> JSONValue {
        Report(
            result: self, outcome: outcome ?? self.outcome, isVisible: isVisible, refused: refused
        ).json
    }

    package struct Report {
        let result: ImportResult
        let outcome: Outcome
        let isVisible: @Sendable (String) -> Bool
        let refused: [JSONValue]

        package static let shape = Shape<Report>(
            .always("revision", JSONType.number) { .number($0.outcome.revision) },
            .always("saved", JSONType.boolean) { .boolean($0.result.isSaved) },
            .always("changed", Change.mapSchema) { .object($0.outcome.changes.map(\.member)) },
            .always("unchanged", JSONType.texts) {
                .array($0.result.unchanged.map(JSONValue.text))
            },
            .always("untouched", JSONType.texts) { report in
                .array(report.result.untouched.filter(report.isVisible).map(JSONValue.text))
            },
            .always("refused", JSONType.list(ReportedProblem.shape.schema)) { .array($0.refused) },
            .always(
                "unknown",
                JSONType.list(
                    JSONType.object(
                        ["key": JSONType.text, "nearest": JSONType.text], required: ["key"]))
            ) { report in
                .array(
                    report.result.trial.plan.unknown(where: report.isVisible).map { key, nearest in
                        .object(present: [
                            ("key", .text(key)), ("nearest", nearest.map(JSONValue.text)),
                        ])
                    })
            },
            .sometimes("restart", JSONType.texts) { .texts($0.outcome.restart) })

        var json: JSONValue { Self.shape.json(of: self) }
    }
}

extension ImportPlan.Refusal {
    package var json: JSONValue {
        ["key": .text(key), "source": .text(source), "message": .text(message)]
    }
}

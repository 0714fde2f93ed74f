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
            plan, settings: settings, actor: actor, note: note, isRequested: false, base: nil,
            withheld: withheld)
    }

    /// Creates a trial, and applies nothing.
    ///
    /// - Parameters:
    ///   - isRequested: `true` for a file that a requester sends; read-only and disabled settings are then rejected, as
    ///     on a page.
    ///   - base: The revision that the requester saw. Settings that were changed since are conflicts.
    ///   - origin: The origin of the revision.
    ///   - isPermitted: Judges the requester again on the settings' queue (`Batch.isPermitted`).
    package init(
        _ plan: ImportPlan, settings: Settings, actor: String?, note: String?, isRequested: Bool,
        base: Batch.Base?, origin: Origin = .import, withheld: (String) -> Bool,
        isPermitted: (@Sendable (Snapshot) -> Bool)? = nil
    ) {
        self.init(
            plan, snapshot: settings.snapshot, actor: actor, note: note, isRequested: isRequested,
            base: base, origin: origin, withheld: withheld, isPermitted: isPermitted
        ) { (batch) throws(ApplyError) in try await settings.apply(batch) }
    }

    /// Creates a trial, and applies nothing.
    ///
    /// - Parameters:
    ///   - snapshot: The current values.
    ///   - save: Applies a batch to the settings.
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
        let isSame = allowed.map { entry -> Bool in
            snapshot.schema.settings[entry.key].map { snapshot.has(entry.value, in: $0) } ?? false
        }
        unchanged = zip(allowed, isSame).filter(\.1).map(\.0.key)
        assignments = zip(allowed, isSame).filter { !$0.1 }
            .map { Assignment($0.0.key, $0.0.value.isNull ? .reset : .json($0.0.value)) }
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

    /// Returns the result as JSON.
    ///
    /// - Parameters:
    ///   - outcome: The part of the outcome that the reader may see; `nil` for all of it.
    ///   - isVisible: Returns false for keys that the reader must not see.
    ///   - refused: The descriptions of the rejected values.
    package func json(
        _ outcome: Outcome? = nil, isVisible: (String) -> Bool = { _ in true },
        refused: [JSONValue]
    ) -> JSONValue {
        let outcome = outcome ?? self.outcome
        let unknown = trial.plan.unknown(where: isVisible).map { key, nearest in
            JSONValue.object(present: [
                ("key", .text(key)), ("nearest", nearest.map(JSONValue.text)),
            ])
        }
        return .object(present: [
            ("revision", .number(outcome.revision)), ("saved", .boolean(isSaved)),
            ("changed", .object(outcome.changes.map(\.member))),
            ("unchanged", .array(unchanged.map(JSONValue.text))),
            ("untouched", .array(untouched.filter(isVisible).map(JSONValue.text))),
            ("refused", .array(refused)), ("unknown", .array(unknown)),
            (
                "restart",
                outcome.restart.isEmpty ? .none : .array(outcome.restart.map(JSONValue.text))
            ),
        ])
    }
}

extension ImportPlan.Refusal {
    /// The refusal as JSON.
    package var json: JSONValue {
        ["key": .text(key), "source": .text(source), "message": .text(message)]
    }
}

import FaceplateSchema
public import Foundation

/// A request to change one setting; every kind of input becomes assignments, which `Settings.apply` applies.
public struct Assignment: Sendable, Hashable {
    /// The new content of a setting.
    public enum Input: Sendable, Hashable {
        /// Text input; numbers follow the rules of `locale`, and without it only canonical forms are accepted.
        case text(String, locale: LocaleTag? = nil)
        case json(JSONValue)
        case value(Value)
        /// Several fields of a form for one setting: the parts of a list, a file.
        case form(FormFields)
        /// The value of a property of the program; `nil` resets it.
        ///
        /// For a key of the schema, the JSON is the value of that item. For any other valid key it is a private value
        /// of the program, which is stored unchanged and shown on no page.
        case property(JSONValue?)
        /// Resets the setting to its default.
        case reset
        /// Removes a secret.
        case clear
        /// Ends the time of a temporary value now: the setting returns to what it was before.
        ///
        /// With the key `*`, all changes that wait to be confirmed.
        case goBack
        /// Makes a temporary value permanent, which also confirms a change.
        ///
        /// With the key `*`, all changes that wait to be confirmed.
        case keep
    }

    /// The key of a setting, a former key, or the key of an option of a `select` group.
    ///
    /// With `reset`, it can also be the key of a group or a page, or `*` for the whole panel; `keep` and `goBack` accept
    /// `*`, too.
    public let key: String
    /// The new content of the setting.
    public let input: Input

    /// Creates an assignment.
    ///
    /// Nothing is checked here: `Settings.apply` reports unknown keys and rejected values.
    public init(_ key: String, _ input: Input) {
        self.key = key
        self.input = input
    }
}

/// A batch of assignments that is accepted or rejected as a whole.
public struct Batch: Sendable {
    /// The revision that the sender had read.
    public struct Base: Sendable, Hashable {
        /// The number of the revision.
        public let revision: Int
        /// True when a value equal to the displayed one means "not changed", as for a page that posts all of its
        /// fields.
        public let leavesShownValues: Bool
        /// The revisions of settings that the sender had read at another time, by key.
        public let revisions: [String: Int]

        /// Creates a base from the number of the revision that the sender had read.
        ///
        /// - Parameters:
        ///   - leavesShownValues: `true` for a sender that posts all fields of a page, so that untouched fields change
        ///     nothing; `false` for one that names only the settings to change.
        ///   - revisions: The revisions of settings that the sender had read at another time, by key.
        public init(
            revision: Int, leavesShownValues: Bool = true, revisions: [String: Int] = [:]
        ) {
            self.revision = revision
            self.leavesShownValues = leavesShownValues
            self.revisions = revisions
        }

        package func revision(of key: String) -> Int { revisions[key] ?? revision }

        /// True when these settings do not have that revision yet: the sender read another store, or the store was
        /// since restored to an earlier state.
        package func isAhead(of snapshot: Snapshot) -> Bool {
            revision > snapshot.revision || revisions.values.contains { $0 > snapshot.revision }
        }
    }

    /// The side whose value wins for a setting that both sides changed.
    public enum Choice: String, Sendable, Hashable {
        /// The current value wins; the batch does not change the setting.
        case theirs
        /// The value of the batch wins; if the setting changed again since `base`, it is a conflict again.
        case mine
        /// No side is chosen yet; the setting is a conflict again.
        case undecided = ""
    }

    /// The part of a batch that is saved when an assignment is rejected.
    public enum Acceptance: Sendable, Hashable {
        /// Nothing: the batch is rejected as a whole.
        case all
        /// The other assignments; the outcome names the rejected ones.
        case partial
    }

    /// The assignments, in order; the last one for a setting is used.
    public var assignments: [Assignment]
    /// The source of the request, which the history stores.
    ///
    /// Only `program`, and `import` and `profile` by the program or its command line, can set read-only settings.
    /// With `reversal`, the history stores `undo` instead.
    public var origin: Origin
    /// True for a file that a requester sends, or a profile that it chooses: only what a page would accept is set, so
    /// that read-only and disabled settings stay as they are.
    package var isRequested = false
    /// A token's or the host's name for the requester.
    public var actor: String?
    /// The language of the sender, for the messages of vetoes; `nil` if it is not known.
    public var locale: LocaleTag?
    /// A note that history stores with the revision.
    public var note: String?
    /// The revision that the sender had read; a setting that was changed since is a conflict.
    ///
    /// Without a base, the last write wins. If the revision does not exist yet, every setting that the batch would
    /// change is a conflict.
    public var base: Base?
    /// The recorded changes to undo; they override an assignment of the same setting.
    ///
    /// The resulting revision has the origin `undo`, for any requester.
    public var reversal: Reversal?
    /// The choices for settings that were in conflict, by key.
    public var choices: [String: Choice]
    /// True when the batch is only checked: the outcome lists the changes, and nothing is saved.
    ///
    /// `willSave` handlers are called for it too. `Outcome.revision` is then the current revision.
    public var isDryRun: Bool
    /// The part that is saved when an assignment is rejected; `.all` unless it is set.
    ///
    /// A batch of `.partial` is still rejected as a whole for what none of its assignments can help, such as a conflict
    /// or a check of other settings.
    public var acceptance = Acceptance.all
    /// The time after which the settings that the batch changes return to what they were before, by themselves.
    ///
    /// It is 1 second to 366 days; `nil` for permanent values. Secrets are rejected, because their former values are
    /// not stored. A setting that already has a temporary value returns to its value from before the first.
    public var lifetime: Duration?
    /// The same for single settings, even if the batch does not change them; these then return to their values before
    /// their last change.
    package var lifetimes: [String: Duration] = [:]
    /// True when the sender confirms its changes together with the batch, so that no change waits to be confirmed.
    ///
    /// It matters for settings with `Schema.Setting.keepWithin`. A batch of the origin `program` needs no confirmation,
    /// unless it undoes or restores something.
    public var isConfirmed = false
    /// The part of the program that sends the batch; observers receive it with the revision.
    public var writer: Writer?
    /// The closure receives the settings as the batch leaves them; `nil` removes an agreement.
    ///
    /// It runs inside the transaction, possibly several times. The agreements are stored together with the values,
    /// even when no value changes.
    package var agreements: (@Sendable (Snapshot) -> [String: String?])?
    /// The closure runs on the settings' queue, possibly several times, because the rights of a sender can end while its
    /// batch waits.
    package var isPermitted: (@Sendable (Snapshot) -> Bool)?
    /// True when the assignments are read from the program's `ValueSource`, inside the transaction.
    var readsSource = false
    /// True for values of a file: they are in use, whether the rules accept them or not.
    var readsFile: Bool { readsSource && origin == .file }
    /// The writer of each assignment, by key, when several parts of the program share the batch.
    var writers: [String: Writer] = [:]

    /// Creates a batch.
    ///
    /// Without `base`, it overrides changes that the sender has not seen. A batch without assignments and without
    /// `reversal` changes nothing.
    public init(
        _ assignments: [Assignment], origin: Origin, actor: String? = nil, note: String? = nil,
        base: Base? = nil, reversal: Reversal? = nil, choices: [String: Choice] = [:],
        isDryRun: Bool = false, writer: Writer? = nil, lifetime: Duration? = nil
    ) {
        self.lifetime = lifetime
        self.assignments = assignments
        self.reversal = reversal
        self.choices = choices
        self.origin = origin
        self.actor = actor
        self.note = note
        self.base = base
        self.isDryRun = isDryRun
        self.writer = writer
    }
}

/// The result of an accepted batch.
public struct Outcome: Sendable, Hashable, CustomStringConvertible {
    /// The revision with its changes.
    public var description: String {
        changes.isEmpty
            ? "revision \(revision), no changes"
            : "revision \(revision): " + changes.map(\.description).joined(separator: ", ")
    }

    /// The revision that contains the changes; the previous one when nothing changed.
    public let revision: Int
    /// The changes; empty when every value already was as requested, and then no revision is made.
    ///
    /// They include settings that a rule resets because the batch hides them. A secret appears without its value.
    public internal(set) var changes: [Change]
    /// The keys of the settings whose running value differs from the stored one until the program restarts.
    ///
    /// They include settings that already differed before the batch.
    public internal(set) var restart: [String]
    /// The settings that a reversal could not restore, each with the reason.
    ///
    /// These are mostly secrets, whose former values are not stored.
    public internal(set) var skipped: [KeyProblem]
    /// The rejected assignments of a batch that is accepted in part, each with the reason.
    public internal(set) var refused: [KeyProblem] = []
    /// The settings whose values the batch gave a time, with its end; `nil` for a value that it made permanent without
    /// a change.
    public internal(set) var until: [String: Date?]

    package init(
        revision: Int, changes: [Change], restart: [String] = [], skipped: [KeyProblem] = [],
        until: [String: Date?] = [:]
    ) {
        self.until = until
        self.revision = revision
        self.changes = changes
        self.restart = restart
        self.skipped = skipped
    }
}

extension Batch {
    /// Each round is checked as a whole, so that what is saved at last is accepted together.
    package func apply(
        refused: [KeyProblem] = [],
        by apply:
            @escaping @Sendable (
                Batch, @escaping @Sendable (Result<Outcome, ApplyError>) -> Void
            ) -> Void,
        then: @escaping @Sendable (Result<Outcome, ApplyError>) -> Void
    ) {
        guard acceptance == .partial else { return apply(self, then) }
        var whole = self
        whole.acceptance = .all
        apply(whole) { result in
            guard case .failure(.refused(let problems)) = result else {
                return then(
                    result.map { outcome in
                        var outcome = outcome
                        outcome.refused = refused
                        return outcome
                    })
            }
            let keys = Set(problems.map(\.key))
            var rest = self
            rest.assignments.removeAll { keys.contains($0.key) }
            // A failed check may name only settings that are not part of the batch.
            guard rest.assignments.count < assignments.count else { return then(result) }
            rest.apply(refused: refused + problems, by: apply, then: then)
        }
    }
}

extension Outcome {
    package var untilJSON: JSONValue? {
        guard !until.isEmpty else { return nil }
        return .object(
            until.sorted { $0.key < $1.key }.map { key, date in
                (key, date.map { .text(RevisionTime.text($0)) } ?? nil)
            })
    }
}

/// The reason why a batch was not accepted.
///
/// Nothing of the batch is saved.
public enum ApplyError: SpokenError {
    /// One problem for each rejected assignment.
    case refused([KeyProblem])
    /// Settings that were changed since `Batch.base`.
    ///
    /// Empty when that revision does not exist yet and the batch would change nothing.
    case conflict([KeyConflict])
    /// The store could not be written.
    ///
    /// `StoreError.busy` and `.full` can pass; for the others, the message contains the remedy.
    case store(StoreError)

    /// The problems, one sentence on each line, in English.
    public var description: String {
        switch self {
        case .refused(let problems):
            problems.isEmpty
                ? "The change was rejected." : problems.map(\.description).joined(separator: "\n")
        case .conflict(let conflicts):
            conflicts.isEmpty
                ? "The revision that the change is based on does not exist."
                : conflicts.map(\.description).joined(separator: "\n")
        case .store(let error): error.description
        }
    }

    /// Returns the problems, one sentence on each line; conflicts and errors of the store in English.
    public func message(in locale: LocaleTag) -> String {
        guard case .refused(let problems) = self, !problems.isEmpty else { return description }
        return problems.map { $0.message(in: locale) }.joined(separator: "\n")
    }

    static func wrapping<T>(_ body: () throws(StoreError) -> T) throws(ApplyError) -> T {
        do throws(StoreError) {
            return try body()
        } catch {
            throw .store(error)
        }
    }
}

/// A rejected assignment.
public struct KeyProblem: SpokenError, Hashable {
    /// The key, as the sender wrote it.
    public let key: String
    /// The reason for the rejection.
    public let problem: ValueProblem
    /// The existing key that the sender probably meant, if the key is unknown; `nil` if no key is similar.
    public let nearest: String?

    /// Creates a problem.
    public init(key: String, problem: ValueProblem, nearest: String? = nil) {
        self.key = key
        self.problem = problem
        self.nearest = nearest
    }

    /// The message in English, with the key in quotation marks.
    public var description: String { message(in: .english) }

    /// Returns the message, with the key in quotation marks.
    public func message(in locale: LocaleTag) -> String {
        problem.sentence(about: "'\(key)'", nearest: nearest, in: locale)
    }

    var withoutValue: String {
        problem.withoutContent.sentence(about: "'\(key)'", nearest: nearest)
    }
}

/// A setting that both sides changed.
public struct KeyConflict: Sendable, Hashable, CustomStringConvertible {
    /// The setting's key.
    public let key: String
    /// The current value.
    public let theirs: Change.Side
    /// The last revision that changed the setting.
    public let revision: Int
    /// The source of that revision, if known.
    public let origin: Origin?
    /// The time of that revision, if known.
    public let time: Date?
    /// The value that the batch would set.
    public let mine: Change.Side

    package init(
        key: String, theirs: Change.Side, revision: Int, origin: Origin?, time: Date?,
        mine: Change.Side
    ) {
        self.key = key
        self.theirs = theirs
        self.revision = revision
        self.origin = origin
        self.time = time
        self.mine = mine
    }

    /// A message in English: the key, the revision that changed it, and its value.
    public var description: String { sentence(value: "\(theirs)") }

    package func sentence(value: String) -> String {
        "'\(key)' was changed in revision \(revision): it is \(value) now."
    }
}

extension Snapshot {
    package func sentence(for refusal: KeyProblem) -> String {
        // The schema's own message; there are no others about several settings.
        if refusal.problem.code == .checkFailed { return refusal.description }
        let sentence = ProblemWords.english.sentence(
            for: refusal.problem, label: "'\(refusal.key)'",
            options: schema.settings[refusal.key]?.options(for: refusal.problem) ?? [],
            nearest: refusal.nearest.map { "'\($0)'" })
        return sentence.hasSuffix("?") ? sentence : sentence + "."
    }
}

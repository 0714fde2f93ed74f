public import Foundation

/// A wish to change one setting: what every way in turns into, and `Settings.apply` takes.
public struct Assignment: Sendable, Hashable {
    /// What a setting is to become.
    public enum Input: Sendable, Hashable {
        /// A text form, its numbers written by the locale's rules; `nil` takes canonical ones only.
        case text(String, locale: LocaleTag? = nil)
        case json(JSONValue)
        case value(Value)
        /// Several fields of a form for one setting: the parts of a list, a file.
        case form(FormFields)
        /// What a property of the program is to be: JSON for an item that the schema has, else a
        /// private value of the program's, kept as it is and shown on no page; `nil` resets it.
        case property(JSONValue?)
        /// Back to the default.
        case reset
        /// Removes a secret.
        case clear
    }

    /// A setting's key, a former one, or the key of an option of a `select` group.
    public let key: String
    /// What the setting is to become.
    public let input: Input

    /// Makes an assignment.
    public init(_ key: String, _ input: Input) {
        self.key = key
        self.input = input
    }
}

/// A batch of assignments that is accepted or refused as a whole, and who asks.
public struct Batch: Sendable {
    /// What the sender had seen.
    public struct Base: Sendable, Hashable {
        /// The number of that revision.
        public let revision: Int
        /// Whether a value equal to the one shown means "not touched", as in a page that posts
        /// all of its fields.
        public let leavesShownValues: Bool

        /// Takes the number of the revision that the sender had seen.
        public init(revision: Int, leavesShownValues: Bool = true) {
            self.revision = revision
            self.leavesShownValues = leavesShownValues
        }

        /// True when these settings do not have that revision yet: the sender saw another store, or
        /// one that has been put back since.
        package func isAhead(of snapshot: Snapshot) -> Bool { revision > snapshot.revision }
    }

    /// Whose value of a setting is kept that two sides changed.
    public enum Choice: String, Sendable, Hashable {
        /// What it is now; the batch leaves it alone.
        case theirs
        /// What the batch says; changed once more since `base`, it is a conflict again.
        case mine
        /// Nobody has chosen yet: it is a conflict again.
        case undecided = ""
    }

    /// The wishes, in order; the last one for a setting counts.
    public var assignments: [Assignment]
    /// Who asks.
    public var origin: Origin
    /// A token's or the host's name for who asks.
    public var actor: String?
    /// Words that history keeps with the revision.
    public var note: String?
    /// With it, a setting that somebody else changed since is a conflict.
    ///
    /// Without it the last write wins. A revision that does not exist yet is a conflict, too: of
    /// every setting that the batch would change.
    public var base: Base?
    /// What history holds and is to be taken back; it wins over an assignment of the same setting.
    ///
    /// The revision that it makes has the origin `undo` whoever asks.
    public var reversal: Reversal?
    /// What was decided of settings that were in conflict, by key.
    public var choices: [String: Choice]
    /// Answers what would change, and saves nothing.
    public var isDryRun: Bool
    /// The part of the program that asks; observers are told it with the revision.
    public var writer: Writer?
    /// What is agreed on with other machines once the batch is accepted, by key; `nil` removes it.
    ///
    /// Asked of the settings as the batch leaves them, inside its transaction and perhaps several
    /// times: it is kept together with the values, also where none of them changes.
    package var agreements: (@Sendable (Snapshot) -> [String: String?])?
    /// Whose each assignment is, where several parts of the program put theirs into one batch.
    var writers: [String: Writer] = [:]

    /// Makes a batch; see the properties.
    public init(
        _ assignments: [Assignment], origin: Origin, actor: String? = nil, note: String? = nil,
        base: Base? = nil, reversal: Reversal? = nil, choices: [String: Choice] = [:],
        isDryRun: Bool = false, writer: Writer? = nil
    ) {
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

/// What became of an accepted batch.
public struct Outcome: Sendable, Hashable {
    /// The revision that holds the changes; the one before, where there was nothing to change.
    public let revision: Int
    /// Empty where every value already was as asked: that makes no revision.
    public let changes: [Change]
    /// The settings that the program works with other values of until it is started again: those of
    /// the batch, and those of before.
    public let restart: [String]
    /// What a reversal could not bring back, each with the reason: above all secrets, whose old
    /// values are not kept.
    public let skipped: [KeyProblem]

    package init(
        revision: Int, changes: [Change], restart: [String] = [], skipped: [KeyProblem] = []
    ) {
        self.revision = revision
        self.changes = changes
        self.restart = restart
        self.skipped = skipped
    }
}

/// Why a batch was not accepted.
///
/// Nothing of it is saved.
public enum ApplyError: Error, Sendable {
    /// One problem for each refused assignment.
    case refused([KeyProblem])
    /// Settings that somebody else changed since `Batch.base`; empty when that revision does not
    /// exist yet and the batch would change nothing.
    case conflict([KeyConflict])
    /// The store could not be written.
    case store(StoreError)
}

/// A refused assignment.
public struct KeyProblem: Error, Sendable, Hashable {
    /// As the sender wrote it.
    public let key: String
    /// What is wrong.
    public let problem: ValueProblem
    /// The key that was probably meant, where there is none like it.
    public let nearest: String?

    /// Makes a problem.
    public init(key: String, problem: ValueProblem, nearest: String? = nil) {
        self.key = key
        self.problem = problem
        self.nearest = nearest
    }
}

/// A setting that two sides changed.
public struct KeyConflict: Sendable, Hashable {
    /// The setting's key.
    public let key: String
    /// What it is now.
    public let theirs: Change.Side
    /// The last revision that changed it, and who made that.
    public let revision: Int
    /// Who made that revision, where it is known.
    public let origin: Origin?
    /// When that was, where it is known.
    public let time: Date?
    /// What the batch would have made of it.
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
}

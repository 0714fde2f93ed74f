/// Why a value was refused: a stable code and what the sentence needs.
///
/// The words are found when the problem is shown, in the reader's locale.
public struct ValueProblem: Error, Sendable, Hashable {
    /// What scripts may rely on; written in JSON answers as it stands.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The word as it is written.
        public let rawValue: String

        /// Makes a code.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Empty where something must be entered.
        public static let required = Code(rawValue: "required")
        /// Neither on nor off.
        public static let notBoolean = Code(rawValue: "not_boolean")
        /// Not a text.
        public static let notText = Code(rawValue: "not_text")
        /// Not one of the options.
        public static let notAnOption = Code(rawValue: "not_an_option")
        /// Shorter than `minimum` Unicode scalars.
        public static let tooShort = Code(rawValue: "too_short")
        /// Longer than `maximum` Unicode scalars.
        public static let tooLong = Code(rawValue: "too_long")
        /// A control character or noncharacter at `position`.
        public static let controlCharacter = Code(rawValue: "control_character")
        /// A line break in a text of one line.
        public static let lineBreak = Code(rawValue: "line_break")
        /// Does not match the item's pattern.
        public static let patternMismatch = Code(rawValue: "pattern_mismatch")
        /// Not a whole number.
        public static let notInteger = Code(rawValue: "not_integer")
        /// Not a number.
        public static let notNumber = Code(rawValue: "not_number")
        /// Below `minimum`, or earlier.
        public static let tooSmall = Code(rawValue: "too_small")
        /// Above `maximum`, or later.
        public static let tooLarge = Code(rawValue: "too_large")
        /// Not a whole number of `step`s from `minimum`, or from zero.
        public static let notAStep = Code(rawValue: "not_a_step")
        /// More than `maximum` digits behind the decimal point, or seconds where minutes count.
        public static let tooPrecise = Code(rawValue: "too_precise")
        /// Not a length of time.
        public static let notADuration = Code(rawValue: "not_a_duration")
        /// Not a date of the calendar.
        public static let notADate = Code(rawValue: "not_a_date")
        /// Not a time of the day.
        public static let notATime = Code(rawValue: "not_a_time")
        /// Not a date with a time.
        public static let notADateTime = Code(rawValue: "not_a_datetime")
        /// A local time that the clocks of `zone` skip.
        public static let timeDoesNotExist = Code(rawValue: "time_does_not_exist")
        /// Not a colour.
        public static let notAColor = Code(rawValue: "not_a_color")
        /// More than `maximum` lines.
        public static let tooManyLines = Code(rawValue: "too_many_lines")
        /// The item shows a value and takes none.
        public static let readOnly = Code(rawValue: "read_only")
        /// Something outside of the store holds it: an environment variable by the name in
        /// `variable`, a `file`, or what the words in `source` say.
        public static let locked = Code(rawValue: "locked")
        /// No item has this key.
        public static let unknownKey = Code(rawValue: "unknown_key")
        /// The item with this key is gone from the schema.
        public static let removedKey = Code(rawValue: "removed_key")
        /// An option of a `select` group can be chosen, not switched off.
        public static let optionNotCleared = Code(rawValue: "option_not_cleared")
        /// Someone else changed it since the page was opened.
        public static let changedElsewhere = Code(rawValue: "changed_elsewhere")
        /// The item has no secret that could be removed.
        public static let notASecret = Code(rawValue: "not_a_secret")
        /// The item is not a button or link.
        public static let notAnAction = Code(rawValue: "not_an_action")
        /// A rule says that it cannot be changed while the others are as they are.
        public static let notEnabled = Code(rawValue: "not_enabled")
        /// Several settings do not go together; `check` is the number of the schema's check.
        public static let checkFailed = Code(rawValue: "check_failed")
        /// The old value of a secret, which nobody has any more.
        public static let secretNotKept = Code(rawValue: "secret_not_kept")
        /// History holds revisions `first` to `last`, and not this one.
        public static let noSuchRevision = Code(rawValue: "no_such_revision")
        /// Nothing has been changed yet.
        public static let noRevisions = Code(rawValue: "no_revisions")
        /// The revision changed others, and not this.
        public static let notChangedThen = Code(rawValue: "not_changed_then")
        /// A program's own words, in `message`.
        public static let message = Code(rawValue: "message")

        /// Fewer than `minimum` elements.
        public static let tooFew = Code(rawValue: "too_few")
        /// More than `maximum` elements.
        public static let tooMany = Code(rawValue: "too_many")
        /// An element that is there before, where no two may be equal.
        public static let duplicate = Code(rawValue: "duplicate")
        /// The list has no element at this place.
        public static let noSuchElement = Code(rawValue: "no_such_element")
        /// Something named that the value has no place for, in `part`.
        public static let unknownPart = Code(rawValue: "unknown_part")
        /// A file of more than `maximum` bytes.
        public static let tooLargeFile = Code(rawValue: "too_large_file")
        /// A file of none of the accepted `types`.
        public static let fileType = Code(rawValue: "file_type")
        /// Not a file with a name.
        public static let notAFile = Code(rawValue: "not_a_file")
        /// Not a list.
        public static let notAList = Code(rawValue: "not_a_list")
        /// Not a row of named cells.
        public static let notARow = Code(rawValue: "not_a_row")
    }

    /// What the bounds of a problem are, which decides how a sentence shows them.
    public enum Kind: Sendable, Hashable {
        case text, integer, decimal, date, time, dateTime
        /// Seconds.
        case duration
    }

    /// What kind of problem it is.
    public let code: Code
    /// Slots of the sentence by name, for example `maximum`, in canonical forms.
    public let parameters: [String: String]
    /// How `minimum`, `maximum`, `step` and `example` are to be read.
    public let kind: Kind

    /// Makes a problem.
    public init(_ code: Code, _ parameters: [String: String] = [:], kind: Kind = .text) {
        self.code = code
        self.parameters = parameters
        self.kind = kind
    }

    /// A problem in a program's own words, shown as they are.
    public static func message(_ text: String) -> ValueProblem {
        ValueProblem(.message, ["message": text])
    }
}

extension ValueProblem {
    /// False for an option that could not be chosen when the value was refused, so that a sentence
    /// names only those that are accepted.
    package func offers(_ option: Value) -> Bool {
        guard code == .notAnOption, let options = parameters["options"] else { return true }
        return ", \(options), ".contains(", \(option.plainText), ")
    }
}

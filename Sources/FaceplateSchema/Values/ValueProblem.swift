/// The reason why a value is rejected: a stable code, and parameters for the message.
///
/// The message is created when the problem is shown, in the language of the user.
public struct ValueProblem: SpokenError, Hashable {
    /// A stable code for scripts, written unchanged in JSON responses.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code as a string.
        public let rawValue: String

        /// Creates a code.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A required value is missing.
        public static let required = Code(rawValue: "required")
        package static let notBoolean = Code(rawValue: "not_boolean")
        package static let notText = Code(rawValue: "not_text")
        package static let notAnOption = Code(rawValue: "not_an_option")
        /// The string has fewer than `minimum` Unicode scalars.
        package static let tooShort = Code(rawValue: "too_short")
        /// The string has more than `maximum` Unicode scalars.
        package static let tooLong = Code(rawValue: "too_long")
        /// The string has a control character or noncharacter at `position`.
        package static let controlCharacter = Code(rawValue: "control_character")
        /// A single-line string contains a line break.
        package static let lineBreak = Code(rawValue: "line_break")
        package static let patternMismatch = Code(rawValue: "pattern_mismatch")
        package static let notInteger = Code(rawValue: "not_integer")
        package static let notNumber = Code(rawValue: "not_number")
        /// The value is less than `minimum`, or earlier.
        package static let tooSmall = Code(rawValue: "too_small")
        /// The value is greater than `maximum`, or later.
        package static let tooLarge = Code(rawValue: "too_large")
        /// The value is not a multiple of `step` from `minimum`, or from zero.
        package static let notAStep = Code(rawValue: "not_a_step")
        /// The number has more than `maximum` decimal places, or the time has seconds that are not
        /// allowed.
        package static let tooPrecise = Code(rawValue: "too_precise")
        package static let notADuration = Code(rawValue: "not_a_duration")
        package static let notASize = Code(rawValue: "not_a_size")
        package static let notADate = Code(rawValue: "not_a_date")
        package static let notATime = Code(rawValue: "not_a_time")
        package static let notADateTime = Code(rawValue: "not_a_datetime")
        /// The local time is skipped by the clocks of `zone`.
        package static let timeDoesNotExist = Code(rawValue: "time_does_not_exist")
        package static let notAColor = Code(rawValue: "not_a_color")
        /// The string has more than `maximum` lines.
        package static let tooManyLines = Code(rawValue: "too_many_lines")
        package static let readOnly = Code(rawValue: "read_only")
        /// The value is set outside the store.
        ///
        /// The source is an environment variable named in `variable`, a file in `file`, or a
        /// description in `source`.
        public static let locked = Code(rawValue: "locked")
        package static let unknownKey = Code(rawValue: "unknown_key")
        package static let removedKey = Code(rawValue: "removed_key")
        /// An option of a `select` group can only be chosen, not turned off.
        package static let optionNotCleared = Code(rawValue: "option_not_cleared")
        /// The setting was changed elsewhere after the page was opened.
        package static let changedElsewhere = Code(rawValue: "changed_elsewhere")
        /// The item is not a secret that can be removed.
        package static let notASecret = Code(rawValue: "not_a_secret")
        /// The item is not a button or link.
        package static let notAnAction = Code(rawValue: "not_an_action")
        /// A rule disables the item because of the values of other settings.
        package static let notEnabled = Code(rawValue: "not_enabled")
        /// Several settings contradict each other; `check` is the number of the check in the
        /// schema.
        package static let checkFailed = Code(rawValue: "check_failed")
        /// A rule over several settings tests one that is withheld from the viewer.
        package static let withheldRule = Code(rawValue: "withheld_rule")
        /// The save was undone, because the program could not apply it.
        public static let undone = Code(rawValue: "undone")
        /// The old value of a secret is not stored, so it cannot be restored.
        package static let secretNotKept = Code(rawValue: "secret_not_kept")
        /// History has no such revision; it contains the revisions `first` to `last`.
        package static let noSuchRevision = Code(rawValue: "no_such_revision")
        package static let noRevisions = Code(rawValue: "no_revisions")
        /// The revision did not change this setting.
        package static let notChangedThen = Code(rawValue: "not_changed_then")
        /// The setting has no earlier value to which it could return.
        package static let nothingBefore = Code(rawValue: "nothing_before")
        /// A custom message of the program, in `message`.
        public static let message = Code(rawValue: "message")

        /// The list has fewer than `minimum` elements.
        package static let tooFew = Code(rawValue: "too_few")
        /// The list has more than `maximum` elements.
        package static let tooMany = Code(rawValue: "too_many")
        /// The element occurs more than once, and duplicates are not allowed.
        public static let duplicate = Code(rawValue: "duplicate")
        package static let noSuchElement = Code(rawValue: "no_such_element")
        /// The value has no part with the name in `part`.
        package static let unknownPart = Code(rawValue: "unknown_part")
        /// The file has more than `maximum` bytes.
        package static let tooLargeFile = Code(rawValue: "too_large_file")
        /// The file has none of the accepted `types`.
        package static let fileType = Code(rawValue: "file_type")
        /// The value is not a file with a name.
        package static let notAFile = Code(rawValue: "not_a_file")
        package static let notAList = Code(rawValue: "not_a_list")
        package static let notAMap = Code(rawValue: "not_a_map")
        package static let notARow = Code(rawValue: "not_a_row")
        /// A part of a JSON value has none of the `types` of its JSON Schema.
        package static let wrongType = Code(rawValue: "wrong_type")
        /// An object in a JSON value does not have a necessary part.
        package static let missingPart = Code(rawValue: "missing_part")
        /// A part of a JSON value fits none of the alternatives, or an excluded one.
        package static let doesNotFit = Code(rawValue: "does_not_fit")
        /// A comparison of the JSON value with its JSON Schema takes too many steps.
        package static let tooComplex = Code(rawValue: "too_complex")
    }

    /// The kind of the limits of a problem, which decides how a message shows them.
    package enum Kind: String, Sendable, Hashable {
        case text, integer, decimal, date, time, dateTime
        /// A number of seconds.
        case duration
        /// A number of bytes.
        case size
    }

    /// The stable code of the problem.
    public let code: Code
    /// The values for the slots of the message, such as `maximum`, in canonical form.
    public let parameters: [String: String]
    /// The kind of `minimum`, `maximum`, `step` and `example`.
    package let kind: Kind

    package init(_ code: Code, _ parameters: [String: String] = [:], kind: Kind = .text) {
        self.code = code
        self.parameters = parameters
        self.kind = kind
    }

    /// Creates a problem with a custom message of the program, shown unchanged.
    public static func message(_ text: String) -> ValueProblem {
        ValueProblem(.message, ["message": text])
    }
}

extension ValueProblem {
    /// The message in English about a value whose setting is not named.
    public var description: String { sentence(about: ProblemWords.anyValue) }

    /// - Parameter nearest: The known key most similar to an unknown one.
    package func sentence(
        about label: String, nearest: String? = nil, in locale: LocaleTag = .english
    ) -> String {
        let texts = ProblemWords(locale)
        let words =
            code == .checkFailed
            ? parameters["text"] ?? "\(label) does not fit the other settings"
            : texts.sentence(
                for: self, label: label, nearest: nearest.map { "'\($0)'" })
        let sentence = words.prefix(1).uppercased() + words.dropFirst()
        let ends = [".", "?", "!", "。", "？", "؟", "।"]
        guard !ends.contains(where: sentence.hasSuffix) else { return sentence }
        return sentence + (["zh", "ja"].contains(texts.locale.language) ? "。" : ".")
    }

    /// The problem without the rejected value, but with its place.
    package var withoutRejectedValue: ValueProblem {
        var parameters = parameters
        if parameters["value"] != nil { parameters["value"] = code == .notAnOption ? "" : "…" }
        return ValueProblem(code, parameters, kind: kind)
    }

    /// The problem without anything that was rejected, for logs.
    package var withoutContent: ValueProblem {
        var parameters = withoutRejectedValue.parameters
        for name in ["part", "place"] where parameters[name] != nil { parameters[name] = "…" }
        return ValueProblem(code, parameters, kind: kind)
    }

    /// False for an option that was not available when the value was rejected.
    ///
    /// The message then names only the options that are accepted.
    package func offers(_ option: Value) -> Bool {
        guard code == .notAnOption, let options = parameters["options"] else { return true }
        return ", \(options), ".contains(", \(option.plainText), ")
    }
}

/// The messages for rejected values; every shipped locale has all of them.
enum ProblemWord: String, CaseIterable, Sendable {
    case missing, secretAgain, select, option, optionMany, `switch`, optionOff, max, min, between
    case pattern, patternUnnamed, control, linebreak, readonly
    case lockedVariable, lockedFile, lockedOther, notsecret, unknown, unknownNearest
    case removed, changedElsewhere, notText, notAction, notEnabled
    case integer, number, least, most, mostAmount, within, earliest, latest, during
    case multiple, steps, precise, minutes, duration, date, time, dateTime, gap, color, lines
    case tooFew, tooFewOptions, tooMany, tooManyOptions, duplicate, noElement, unknownPart
    case fileSize, fileType, notFile, notList, notRow, inLine, inRow, bytes, kibibytes, mebibytes
    case secretNotKept, noSuchRevision, noRevisions, notChangedThen
}

/// Creates messages for problems, by the rules of GOV.UK.
///
/// A message says how to correct the value, uses the label of the setting, and contains no codes.
public struct ProblemWords: Sendable {
    /// The messages in English.
    public static let english = ProblemWords(.english)

    /// The locales that have messages.
    public static let locales = tables.map(\.locale)

    private static let tables: [(locale: LocaleTag, words: [ProblemWord: Phrase])] = [
        ("en", ProblemWord.english), ("fr", ProblemWord.french), ("ar", ProblemWord.arabic),
        ("de", ProblemWord.german), ("ja", ProblemWord.japanese),
    ].compactMap { name, words in LocaleTag(name).map { ($0, words) } }

    private static let pseudoTables = PseudoLocale.allCases.map { pseudo in
        (locale: pseudo.tag, words: ProblemWord.english.mapValues { $0.transformed(by: pseudo) })
    }

    let locale: LocaleTag
    private let bounds: BoundWords
    let words: [ProblemWord: Phrase]

    /// Creates the messages of the nearest locale that has some, or of English.
    public init(_ wanted: LocaleTag) {
        let tables = Self.tables + Self.pseudoTables
        let found = LocaleMatching.lookUp(wanted, among: tables.map(\.locale)) ?? .english
        let table = tables.first { $0.locale == found }
        locale = table?.locale ?? .english
        words = table?.words ?? [:]
        bounds = BoundWords(wanted)
    }

    /// Returns one sentence without a period, as shown next to a field.
    ///
    /// - Parameters:
    ///   - label: The title of the setting on the page.
    ///   - options: The titles of its options; empty if it has none.
    ///   - nearest: The known key most similar to an unknown one.
    public func sentence(
        for problem: ValueProblem, label: String, options: [String] = [], nearest: String? = nil
    ) -> String {
        if let words = sentenceWithPlace(for: problem, label: label, options: options) {
            return words
        }
        if problem.code == .message { return problem.parameters["message"] ?? "" }
        var slots = problem.parameters.merging(bounds.slots(of: problem)) { $1 }
        slots["Label"] = label
        slots["label"] = Self.insideSentence(label)
        slots["key"] = label
        slots["nearest"] = nearest
        slots["value"] = Self.shortened(slots["value"] ?? "")
        slots["limit"] = problem.parameters["maximum"].flatMap(Int.init).map(fileSize)
        slots["options"] = alternatives(options)
        let word =
            Self.word(for: problem, options: options.count, hasNearest: nearest != nil)
            ?? Self.boundWord(for: problem, options: options.count)
        let count = problem.parameters["maximum"] ?? problem.parameters["minimum"]
        if locale.isRightToLeft {
            // The numbers of characters in the sentence itself need no isolation.
            let counts: Set = problem.kind == .text ? ["min", "max"] : []
            for name in slots.keys where !counts.contains(name) {
                slots[name] = slots[name].map(Self.isolated)
            }
        }
        return words[word]?.filled(slots, count: count.flatMap(Int.init), in: locale)
            ?? problem.code.rawValue
    }

    /// Returns the sentence that follows the problem of a secret, whose field is empty again.
    public func secretAgain(label: String) -> String {
        words[.secretAgain]?.filled(
            ["Label": label, "label": Self.insideSentence(label)], in: locale) ?? ""
    }

    private static func word(
        for problem: ValueProblem, options: Int, hasNearest: Bool
    ) -> ProblemWord? {
        switch problem.code {
        case .required: options > 0 ? .select : .missing
        case .notBoolean: .switch
        case .notText: .notText
        case .notAnOption:
            problem.parameters["value"]?.isEmpty == true
                ? .select : (1...6).contains(options) ? .option : .optionMany
        case .tooShort, .tooLong:
            problem.parameters["minimum"] != nil && problem.parameters["maximum"] != nil
                ? .between : problem.code == .tooShort ? .min : .max
        case .controlCharacter: .control
        case .lineBreak: .linebreak
        case .patternMismatch: .patternUnnamed
        case .readOnly: .readonly
        case .locked: lockWord(for: problem)
        case .notEnabled: .notEnabled
        case .unknownKey: hasNearest ? .unknownNearest : .unknown
        case .removedKey: .removed
        case .optionNotCleared: .optionOff
        case .changedElsewhere: .changedElsewhere
        case .notASecret: .notsecret
        case .notAnAction: .notAction
        case .secretNotKept: .secretNotKept
        case .noSuchRevision: .noSuchRevision
        case .noRevisions: .noRevisions
        case .notChangedThen: .notChangedThen
        default: nil
        }
    }

    private static func lockWord(for problem: ValueProblem) -> ProblemWord {
        if problem.parameters["variable"] != nil { return .lockedVariable }
        return problem.parameters["file"] != nil ? .lockedFile : .lockedOther
    }

    private static func boundWord(for problem: ValueProblem, options: Int) -> ProblemWord {
        switch problem.code {
        case .notInteger: .integer
        case .notNumber: .number
        case .tooSmall, .tooLarge: limitWord(for: problem)
        case .notAStep: problem.parameters["minimum"] == nil ? .multiple : .steps
        case .tooPrecise:
            problem.kind == .time
                ? .minutes : problem.parameters["maximum"] == "0" ? .integer : .precise
        case .notADuration: .duration
        case .notADate: .date
        case .notATime: .time
        case .notADateTime: .dateTime
        case .timeDoesNotExist: .gap
        case .notAColor: .color
        case .tooManyLines: .lines
        default: listWord(for: problem, options: options) ?? .patternUnnamed
        }
    }

    private static func limitWord(for problem: ValueProblem) -> ProblemWord {
        let isMoment = [.date, .time, .dateTime].contains(problem.kind)
        if problem.parameters["minimum"] != nil && problem.parameters["maximum"] != nil {
            return isMoment ? .during : .within
        }
        if problem.code == .tooSmall { return isMoment ? .earliest : .least }
        return isMoment ? .latest : problem.kind == .integer ? .most : .mostAmount
    }

    /// Returns a list of alternatives: `a, b or c`.
    public func alternatives(_ options: [String]) -> String {
        guard let last = options.last, options.count > 1 else { return options.first ?? "" }
        let (comma, or) =
            switch locale.language {
            case "fr": (", ", " ou ")
            case "de": (", ", " oder ")
            case "ar": ("، ", " أو ")
            case "ja": ("、", "、または")
            default: (", ", " or ")
            }
        return options.dropLast().joined(separator: comma) + or + last
    }

    /// Returns text isolated from the direction of the sentence around it.
    public static func isolated(_ text: String) -> String { "\u{2068}\(text)\u{2069}" }

    /// Returns a label for use inside an English sentence: `Host name` -> `host name`; `API key` is
    /// unchanged.
    ///
    /// Only English uses it, because German nouns would lose their capitals. The messages of other
    /// languages always use the slot `Label`, in quotation marks.
    public static func insideSentence(_ label: String) -> String {
        let word = label.prefix { $0 != " " }
        guard word.count > 1, !word.dropFirst().contains(where: \.isUppercase) else { return label }
        return label.prefix(1).lowercased() + label.dropFirst()
    }

    /// Returns at most 40 characters of a string.
    public static func shortened(_ text: String) -> String {
        text.count <= 40 ? text : text.prefix(39) + "…"
    }
}

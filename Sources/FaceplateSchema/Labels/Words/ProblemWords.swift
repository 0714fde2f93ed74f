import CEmbeddedFiles

/// Creates messages for problems, by the rules of GOV.UK.
///
/// A message says how to correct the value, uses the label of the setting, and contains no codes.
package struct ProblemWords: Sendable {
    package static let english = ProblemWords(.english)

    package static let locales = ProblemWord.shipped.locales

    /// Dates and times in the language of the page.
    package let dates: DateStyle
    /// Durations in the language of the messages.
    package let durations: DurationWords
    /// Sizes in the language of the messages.
    package let sizes: SizeWords
    private let bounds: BoundWords
    private let table: WordTables<ProblemWord>.Table

    var locale: LocaleTag { table.locale }

    /// Creates the messages of the nearest locale that has some, or of English.
    package init(_ wanted: LocaleTag) {
        self.init(wanted, in: ProblemWord.shipped)
    }

    /// - Parameter region: The form of dates in the reader's region; `nil` for that of the language.
    package init(
        _ wanted: LocaleTag, in tables: WordTables<ProblemWord>, region: RegionalStyle? = nil
    ) {
        table = tables.table(for: wanted)
        dates = DateStyle(wanted, in: tables, region: region)
        durations = DurationWords(wanted, in: tables)
        sizes = SizeWords(wanted, in: tables)
        bounds = BoundWords(
            locale: wanted, dates: dates, durations: durations, sizes: sizes,
            dateArticle: table[.dateArticle].filled(in: table.locale))
    }

    func text(_ word: ProblemWord, _ slots: [String: String] = [:], count: Int? = nil) -> String {
        table[word].filled(slots, count: count, in: locale)
    }

    /// Returns one sentence without a period, as shown next to a field.
    ///
    /// - Parameters:
    ///   - label: The title of the setting on the page.
    ///   - options: The titles of its options; empty if it has none.
    ///   - nearest: The known key most similar to an unknown one.
    package func sentence(
        for problem: ValueProblem, label: String, options: [String] = [], nearest: String? = nil
    ) -> String {
        if let words = sentenceWithPlace(for: problem, label: label, options: options) {
            return words
        }
        // Of a JSON value, whose options are not those of the setting.
        let options = problem.parameters["choices"].map(Self.listed) ?? options
        if problem.code == .message { return problem.parameters["message"] ?? "" }
        var slots = problem.parameters.merging(bounds.slots(of: problem)) { $1 }
        slots["Label"] = label
        slots["label"] = Self.insideSentence(label)
        slots["key"] = label
        slots["nearest"] = nearest
        slots["value"] = Self.shortened(slots["value"] ?? "")
        slots["limit"] = problem.parameters["maximum"].flatMap(Int.init).map(fileSize)
        slots["unit"] = problem.parameters["unit"].map { sizes.name(of: $0) }
        slots["options"] = alternatives(options)
        slots["pattern"] = problem.parameters["examples"].map { examples in
            alternatives(
                Self.listed(examples).map { $0.hasSuffix("…") ? String($0.dropLast()) : $0 })
        }
        slots["types"] = problem.parameters["types"].map { types in
            problem.code == .wrongType ? typeNames(types) : fileKinds(Self.listed(types))
        }
        let word = Self.word(for: problem, options: options.count, hasNearest: nearest != nil)
        let count = problem.parameters["maximum"] ?? problem.parameters["minimum"]
        if locale.isRightToLeft {
            // The numbers of characters in the sentence itself need no isolation.
            let counts: Set = problem.kind == .text ? ["min", "max"] : []
            for name in slots.keys where !counts.contains(name) {
                slots[name] = slots[name].map(Self.isolated)
            }
        }
        let sentence = text(word, slots, count: count.flatMap(Int.init))
        // A key in its own quotation marks, and a name that represents any value, need no others.
        let isPlain = label.hasPrefix("'") || label == Self.anyValue
        return isPlain ? sentence.replacing("“\(label)”", with: label) : sentence
    }

    /// The name of a value whose setting is not known.
    package static let anyValue = "the value"

    private static func listed(_ text: String) -> [String] {
        text.split(separator: ",").map { String($0.drop { $0 == " " }) }
    }

    /// Returns the sentence that follows the problem of a secret, whose field is empty again.
    package func secretAgain(label: String) -> String {
        text(.secretAgain, ["Label": label, "label": Self.insideSentence(label)])
    }

    private static let words: [ValueProblem.Code: ProblemWord] = [
        .notBoolean: .switch, .notText: .notText, .controlCharacter: .control,
        .lineBreak: .linebreak, .readOnly: .readonly, .notEnabled: .notEnabled,
        .withheldRule: .withheldRule, .undone: .undone, .removedKey: .removed,
        .optionNotCleared: .optionOff, .changedElsewhere: .changedElsewhere,
        .notASecret: .notsecret, .notAnAction: .notAction, .secretNotKept: .secretNotKept,
        .noSuchRevision: .noSuchRevision, .noRevisions: .noRevisions,
        .notChangedThen: .notChangedThen, .nothingBefore: .nothingBefore,
        .notInteger: .integer, .notNumber: .number, .notADuration: .duration, .notASize: .size,
        .notADate: .date, .notATime: .time, .notADateTime: .dateTime, .timeDoesNotExist: .gap,
        .notAColor: .color,
        .tooManyLines: .lines, .duplicate: .duplicate, .noSuchElement: .noElement,
        .unknownPart: .unknownPart, .tooLargeFile: .fileSize, .fileType: .fileType,
        .notAFile: .notFile, .notAList: .notList, .notAMap: .notMap, .notARow: .notRow,
        .wrongType: .wrongType, .missingPart: .missing, .doesNotFit: .unfit,
        .tooComplex: .tooComplex,
    ]

    private static func word(
        for problem: ValueProblem, options: Int, hasNearest: Bool
    ) -> ProblemWord {
        switch problem.code {
        case .required: options > 0 ? .select : .missing
        case .notAnOption:
            problem.parameters["value"]?.isEmpty == true
                ? .select : (1...6).contains(options) ? .option : .optionMany
        case .tooShort, .tooLong:
            problem.parameters["minimum"] != nil && problem.parameters["maximum"] != nil
                ? .between : problem.code == .tooShort ? .min : .max
        // A pattern of a schema is not readable.
        case .patternMismatch:
            problem.parameters["examples"].map { examples in
                listed(examples).allSatisfy { $0.hasSuffix("…") } ? .start : .pattern
            } ?? .patternUnnamed
        case .locked: lockWord(for: problem)
        case .unknownKey: hasNearest ? .unknownNearest : .unknown
        case .tooSmall, .tooLarge: limitWord(for: problem)
        case .notAStep: problem.parameters["minimum"] == nil ? .multiple : .steps
        case .tooPrecise: precisionWord(for: problem)
        case .tooFew: options > 0 ? .tooFewOptions : .tooFew
        case .tooMany: options > 0 ? .tooManyOptions : .tooMany
        default: words[problem.code] ?? .patternUnnamed
        }
    }

    private static func precisionWord(for problem: ValueProblem) -> ProblemWord {
        switch problem.kind {
        case .size: .wholeUnits
        case .time: .minutes
        default: problem.parameters["maximum"] == "0" ? .integer : .precise
        }
    }

    private static func lockWord(for problem: ValueProblem) -> ProblemWord {
        if problem.parameters["variable"] != nil { return .lockedVariable }
        return problem.parameters["file"] != nil ? .lockedFile : .lockedOther
    }

    private static func limitWord(for problem: ValueProblem) -> ProblemWord {
        let isMoment = [.date, .time, .dateTime].contains(problem.kind)
        if problem.parameters["minimum"] != nil && problem.parameters["maximum"] != nil {
            return isMoment ? .during : .within
        }
        if problem.parameters["above"] != nil { return .above }
        if problem.parameters["below"] != nil { return .below }
        if problem.code == .tooSmall { return isMoment ? .earliest : .least }
        return isMoment ? .latest : problem.kind == .integer ? .most : .mostAmount
    }

    /// Returns a list of alternatives: `a, b or c`.
    package func alternatives(_ options: [String]) -> String {
        guard let last = options.last, options.count > 1 else { return options.first ?? "" }
        return options.dropLast().joined(separator: text(.listComma)) + text(.listOr) + last
    }

    package func joint(isLast: Bool) -> String { text(isLast ? .listOr : .listComma) }

    package func enumerated(_ texts: [String]) -> String {
        texts.joined(separator: text(.listComma))
    }

    /// Returns text isolated from the direction of the sentence around it.
    package static func isolated(_ text: String) -> String { "\u{2068}\(text)\u{2069}" }

    /// Returns a label for use inside an English sentence: `Host name` -> `host name`; `API key` is
    /// unchanged.
    ///
    /// Only English uses it, because German nouns would lose their capitals. The messages of other
    /// languages always use the slot `Label`, in quotation marks.
    package static func insideSentence(_ label: String) -> String {
        let word = label.prefix { $0 != " " }
        guard word.count > 1, !word.dropFirst().contains(where: \.isUppercase) else { return label }
        return label.prefix(1).lowercased() + label.dropFirst()
    }

    package static func shortened(_ text: String) -> String {
        text.count <= 40 ? text : text.prefix(39) + "…"
    }
}

struct BoundWords: Sendable {
    /// The locale of the page and of the numbers in its fields; messages can be in another
    /// language.
    let locale: LocaleTag
    let dates: DateStyle
    let durations: DurationWords
    let sizes: SizeWords
    let dateArticle: String

    func slots(of problem: ValueProblem) -> [String: String] {
        var slots: [String: String] = [:]
        for (slot, name) in [
            ("min", "minimum"), ("max", "maximum"), ("example", "example"), ("above", "above"),
            ("below", "below"),
        ] {
            slots[slot] = problem.parameters[name].map { shown($0, problem.kind) }
        }
        // The steps of times are durations in seconds.
        let distance: ValueProblem.Kind = problem.kind == .time ? .duration : problem.kind
        slots["step"] = problem.parameters["step"].map { shown($0, distance) }
        if problem.code == .timeDoesNotExist {
            let local = problem.parameters["value"].flatMap { CivilDateTime($0) }
            slots["date"] = local.map { dates.text(of: $0.date) }
            slots["time"] = local.map { dates.text(of: $0.time) }
        }
        return slots
    }

    private func shown(_ canonical: String, _ kind: ValueProblem.Kind) -> String {
        switch kind {
        case .text: canonical
        case .integer, .decimal:
            ExactDecimal(canonical).map { NumberSpelling.shown($0, in: locale) } ?? canonical
        case .duration: ExactDecimal(canonical).map(durations.text(seconds:)) ?? canonical
        case .size: Int64(canonical).map { sizes.text(bytes: $0) } ?? canonical
        case .time: dates.text(of: .text(canonical))
        case .date, .dateTime: dateArticle + dates.text(of: .text(canonical))
        }
    }
}

/// The folder `Problems` has a catalog for each language.
package enum ProblemWord: String, WordName {
    case missing, missingCell, secretAgain, select, option, optionMany, `switch`, optionOff, max,
        min, between
    case pattern, patternUnnamed, start, control, linebreak, readonly
    case lockedVariable, lockedFile, lockedOther, notsecret, unknown, unknownNearest
    case removed, changedElsewhere, notText, notAction, notEnabled, withheldRule, undone
    case integer, number, least, most, mostAmount, within, earliest, latest, during
    case multiple, steps, precise, minutes, duration, size, wholeUnits, date, time, dateTime, gap,
        color, lines
    case tooFew, tooFewOptions, tooMany, tooManyOptions, duplicate, noElement, unknownPart
    case fileSize, fileType, filePicture, fileVideo, fileAudio, fileText, fileOf
    case wrongType, typeText, typeNumber, typeInteger, typeBoolean, typeList, typeObject, typeNull
    case unfit, tooComplex, above, below
    case notFile, notList, notMap, notRow, inLine, inRow, bytes
    case secretNotKept, noSuchRevision, noRevisions, notChangedThen, nothingBefore
    case deprecated
    case amountMilliseconds, amountSeconds, amountMinutes, amountHours, amountDays, amountWeeks
    case unitMilliseconds, unitSeconds, unitMinutes, unitHours, unitDays, unitWeeks
    case sizeUnits, unitBytes, amountSize
    case amountJoint, listComma, listOr, dateFormat, dateTimeJoint, dateArticle

    package static let folder = "Problems"

    package static let shipped = WordTables<Self>(shipped: [
        "en": { EmbeddedFile.problemWordsEN.contents },
        "fr": { EmbeddedFile.problemWordsFR.contents },
        "ar": { EmbeddedFile.problemWordsAR.contents },
        "de": { EmbeddedFile.problemWordsDE.contents },
        "ja": { EmbeddedFile.problemWordsJA.contents },
    ])

    package static let formats: Set<Self> = [
        .amountJoint, .amountSize, .sizeUnits, .listComma, .listOr, .dateFormat, .dateTimeJoint,
        .dateArticle,
    ]

    package func fault(in text: String) -> String? {
        if self == .sizeUnits, text.split(separator: " ").count != SizeWords.unitCount {
            return "'\(text)' does not have \(SizeWords.unitCount) units with a space between them."
        }
        guard self == .dateFormat else { return nil }
        do throws(FormatError) {
            _ = try DateFormat(text)
            return nil
        } catch {
            return "'\(text)' is not a date format: \(error)"
        }
    }
}

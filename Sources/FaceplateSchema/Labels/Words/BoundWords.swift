/// How a problem's bounds stand in a sentence: numbers and dates as the reader writes them,
/// lengths of time in words.
struct BoundWords: Sendable {
    /// Of the page, whose fields spell numbers so; there need be no sentences in its language.
    private let locale: LocaleTag
    private let durations: DurationWords

    init(_ locale: LocaleTag) {
        self.locale = locale
        durations = DurationWords(locale)
    }

    /// The slots `min`, `max`, `step` and `example`, and those of a time that does not exist.
    func slots(of problem: ValueProblem) -> [String: String] {
        var slots: [String: String] = [:]
        for (slot, name) in [("min", "minimum"), ("max", "maximum"), ("example", "example")] {
            slots[slot] = problem.parameters[name].map { shown($0, problem.kind) }
        }
        // Times are so many seconds apart.
        let distance: ValueProblem.Kind = problem.kind == .time ? .duration : problem.kind
        slots["step"] = problem.parameters["step"].map { shown($0, distance) }
        if problem.code == .timeDoesNotExist {
            let local = problem.parameters["value"].flatMap { CivilTime($0) }
            slots["date"] = local.map { DateStyle.text(of: $0.date, in: locale) }
            slots["time"] = local.map { DateStyle.text(of: $0.time, in: locale) }
        }
        return slots
    }

    private func shown(_ canonical: String, _ kind: ValueProblem.Kind) -> String {
        switch kind {
        case .text: canonical
        case .integer, .decimal:
            ExactDecimal(canonical).map { NumberSpelling.shown($0, in: locale) } ?? canonical
        case .duration: ExactDecimal(canonical).map(durations.text(seconds:)) ?? canonical
        case .time: DateStyle.text(of: .text(canonical), in: locale)
        case .date, .dateTime: dateArticle + DateStyle.text(of: .text(canonical), in: locale)
        }
    }

    /// What the language puts before a date where it is a bound.
    private var dateArticle: String {
        switch locale.language {
        case "fr": "le "
        case "de": "der "
        default: ""
        }
    }
}

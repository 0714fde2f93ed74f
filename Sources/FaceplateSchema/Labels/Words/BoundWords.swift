/// The limits of a problem as shown in messages: numbers and dates in the locale, durations with
/// unit names.
struct BoundWords: Sendable {
    /// The locale of the page and of the numbers in its fields; messages can be in another
    /// language.
    let locale: LocaleTag
    let dates: DateStyle
    let durations: DurationWords
    /// The article before a date that is a limit.
    let dateArticle: String

    /// Returns the slots `min`, `max`, `step` and `example`, and those of a time that clocks skip.
    func slots(of problem: ValueProblem) -> [String: String] {
        var slots: [String: String] = [:]
        for (slot, name) in [("min", "minimum"), ("max", "maximum"), ("example", "example")] {
            slots[slot] = problem.parameters[name].map { shown($0, problem.kind) }
        }
        // The steps of times are durations in seconds.
        let distance: ValueProblem.Kind = problem.kind == .time ? .duration : problem.kind
        slots["step"] = problem.parameters["step"].map { shown($0, distance) }
        if problem.code == .timeDoesNotExist {
            let local = problem.parameters["value"].flatMap { CivilTime($0) }
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
        case .time: dates.text(of: .text(canonical))
        case .date, .dateTime: dateArticle + dates.text(of: .text(canonical))
        }
    }
}

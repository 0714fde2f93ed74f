import Faceplate

/// Made from the error messages for other values.
struct AcceptedWords: PagePart {
    private static let mostOptions = 20

    /// With the bounds that apply now.
    private var rules: any ValueRules {
        item.flatMap { context.rules.bounds(of: $0) } ?? setting.rules
    }

    let setting: Schema.Setting
    let item: Schema.Item?
    let context: PageContext

    var text: String {
        if let number { return number }
        if case .alternatives(let rules) = setting.rules.kind, let item {
            return context.problemWords.alternatives(
                item.cells.map { context.labels.title(of: $0).text }
                    + (rules.isNullable ? [words[.valueNone]] : []))
        }
        let said = self.said
        if !said.isEmpty { return said.joined(separator: ". ") }
        guard case .any = setting.rules.kind else { return words[.acceptsText] }
        return words[.acceptsAny]
    }

    /// As in `Whole number, 0 to 100, in steps of 5`; `nil` for other values.
    private var number: String? {
        guard let limits = NumberLimits(rules) else { return nil }
        let isWhole = limits.fractionDigits == 0
        var parts = [words[isWhole ? .acceptsWhole : .acceptsNumber]]
        func shown(_ number: ExactDecimal) -> String {
            NumberSpelling.shown(number, in: context.locale)
        }
        switch (limits.minimum, limits.maximum) {
        case (let minimum?, let maximum?):
            parts.append(
                words.text(
                    .acceptsRange, ["minimum": shown(minimum), "maximum": shown(maximum)]))
        case (let minimum?, nil):
            parts.append(words.text(.acceptsLeast, ["minimum": shown(minimum)]))
        case (nil, let maximum?):
            parts.append(words.text(.acceptsMost, ["maximum": shown(maximum)]))
        case (nil, nil): break
        }
        let step = limits.step ?? limits.fractionDigits.flatMap { ExactDecimal("1e-\($0)") }
        if let step, !isWhole || step.description != "1" {
            parts.append(words.text(.acceptsStep, ["step": shown(step)]))
        }
        return parts.dropFirst().reduce(parts[0]) {
            words.text(.acceptsMore, ["first": $0, "next": $1])
        }
    }

    private var said: [String] {
        var options = setting.rules.options
        if case .boolean = setting.rules.kind { options = [true, false] }
        return (options.isEmpty ? [] : [choice(of: options)])
            + problems(rules.constraints) + cells
    }

    /// As in `Light (theme_light) or Dark (theme_dark)`.
    private func choice(of values: [Value]) -> String {
        let names = values.prefix(Self.mostOptions).map { value -> String in
            let code: String =
                if case .boolean(let isOn) = value { isOn ? "YES" : "NO" } else { value.plainText }
            let shown = context.shown(value, of: setting)
            return shown == code || shown.isEmpty ? code : "\(shown) (\(code))"
        }
        let more = values.count > names.count ? ["…"] : []
        return context.problemWords.alternatives(names + more)
    }

    private var cells: [String] {
        guard let item else { return [] }
        let rules: [any ValueRules] =
            switch setting.rules.kind {
            case .table(let rules): rules.columns.map(\.rules)
            case .list(let rules): [rules.element]
            case .boolean, .number, .text, .secret, .color, .file, .date, .time,
                .dateTime, .duration, .size, .option, .choices, .picker, .alternatives, .any:
                []
            }
        return zip(item.cells, rules).flatMap { cell, rules in
            let label = context.labels.title(of: cell).text
            return problems(rules.constraints, label: label)
        }
    }

    private func problems(_ problems: [ValueProblem], label: String? = nil) -> [String] {
        let label = label ?? context.labels.title(of: setting.key).text
        return problems.map { problem in
            let sentence = context.problemWords.sentence(for: problem, label: label)
            guard problem.code == .patternMismatch else { return sentence }
            return item.flatMap { context.labels.problem(of: $0) }?.text
                ?? sentence + (problem.parameters["pattern"].map { ": " + $0 } ?? "")
        }
    }
}

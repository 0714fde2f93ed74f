import Faceplate

/// A description of the values that a setting accepts, made from the error messages for other
/// values.
struct AcceptedWords: PagePart {
    private static let mostOptions = 20

    let setting: Schema.Setting
    let item: Schema.Item?
    let context: PageContext

    var text: String {
        let said = self.said
        if !said.isEmpty { return said.joined(separator: ". ") }
        guard case .any = setting.rules.kind else { return words[.acceptsText] }
        return words[.acceptsAny]
    }

    private var said: [String] {
        var options = setting.rules.options
        if case .boolean = setting.rules.kind { options = [true, false] }
        return (options.isEmpty ? [] : [choice(of: options)])
            + problems(setting.rules.constraints) + cells
    }

    /// Returns the options, as in `Light (theme_light) or Dark (theme_dark)`.
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

    /// The descriptions of the columns or of the element.
    private var cells: [String] {
        guard let item else { return [] }
        let rules: [any ValueRules] =
            switch setting.rules.kind {
            case .table(let rules): rules.columns.map(\.rules)
            case .list(let rules): [rules.element]
            case .boolean, .integer, .decimal, .text, .secret, .color, .file, .date, .time,
                .dateTime, .duration, .option, .choices, .picker, .any:
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

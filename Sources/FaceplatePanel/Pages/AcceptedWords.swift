import Faceplate

/// A description of the values that a setting accepts, made from the error messages for other
/// values.
struct AcceptedWords {
    private static let mostOptions = 20

    private let setting: Schema.Setting
    private let item: Schema.Item?
    private let context: PageContext

    init(_ setting: Schema.Setting, _ item: Schema.Item?, _ context: PageContext) {
        self.setting = setting
        self.item = item
        self.context = context
    }

    var text: String {
        let said = self.said
        if !said.isEmpty { return said.joined(separator: ". ") }
        return context.words[setting.baseRules is AnyRules ? .acceptsAny : .acceptsText]
    }

    private var said: [String] {
        switch setting.baseRules {
        case is BooleanRules: [choice(of: [.boolean(true), .boolean(false)])]
        case let rules as OptionRules: [choice(of: rules.values)]
        case let rules as ChoicesRules:
            [choice(of: rules.options)]
                + problems(counts(rules.minimumCount, rules.maximumCount))
        case let rules as PickerRules: [choice(of: rules.options)] + problems(of: rules.own)
        case let rules as ListRules:
            problems(counts(rules.minimumCount, rules.maximumCount)) + cells
        case let rules as TableRules:
            problems(counts(rules.minimumCount, rules.maximumCount)) + cells
        case let rules: problems(of: rules)
        }
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
            switch setting.baseRules {
            case let rules as TableRules: rules.columns.map(\.rules)
            case let rules as ListRules: [rules.element]
            default: []
            }
        return zip(item.cells, rules).flatMap { cell, rules in
            let label = context.labels.title(of: cell).text
            return problems(Self.constraints(of: rules), label: label)
        }
    }

    private func problems(of rules: any ValueRules) -> [String] {
        problems(Self.constraints(of: rules))
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

    // MARK: - Constraints

    private func counts(_ minimum: Int?, _ maximum: Int?) -> [ValueProblem] {
        [
            minimum.map { ValueProblem(.tooFew, ["minimum": String($0)]) },
            maximum.map { ValueProblem(.tooMany, ["maximum": String($0)]) },
        ].compactMap(\.self)
    }

    /// Returns the problem for each constraint that a value could break.
    private static func constraints(of rules: any ValueRules) -> [ValueProblem] {
        switch rules {
        case let rules as TextRules: lengths(rules)
        case let rules as SecretRules: lengths(rules.text)
        case let rules as IntegerRules:
            [ValueProblem(.notInteger, ["example": example(rules)], kind: .integer)]
                + range(rules.minimum.map { "\($0)" }, rules.maximum.map { "\($0)" }, .integer)
                + step(rules.step.map { "\($0)" }, rules.minimum.map { "\($0)" }, .integer)
        case let rules as DecimalRules:
            range(rules.minimum?.description, rules.maximum?.description, .decimal)
                + step(rules.step?.description, rules.minimum?.description, .decimal)
                + (rules.maximumFractionDigits.map {
                    [ValueProblem(.tooPrecise, ["maximum": String($0)], kind: .decimal)]
                } ?? [])
        case let rules as DurationRules:
            [ValueProblem(.notADuration, kind: .duration)]
                + range(rules.minimum.description, rules.maximum?.description, .duration)
        case let rules as DateRules:
            [ValueProblem(.notADate, kind: .date)]
                + range(rules.minimum?.description, rules.maximum?.description, .date)
        case let rules as TimeRules:
            [ValueProblem(.notATime, kind: .time)]
                + range(rules.minimum?.description, rules.maximum?.description, .time)
        case let rules as DateTimeRules:
            [ValueProblem(.notADateTime, kind: .dateTime)]
                + range(rules.minimum?.description, rules.maximum?.description, .dateTime)
        case is ColorRules: [ValueProblem(.notAColor)]
        case let rules as FileRules:
            [ValueProblem(.tooLargeFile, ["maximum": String(rules.maximumSize)])]
                + (rules.types.isEmpty
                    ? []
                    : [ValueProblem(.fileType, ["types": rules.types.joined(separator: ", ")])])
        default: []
        }
    }

    private static func lengths(_ rules: TextRules) -> [ValueProblem] {
        var bounds: [String: String] = [:]
        bounds["minimum"] = rules.minimumLength.map(String.init)
        bounds["maximum"] = rules.maximumLength.map(String.init)
        let code: ValueProblem.Code = rules.maximumLength == nil ? .tooShort : .tooLong
        return (bounds.isEmpty ? [] : [ValueProblem(code, bounds)])
            + (rules.maximumLines.map {
                [ValueProblem(.tooManyLines, ["maximum": String($0)])]
            } ?? [])
            + (rules.pattern.map {
                [ValueProblem(.patternMismatch, ["pattern": $0.source])]
            } ?? []) + (rules.form.map { [$0.problem] } ?? [])
    }

    private static func range(
        _ minimum: String?, _ maximum: String?, _ kind: ValueProblem.Kind
    ) -> [ValueProblem] {
        var bounds: [String: String] = [:]
        bounds["minimum"] = minimum
        bounds["maximum"] = maximum
        guard !bounds.isEmpty else { return [] }
        return [ValueProblem(maximum == nil ? .tooSmall : .tooLarge, bounds, kind: kind)]
    }

    private static func step(
        _ step: String?, _ minimum: String?, _ kind: ValueProblem.Kind
    ) -> [ValueProblem] {
        guard let step else { return [] }
        var parameters = ["step": step]
        parameters["minimum"] = minimum
        return [ValueProblem(.notAStep, parameters, kind: kind)]
    }

    private static func example(_ rules: IntegerRules) -> String {
        let candidates = [30, rules.minimum, rules.maximum, rules.step].compactMap(\.self)
        return String(candidates.first { rules.problem(with: .integer($0)) == nil } ?? 0)
    }
}

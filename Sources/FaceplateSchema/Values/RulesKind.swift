/// The type of the values that rules accept, with the rules of that type.
///
/// A `switch` over it has a case for each type, so that the compiler names the code that a new type needs.
/// The rules of a custom control have the kind of the built-in control that declares their values.
package enum RulesKind: Sendable, Equatable {
    case boolean(BooleanRules)
    case number(NumberRules)
    case text(TextRules)
    case secret(SecretRules)
    case color(ColorRules)
    case file(FileRules)
    case date(DateRules)
    case time(TimeRules)
    case dateTime(DateTimeRules)
    case duration(DurationRules)
    case size(SizeRules)
    case option(OptionRules)
    case choices(ChoicesRules)
    case picker(PickerRules)
    case list(ListRules)
    case table(TableRules)
    case alternatives(AlternativesRules)
    case any(AnyRules)
}

extension BooleanRules {
    package var kind: RulesKind { .boolean(self) }
}

extension TextRules {
    package var kind: RulesKind { .text(self) }

    package var constraints: [ValueProblem] {
        let bounds = ValueProblem.bounds(
            minimumLength.map(String.init), maximumLength.map(String.init))
        let code: ValueProblem.Code = maximumLength == nil ? .tooShort : .tooLong
        return [
            bounds.isEmpty ? nil : ValueProblem(code, bounds),
            maximumLines.map { ValueProblem(.tooManyLines, ["maximum": String($0)]) },
            pattern.map { ValueProblem(.patternMismatch, ["pattern": $0.source]) }, form?.limit,
        ].compactMap(\.self)
    }
}

extension SecretRules {
    package var kind: RulesKind { .secret(self) }

    package var constraints: [ValueProblem] { text.constraints }
}

extension ColorRules {
    package var kind: RulesKind { .color(self) }

    package var constraints: [ValueProblem] { [ValueProblem(.notAColor)] }
}

extension FileRules {
    package var kind: RulesKind { .file(self) }

    package var constraints: [ValueProblem] {
        let size = ValueProblem(.tooLargeFile, ["maximum": String(maximumSize)])
        guard !types.isEmpty else { return [size] }
        return [size, ValueProblem(.fileType, ["types": types.joined(separator: ", ")])]
    }
}

extension DateRules {
    package var kind: RulesKind { .date(self) }

    package var constraints: [ValueProblem] {
        [ValueProblem(.notADate, kind: .date)]
            + ValueProblem.range(minimum?.description, maximum?.description, .date)
    }
}

extension TimeRules {
    package var kind: RulesKind { .time(self) }

    package var constraints: [ValueProblem] {
        [ValueProblem(.notATime, kind: .time)]
            + ValueProblem.range(minimum?.description, maximum?.description, .time)
    }
}

extension DateTimeRules {
    package var kind: RulesKind { .dateTime(self) }

    package var constraints: [ValueProblem] {
        [ValueProblem(.notADateTime, kind: .dateTime)]
            + ValueProblem.range(minimum?.description, maximum?.description, .dateTime)
    }
}

extension DurationRules {
    package var kind: RulesKind { .duration(self) }

    package var constraints: [ValueProblem] {
        [ValueProblem(.notADuration, kind: .duration)]
            + ValueProblem.range(minimum.description, maximum?.description, .duration)
    }
}

extension SizeRules {
    package var kind: RulesKind { .size(self) }

    package var constraints: [ValueProblem] {
        [notASize] + ValueProblem.range(String(minimum), maximum.map { String($0) }, .size)
    }
}

extension OptionRules {
    package var kind: RulesKind { .option(self) }
}

extension ChoicesRules {
    package var kind: RulesKind { .choices(self) }

    package var constraints: [ValueProblem] { ValueProblem.counts(minimumCount, maximumCount) }
}

extension PickerRules {
    package var kind: RulesKind { .picker(self) }

    package var constraints: [ValueProblem] { own.constraints }
}

extension ListRules {
    package var kind: RulesKind { .list(self) }

    package var constraints: [ValueProblem] { ValueProblem.counts(minimumCount, maximumCount) }
}

extension TableRules {
    package var kind: RulesKind { .table(self) }

    package var constraints: [ValueProblem] { ValueProblem.counts(minimumCount, maximumCount) }
}

extension AlternativesRules {
    package var kind: RulesKind { .alternatives(self) }
}

extension AnyRules {
    package var kind: RulesKind { .any(self) }
}

extension CustomRules {
    package var kind: RulesKind { base.kind }
}

// MARK: - Constraints

extension ValueProblem {
    fileprivate static func counts(_ minimum: Int?, _ maximum: Int?) -> [ValueProblem] {
        [
            minimum.map { ValueProblem(.tooFew, ["minimum": String($0)]) },
            maximum.map { ValueProblem(.tooMany, ["maximum": String($0)]) },
        ].compactMap(\.self)
    }

    static func range(
        _ minimum: String?, _ maximum: String?, _ kind: Kind
    ) -> [ValueProblem] {
        let bounds = bounds(minimum, maximum)
        guard !bounds.isEmpty else { return [] }
        return [ValueProblem(maximum == nil ? .tooSmall : .tooLarge, bounds, kind: kind)]
    }

    static func bounds(_ minimum: String?, _ maximum: String?) -> [String: String] {
        ["minimum": minimum, "maximum": maximum].compactMapValues(\.self)
    }

    static func outside<Bound: Comparable & CustomStringConvertible>(
        _ value: Bound, _ minimum: Bound?, _ maximum: Bound?, _ kind: Kind
    ) -> ValueProblem? {
        if let minimum, value < minimum { return outside(.tooSmall, value, minimum, maximum, kind) }
        if let maximum, value > maximum { return outside(.tooLarge, value, minimum, maximum, kind) }
        return nil
    }

    static func outside<Bound: CustomStringConvertible>(
        _ code: Code, _ value: Bound, _ minimum: Bound?, _ maximum: Bound?, _ kind: Kind
    ) -> ValueProblem {
        var parameters = bounds(minimum?.description, maximum?.description)
        parameters["value"] = value.description
        return ValueProblem(code, parameters, kind: kind)
    }

    static func step(
        _ step: String?, _ minimum: String?, _ kind: Kind
    ) -> [ValueProblem] {
        guard let step else { return [] }
        return [
            ValueProblem(.notAStep, bounds(minimum, nil).merging(["step": step]) { $1 }, kind: kind)
        ]
    }
}

// MARK: - Equality

extension ListRules: Equatable {
    package static func == (left: Self, right: Self) -> Bool {
        left.element.kind == right.element.kind && left.minimumCount == right.minimumCount
            && left.maximumCount == right.maximumCount && left.isUnique == right.isUnique
    }
}

extension TableRules.Column: Equatable {
    package static func == (left: Self, right: Self) -> Bool {
        left.key == right.key && left.defaultValue == right.defaultValue
            && left.isOptional == right.isOptional && left.visibleWhen == right.visibleWhen
            && left.requiredWhen == right.requiredWhen && left.rules.kind == right.rules.kind
    }
}

extension PickerRules: Equatable {
    package static func == (left: Self, right: Self) -> Bool {
        left.options == right.options && left.own.kind == right.own.kind
    }
}

extension ValueRules {
    package var columns: [TableRules.Column] {
        if case .table(let rules) = kind { rules.columns } else { [] }
    }
}

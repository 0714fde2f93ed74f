/// The constraints of each type of rules, as the problems of values that break them.

extension TextRules {
    /// The limits of length and lines, the pattern and the form; see `ValueRules`.
    public var constraints: [ValueProblem] {
        let bounds = ValueProblem.bounds(
            minimumLength.map(String.init), maximumLength.map(String.init))
        let code: ValueProblem.Code = maximumLength == nil ? .tooShort : .tooLong
        return [
            bounds.isEmpty ? nil : ValueProblem(code, bounds),
            maximumLines.map { ValueProblem(.tooManyLines, ["maximum": String($0)]) },
            pattern.map { ValueProblem(.patternMismatch, ["pattern": $0.source]) }, form?.problem,
        ].compactMap(\.self)
    }
}

extension SecretRules {
    /// The limits of length, and the pattern; see `ValueRules`.
    public var constraints: [ValueProblem] { text.constraints }
}

extension IntegerRules {
    /// The type, the limits and the step; see `ValueRules`.
    public var constraints: [ValueProblem] {
        let (low, high) = (minimum.map(String.init), maximum.map(String.init))
        return [ValueProblem(.notInteger, ["example": example], kind: .integer)]
            + ValueProblem.range(low, high, .integer)
            + ValueProblem.step(step.map(String.init), low, .integer)
    }
}

extension DecimalRules {
    /// The limits, the step and the number of decimal places; see `ValueRules`.
    public var constraints: [ValueProblem] {
        let (low, high) = (minimum?.description, maximum?.description)
        let digits = maximumFractionDigits.map {
            ValueProblem(.tooPrecise, ["maximum": String($0)], kind: .decimal)
        }
        return ValueProblem.range(low, high, .decimal)
            + ValueProblem.step(step?.description, low, .decimal) + [digits].compactMap(\.self)
    }
}

extension DurationRules {
    /// The type and the limits; see `ValueRules`.
    public var constraints: [ValueProblem] {
        [ValueProblem(.notADuration, kind: .duration)]
            + ValueProblem.range(minimum.description, maximum?.description, .duration)
    }
}

extension DateRules {
    /// The type and the limits; see `ValueRules`.
    public var constraints: [ValueProblem] {
        [ValueProblem(.notADate, kind: .date)]
            + ValueProblem.range(minimum?.description, maximum?.description, .date)
    }
}

extension TimeRules {
    /// The type and the limits; see `ValueRules`.
    public var constraints: [ValueProblem] {
        [ValueProblem(.notATime, kind: .time)]
            + ValueProblem.range(minimum?.description, maximum?.description, .time)
    }
}

extension DateTimeRules {
    /// The type and the limits; see `ValueRules`.
    public var constraints: [ValueProblem] {
        [ValueProblem(.notADateTime, kind: .dateTime)]
            + ValueProblem.range(minimum?.description, maximum?.description, .dateTime)
    }
}

extension ColorRules {
    /// The type; see `ValueRules`.
    public var constraints: [ValueProblem] { [ValueProblem(.notAColor)] }
}

extension FileRules {
    /// The size, and the accepted types; see `ValueRules`.
    public var constraints: [ValueProblem] {
        let size = ValueProblem(.tooLargeFile, ["maximum": String(maximumSize)])
        guard !types.isEmpty else { return [size] }
        return [size, ValueProblem(.fileType, ["types": types.joined(separator: ", ")])]
    }
}

extension ChoicesRules {
    /// The limits of the number of chosen options; see `ValueRules`.
    public var constraints: [ValueProblem] { ValueProblem.counts(minimumCount, maximumCount) }
}

extension PickerRules {
    /// The constraints of a custom value; see `ValueRules`.
    public var constraints: [ValueProblem] { own.constraints }
}

extension ListRules {
    /// The limits of the number of elements; see `ValueRules`.
    public var constraints: [ValueProblem] { ValueProblem.counts(minimumCount, maximumCount) }
}

extension TableRules {
    /// The limits of the number of rows; see `ValueRules`.
    public var constraints: [ValueProblem] { ValueProblem.counts(minimumCount, maximumCount) }
}

extension ValueProblem {
    fileprivate static func counts(_ minimum: Int?, _ maximum: Int?) -> [ValueProblem] {
        [
            minimum.map { ValueProblem(.tooFew, ["minimum": String($0)]) },
            maximum.map { ValueProblem(.tooMany, ["maximum": String($0)]) },
        ].compactMap(\.self)
    }

    fileprivate static func range(
        _ minimum: String?, _ maximum: String?, _ kind: Kind
    ) -> [ValueProblem] {
        let bounds = bounds(minimum, maximum)
        guard !bounds.isEmpty else { return [] }
        return [ValueProblem(maximum == nil ? .tooSmall : .tooLarge, bounds, kind: kind)]
    }

    fileprivate static func bounds(_ minimum: String?, _ maximum: String?) -> [String: String] {
        ["minimum": minimum, "maximum": maximum].compactMapValues(\.self)
    }

    fileprivate static func step(
        _ step: String?, _ minimum: String?, _ kind: Kind
    ) -> [ValueProblem] {
        guard let step else { return [] }
        return [
            ValueProblem(.notAStep, bounds(minimum, nil).merging(["step": step]) { $1 }, kind: kind)
        ]
    }
}

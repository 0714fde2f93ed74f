/// The type of the values that rules accept, with the rules of that type.
///
/// A `switch` over it has a case for each type, so that the compiler names the code that a new type needs.
/// The rules of a custom control have the kind of the built-in control that declares their values.
public enum RulesKind: Sendable, Equatable {
    /// On or off.
    case boolean(BooleanRules)
    /// A 64-bit integer.
    case integer(IntegerRules)
    /// An exact decimal number.
    case decimal(DecimalRules)
    /// A string.
    case text(TextRules)
    /// A string that is encrypted and never shown.
    case secret(SecretRules)
    /// A color.
    case color(ColorRules)
    /// A small file.
    case file(FileRules)
    /// A day.
    case date(DateRules)
    /// A time of day.
    case time(TimeRules)
    /// A day with a time.
    case dateTime(DateTimeRules)
    /// A number of seconds.
    case duration(DurationRules)
    /// One declared option.
    case option(OptionRules)
    /// Any number of declared options.
    case choices(ChoicesRules)
    /// A declared option or a custom value.
    case picker(PickerRules)
    /// Any number of elements of one type.
    case list(ListRules)
    /// Rows with named cells.
    case table(TableRules)
    /// Any JSON value except `null`.
    case any(AnyRules)
}

extension BooleanRules {
    /// The case `boolean`; see `ValueRules`.
    public var kind: RulesKind { .boolean(self) }
}

extension IntegerRules {
    /// The case `integer`; see `ValueRules`.
    public var kind: RulesKind { .integer(self) }
}

extension DecimalRules {
    /// The case `decimal`; see `ValueRules`.
    public var kind: RulesKind { .decimal(self) }
}

extension TextRules {
    /// The case `text`; see `ValueRules`.
    public var kind: RulesKind { .text(self) }
}

extension SecretRules {
    /// The case `secret`; see `ValueRules`.
    public var kind: RulesKind { .secret(self) }
}

extension ColorRules {
    /// The case `color`; see `ValueRules`.
    public var kind: RulesKind { .color(self) }
}

extension FileRules {
    /// The case `file`; see `ValueRules`.
    public var kind: RulesKind { .file(self) }
}

extension DateRules {
    /// The case `date`; see `ValueRules`.
    public var kind: RulesKind { .date(self) }
}

extension TimeRules {
    /// The case `time`; see `ValueRules`.
    public var kind: RulesKind { .time(self) }
}

extension DateTimeRules {
    /// The case `dateTime`; see `ValueRules`.
    public var kind: RulesKind { .dateTime(self) }
}

extension DurationRules {
    /// The case `duration`; see `ValueRules`.
    public var kind: RulesKind { .duration(self) }
}

extension OptionRules {
    /// The case `option`; see `ValueRules`.
    public var kind: RulesKind { .option(self) }
}

extension ChoicesRules {
    /// The case `choices`; see `ValueRules`.
    public var kind: RulesKind { .choices(self) }
}

extension PickerRules {
    /// The case `picker`; see `ValueRules`.
    public var kind: RulesKind { .picker(self) }
}

extension ListRules {
    /// The case `list`; see `ValueRules`.
    public var kind: RulesKind { .list(self) }
}

extension TableRules {
    /// The case `table`; see `ValueRules`.
    public var kind: RulesKind { .table(self) }
}

extension AnyRules {
    /// The case `any`; see `ValueRules`.
    public var kind: RulesKind { .any(self) }
}

extension CustomRules {
    /// The kind of the declared control; see `ValueRules`.
    public var kind: RulesKind { base.kind }
}

// MARK: - Equality

extension ListRules: Equatable {
    /// Returns true if both have the same limits, and the same rules of each element.
    public static func == (left: Self, right: Self) -> Bool {
        left.element.kind == right.element.kind && left.minimumCount == right.minimumCount
            && left.maximumCount == right.maximumCount && left.isUnique == right.isUnique
    }
}

extension TableRules.Column: Equatable {
    /// Returns true if both have the same key, default and rules.
    public static func == (left: Self, right: Self) -> Bool {
        left.key == right.key && left.defaultValue == right.defaultValue
            && left.rules.kind == right.rules.kind
    }
}

extension PickerRules: Equatable {
    /// Returns true if both have the same options, and the same rules of a custom value.
    public static func == (left: Self, right: Self) -> Bool {
        left.options == right.options && left.own.kind == right.own.kind
    }
}

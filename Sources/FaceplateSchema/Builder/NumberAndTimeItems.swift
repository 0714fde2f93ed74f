/// A number.
public protocol NumberItem: RequirableItem {
    /// The type of the bounds.
    associatedtype Bound: BoundNumber
}

/// A number in Swift source: an `Int`, or an exact decimal.
public protocol BoundNumber: Sendable, Comparable {
    /// The number as JSON.
    var json: JSONValue { get }
}

extension Int: BoundNumber {
    /// The number as JSON.
    public var json: JSONValue { JSONValue(integerLiteral: Int64(self)) }
}

extension ExactDecimal: BoundNumber {
    /// The number as JSON.
    public var json: JSONValue { JSONValue(.number(JSONNumber(validated: description))) }
}

extension NumberItem {
    /// Sets the minimum and the maximum, both accepted.
    ///
    /// A number outside is rejected with the code `too_small` or `too_large`.
    public func range(_ range: ClosedRange<Bound>) -> Self {
        minimum(range.lowerBound).maximum(range.upperBound)
    }

    /// Sets the minimum.
    public func minimum(_ number: Bound) -> Self { with("itemMinimum", number.json) }

    /// Sets the maximum.
    public func maximum(_ number: Bound) -> Self { with("itemMaximum", number.json) }

    /// Sets the step size, greater than 0; steps are counted from the minimum, or else from 0.
    ///
    /// A number between two steps is rejected with the code `not_a_step`.
    public func step(_ number: Bound) -> Self { with("itemStep", number.json) }

    /// Sets the unit, a label that is shown after the number.
    ///
    /// Users can enter it after the number. It does not convert the number.
    public func unit(_ words: LocalizedText) -> Self { with("itemUnit", words.json) }

    /// Sets the display format in the form of `printf`: `%.1f kg`.
    public func format(_ format: String) -> Self { with("itemFormat", format) }

    /// Sets an example that is shown in the empty field.
    public func placeholder(_ words: LocalizedText) -> Self { with("itemPlaceholder", words.json) }
}

/// A number that can have a fraction.
public protocol DecimalItem: NumberItem where Bound == ExactDecimal {}

extension DecimalItem {
    /// Sets the maximum number of digits after the decimal point: 0 to 99.
    ///
    /// A number with more digits is rejected with the code `too_precise`.
    public func fractionDigits(_ count: Int) -> Self { with("itemFractionDigits", count) }
}

extension ExactDecimal: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// Creates an integer.
    public init(integerLiteral value: Int64) { self.init(value) }

    /// Creates the shortest decimal that identifies the `Double`; 0 if the value is not finite.
    public init(floatLiteral value: Double) {
        self = ExactDecimal(value.description) ?? ExactDecimal(0)
    }
}

extension Value: ExpressibleByFloatLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Creates a number: an integer if it has no fraction.
    public init(floatLiteral value: Double) {
        self.init(ExactDecimal(floatLiteral: value))
    }

    /// Creates a list.
    public init(arrayLiteral elements: Value...) { self = .list(elements) }

    /// Creates a record; if a name occurs twice, the last value counts.
    public init(dictionaryLiteral parts: (String, Value)...) {
        self = .record(parts.reduce(into: [:]) { $0[$1.0] = $1.1 })
    }
}

extension JSONValue: ExpressibleByFloatLiteral {
    /// Creates a number.
    public init(floatLiteral value: Double) { self = ExactDecimal(floatLiteral: value).json }
}

/// A date, a time, or both.
public protocol DateItem: RequirableItem {}

extension DateItem {
    /// Sets the earliest accepted value, in the form of the value, such as `2026-11-20` or `07:30`.
    ///
    /// For an `EditTime`, the minimum can be later than the maximum: the range then crosses
    /// midnight.
    public func minimum(_ bound: String) -> Self { with("itemMinimum", bound) }

    /// Sets the latest accepted value, in the form of the value, such as `2026-11-20` or `07:30`.
    ///
    /// Except for an `EditTime`, it must not be before the minimum.
    public func maximum(_ bound: String) -> Self { with("itemMaximum", bound) }

    /// Sets the display format, in Unicode pattern letters: `d MMMM yyyy, HH:mm`.
    public func format(_ format: String) -> Self { with("itemFormat", format) }
}

/// A time that can have seconds.
public protocol ClockItem: DateItem {}

extension ClockItem {
    /// Allows seconds to be entered.
    public func seconds(_ areAllowed: Bool = true) -> Self {
        with("itemSeconds", .boolean(areAllowed))
    }
}

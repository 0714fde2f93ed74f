/// A number.
public protocol NumberItem: RequirableItem {
    /// What its bounds are written as.
    associatedtype Bound: WrittenNumber
}

/// A number as Swift writes it: an `Int`, or an exact decimal.
public protocol WrittenNumber: Sendable, Comparable {
    /// Its JSON form.
    var json: JSONValue { get }
}

extension Int: WrittenNumber {
    /// Its JSON form.
    public var json: JSONValue { JSONValue(integerLiteral: Int64(self)) }
}

extension ExactDecimal: WrittenNumber {
    /// Its JSON form.
    public var json: JSONValue { JSONValue(.number(JSONNumber(validated: description))) }
}

extension NumberItem {
    /// The least and the greatest number.
    public func range(_ range: ClosedRange<Bound>) -> Self {
        minimum(range.lowerBound).maximum(range.upperBound)
    }

    /// The least number.
    public func minimum(_ number: Bound) -> Self { with("itemMinimum", number.json) }

    /// The greatest number.
    public func maximum(_ number: Bound) -> Self { with("itemMaximum", number.json) }

    /// How far one step goes, counted from the least number.
    public func step(_ number: Bound) -> Self { with("itemStep", number.json) }

    /// What it counts.
    public func unit(_ words: WrittenWords) -> Self { with("itemUnit", words.json) }

    /// How it is shown, as `printf` writes it: `%.1f kg`.
    public func format(_ format: String) -> Self { with("itemFormat", format) }

    /// An example that stands in the empty field.
    public func placeholder(_ words: WrittenWords) -> Self { with("itemPlaceholder", words.json) }
}

/// A number that may have a fraction.
public protocol DecimalItem: NumberItem where Bound == ExactDecimal {}

extension DecimalItem {
    /// How many digits may stand behind the point.
    public func fractionDigits(_ count: Int) -> Self { with("itemFractionDigits", count) }
}

/// A whole number, typed.
public struct EditInteger: NumberItem {
    /// What its bounds are written as.
    public typealias Bound = Int
    /// What was declared so far.
    public var declaration: Declaration

    /// Declares it; without a value where no default is given.
    public init(
        _ key: String? = nil, default value: Int? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(
            .editInteger, key, value.map { .integer(Int64($0)) }, file, line)
    }
}

/// A decimal number, typed.
public struct EditDecimal: DecimalItem {
    /// What was declared so far.
    public var declaration: Declaration

    /// Declares it; without a value where no default is given.
    public init(
        _ key: String? = nil, default value: ExactDecimal? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.editDecimal, key, value.map(Value.init(exactly:)), file, line)
    }
}

/// A number on a scale, which needs both bounds.
public struct Slider: DecimalItem {
    /// What was declared so far.
    public var declaration: Declaration

    /// Declares it; the least number where no default is given.
    public init(
        _ key: String, default value: ExactDecimal? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.slider, key, value.map(Value.init(exactly:)), file, line)
    }

    /// The words at the lower end.
    public func minimumLabel(_ words: WrittenWords) -> Self { with("itemMinimumLabel", words.json) }

    /// The words at the upper end.
    public func maximumLabel(_ words: WrittenWords) -> Self { with("itemMaximumLabel", words.json) }
}

/// A number with buttons for less and more.
public struct Stepper: DecimalItem {
    /// What was declared so far.
    public var declaration: Declaration

    /// Declares it; without a value where no default is given.
    public init(
        _ key: String, default value: ExactDecimal? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.stepper, key, value.map(Value.init(exactly:)), file, line)
    }
}

extension Value {
    /// A number: whole where it has no fraction.
    init(exactly number: ExactDecimal) {
        self = number.integer.map(Value.integer) ?? .decimal(number)
    }
}

extension ExactDecimal: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// Makes a whole number.
    public init(integerLiteral value: Int64) { self.init(value) }

    /// Makes the decimal that is written, as far as a `Double` tells it from others; 0 for one that
    /// is not finite.
    public init(floatLiteral value: Double) {
        self = ExactDecimal(value.description) ?? ExactDecimal(0)
    }
}

extension Value: ExpressibleByFloatLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Makes a number: whole where it has no fraction.
    public init(floatLiteral value: Double) {
        self.init(exactly: ExactDecimal(floatLiteral: value))
    }

    /// Makes a list.
    public init(arrayLiteral elements: Value...) { self = .list(elements) }

    /// Makes a record; of parts of one name the last counts.
    public init(dictionaryLiteral parts: (String, Value)...) {
        self = .record(parts.reduce(into: [:]) { $0[$1.0] = $1.1 })
    }
}

extension JSONValue: ExpressibleByFloatLiteral {
    /// Makes a number.
    public init(floatLiteral value: Double) { self = ExactDecimal(floatLiteral: value).json }
}

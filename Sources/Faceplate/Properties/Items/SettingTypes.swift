public import Foundation

/// The types of properties whose items have more modifiers than those of every item.
///
/// The library conforms Swift's own types; no program needs to conform its types.
public enum SettingTypes {
    /// A type whose items can be required to have a value.
    public protocol Requirable {}

    /// A number.
    public protocol Number: Requirable {
        /// The type of the bounds in modifiers such as `range(_:)`.
        associatedtype Bound: BoundNumber
        /// The type of the bounds in `@Setting("Port", in: 1...65_535)`.
        associatedtype Limit: Comparable & Sendable

        /// Returns a bound as it is written in a schema.
        static func json(of limit: Limit) -> JSONValue
    }

    /// A number that can have a fraction.
    public protocol Fraction: Number where Bound == ExactDecimal {}

    /// Text.
    public protocol Text: Requirable {}

    /// A length of time.
    public protocol Length: Requirable {}

    /// A date, a time, or both.
    public protocol Moment: Requirable {}

    /// A date or time that can have seconds.
    public protocol Clock: Moment {}

    /// A list.
    public protocol List {}

    /// A type with an empty value, with which a property without an initial value begins.
    public protocol Empty {
        /// The empty value.
        static var emptySetting: Self { get }
    }
}

extension SettingTypes.Number where Self: FixedWidthInteger {
    /// Returns an integer.
    public static func json(of limit: Self) -> JSONValue {
        JSONValue(.number(JSONNumber(validated: String(limit))))
    }
}

extension SettingTypes.Number where Self: BinaryFloatingPoint & CustomStringConvertible {
    /// Returns the shortest decimal that identifies the number.
    public static func json(of limit: Self) -> JSONValue {
        ExactDecimal(limit.description)?.json ?? JSONValue(.null)
    }
}

extension Int: SettingTypes.Number {
    /// An integer.
    public typealias Bound = Int
}
extension Int8: SettingTypes.Number {
    /// An integer.
    public typealias Bound = Int
}
extension Int16: SettingTypes.Number {
    /// An integer.
    public typealias Bound = Int
}
extension Int32: SettingTypes.Number {
    /// An integer.
    public typealias Bound = Int
}
extension Int64: SettingTypes.Number {
    /// An integer.
    public typealias Bound = Int
}
extension UInt: SettingTypes.Number {
    /// An integer.
    public typealias Bound = Int
}
extension UInt8: SettingTypes.Number {
    /// An integer.
    public typealias Bound = Int
}
extension UInt16: SettingTypes.Number {
    /// An integer.
    public typealias Bound = Int
}
extension UInt32: SettingTypes.Number {
    /// An integer.
    public typealias Bound = Int
}
extension UInt64: SettingTypes.Number {
    /// An integer.
    public typealias Bound = Int
}
extension Double: SettingTypes.Fraction {}
extension Float: SettingTypes.Fraction {}
extension Decimal: SettingTypes.Fraction {
    /// Returns the number with all its digits.
    public static func json(of limit: Decimal) -> JSONValue {
        ExactDecimal(limit.description)?.json ?? JSONValue(.null)
    }
}
extension String: SettingTypes.Text {}
extension Duration: SettingTypes.Length {}
extension CivilDate: SettingTypes.Moment {}
extension ClockTime: SettingTypes.Clock {}
extension CivilDateTime: SettingTypes.Clock {}
extension Date: SettingTypes.Clock {}
extension Array: SettingTypes.List {}
extension Set: SettingTypes.List {}

extension Secret: SettingTypes.Empty {
    /// No secret.
    public static var emptySetting: Secret { Secret() }
}

extension Optional: SettingTypes.Empty {
    /// `nil`.
    public static var emptySetting: Wrapped? { nil }
}

extension Optional: SettingTypes.Requirable where Wrapped: SettingTypes.Requirable {}
extension Optional: SettingTypes.Number where Wrapped: SettingTypes.Number {
    /// Returns a bound of the wrapped type.
    public static func json(of limit: Wrapped.Limit) -> JSONValue { Wrapped.json(of: limit) }
    /// The type of bounds of the wrapped type.
    public typealias Bound = Wrapped.Bound
}
extension Optional: SettingTypes.Fraction where Wrapped: SettingTypes.Fraction {}
extension Optional: SettingTypes.Text where Wrapped: SettingTypes.Text {}
extension Optional: SettingTypes.Length where Wrapped: SettingTypes.Length {}
extension Optional: SettingTypes.Moment where Wrapped: SettingTypes.Moment {}
extension Optional: SettingTypes.Clock where Wrapped: SettingTypes.Clock {}

extension LengthItem {
    /// Sets the minimum; without it, the minimum is 0.
    public func minimum(_ length: Duration) -> Self { bounded("itemMinimum", length) }

    /// Sets the maximum; without it, the maximum is 10¹⁵ seconds.
    public func maximum(_ length: Duration) -> Self { bounded("itemMaximum", length) }

    /// Sets the minimum and the maximum, both accepted.
    public func range(_ range: ClosedRange<Duration>) -> Self {
        minimum(range.lowerBound).maximum(range.upperBound)
    }

    private func bounded(_ name: String, _ length: Duration) -> Self {
        var copy = self
        if let json = length.settingValue?.json { copy.declaration.set(name, to: json) }
        return copy
    }
}

extension SettingProperty: SettingItem {
    /// The item of the property, by the type of its values; its key is known while `page` is evaluated.
    public var declaration: Declaration {
        get { edited?.declaration ?? cell.declaration }
        set { edited = EditedDeclaration(newValue) }
    }
}

extension SettingProperty: RequirableItem where Value: SettingTypes.Requirable {}
extension SettingProperty: NumberItem where Value: SettingTypes.Number {
    /// The type of the bounds.
    public typealias Bound = Value.Bound
}
extension SettingProperty: DecimalItem where Value: SettingTypes.Fraction {}
extension SettingProperty: TextItem where Value: SettingTypes.Text {}
extension SettingProperty: HintedItem where Value: SettingTypes.Text {}
extension SettingProperty: TrimmedItem where Value: SettingTypes.Text {}
extension SettingProperty: LengthItem where Value: SettingTypes.Length {}
extension SettingProperty: DateItem where Value: SettingTypes.Moment {}
extension SettingProperty: ClockItem where Value: SettingTypes.Clock {}
extension SettingProperty: CountedItem where Value: SettingTypes.List {}

/// The declaration of a property after a modifier.
final class EditedDeclaration: Sendable {
    let declaration: Declaration

    init(_ declaration: Declaration) { self.declaration = declaration }
}

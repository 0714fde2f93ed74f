public import Foundation

/// A Swift type that the value of a setting can be read as and written from.
///
/// An enumeration or structure with a raw value that conforms needs no more than to name this
/// protocol: `enum Level: String, SettingValue { case low, high }`.
public protocol SettingValue: Sendable, Equatable {
    /// Reads a value; `nil` is that of a setting that has none.
    ///
    /// - Returns: `nil` where the value is of another type.
    init?(settingValue: Value?)

    /// The value as it is set; `nil` puts the setting back on its default.
    var settingValue: Value? { get }
}

extension SettingValue where Self: RawRepresentable, RawValue: SettingValue {
    /// Reads the raw value.
    public init?(settingValue: Value?) {
        guard let raw = RawValue(settingValue: settingValue) else { return nil }
        self.init(rawValue: raw)
    }

    /// The raw value.
    public var settingValue: Value? { rawValue.settingValue }
}

extension Value: SettingValue {
    /// Takes any value as it is.
    public init?(settingValue: Value?) {
        guard let settingValue else { return nil }
        self = settingValue
    }

    /// The value itself.
    public var settingValue: Value? { self }
}

extension Bool: SettingValue {
    /// Reads a switch, or an option of a `select` group.
    public init?(settingValue: Value?) {
        guard case .boolean(let flag) = settingValue else { return nil }
        self = flag
    }

    /// A Boolean.
    public var settingValue: Value? { .boolean(self) }
}

extension Int: SettingValue {
    /// Reads a whole number.
    public init?(settingValue: Value?) {
        guard case .integer(let number) = settingValue else { return nil }
        self.init(exactly: number)
    }

    /// A whole number.
    public var settingValue: Value? { .integer(Int64(self)) }
}

extension Double: SettingValue {
    /// Reads a number; of one with more digits than fit, the nearest.
    public init?(settingValue: Value?) {
        switch settingValue {
        case .integer(let number): self.init(number)
        case .decimal(let number):
            guard let nearest = Double(number.description), nearest.isFinite else { return nil }
            self = nearest
        default: return nil
        }
    }

    /// The shortest decimal that reads as this number; a text, which is refused, for one that is
    /// not finite.
    public var settingValue: Value? {
        ExactDecimal(description).map(Value.init) ?? .text(description)
    }
}

extension ExactDecimal: SettingValue {
    /// Reads a number, digit for digit.
    public init?(settingValue: Value?) {
        switch settingValue {
        case .integer(let number): self.init(number)
        case .decimal(let number): self = number
        default: return nil
        }
    }

    /// A number.
    public var settingValue: Value? { Value(self) }
}

extension Decimal: SettingValue {
    /// Reads a number; of one with more than 38 digits, the nearest.
    public init?(settingValue: Value?) {
        guard let number = ExactDecimal(settingValue: settingValue) else { return nil }
        self.init(string: number.description)
    }

    /// A number; a text, which is refused, for one that is none.
    public var settingValue: Value? {
        ExactDecimal(description).map(Value.init) ?? .text(description)
    }
}

extension String: SettingValue {
    /// Reads a text.
    public init?(settingValue: Value?) {
        guard case .text(let text) = settingValue else { return nil }
        self = text
    }

    /// A text.
    public var settingValue: Value? { .text(self) }
}

extension Array: SettingValue where Element: SettingValue {
    /// Reads a list of which every element can be read.
    public init?(settingValue: Value?) {
        guard case .list(let values) = settingValue else { return nil }
        let elements = values.compactMap(Element.init(settingValue:))
        guard elements.count == values.count else { return nil }
        self = elements
    }

    /// A list; elements without a value are left out.
    public var settingValue: Value? { .list(compactMap(\.settingValue)) }
}

extension Optional: SettingValue where Wrapped: SettingValue {
    /// Reads a value where there is one; `nil` where there is none.
    public init?(settingValue: Value?) {
        guard let settingValue else {
            self = .none
            return
        }
        guard let wrapped = Wrapped(settingValue: settingValue) else { return nil }
        self = .some(wrapped)
    }

    /// The value; the default for `nil`.
    public var settingValue: Value? { flatMap(\.settingValue) }
}

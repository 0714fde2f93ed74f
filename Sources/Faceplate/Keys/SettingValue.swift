public import Foundation

/// A Swift type that the value of a setting can be read as and written from.
///
/// An enumeration or structure with a raw value needs only the conformance itself: `enum Level: String, SettingValue {
/// case low, high }`.
public protocol SettingValue: Sendable, Equatable {
    /// Reads a value; `nil` is the value of a setting that has none.
    ///
    /// - Returns: `nil` if the value has another type.
    init?(settingValue: Value?)

    /// The value to set; `nil` resets the setting to its default.
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
    /// Accepts any value unchanged.
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
    /// Reads an integer.
    public init?(settingValue: Value?) {
        guard case .integer(let number) = settingValue else { return nil }
        self.init(exactly: number)
    }

    /// An integer.
    public var settingValue: Value? { .integer(Int64(self)) }
}

extension Double: SettingValue {
    /// Reads a number; rounds it to the nearest `Double` if it has more digits.
    public init?(settingValue: Value?) {
        switch settingValue {
        case .integer(let number): self.init(number)
        case .decimal(let number):
            guard let nearest = Double(number.description), nearest.isFinite else { return nil }
            self = nearest
        default: return nil
        }
    }

    /// The shortest decimal that reads as this number.
    ///
    /// A number that is not finite becomes text, which is rejected.
    public var settingValue: Value? {
        ExactDecimal(description).map(Value.init) ?? .text(description)
    }
}

extension ExactDecimal: SettingValue {
    /// Reads a number exactly.
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
    /// Reads a number; rounds it if it has more than 38 digits.
    public init?(settingValue: Value?) {
        guard let number = ExactDecimal(settingValue: settingValue) else { return nil }
        self.init(string: number.description)
    }

    /// The number; `NaN` becomes text, which is rejected.
    public var settingValue: Value? {
        ExactDecimal(description).map(Value.init) ?? .text(description)
    }
}

extension String: SettingValue {
    /// Reads text.
    public init?(settingValue: Value?) {
        guard case .text(let text) = settingValue else { return nil }
        self = text
    }

    /// The text.
    public var settingValue: Value? { .text(self) }
}

extension Array: SettingValue where Element: SettingValue {
    /// Reads a list; `nil` if an element cannot be read.
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
    /// Reads a value; `nil` for a setting without a value.
    public init?(settingValue: Value?) {
        guard let settingValue else {
            self = .none
            return
        }
        guard let wrapped = Wrapped(settingValue: settingValue) else { return nil }
        self = .some(wrapped)
    }

    /// The wrapped value; `nil` resets the setting to its default.
    public var settingValue: Value? { flatMap(\.settingValue) }
}

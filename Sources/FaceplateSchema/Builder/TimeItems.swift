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
        with("itemSeconds", JSONValue(.boolean(areAllowed)))
    }
}

/// A date: `2026-11-20`.
public struct EditDate: DateItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a date; without a default it has no value.
    public init(
        _ key: String? = nil, default value: String? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.editDate, key, value.map(Value.text), file, line)
    }
}

/// A time of day: `07:30`.
public struct EditTime: ClockItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a time; without a default it has no value.
    public init(
        _ key: String? = nil, default value: String? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.editTime, key, value.map(Value.text), file, line)
    }
}

/// A date and a time: `2026-11-20T07:30`.
public struct EditDatetime: ClockItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a date and time; without a default it has no value.
    public init(
        _ key: String? = nil, default value: String? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.editDatetime, key, value.map(Value.text), file, line)
    }

    /// Sets the time zone of the value, a name of the IANA database such as `Europe/Berlin`.
    ///
    /// Without it, the value is a local time of the program that reads it. With it, a time that
    /// clocks skip is rejected.
    public func timeZone(_ name: String) -> Self { with("itemTimeZone", name) }
}

/// A duration: a number of seconds, or a string with units, `"1h30m"`.
public struct EditDuration: RequirableItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a duration; without a default it has no value.
    public init(
        _ key: String? = nil, default value: Value? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.editDuration, key, value, file, line)
    }

    /// Sets the minimum: a number of seconds, or a string with units such as `"1h30m"`.
    ///
    /// Without it, the minimum is 0.
    public func minimum(_ length: Value) -> Self { with("itemMinimum", length.json) }

    /// Sets the maximum: a number of seconds, or a string with units such as `"1h30m"`.
    ///
    /// Without it, the maximum is 10¹⁵ seconds.
    public func maximum(_ length: Value) -> Self { with("itemMaximum", length.json) }

    /// Sets the unit of the field, and of numbers that are entered without a unit; seconds by
    /// default.
    ///
    /// The stored value is a number of seconds for every unit.
    public func unit(_ unit: DurationUnit) -> Self { with("itemDurationUnit", unit.rawValue) }
}

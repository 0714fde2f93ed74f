/// A day or a time.
public protocol DateItem: RequirableItem {}

extension DateItem {
    /// The first that is accepted, in the form of its value.
    public func minimum(_ bound: String) -> Self { with("itemMinimum", bound) }

    /// The last that is accepted, in the form of its value.
    public func maximum(_ bound: String) -> Self { with("itemMaximum", bound) }

    /// How it is shown, in Unicode's pattern letters: `d MMMM yyyy, HH:mm`.
    public func format(_ format: String) -> Self { with("itemFormat", format) }
}

/// A day or time to the second.
public protocol ClockItem: DateItem {}

extension ClockItem {
    /// Whether seconds can be entered.
    public func seconds(_ areAllowed: Bool = true) -> Self {
        with("itemSeconds", JSONValue(.boolean(areAllowed)))
    }
}

/// A day: `2026-11-20`.
public struct EditDate: DateItem {
    /// What was declared so far.
    public var declaration: Declaration

    /// Declares it; without a value where no default is given.
    public init(
        _ key: String? = nil, default value: String? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.editDate, key, value.map(Value.text), file, line)
    }
}

/// A time of day: `07:30`.
public struct EditTime: ClockItem {
    /// What was declared so far.
    public var declaration: Declaration

    /// Declares it; without a value where no default is given.
    public init(
        _ key: String? = nil, default value: String? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.editTime, key, value.map(Value.text), file, line)
    }
}

/// A day and a time: `2026-11-20T07:30`.
public struct EditDatetime: ClockItem {
    /// What was declared so far.
    public var declaration: Declaration

    /// Declares it; without a value where no default is given.
    public init(
        _ key: String? = nil, default value: String? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.editDatetime, key, value.map(Value.text), file, line)
    }

    /// The zone that its times are of: `Europe/Berlin`.
    public func timeZone(_ name: String) -> Self { with("itemTimeZone", name) }
}

/// A length of time: a number of seconds, or a text with units, `"1h30m"`.
public struct EditDuration: RequirableItem {
    /// What was declared so far.
    public var declaration: Declaration

    /// Declares it; without a value where no default is given.
    public init(
        _ key: String? = nil, default value: Value? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.editDuration, key, value, file, line)
    }

    /// The shortest that is accepted.
    public func minimum(_ length: Value) -> Self { with("itemMinimum", length.json) }

    /// The longest that is accepted.
    public func maximum(_ length: Value) -> Self { with("itemMaximum", length.json) }

    /// The unit that its field is in.
    public func unit(_ unit: DurationUnit) -> Self { with("itemDurationUnit", unit.rawValue) }
}

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

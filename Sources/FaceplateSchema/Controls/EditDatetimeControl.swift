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

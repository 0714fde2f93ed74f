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

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

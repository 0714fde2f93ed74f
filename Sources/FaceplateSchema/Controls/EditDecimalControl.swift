/// A decimal number, typed.
public struct EditDecimal: DecimalItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a decimal number; without a default it has no value.
    public init(
        _ key: String? = nil, default value: ExactDecimal? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.editDecimal, key, value.map(Value.init(exactly:)), file, line)
    }
}

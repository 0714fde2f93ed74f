/// A number with buttons that decrease and increase it.
public struct Stepper: DecimalItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a stepper; without a default it has no value.
    public init(
        _ key: String, default value: ExactDecimal? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.stepper, key, value.map(Value.init(exactly:)), file, line)
    }
}

/// A number on a scale, which requires both bounds.
public struct Slider: DecimalItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a slider; without a default, the minimum is the default.
    public init(
        _ key: String, default value: ExactDecimal? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.slider, key, value.map(Value.init(exactly:)), file, line)
    }

    /// Sets the label at the low end.
    public func minimumLabel(_ words: WrittenWords) -> Self { with("itemMinimumLabel", words.json) }

    /// Sets the label at the high end.
    public func maximumLabel(_ words: WrittenWords) -> Self { with("itemMaximumLabel", words.json) }
}

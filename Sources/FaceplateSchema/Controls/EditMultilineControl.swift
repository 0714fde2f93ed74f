/// Text with several lines.
public struct EditMultiline: TrimmedItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares the field.
    public init(
        _ key: String, default value: String? = nil, file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.editMultiline, key, value.map(Value.text), file, line)
    }

    /// Sets the number of visible lines, 1 or more; it does not limit the text.
    public func rows(_ count: Int) -> Self { with("itemRows", count) }

    /// Sets the maximum number of lines, 1 or more.
    ///
    /// A line end at the end of the text does not begin another line. More lines are rejected with
    /// the code `too_many_lines`.
    public func maximumLines(_ count: Int) -> Self { with("itemMaximumLines", count) }
}

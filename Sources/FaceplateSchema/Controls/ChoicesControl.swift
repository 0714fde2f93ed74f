/// Any number of several options, as check boxes.
public struct Choices: OptionsItem, CountedItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares check boxes with their options; without a default, none is selected.
    ///
    /// The value is a list of the selected values, in the order of the options.
    public init(
        _ key: String, options: [WrittenOption]? = nil, default values: [Value]? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.choices, key, values.map(Value.list), file, line)
        self = with(options)
    }
}

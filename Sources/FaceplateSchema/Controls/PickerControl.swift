/// One of several options, or custom text.
public struct Picker: OptionsItem, HintedItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a picker with its options.
    public init(
        _ key: String, options: [WrittenOption]? = nil, default value: String? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.picker, key, value.map(Value.text), file, line)
        self = with(options)
    }

    /// Allows users to add custom text to the options.
    ///
    /// Added options are stored in a separate setting, with the key `KEY.added`.
    public func adds(_ isAdding: Bool = true) -> Self {
        with("itemAdds", JSONValue(.boolean(isAdding)))
    }
}

enum ChoiceControl: OneOptionControl {
    static let summary = "One of several options, as radio buttons or a list."
    static let traits = ControlTraits(fitsCell: true, family: .choices)
    static var item: any ItemDeclaration.Type { Choice.self }
}

/// One of several options: radio buttons for up to five options, a list from six.
public struct Choice: OptionsItem, RequirableItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a choice with its options; without a default, the first option is the default.
    public init(
        _ key: String? = nil, options: [ChoiceOption]? = nil, default value: Value? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.choice, key, value, file, line)
        self = with(options)
    }

    /// Sets the style to radio buttons or a list, for any number of options.
    public func style(_ style: Schema.ChoiceStyle) -> Self { with("itemStyle", style.rawValue) }
}

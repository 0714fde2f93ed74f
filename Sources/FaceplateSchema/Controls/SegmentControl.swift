enum SegmentControl: OneOptionControl {
    static let summary = "One of several options, side by side."
    static let traits = ControlTraits(family: .choices)
    static var item: any ItemDeclaration.Type { Segment.self }
}

/// One of several options, as segments side by side.
public struct Segment: OptionsItem, RequirableItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a segmented control with its options; without a default, the first option is the default.
    public init(
        _ key: String? = nil, options: [ChoiceOption]? = nil, default value: Value? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.segment, key, value, file, line)
        self = with(options)
    }
}

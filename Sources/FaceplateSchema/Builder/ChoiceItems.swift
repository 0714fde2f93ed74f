/// On or off.
public struct Switch: SettingItem {
    /// What was declared so far.
    public var declaration: Declaration

    /// Declares it; off where no default is given.
    public init(
        _ key: String? = nil, default value: Bool? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.switch, key, value.map(Value.boolean), file, line)
    }
}

/// One option of its group: the group is the setting, its value the chosen item's key.
public struct Select: ItemDeclaration {
    /// What was declared so far.
    public var declaration: Declaration

    /// Declares it; the group's default is the one that is `true`, else its first.
    public init(
        _ key: String, default value: Bool? = nil, file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.select, key, value.map(Value.boolean), file, line)
    }

    /// Machines share which option of its group is chosen; said by one option, it holds for all.
    public func synced(_ isSynced: Bool = true) -> Self {
        with("itemSynced", JSONValue(.boolean(isSynced)))
    }
}

/// One of the options: radio buttons up to five, a list from six.
public struct Choice: OptionsItem {
    /// What was declared so far.
    public var declaration: Declaration

    /// Declares it with its options; the first is the default unless told otherwise.
    public init(
        _ key: String? = nil, options: [WrittenOption]? = nil, default value: Value? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.choice, key, value, file, line)
        self = with(options)
    }

    /// As radio buttons or as a list, however many options there are.
    public func style(_ style: Schema.ChoiceStyle) -> Self { with("itemStyle", style.rawValue) }
}

/// One of the options, as segments side by side.
public struct Segment: OptionsItem {
    /// What was declared so far.
    public var declaration: Declaration

    /// Declares it with its options; the first is the default unless told otherwise.
    public init(
        _ key: String, options: [WrittenOption]? = nil, default value: Value? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.segment, key, value, file, line)
        self = with(options)
    }
}

/// Any number of the options, as check boxes.
public struct Choices: OptionsItem, CountedItem {
    /// What was declared so far.
    public var declaration: Declaration

    /// Declares it with its options.
    public init(
        _ key: String, options: [WrittenOption]? = nil, default values: [Value]? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.choices, key, values.map(Value.list), file, line)
        self = with(options)
    }
}

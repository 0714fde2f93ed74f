/// A switch: on or off.
public struct Switch: SettingItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a switch; the default is off.
    public init(
        _ key: String? = nil, default value: Bool? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.switch, key, value.map(Value.boolean), file, line)
    }
}

/// One option of a group; the group is the setting, and its value is the key of the selected item.
public struct Select: ItemDeclaration {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares an option; the default of the group is the option whose default is `true`, otherwise the first option.
    public init(
        _ key: String, default value: Bool? = nil, file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.select, key, value.map(Value.boolean), file, line)
    }

    /// Specifies that machines share the value of the group; one option is enough to set this for the group.
    public func synced(_ isSynced: Bool = true) -> Self {
        with("itemSynced", JSONValue(.boolean(isSynced)))
    }

    /// Specifies for which machines the value of the group is meant; one option is enough to set this for the group.
    public func scope(_ scope: Schema.Scope) -> Self { with("itemScope", scope.rawValue) }
}

/// One of several options: radio buttons for up to five options, a list from six.
public struct Choice: OptionsItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a choice with its options; without a default, the first option is the default.
    public init(
        _ key: String? = nil, options: [WrittenOption]? = nil, default value: Value? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.choice, key, value, file, line)
        self = with(options)
    }

    /// Sets the style to radio buttons or a list, for any number of options.
    public func style(_ style: Schema.ChoiceStyle) -> Self { with("itemStyle", style.rawValue) }
}

/// One of several options, as segments side by side.
public struct Segment: OptionsItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a segmented control with its options; without a default, the first option is the default.
    public init(
        _ key: String, options: [WrittenOption]? = nil, default value: Value? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.segment, key, value, file, line)
        self = with(options)
    }
}

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

/// An entry of a group: an item, or a `Reference` to an item of another group.
public protocol GroupEntry: Declared {}

/// An item: a declared setting or row.
public protocol ItemDeclaration: GroupEntry {}

extension ItemDeclaration {
    /// Sets the title.
    public func title(_ words: LocalizedText) -> Self { with("itemTitle", words.json) }

    /// Sets the second text: the value of an `Info`, the content of a `Text` or `HTML`.
    public func subtitle(_ words: LocalizedText) -> Self { with("itemSubtitle", words.json) }

    /// Sets a sentence that explains the item.
    public func help(_ words: LocalizedText) -> Self { with("itemHelp", words.json) }

    /// Sets additional search terms.
    public func synonyms(_ words: LocalizedText) -> Self { with("itemSynonyms", words.json) }

    /// Sets the image at the start of the row: a relative URL, or `data:image/png;base64,…`.
    public func image(_ address: String) -> Self { with("itemImage", address) }

    /// Limits the item to the members of user groups, by the names that the app gives them; not for options.
    public func access(_ people: String...) -> Self { with("itemAccess", people) }

    /// Adds a link to a page to the row; the row still shows or changes its value.
    public func page(_ key: String) -> Self { with("itemPage", key) }

    /// Shows only the title and value of the row until it is pressed; not for buttons, links, pages and options.
    public func collapsed(_ isCollapsed: Bool = true) -> Self {
        with("itemCollapsed", JSONValue(.boolean(isCollapsed)))
    }

    /// Hides the item from the page; it is still stored and readable.
    public func hidden(_ isHidden: Bool = true) -> Self {
        with("itemHidden", .boolean(isHidden))
    }

    /// Sets the level of users for whom the item is shown.
    public func level(_ level: Schema.Level) -> Self { with("itemLevel", level.rawValue) }

    /// Sets the condition under which the item is visible.
    public func visible(when condition: RuleCondition) -> Self {
        with("itemVisibleWhen", condition.json)
    }

    /// Sets the colors, lengths and fonts of the item.
    public func style(_ style: ItemStyle) -> Self { with("itemStyle", style.json) }

    /// Sets the former keys of the item.
    ///
    /// A value stored under one of them moves to this item when the schema is first used. Scripts
    /// and links can still use the former keys.
    public func renamed(from keys: String...) -> Self { with("itemRenamedFrom", keys) }

    /// Attaches data for the handlers of the app.
    ///
    /// No page shows it, but it is part of the stored schema, so it must not contain secrets.
    public func data(_ json: JSONValue) -> Self { with("itemData", json) }

    /// Sets the custom control of the item, which must be based on the control of this type.
    public func control(_ name: String) -> Self { with("itemControlType", name) }
}

/// An item that has a value.
public protocol SettingItem: ItemDeclaration {}

extension SettingItem {
    /// Makes the setting read-only for users and scripts; the app can still change it.
    public func readOnly(_ isReadOnly: Bool = true) -> Self {
        with("itemReadOnly", .boolean(isReadOnly))
    }

    /// Specifies that the app must restart to use a new value.
    ///
    /// Pages then show that a restart is necessary, once the app has called `Settings.markApplied`.
    public func restart(_ isNeeded: Bool = true) -> Self {
        with("itemRestart", .boolean(isNeeded))
    }

    /// Specifies that machines share the value, if the app shares settings; not valid for a secret.
    public func synced(_ isSynced: Bool = true) -> Self {
        with("itemSynced", .boolean(isSynced))
    }

    /// Sets the time within which a change must be confirmed: a number of seconds, or a string such as `"2m"`.
    ///
    /// It is 5 seconds to an hour. A change by a user or a script takes effect at once. If it is not confirmed in time,
    /// the value from before returns. Not valid for a secret, and for a read-only, shared or restart setting.
    public func keepWithin(_ time: Value) -> Self { with("itemKeepWithin", time.json) }

    /// Specifies for which machines the value is meant; a portable export leaves out values of one machine.
    public func scope(_ scope: Schema.Scope) -> Self { with("itemScope", scope.rawValue) }

    /// Marks the setting as deprecated, with a sentence that says what replaces it.
    ///
    /// The page shows it in the row when the value differs from the default.
    public func deprecated(_ words: LocalizedText) -> Self { with("itemDeprecated", words.json) }

    /// Marks the setting as deprecated; the page has a sentence for it.
    public func deprecated(_ isDeprecated: Bool = true) -> Self {
        with("itemDeprecated", .boolean(isDeprecated))
    }

    /// Sets the place of the value in the program's own file, from the outside in: `"server", "port"`.
    ///
    /// Without it, the parts of the key between its dots are the names.
    public func filePath(_ names: String...) -> Self {
        with("itemFilePath", .array(names.map(JSONValue.text)))
    }

    /// Sets the condition under which the value can be changed.
    public func enabled(when condition: RuleCondition) -> Self {
        with("itemEnabledWhen", condition.json)
    }

    /// Sets the condition under which the setting must have a value.
    public func required(when condition: RuleCondition) -> Self {
        with("itemRequiredWhen", condition.json)
    }

    /// Adds narrower bounds of a number, a date, a time, a length of time or a size; the first whose condition is true
    /// applies.
    ///
    /// Each bound is a value of the setting. A change that a bound would make invalid is rejected, too.
    public func bounds(
        from minimum: Value? = nil, to maximum: Value? = nil, when condition: RuleCondition
    ) -> Self {
        var members: [(String, JSONValue)] = [("when", condition.json)]
        if let minimum { members.append(("itemMinimum", minimum.json)) }
        if let maximum { members.append(("itemMaximum", maximum.json)) }
        var copy = self
        copy.declaration.append(.object(members), to: "itemBoundsWhen")
        return copy
    }

    /// Adds a default that the setting has while a condition is true; the first such one applies.
    ///
    /// The condition cannot test a setting whose own default depends on a condition.
    public func defaultValue(_ value: Value, when condition: RuleCondition) -> Self {
        var copy = self
        copy.declaration.append(
            .object([("when", condition.json), ("itemValue", value.json)]), to: "itemValueWhen")
        return copy
    }

    /// Sets the treatment of the value while the item is hidden.
    public func whenHidden(_ fate: Schema.WhenHidden) -> Self {
        with("itemWhenHidden", fate.rawValue)
    }

    /// Maps former values, as text, to current values.
    ///
    /// It converts stored values when the schema is first used, and former values that are posted
    /// later.
    public func valueMap(_ map: [String: Value]) -> Self { with("itemValueMap", map) }
}

/// A setting that can be required to have a value.
public protocol RequirableItem: SettingItem {}

extension RequirableItem {
    /// Specifies that the value must not be empty.
    ///
    /// It applies to new values: a setting that has no value yet stays without one until it is changed. With `false`,
    /// text, a switch or a choice without a default has no value until one is set.
    public func required(_ isRequired: Bool = true) -> Self {
        with("itemRequired", .boolean(isRequired))
    }
}

/// An item that can be pressed.
public protocol ActionItem: ItemDeclaration {}

extension ActionItem {
    /// Sets the command that `faceplate serve` runs, as separate arguments.
    ///
    /// It runs only with `--allow-actions`, without a shell, in the folder of the schema, for 30
    /// seconds at most. An app that embeds the panel runs a handler instead.
    public func action(_ command: String...) -> Self { with("itemAction", command) }

    /// Sets the question that is shown before the action runs.
    ///
    /// Users must confirm it, with and without JavaScript. A script's post counts as confirmed.
    public func confirm(_ question: LocalizedText) -> Self { with("itemConfirm", question.json) }

    /// Sets the condition under which the item can be pressed.
    public func enabled(when condition: RuleCondition) -> Self {
        with("itemEnabledWhen", condition.json)
    }
}

/// A setting with a list of options.
public protocol OptionsItem: SettingItem {}

extension OptionsItem {
    func with(_ options: [ChoiceOption]?) -> Self {
        options.map { with("itemOptions", .array($0.map(\.json))) } ?? self
    }

    /// Specifies that the app provides the options while it runs (`ProvidedContent`).
    public func optionsProvided(_ areProvided: Bool = true) -> Self {
        with("itemOptionsProvided", .boolean(areProvided))
    }
}

/// A list that can have a minimum and a maximum number of elements.
public protocol CountedItem: SettingItem {}

extension CountedItem {
    /// Sets the minimum number of elements: 0 or more.
    ///
    /// A shorter value is rejected with the code `too_few`.
    public func minimumCount(_ count: Int) -> Self { with("itemMinimumCount", count) }

    /// Sets the maximum number of elements: 1 or more, and not below the minimum.
    ///
    /// A longer value is rejected with the code `too_many`.
    public func maximumCount(_ count: Int) -> Self { with("itemMaximumCount", count) }
}

/// A reference that shows a setting of another group or page again.
public struct Reference: GroupEntry {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Refers to a setting by its key.
    public init(_ key: String, file: String = #fileID, line: Int = #line) {
        declaration = Declaration(
            "Reference", key, keyName: "itemReference",
            Declaration.Place(file: file, line: line))
    }

    /// Sets the title of this row only; without it the row has the title of the setting.
    public func title(_ words: LocalizedText) -> Self { with("itemTitle", words.json) }

    /// Sets the condition under which this row is shown, if the setting is visible.
    public func visible(when condition: RuleCondition) -> Self {
        with("itemVisibleWhen", condition.json)
    }
}

/// An ordered set of items with a title; a group of `Select` items is itself a setting.
public struct Group: Declared {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a group.
    public init(
        _ key: String, file: String = #fileID, line: Int = #line,
        @ItemsBuilder items: () -> [any GroupEntry] = { [] }
    ) {
        declaration = Declaration(
            "Group", key, keyName: "groupKey", Declaration.Place(file: file, line: line))
        declaration.set("items", .list(items().map(\.declaration)))
    }

    /// Sets the title of the group; with an empty string the group has no heading.
    public func title(_ words: LocalizedText) -> Self { with("groupTitle", words.json) }

    /// Sets the note above the rows.
    public func header(_ words: LocalizedText) -> Self { with("groupHeader", words.json) }

    /// Sets the note below the rows.
    public func footer(_ words: LocalizedText) -> Self { with("groupFooter", words.json) }

    /// Adds a conditional footer that replaces `footer`; the first whose condition is true is shown.
    public func footer(_ words: LocalizedText, when condition: RuleCondition) -> Self {
        adding(["when": condition.json, "footer": words.json], to: "groupFooterWhen")
    }

    /// Makes the group collapsible, and collapsed or expanded at first.
    public func collapsed(_ isCollapsed: Bool = true) -> Self {
        with("groupCollapsed", .boolean(isCollapsed))
    }

    /// Sets the level of users for whom the group is shown.
    public func level(_ level: Schema.Level) -> Self { with("groupLevel", level.rawValue) }

    /// Limits the group to members of these user groups, in the app's names; only they see and
    /// change it.
    ///
    /// It needs an app that identifies its users (`Requester.groups`). Requests without a requester
    /// have access to every group.
    public func access(_ people: String...) -> Self { with("groupAccess", people) }

    /// Sets the colors, lengths and fonts of the group.
    public func style(_ style: ItemStyle) -> Self { with("groupStyle", style.json) }

    /// Sets the condition under which the group is visible.
    public func visible(when condition: RuleCondition) -> Self {
        with("groupVisibleWhen", condition.json)
    }

    /// Adds a constraint across several settings.
    ///
    /// If the condition is false, the message is shown next to `items`, or by default next to the settings that the
    /// condition compares with each other; if it compares none, next to all of its settings.
    public func check(
        _ condition: RuleCondition, _ message: LocalizedText, at items: String...
    ) -> Self {
        adding(.check(condition, message, items), to: "groupChecks")
    }

    /// Sets the former keys of the group.
    ///
    /// For a group of `Select` items, the stored choice moves to the new key.
    public func renamed(from keys: String...) -> Self { with("groupRenamedFrom", keys) }

    /// Maps former values to current values, for a group of `Select` items.
    public func valueMap(_ map: [String: Value]) -> Self { with("groupValueMap", map) }
}

extension JSONValue {
    static func check(
        _ condition: RuleCondition, _ message: LocalizedText, _ items: [String]
    ) -> JSONValue {
        // Without keys, the attribute is left out: `null` is not a list.
        .object(present: [
            ("require", condition.json), ("message", message.json),
            ("items", items.isEmpty ? .none : .array(items.map(JSONValue.text))),
        ])
    }
}

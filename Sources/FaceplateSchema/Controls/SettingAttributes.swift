extension AttributeDefinition {
    static let itemValue = AttributeDefinition(
        "itemValue", .value, cells: true,
        "The default, used until a value is set; for 'select', true for the selected item; for 'info', the shown "
            + "value.")
    static let itemValueWhen = AttributeDefinition(
        "itemValueWhen", .nodes(of: .default),
        "Other defaults, each with a condition; the first with a true condition applies.",
        schema: ["type": "array", "minItems": 1, "items": ["$ref": "#/$defs/default"]])
    static let itemValueMap = AttributeDefinition(
        "itemValueMap", .valueMap, "Former values as text, and the current value for each.")
    static let itemReadOnly = AttributeDefinition(
        "itemReadOnly", .boolean, "True for a value that only the program can change.")
    static let itemEnabledWhen = AttributeDefinition(
        "itemEnabledWhen", .condition,
        "The condition under which the item can be changed or pressed.")
    static let itemRequiredWhen = AttributeDefinition(
        "itemRequiredWhen", .condition, cells: true,
        "The condition under which the item must have a value; for a column, on other columns of the row."
    )
    static let itemRequired = AttributeDefinition(
        "itemRequired", .boolean, cells: true,
        "True to reject an empty value; false for text, a switch or a choice without a default that has no value "
            + "until one is set, and for a cell that can be left out, where it would be needed."
    )
    static let itemWhenHidden = AttributeDefinition(
        "itemWhenHidden", .word(of: Schema.WhenHidden.allCases.map(\.rawValue)),
        "The treatment of the value while the item is hidden: 'keep' it, or 'clear' it to its default."
    )
    static let itemRestart = AttributeDefinition(
        "itemRestart", .boolean,
        "True when the program uses a new value only after a restart.")
    static let itemSynced = AttributeDefinition(
        "itemSynced", .boolean,
        "True when machines sync the value, if the program syncs settings; for a 'select' group, one option is "
            + "enough.")
    static let itemKeepWithin = AttributeDefinition(
        "itemKeepWithin", .length(Schema.keepRange),
        "The time within which a change must be confirmed, in seconds or like '2m': 5 seconds to an hour. After it, "
            + "the previous value is restored; for a 'select' group, one option is enough.")
    static let itemScope = AttributeDefinition(
        "itemScope", .word(of: Schema.Scope.allCases.map(\.rawValue)),
        "The machines for which the value is meant: a portable export leaves out 'machine' values; for a 'select' "
            + "group, one option is enough.")
    static let itemFilePath = AttributeDefinition(
        "itemFilePath", .strings,
        "The place of the value in the program's own file, from the outside in, such as ['server', 'port']; by "
            + "default, the parts of the key.")

    static let itemDeprecated = AttributeDefinition(
        "itemDeprecated", .labelOrBoolean,
        "A sentence that says what replaces the item (text, a label key, or text by locale); or true."
    )

    static let ofEachSetting = [
        itemReadOnly, itemEnabledWhen, itemRequiredWhen, itemWhenHidden, itemRestart, itemScope,
        itemFilePath, itemDeprecated,
    ]
    /// The attributes of every setting with a default, which machines can share.
    static let ofValues =
        [itemValue, itemValueWhen, itemValueMap, itemSynced, itemKeepWithin, itemRequired]
        + ofEachSetting
}

extension AttributeDefinition {
    static let itemAction = AttributeDefinition(
        "itemAction", .strings,
        "The command that a button or link runs, argument by argument, in the schema's folder.")
    static let itemConfirm = AttributeDefinition(
        "itemConfirm", .label,
        "The question before an action runs: text, a label key, or text by locale.")
}

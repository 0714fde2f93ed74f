/// The attributes of items with options, and the parts that these controls share.
enum OptionAttributes {
    static let all =
        AttributeDefinition.ofValues + [
            AttributeDefinition(
                "itemOptions", .options, cells: true,
                "The options of a choice of any kind: values, or objects with 'value' and its words."
            ),
            AttributeDefinition(
                "itemOptionsProvided", .boolean,
                "True when the program provides the options while it runs."),
        ]

    /// Returns true if the program can add options while it runs.
    static func areProvided(_ item: SchemaDocument.Item) -> Bool {
        item.node.boolean("itemOptionsProvided") == true
    }

    /// The options are necessary, unless the program provides them.
    static func required(for item: SchemaDocument.Item) -> [String] {
        areProvided(item) ? [] : ["itemOptions"]
    }

    /// Returns the type of one selected option in conditions.
    static func operandType(of item: SchemaDocument.Item) -> ConditionOperandType {
        areProvided(item) ? .any : .options(item.optionValues)
    }
}

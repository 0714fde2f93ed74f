/// The attributes of items with a number, and the parts that these controls share.
enum NumberAttributes {
    static let itemMinimum = AttributeDefinition(
        "itemMinimum", .bound, cells: true,
        "The least number, the first date or time, or the shortest length of time.")
    static let itemMaximum = AttributeDefinition(
        "itemMaximum", .bound, cells: true,
        "The greatest number, the last date or time, or the longest length of time.")
    static let itemFormat = AttributeDefinition(
        "itemFormat", .string, cells: true,
        "The form in which a value is shown: '%.1f kg' for a number, 'd MMMM yyyy' for a date.")
    static let itemUnit = AttributeDefinition(
        "itemUnit", .label, cells: true,
        "The unit of a number: words, a label key, or words by locale.")
    static let itemFractionDigits = AttributeDefinition(
        "itemFractionDigits", .count(from: 0), cells: true,
        "The most digits behind the decimal point.",
        schema: [
            "type": "integer", "minimum": 0,
            "maximum": JSONValue(integerLiteral: Int64(BoundsCheck.mostFractionDigits)),
        ])

    static let all =
        AttributeDefinition.ofValues + [
            itemMinimum, itemMaximum,
            AttributeDefinition(
                "itemStep", .bound, cells: true,
                "The distance of numbers that are accepted, counted from the least."),
            itemUnit, itemFormat, TextAttributes.itemPlaceholder, .itemRequired,
        ]

    /// Returns the rules of a number.
    ///
    /// - Parameter isPlain: True for a number whose field is the same in every language.
    static func rules(
        for item: SchemaDocument.Item, isDecimal: Bool, isPlain: Bool = false
    ) -> any ValueRules {
        let node = item.node
        let unit = node.string("itemUnit")
        guard isDecimal else {
            return IntegerRules(
                minimum: integer(node, "itemMinimum"), maximum: integer(node, "itemMaximum"),
                step: integer(node, "itemStep"), unit: unit, isPlain: isPlain)
        }
        return DecimalRules(
            minimum: decimal(node, "itemMinimum"), maximum: decimal(node, "itemMaximum"),
            step: decimal(node, "itemStep"),
            maximumFractionDigits: node.count("itemFractionDigits"), unit: unit, isPlain: isPlain)
    }

    /// Returns true if a bound, the step, the default or the number of digits has a fraction.
    static func hasFraction(_ item: SchemaDocument.Item) -> Bool {
        (item.node.count("itemFractionDigits") ?? 0) > 0
            || ["itemMinimum", "itemMaximum", "itemStep", "itemValue"].contains { name in
                item.node.object[name]?.number.map { $0.integer == nil } ?? false
            }
    }

    static func integer(_ node: SchemaDocument.Node, _ name: String) -> Int64? {
        node.object[name]?.number?.integer
    }

    static func decimal(_ node: SchemaDocument.Node, _ name: String) -> ExactDecimal? {
        node.object[name]?.number.flatMap { ExactDecimal($0.text) }
    }
}

/// The attributes of items with a date, a time or a duration, and the parts that these controls share.
enum TimeAttributes {
    static let range =
        AttributeDefinition.ofValues + [
            NumberAttributes.itemMinimum, NumberAttributes.itemMaximum, .itemRequired,
        ]
    static let date = range + [NumberAttributes.itemFormat]
    static let itemSeconds = AttributeDefinition(
        "itemSeconds", .boolean, cells: true, "True when a time can have seconds.")

    /// Returns a bound; `nil` if it is missing or cannot be read.
    static func bound<Bound>(
        _ item: SchemaDocument.Item, _ name: String, _ read: (String) -> Bound?
    ) -> Bound? {
        item.node.string(name).flatMap(read)
    }

    /// Returns a duration in seconds, written as a number of seconds or with units: `"5m"`.
    static func seconds(_ json: JSONValue) -> ExactDecimal? {
        (try? DurationRules().value(fromJSON: json)).flatMap { ExactDecimal($0.plainText) }
    }
}

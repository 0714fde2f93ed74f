enum InfoControl: ControlDefinition {
    static let summary = "A label with a read-only value."
    static let attributes: [AttributeDefinition] = [
        .itemValue, NumberAttributes.itemFormat, NumberAttributes.itemUnit,
    ]
    static let traits = ControlTraits(holdsValue: false)
    static var item: any ItemDeclaration.Type { Info.self }

    /// A number or a date: the percent sign identifies a number format.
    static func displayFormat(of item: SchemaDocument.Item) -> DisplayFormat? {
        let isNumber =
            item.node.object["itemValue"]?.number != nil
            || item.node.string("itemFormat")?.contains("%") == true
        return isNumber ? .number : .dateTime
    }
}

/// A label with a read-only value.
public struct Info: ItemDeclaration {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares an info row; its value can also be text (`subtitle`), or be provided by the app.
    public init(
        _ key: String, value: Value? = nil, file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.info, key, value, file, line)
    }

    /// Sets the display format: in the form of `printf` for numbers, with Unicode pattern letters for dates.
    public func format(_ format: String) -> Self { with("itemFormat", format) }

    /// Sets the unit of a number.
    public func unit(_ words: LocalizedText) -> Self { with("itemUnit", words.json) }
}

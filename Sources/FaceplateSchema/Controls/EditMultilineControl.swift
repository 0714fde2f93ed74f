enum EditMultilineControl: ControlDefinition {
    static let summary = "Text of several lines."
    static let attributes =
        AttributeDefinition.ofValues + TextAttributes.length + TextAttributes.hints + [
            .itemRequired, TextAttributes.itemTrim,
            TextAttributes.itemRows,
            AttributeDefinition(
                "itemMaximumLines", .count(from: 1), cells: true, "The most lines of text."),
        ]
    static let traits = ControlTraits(
        fitsCell: true, family: .texts, operand: .text, implied: .text(""))
    static var item: any ItemDeclaration.Type { EditMultiline.self }

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? {
        TextAttributes.rules(for: item, allowsLines: true)
    }

    static var valueSchema: JSONValue? { ["type": "string"] }
}

/// Text with several lines.
public struct EditMultiline: TrimmedItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares the field.
    public init(
        _ key: String? = nil, default value: String? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.editMultiline, key, value.map(Value.text), file, line)
    }

    /// Sets the number of visible lines, 1 or more; it does not limit the text.
    public func rows(_ count: Int) -> Self { with("itemRows", count) }

    /// Sets the maximum number of lines, 1 or more.
    ///
    /// A line end at the end of the text does not begin another line. More lines are rejected with
    /// the code `too_many_lines`. With 1, the field is one line, in which Enter saves.
    public func maximumLines(_ count: Int) -> Self { with("itemMaximumLines", count) }
}

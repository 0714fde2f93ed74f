import FaceplateHTML

enum EditHTMLControl: ControlDefinition {
    static let summary = "Formatted text."
    static let attributes =
        AttributeDefinition.ofValues + [
            .itemRequired, TextAttributes.itemPlaceholder, TextAttributes.itemRows,
        ]
    static let traits = ControlTraits(family: .texts, operand: .text, implied: .text(""))
    static var item: any ItemDeclaration.Type { EditHTML.self }

    static let mostScalars = 10_000

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? {
        TextRules(
            form: .formatted, maximumLength: mostScalars,
            isRequired: item.node.boolean("itemRequired") ?? false, allowsLines: true)
    }

    static var valueSchema: JSONValue? { ["type": "string"] }
}

extension TextForm {
    /// Safe HTML, which people type with marks such as `**strong**`.
    package static let formatted = TextForm(
        "html", converted: RichText.markup, written: RichText.marked)
}

/// Formatted text that people edit: paragraphs, headings, lists, links and emphasis.
public struct EditHTML: RequirableItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares formatted text; without a default it is empty.
    ///
    /// The value is HTML without anything that loads, runs or styles, of at most 10,000 Unicode scalars. Text with
    /// marks, such as `**strong**`, is converted.
    public init(
        _ key: String? = nil, default value: String? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.editHTML, key, value.map(Value.text), file, line)
    }

    /// Sets an example that is shown in the empty field.
    public func placeholder(_ words: LocalizedText) -> Self { with("itemPlaceholder", words.json) }

    /// Sets the number of visible lines, 1 or more; it does not limit the text.
    public func rows(_ count: Int) -> Self { with("itemRows", count) }
}

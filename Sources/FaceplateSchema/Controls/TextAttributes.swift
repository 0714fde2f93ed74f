/// The attributes of items that users type text into, and the parts that these controls share.
enum TextAttributes {
    static let hints = [
        AttributeDefinition(
            "itemKeyboard", .word(of: Schema.Keyboard.allCases.map(\.rawValue)), cells: true,
            "The keyboard that a phone offers."),
        AttributeDefinition(
            "itemCapitalization", .word(of: Schema.Capitalization.allCases.map(\.rawValue)),
            cells: true, "The letters that a phone writes as capitals by itself."),
        AttributeDefinition(
            "itemSpellcheck", .boolean, cells: true, "True when a browser checks the spelling."),
        itemContentType,
    ]
    static let itemContentType = AttributeDefinition(
        "itemContentType", .string, cells: true,
        "The kind of text, for browsers that complete it: an autocomplete token of HTML.",
        schema: ["enum": .array(ContentTypeCheck.tokens.map(JSONValue.text))])
    static let itemPlaceholder = AttributeDefinition(
        "itemPlaceholder", .label, cells: true,
        "The text in an empty field: words, a label key, or words by locale.")
    static let length = [
        itemPlaceholder,
        AttributeDefinition(
            "itemMinimumLength", .count(from: 0), cells: true,
            "The fewest Unicode scalars of a text that is not empty."),
        AttributeDefinition(
            "itemMaximumLength", .count(from: 1), cells: true, "The most Unicode scalars of a text."
        ),
        AttributeDefinition(
            "itemPattern", .pattern, cells: true,
            "The form of a text: an ECMA-262 regular expression, unanchored, without back-references and "
                + "look-around."),
    ]
    static let itemTrim = AttributeDefinition(
        "itemTrim", .boolean, cells: true,
        "True to remove spaces and line ends around a text, which is the default.")

    static func pattern(_ node: SchemaDocument.Node) -> Pattern? {
        node.string("itemPattern").flatMap { try? Pattern($0) }
    }

    /// Returns the rules of one line or several lines of text.
    static func rules(
        for item: SchemaDocument.Item, isRequired: Bool = false, allowsLines: Bool = false
    ) -> TextRules {
        let node = item.node
        return TextRules(
            isRequired: node.boolean("itemRequired") ?? isRequired,
            minimumLength: node.count("itemMinimumLength"),
            maximumLength: node.count("itemMaximumLength"), pattern: pattern(node),
            trims: node.boolean("itemTrim") ?? true, allowsLines: allowsLines,
            maximumLines: node.count("itemMaximumLines"))
    }
}

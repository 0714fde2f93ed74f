enum NumberAttributes {
    static let itemMinimum = AttributeDefinition(
        "itemMinimum", .bound, cells: true,
        "The least number or size, the first date or time, or the shortest length of time.")
    static let itemMaximum = AttributeDefinition(
        "itemMaximum", .bound, cells: true,
        "The greatest number or size, the last date or time, or the longest length of time.")
    static let itemBoundsWhen = AttributeDefinition(
        "itemBoundsWhen", .nodes(of: .bounds),
        "Narrower bounds, each with a condition; the first with a true condition applies.",
        schema: ["type": "array", "minItems": 1, "items": ["$ref": "#/$defs/bounds"]])
    static let itemFormat = AttributeDefinition(
        "itemFormat", .string, cells: true,
        "The form in which a value is shown: '%.1f kg' for a number, 'd MMMM yyyy' for a date.")
    static let itemUnit = AttributeDefinition(
        "itemUnit", .label, cells: true,
        "The unit of a number: text, a label key, or text by locale.")
    static let itemFractionDigits = AttributeDefinition(
        "itemFractionDigits", .count(from: 0), cells: true,
        "The most digits behind the decimal point.",
        schema: [
            "type": "integer", "minimum": 0,
            "maximum": JSONValue(integerLiteral: Int64(BoundsCheck.mostFractionDigits)),
        ])

    static let all =
        AttributeDefinition.ofValues + [
            itemMinimum, itemMaximum, itemBoundsWhen,
            AttributeDefinition(
                "itemStep", .bound, cells: true,
                "The distance of numbers that are accepted, counted from the least."),
            itemUnit, itemFormat, TextAttributes.itemPlaceholder, .itemRequired,
        ]

    /// - Parameter isPlain: True for a number whose field is the same in every language.
    static func rules(
        for item: SchemaDocument.Item, isDecimal: Bool, isPlain: Bool = false,
        hexadecimal: NumberFormat? = nil
    ) -> any ValueRules {
        let node = item.node
        return NumberRules(
            isInteger: !isDecimal, minimum: decimal(node, "itemMinimum"),
            maximum: decimal(node, "itemMaximum"), step: decimal(node, "itemStep"),
            maximumFractionDigits: isDecimal ? node.count("itemFractionDigits") : nil,
            unit: node.string("itemUnit"), isPlain: isPlain, hexadecimal: hexadecimal)
    }

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

enum TimeAttributes {
    static let range =
        AttributeDefinition.ofValues + [
            NumberAttributes.itemMinimum, NumberAttributes.itemMaximum,
            NumberAttributes.itemBoundsWhen, .itemRequired,
        ]
    static let date = range + [NumberAttributes.itemFormat]
    static let itemSeconds = AttributeDefinition(
        "itemSeconds", .boolean, cells: true, "True when a time can have seconds.")

    /// Returns a duration in seconds, written as a number of seconds or with units: `"5m"`.
    static func seconds(_ json: JSONValue) -> ExactDecimal? {
        (try? DurationRules().value(fromJSON: json)).flatMap { ExactDecimal($0.plainText) }
    }

    /// Returns a length of time, written as a number of seconds or with units, to the millisecond.
    static func length(_ json: JSONValue) -> Duration? {
        seconds(json).flatMap { Double($0.description) }.flatMap {
            Int64(exactly: ($0 * 1_000).rounded()).map(Duration.milliseconds)
        }
    }
}

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
    static let itemTextFormat = AttributeDefinition(
        "itemTextFormat", .word(of: Schema.TextFormat.allCases.map(\.rawValue)), cells: true,
        "The form that a line of text must have, such as the address of a machine.")
    static let itemContentType = AttributeDefinition(
        "itemContentType", .string, cells: true,
        "The kind of text, for browsers that complete it: an autocomplete token of HTML.",
        schema: ["enum": .array(ContentTypeCheck.tokens.map(JSONValue.text))])
    static let itemPlaceholder = AttributeDefinition(
        "itemPlaceholder", .label, cells: true,
        "The text in an empty field: text, a label key, or text by locale.")
    static let length = [
        itemPlaceholder,
        AttributeDefinition(
            "itemMinimumLength", .count(from: 0), cells: true,
            "The fewest Unicode scalars of text that is not empty."),
        AttributeDefinition(
            "itemMaximumLength", .count(from: 1), cells: true, "The most Unicode scalars of text."
        ),
        AttributeDefinition(
            "itemPattern", .pattern, cells: true,
            "The form of text: an ECMA-262 regular expression, unanchored, without back-references and "
                + "look-around."),
    ]
    static let itemRows = AttributeDefinition(
        "itemRows", .count(from: 1), cells: true,
        "The number of visible lines of text that has several lines.")
    static let itemTrim = AttributeDefinition(
        "itemTrim", .boolean, cells: true,
        "True to remove spaces and line ends around text, which is the default.")

    static func pattern(_ node: SchemaDocument.Node) -> Pattern? {
        node.string("itemPattern").flatMap { try? Pattern($0) }
    }

    static func rules(
        for item: SchemaDocument.Item, isRequired: Bool = false, allowsLines: Bool = false
    ) -> TextRules {
        let node = item.node
        return TextRules(
            isRequired: node.boolean("itemRequired") ?? isRequired,
            minimumLength: node.count("itemMinimumLength"),
            maximumLength: node.count("itemMaximumLength"), pattern: pattern(node),
            trims: node.boolean("itemTrim") ?? true, allowsLines: allowsLines,
            maximumLines: node.count("itemMaximumLines"),
            form: node.string("itemTextFormat").flatMap(Schema.TextFormat.init)?.form)
    }
}

enum OptionAttributes {
    static let all =
        AttributeDefinition.ofValues + [
            AttributeDefinition(
                "itemOptions", .options, cells: true,
                "The options of a choice of any kind: values, or objects with 'value' and its labels."
            ),
            AttributeDefinition(
                "itemOptionsProvided", .boolean,
                "True when the program provides the options while it runs."),
        ]

    static func areProvided(_ item: SchemaDocument.Item) -> Bool {
        item.node.boolean("itemOptionsProvided") == true
    }

    static func required(for item: SchemaDocument.Item) -> [String] {
        areProvided(item) ? [] : ["itemOptions"]
    }
}

protocol OneOptionControl: ControlDefinition {}

extension OneOptionControl {
    static var attributes: [AttributeDefinition] { OptionAttributes.all }

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? {
        OptionRules(item.optionValues)
    }

    static func impliedDefault(of item: SchemaDocument.Item) -> Value? { item.optionValues.first }

    static var canBeUnset: Bool { true }

    static func operandType(of item: SchemaDocument.Item) -> ConditionOperandType? {
        OptionAttributes.areProvided(item) ? .any : .options(item.optionValues)
    }

    static func requiredAttributes(of item: SchemaDocument.Item) -> [String] {
        OptionAttributes.required(for: item)
    }

    static var valueSchema: JSONValue? { ["$ref": "#/$defs/scalar"] }

    static var valueMapSchema: JSONValue? { valueSchema }
}

enum ListAttributes {
    static let counts = [
        AttributeDefinition(
            "itemMinimumCount", .count(from: 0), cells: true, "The fewest elements of a list."),
        AttributeDefinition(
            "itemMaximumCount", .count(from: 1), cells: true, "The most elements of a list."),
    ]
}

enum ChoicesControl: ControlDefinition {
    static let summary = "Any number of several options, as check boxes."
    static let attributes = OptionAttributes.all + ListAttributes.counts
    static let traits = ControlTraits(isList: true, family: .choices, implied: .list([]))
    static var item: any ItemDeclaration.Type { Choices.self }

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? {
        ChoicesRules(
            options: item.optionValues, minimumCount: item.node.count("itemMinimumCount"),
            maximumCount: item.node.count("itemMaximumCount"))
    }

    static func operandType(of item: SchemaDocument.Item) -> ConditionOperandType? {
        OptionAttributes.areProvided(item) ? .list : .choices(item.optionValues)
    }

    static func requiredAttributes(of item: SchemaDocument.Item) -> [String] {
        OptionAttributes.required(for: item)
    }

    static func problems(with item: SchemaDocument.Item) -> [SchemaProblem] {
        let node = item.node
        let (minimum, options) = (node.count("itemMinimumCount") ?? 0, item.optionValues.count)
        guard !OptionAttributes.areProvided(item), options > 0, minimum > options,
            minimum <= node.count("itemMaximumCount") ?? minimum
        else { return [] }
        return [
            node.problem(
                "itemMinimumCount", "There are only \(options) options to choose \(minimum) of.")
        ]
    }

    static var valueSchema: JSONValue? { ["type": "array", "items": ["$ref": "#/$defs/scalar"]] }
}

/// Any number of several options, as check boxes.
public struct Choices: OptionsItem, CountedItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares check boxes with their options; without a default, none is selected.
    ///
    /// The value is a list of the selected values, in the order of the options.
    public init(
        _ key: String? = nil, options: [ChoiceOption]? = nil, default values: [Value]? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.choices, key, values.map(Value.list), file, line)
        self = with(options)
    }
}

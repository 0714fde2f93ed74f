/// Makes the rules of an item from its attributes, for the checks and for the schema itself.
enum SettingRules {
    /// `nil` for an item without a value of its own, or one whose attributes are broken.
    static func of(_ item: SchemaDocument.Item) -> (any ValueRules)? {
        let node = item.node
        let pattern = node.string("itemPattern").flatMap { try? Pattern($0) }
        return switch item.control {
        case .switch: BooleanRules()
        case .editText:
            TextRules(
                isRequired: node.boolean("itemRequired") ?? false,
                minimumLength: node.count("itemMinimumLength"),
                maximumLength: node.count("itemMaximumLength"),
                pattern: pattern, trims: node.boolean("itemTrim") ?? true)
        case .editPassword:
            SecretRules(
                minimumLength: node.count("itemMinimumLength"),
                maximumLength: node.count("itemMaximumLength"), pattern: pattern)
        case .choice: OptionRules(optionValues(of: item))
        default: nil
        }
    }

    static func optionValues(of item: SchemaDocument.Item) -> [Value] {
        (item.node.object["itemOptions"]?.array ?? []).compactMap {
            Value(json: $0.object?["value"] ?? $0)
        }
    }
}

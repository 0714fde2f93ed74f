enum EditAlternativesControl: ControlDefinition {
    static let summary = "A value of one of several kinds, each with a control of its own."
    /// More do not fit a row.
    private static let most = 8
    static let attributes =
        AttributeDefinition.ofValues + [
            AttributeDefinition(
                "itemAlternatives", .nodes(of: .column), cells: true,
                "The kinds of value of an 'edit_alternatives', written like items without keys, each with a title.",
                schema: [
                    "type": "array", "minItems": 1, "maxItems": .number(Int64(most)),
                    "items": ["$ref": "#/$defs/column"],
                ]),
            AttributeDefinition(
                "itemNullable", .boolean, cells: true,
                "True when 'null' is one more kind of value of an 'edit_alternatives', and its default if it has no other."
            ),
        ]
    static let traits = ControlTraits(fitsCell: true, operand: .any)
    static var item: any ItemDeclaration.Type { EditAlternatives.self }

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? {
        let rules = item.cells.compactMap(\.rules)
        return rules.isEmpty ? nil : AlternativesRules(rules, isNullable: isNullable(item))
    }

    private static func isNullable(_ item: SchemaDocument.Item) -> Bool {
        item.node.boolean("itemNullable") ?? false
    }

    static func impliedDefault(of item: SchemaDocument.Item) -> Value? {
        isNullable(item) ? .null : nil
    }

    /// The labels of cells are found by their keys, which no schema writes here.
    static func named(_ alternative: JSONValue, at place: Int) -> JSONValue {
        guard let members = alternative.object?.members.filter({ $0.name != "itemKey" }) else {
            return alternative
        }
        let key = JSONObject.Member(name: "itemKey", value: .text("kind\(place)"))
        return JSONValue(.object(JSONObject([key] + members)), at: alternative.position)
    }

    static func requiredAttributes(of item: SchemaDocument.Item) -> [String] {
        ["itemAlternatives"]
    }

    static func problems(with item: SchemaDocument.Item) -> [SchemaProblem] {
        let least = isNullable(item) ? 1 : 2
        let count = item.cells.count
        let untitled = item.cells.filter { $0.node.object["itemTitle"] == nil }
        return untitled.map { $0.node.problem(nil, "The alternative has no 'itemTitle'.") }
            + ((least...most).contains(count)
                ? []
                : [
                    item.node.problem(
                        "itemAlternatives",
                        "There are \(count) alternatives; \(least) to \(most) fit.")
                ])
    }
}

/// A value of one of several kinds: “auto” or a number, one name or a list of names.
public struct EditAlternatives: SettingItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a setting with its kinds of value, which are items without keys: `EditInteger().title("Number")`.
    ///
    /// There are 2 to 8, or 1 if the setting is nullable; each has a title, and its control fits a cell. The first one
    /// that accepts a value shows it. Without a default, there is no value.
    public init(
        _ key: String? = nil, default value: Value? = nil, file: String = #fileID,
        line: Int = #line, @ItemsBuilder alternatives: () -> [any GroupEntry]
    ) {
        declaration = Declaration(.editAlternatives, key, value, file, line)
        declaration.set("itemAlternatives", .list(alternatives().map(\.declaration)))
    }

    /// Makes `null` one more kind of value, and the default if there is no other.
    public func nullable(_ isNullable: Bool = true) -> Self {
        with("itemNullable", .boolean(isNullable))
    }
}

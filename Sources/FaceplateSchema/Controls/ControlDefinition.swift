/// Each control of the dialect has one conforming type, in a file of this folder, with the Swift type of its items.
///
/// `ControlKind` lists them. `FaceplatePanel/Controls` has the view of each.
protocol ControlDefinition {
    static var summary: String { get }
    /// In addition to those of every item (`AttributeDefinition.ofEveryItem`).
    static var attributes: [AttributeDefinition] { get }
    static var traits: ControlTraits { get }
    static var item: any ItemDeclaration.Type { get }

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)?
    /// `nil` if it has no value until one is set.
    static func impliedDefault(of item: SchemaDocument.Item) -> Value?
    /// True if an item with `itemRequired: false` has no value until one is set.
    static var canBeUnset: Bool { get }
    /// For a column that declares no default; `nil` if a value is necessary.
    static func cellDefault(of cell: SchemaDocument.Item) -> Value?
    static func operandType(of item: SchemaDocument.Item) -> ConditionOperandType?

    static func requiredAttributes(of item: SchemaDocument.Item) -> [String]
    static func displayFormat(of item: SchemaDocument.Item) -> DisplayFormat?
    static func problem(withDefault json: JSONValue, of item: SchemaDocument.Item) -> SchemaProblem?
    /// The JSON Schema of `itemValue`, if it is stricter than that of the attribute.
    static var valueSchema: JSONValue? { get }
    /// `nil` for any value.
    static var valueMapSchema: JSONValue? { get }
    static func problems(with item: SchemaDocument.Item) -> [SchemaProblem]
}

extension ControlDefinition {
    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? { nil }
    static func impliedDefault(of item: SchemaDocument.Item) -> Value? { traits.implied }
    static var canBeUnset: Bool { traits.implied?.isScalar ?? false }
    static func cellDefault(of cell: SchemaDocument.Item) -> Value? {
        traits.fitsCell ? impliedDefault(of: cell) : nil
    }
    static func operandType(of item: SchemaDocument.Item) -> ConditionOperandType? {
        traits.operand
    }
    static func requiredAttributes(of item: SchemaDocument.Item) -> [String] { [] }
    static func displayFormat(of item: SchemaDocument.Item) -> DisplayFormat? { traits.format }
    static func problems(with item: SchemaDocument.Item) -> [SchemaProblem] { [] }
    static var valueSchema: JSONValue? { nil }
    static var valueMapSchema: JSONValue? { nil }

    static func problem(
        withDefault json: JSONValue, of item: SchemaDocument.Item
    ) -> SchemaProblem? {
        guard let rules = rules(for: item) else { return nil }
        do throws(ValueProblem) {
            let value = try rules.value(fromJSON: json)
            // An empty default of a required text is valid: no user has entered a value yet.
            guard let problem = rules.problem(with: value),
                problem.code != .required || !value.isEmpty
            else { return nil }
            throw problem
        } catch {
            let words = ProblemWords.english.sentence(
                for: error, label: item.key ?? "The default",
                options: item.optionValues.map(\.plainText))
            return item.node.problem("itemValue", "The default does not fit: \(words).")
        }
    }
}

/// The properties of a control that do not depend on the item.
struct ControlTraits: Sendable {
    var holdsValue = true
    var fitsCell = false
    var isList = false
    var isAction = false
    var family: ControlFamily?
    /// `nil` without a value, or if the type depends on the item.
    var operand: ConditionOperandType?
    /// `nil` if it has none, or if it depends on the item.
    var implied: Value?
    var bounds: BoundForm?
    /// `nil` for a control without one, or if the form depends on the item.
    var format: DisplayFormat?
}

/// A kind of controls with similar attributes, as messages name it.
enum ControlFamily: String, CaseIterable, Sendable {
    case choices, texts, numbers, times, lists
}

extension SchemaDocument.Item {
    var optionValues: [Value] {
        (node.object["itemOptions"]?.array ?? []).compactMap {
            Value(json: $0.object?["value"] ?? $0)
        }
    }

    /// The operand types of the columns, which conditions of a cell test.
    var typesOfCells: SchemaDocument.Types {
        cells.reduce(into: [:]) { types, cell in
            if let key = cell.key { types[key] = cell.kind?.definition.operandType(of: cell) }
        }
    }

    var stateNames: [Value] { states.compactMap { $0.string("state").map(Value.text) } }
}

/// One question asked of a schema as written.
///
/// All checks run, and all problems are reported.
protocol SchemaCheck: Sendable {
    func problems(in document: SchemaDocument) -> [SchemaProblem]
}

/// The checks of the dialect.
enum SchemaChecks {
    static let all: [any SchemaCheck] = [
        AttributeNamesCheck(), AttributeShapeCheck(), RequiredAttributesCheck(), ControlCheck(),
        KeyCheck(), SelectGroupCheck(), OptionsCheck(), DefaultValueCheck(), LengthRangeCheck(),
        RenameCheck(), ValueMapCheck(),
        ReferenceCheck(), CellsCheck(), StatesCheck(), ConditionsCheck(), VisibilityCheck(),
    ]

    /// Every problem, in the order of the text.
    static func problems(in document: SchemaDocument) -> [SchemaProblem] {
        let found = document.problems + all.flatMap { $0.problems(in: document) }
        return found.enumerated()
            .sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
            .map(\.element)
    }
}

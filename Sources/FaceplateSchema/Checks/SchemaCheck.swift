/// All checks run, and all problems are reported.
protocol SchemaCheck: Sendable {
    func problems(in document: SchemaDocument) -> [SchemaProblem]
}

enum SchemaChecks {
    static let all: [any SchemaCheck] = [
        AttributeNamesCheck(), AttributeShapeCheck(), RequiredAttributesCheck(), ControlCheck(),
        KeyCheck(), SelectGroupCheck(), OptionsCheck(), DefaultValueCheck(), LengthRangeCheck(),
        BoundsCheck(), ControlOwnCheck(), FormatCheck(), ContentTypeCheck(), RenameCheck(),
        ValueMapCheck(),
        StyleCheck(), ReferenceCheck(), CellsCheck(), StatesCheck(), PageCheck(), SummaryCheck(),
        LeadCheck(), AccessCheck(), CollapsedCheck(),
        ThemeCheck(), AccentCheck(), RestartCheck(), SyncCheck(), KeepCheck(),
        CustomControlsCheck(),
        ConditionsCheck(),
        VisibilityCheck(), DefaultConditionsCheck(),
    ]

    /// A problem of a custom control is reported once, and not again for each of its items.
    static func problems(in document: SchemaDocument) -> [SchemaProblem] {
        let found = document.problems + all.flatMap { $0.problems(in: document) }
        var reported: Set<Place> = []
        return found.enumerated()
            .sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
            .map(\.element)
            .filter { reported.insert(Place($0)).inserted }
    }

    private struct Place: Hashable {
        let position: TextPosition
        let attribute: Substring
        let message: String

        init(_ problem: SchemaProblem) {
            position = problem.position
            attribute = problem.path.split(separator: ".").last ?? ""
            message = problem.message
        }
    }
}

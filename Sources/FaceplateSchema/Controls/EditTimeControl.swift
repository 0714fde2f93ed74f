enum EditTimeControl: ControlDefinition {
    static let summary = "A time of day."
    static let attributes = TimeAttributes.date + [TimeAttributes.itemSeconds]
    static let traits = ControlTraits(
        fitsCell: true, family: .times, operand: .text, bounds: .time, format: .time)
    static var item: any ItemDeclaration.Type { EditTime.self }

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? {
        TimeRules(
            minimum: item.node.string("itemMinimum").flatMap(ClockTime.init),
            maximum: item.node.string("itemMaximum").flatMap(ClockTime.init),
            allowsSeconds: item.node.boolean("itemSeconds") ?? false)
    }
}

/// A time of day: `07:30`.
public struct EditTime: ClockItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a time; without a default it has no value.
    public init(
        _ key: String? = nil, default value: String? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.editTime, key, value.map(Value.text), file, line)
    }
}

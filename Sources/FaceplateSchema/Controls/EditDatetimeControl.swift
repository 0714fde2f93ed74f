enum EditDatetimeControl: ControlDefinition {
    static let summary = "A date and a time."
    static let attributes =
        TimeAttributes.date + [
            TimeAttributes.itemSeconds,
            AttributeDefinition(
                "itemTimeZone", .timeZone, cells: true,
                "The time zone of a date with a time, such as 'Europe/Berlin'."),
        ]
    static let traits = ControlTraits(
        fitsCell: true, family: .times, operand: .text, bounds: .dateTime, format: .dateTime)
    static var item: any ItemDeclaration.Type { EditDatetime.self }

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? {
        DateTimeRules(
            minimum: item.node.string("itemMinimum").flatMap(CivilDateTime.init),
            maximum: item.node.string("itemMaximum").flatMap(CivilDateTime.init),
            zone: item.node.string("itemTimeZone").flatMap(Zone.init),
            allowsSeconds: item.node.boolean("itemSeconds") ?? false)
    }
}

/// A date and a time: `2026-11-20T07:30`.
public struct EditDatetime: ClockItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a date and time; without a default it has no value.
    public init(
        _ key: String? = nil, default value: String? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.editDatetime, key, value.map(Value.text), file, line)
    }

    /// Sets the time zone of the value, a name of the IANA database such as `Europe/Berlin`.
    ///
    /// Without it, the value is a local time of the program that reads it. With it, a time that
    /// clocks skip is rejected.
    public func timeZone(_ name: String) -> Self { with("itemTimeZone", name) }
}

enum EditDurationControl: ControlDefinition {
    static let summary = "A duration."
    static let attributes =
        TimeAttributes.range + [
            AttributeDefinition(
                "itemDurationUnit", .word(of: DurationUnit.allCases.map(\.rawValue)), cells: true,
                "The unit of a length of time that is written without one.")
        ]
    static let traits = ControlTraits(
        fitsCell: true, family: .times, operand: .number, bounds: .duration)
    static var item: any ItemDeclaration.Type { EditDuration.self }

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? {
        let node = item.node
        return DurationRules(
            minimum: node.object["itemMinimum"].flatMap(TimeAttributes.seconds),
            maximum: node.object["itemMaximum"].flatMap(TimeAttributes.seconds),
            unit: node.string("itemDurationUnit").flatMap { DurationUnit(rawValue: $0) } ?? .s)
    }
}

/// A duration: a number of seconds, or a string with units, `"1h30m"`.
public struct EditDuration: LengthItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a duration; without a default it has no value.
    public init(
        _ key: String? = nil, default value: Value? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.editDuration, key, value, file, line)
    }
}

/// A length of time.
public protocol LengthItem: RequirableItem {}

extension LengthItem {
    /// Sets the minimum: a number of seconds, or a string with units such as `"1h30m"`.
    ///
    /// Without it, the minimum is 0.
    public func minimum(_ length: Value) -> Self { with("itemMinimum", length.json) }

    /// Sets the maximum: a number of seconds, or a string with units such as `"1h30m"`.
    ///
    /// Without it, the maximum is 10¹⁵ seconds.
    public func maximum(_ length: Value) -> Self { with("itemMaximum", length.json) }

    /// Sets the unit of the field, and of numbers that are entered without a unit; seconds by
    /// default.
    ///
    /// The stored value is a number of seconds for every unit.
    public func unit(_ unit: DurationUnit) -> Self { with("itemDurationUnit", unit.rawValue) }
}

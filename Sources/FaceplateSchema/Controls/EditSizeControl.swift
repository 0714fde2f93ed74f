enum EditSizeControl: ControlDefinition {
    static let summary = "A size in bytes, with a unit."
    static let attributes =
        TimeAttributes.range + [
            AttributeDefinition(
                "itemSizeUnits", .units, cells: true,
                "The units of a size: names such as 'MiB', or an object from the names that the program uses to a "
                    + "number of bytes or a unit. The first one is that of a number without a unit.",
                schema: unitsSchema),
            AttributeDefinition(
                "itemStorage", .word(of: Schema.SizeStorage.allCases.map(\.rawValue)), cells: true,
                "The form of the value of a size: 'bytes', a number, which is the default; or 'text' with a unit."
            ),
        ]
    static let traits = ControlTraits(fitsCell: true, bounds: .size)
    static var item: any ItemDeclaration.Type { EditSize.self }

    /// The format of an integer in bytes in a JSON Schema of this package.
    static let format = "bytes"

    private static let names = SizeUnit.all.map { JSONValue.text($0.name) }
    private static let unitsSchema: JSONValue = [
        "anyOf": [
            [
                "type": "array", "minItems": 1, "uniqueItems": true,
                "items": ["enum": .array(names)],
            ],
            [
                "type": "object", "minProperties": 1,
                "propertyNames": ["pattern": "^[A-Za-z]*$"],
                "additionalProperties": [
                    "anyOf": [["enum": .array(names)], ["type": "integer", "minimum": 1]]
                ],
            ],
        ]
    ]

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? { sizeRules(for: item) }

    static func sizeRules(for item: SchemaDocument.Item) -> SizeRules {
        let node = item.node
        return SizeRules(
            minimum: node.object["itemMinimum"].flatMap(bytes),
            maximum: node.object["itemMaximum"].flatMap(bytes),
            units: units(of: item).compactMap { unit($0.name, $0.size) },
            storesText: storesText(item))
    }

    static func operandType(of item: SchemaDocument.Item) -> ConditionOperandType? {
        storesText(item) ? .text : .number
    }

    static func problems(with item: SchemaDocument.Item) -> [SchemaProblem] {
        var known: [SizeUnit] = []
        return units(of: item).compactMap { name, size in
            guard let unit = unit(name, size) else {
                let wanted = SizeUnit.all.map { "'\($0.name)'" }.joined(separator: ", ")
                return item.node.problem(
                    "itemSizeUnits",
                    size.number == nil
                        ? "\(size.described()) is not a unit. Units are \(wanted)."
                        : "'\(name)' must be a whole number of bytes from 1, not \(size.described())."
                )
            }
            defer { known.append(unit) }
            return fault(in: unit, after: known).map { item.node.problem("itemSizeUnits", $0) }
        }
    }

    private static func fault(in unit: SizeUnit, after known: [SizeUnit]) -> String? {
        guard unit.name.utf8.allSatisfy(\.isLetter) else {
            return "'\(unit.name)' is not the name of a unit, which has only letters."
        }
        if let same = known.first(where: { $0.bytes == unit.bytes }) {
            return "'\(unit.name)' is the same size as '\(same.name)'."
        }
        if unit.name.isEmpty, !known.isEmpty {
            return "The unit without a name must be the first one."
        }
        return unit.name.lowercased() == "b" && unit.bytes != 1
            ? "'\(unit.name)' must be 1 byte." : nil
    }

    // MARK: - Reading

    /// Returns a size in bytes, written as a number of bytes or with a standard unit.
    static func bytes(_ json: JSONValue) -> Int64? {
        guard case .integer(let bytes)? = try? SizeRules().value(fromJSON: json) else { return nil }
        return bytes
    }

    private static func storesText(_ item: SchemaDocument.Item) -> Bool {
        item.node.string("itemStorage") == Schema.SizeStorage.text.rawValue
    }

    private static func units(of item: SchemaDocument.Item) -> [(name: String, size: JSONValue)] {
        let json = item.node.object["itemSizeUnits"]
        return json?.array?.map { ($0.string ?? "", $0) }
            ?? json?.object?.members.map { ($0.name, $0.value) } ?? []
    }

    private static func unit(_ name: String, _ size: JSONValue) -> SizeUnit? {
        if let standard = size.string {
            return SizeUnit.standard(standard).map { SizeUnit(name: name, bytes: $0.bytes) }
        }
        guard let bytes = size.number?.integer, (1...1 << 60).contains(bytes) else { return nil }
        return SizeUnit(name: name, bytes: bytes)
    }
}

extension Schema {
    /// The form of the value of an `edit_size` (`itemStorage`).
    public enum SizeStorage: String, Sendable, Hashable, CaseIterable {
        /// An integer number of bytes.
        case bytes
        /// Text with a unit, such as `64M`.
        case text
    }
}

/// A size: a number of bytes, or a string with a unit, `"512 MiB"`.
public struct EditSize: RequirableItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a size; without a default it has no value.
    public init(
        _ key: String? = nil, default value: Value? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.editSize, key, value, file, line)
    }

    /// Sets the minimum: a number of bytes, or a string with a standard unit such as `"1 MiB"`.
    ///
    /// Without it, the minimum is 0.
    public func minimum(_ size: Value) -> Self { with("itemMinimum", size.json) }

    /// Sets the maximum: a number of bytes, or a string with a standard unit such as `"2GB"`.
    ///
    /// Without it, the maximum is 7 EiB.
    public func maximum(_ size: Value) -> Self { with("itemMaximum", size.json) }

    /// Sets the units of the field: `B`, `kB` to `EB`, and `KiB` to `EiB`.
    ///
    /// The first one is that of an empty field, and of numbers that are entered without a unit.
    public func units(_ names: String...) -> Self { with("itemSizeUnits", names) }

    /// Sets the units that the program reads and their sizes: a standard unit or a number of bytes.
    ///
    /// An empty name, which must be the first, is a number without a unit. Names have only letters.
    public func units(_ sizes: KeyValuePairs<String, Value>) -> Self {
        with("itemSizeUnits", .object(sizes.map { ($0.key, $0.value.json) }))
    }

    /// Sets the form of the value: a number of bytes, which is the default, or text with a unit.
    public func storage(_ storage: Schema.SizeStorage) -> Self {
        with("itemStorage", storage.rawValue)
    }
}

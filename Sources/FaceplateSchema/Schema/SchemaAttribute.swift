/// `Schemas/faceplate.schema.json` describes the same attributes for editors; a test compares the two.
struct SchemaAttribute: Sendable {
    enum Scope: String, Sendable, CaseIterable {
        case panel, group, item, column, option, state, footer, check, bounds, `default`
    }

    enum Shape: Sendable {
        case key, keys, string, strings, number, boolean, scalar, url, pattern
        case value
        /// A number, or a string such as a date.
        case bound
        /// A length of time in a range: a number of seconds, or a string such as `2m`.
        case length(ClosedRange<Int>)
        case texts
        case count(from: Int)
        case word(of: [String])
        case label
        /// True or false, or a label.
        case labelOrBoolean
        case labels, locales, options, valueMap
        case nodes(of: Scope), node
        case condition, style, image, timeZone
        case wordOrStyle(of: [String])
        case controls, jsonSchema
        /// A list of names, or an object from names to sizes.
        case units
        /// Accepted without a check.
        case ignored
    }

    let name: String
    let shape: Shape

    static let panel: [SchemaAttribute] = [
        .init("$schema", .ignored), .init("$comment", .ignored),
        .init("panelKey", .key), .init("panelVersion", .count(from: 1)),
        .init("panelTitle", .label),
        .init("panelSave", .word(of: Schema.SaveMode.allCases.map(\.rawValue))),
        .init("panelLayout", .word(of: Schema.Layout.allCases.map(\.rawValue))),
        .init("panelDensity", .word(of: Schema.Density.allCases.map(\.rawValue))),
        .init("panelIcon", .image),
        .init("panelLocales", .locales), .init("panelStyle", .style),
        .init("panelTheme", .key), .init("panelAccent", .key),
        .init("panelRestart", .key), .init("panelSyncSwitch", .key),
        .init("panelHistoryRevisions", .count(from: 1)),
        .init("panelHistoryDays", .count(from: 1)),
        .init("panelHistorySize", .count(from: 1)),
        .init("panelControls", .controls), .init("panelChecks", .nodes(of: .check)),
        .init("labels", .labels), .init("groups", .nodes(of: .group)),
    ]

    static let group: [SchemaAttribute] = [
        .init("$comment", .ignored), .init("order", .number),
        .init("groupKey", .key), .init("groupTitle", .label),
        .init("groupHeader", .label), .init("groupFooter", .label),
        .init("groupFooterWhen", .nodes(of: .footer)), .init("groupCollapsed", .boolean),
        .init("groupLevel", .word(of: Schema.Level.allCases.map(\.rawValue))),
        .init("groupAccess", .strings), .init("groupStyle", .style),
        .init("groupVisibleWhen", .condition),
        .init("groupChecks", .nodes(of: .check)), .init("groupRenamedFrom", .keys),
        .init("groupValueMap", .valueMap), .init("items", .nodes(of: .item)),
    ]

    static let item = AttributeDefinition.all.map { SchemaAttribute($0.name, $0.shape) }

    static let column = AttributeDefinition.all.filter(\.isForCells).map {
        SchemaAttribute($0.name, $0.shape)
    }

    static let option: [SchemaAttribute] = [
        .init("$comment", .ignored), .init("value", .scalar),
        .init("label", .label), .init("short", .label),
        .init("help", .label), .init("when", .condition),
    ]

    static let state: [SchemaAttribute] = [
        .init("$comment", .ignored), .init("state", .key),
        .init("title", .label), .init("confirm", .label),
        .init("role", .word(of: Schema.Role.allCases.map(\.rawValue))),
    ]

    static let footer: [SchemaAttribute] = [
        .init("$comment", .ignored), .init("when", .condition),
        .init("footer", .label),
    ]

    static let check: [SchemaAttribute] = [
        .init("$comment", .ignored), .init("require", .condition),
        .init("message", .label), .init("items", .keys),
    ]

    static let bounds: [SchemaAttribute] = [
        .init("$comment", .ignored), .init("when", .condition),
        .init("itemMinimum", .bound), .init("itemMaximum", .bound),
    ]

    static let `default`: [SchemaAttribute] = [
        .init("$comment", .ignored), .init("when", .condition), .init("itemValue", .value),
    ]

    static func all(of scope: Scope) -> [SchemaAttribute] {
        switch scope {
        case .panel: panel
        case .group: group
        case .item: item
        case .column: column
        case .option: option
        case .state: state
        case .footer: footer
        case .check: check
        case .bounds: bounds
        case .default: `default`
        }
    }

    private static let tables: [Scope: [String: SchemaAttribute]] =
        Scope.allCases.reduce(into: [:]) { tables, scope in
            tables[scope] = all(of: scope).reduce(into: [:]) { $0[$1.name] = $1 }
        }

    static func byName(of scope: Scope) -> [String: SchemaAttribute] { tables[scope] ?? [:] }

    private init(_ name: String, _ shape: Shape) {
        self.name = name
        self.shape = shape
    }
}

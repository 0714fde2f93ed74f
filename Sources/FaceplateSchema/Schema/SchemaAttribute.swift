/// An attribute of schemas: its name and the shape of its value.
///
/// `Schemas/faceplate.schema.json` describes the same attributes for editors; a test compares the two.
struct SchemaAttribute: Sendable {
    enum Scope: String, Sendable, CaseIterable {
        case panel, group, item, column, option, state, footer, check
    }

    enum Shape: Sendable {
        case key, keys, string, strings, number, boolean, scalar, url, pattern
        /// Any value: a scalar, a list or a table row.
        case value
        /// A number, or a string such as a date.
        case bound
        /// A length of time in a range: a number of seconds, or a string such as `2m`.
        case length(ClosedRange<Int>)
        /// A string or a list of strings.
        case texts
        case count(from: Int)
        case word(of: [String])
        case label
        case labels, locales, options, valueMap
        /// Objects with attributes.
        case nodes, node
        case condition, style, image, timeZone
        /// One of several strings, or an object with colors and lengths.
        case wordOrStyle(of: [String])
        /// Custom controls by name.
        case controls
        /// Accepted without a check.
        case ignored
    }

    let name: String
    let scope: Scope
    let shape: Shape

    static let panel: [SchemaAttribute] = [
        .init("$schema", .panel, .ignored), .init("$comment", .panel, .ignored),
        .init("panelKey", .panel, .key), .init("panelVersion", .panel, .count(from: 1)),
        .init("panelTitle", .panel, .label),
        .init("panelSave", .panel, .word(of: Schema.SaveMode.allCases.map(\.rawValue))),
        .init("panelLayout", .panel, .word(of: Schema.Layout.allCases.map(\.rawValue))),
        .init("panelDensity", .panel, .word(of: Schema.Density.allCases.map(\.rawValue))),
        .init("panelIcon", .panel, .image),
        .init("panelLocales", .panel, .locales), .init("panelStyle", .panel, .style),
        .init("panelRestart", .panel, .key), .init("panelSyncSwitch", .panel, .key),
        .init("panelHistoryRevisions", .panel, .count(from: 1)),
        .init("panelHistoryDays", .panel, .count(from: 1)),
        .init("panelControls", .panel, .controls), .init("panelChecks", .panel, .nodes),
        .init("labels", .panel, .labels), .init("groups", .panel, .nodes),
    ]

    static let group: [SchemaAttribute] = [
        .init("$comment", .group, .ignored), .init("order", .group, .number),
        .init("groupKey", .group, .key), .init("groupTitle", .group, .label),
        .init("groupHeader", .group, .label), .init("groupFooter", .group, .label),
        .init("groupFooterWhen", .group, .nodes), .init("groupCollapsed", .group, .boolean),
        .init("groupLevel", .group, .word(of: Schema.Level.allCases.map(\.rawValue))),
        .init("groupAccess", .group, .strings), .init("groupStyle", .group, .style),
        .init("groupVisibleWhen", .group, .condition),
        .init("groupChecks", .group, .nodes), .init("groupRenamedFrom", .group, .keys),
        .init("groupValueMap", .group, .valueMap), .init("items", .group, .nodes),
    ]

    /// The attributes of items, which the controls define.
    static let item = AttributeDefinition.all.map { SchemaAttribute($0.name, .item, $0.shape) }

    /// The attributes of table columns and list elements.
    static let column = AttributeDefinition.all.filter(\.isForCells).map {
        SchemaAttribute($0.name, .column, $0.shape)
    }

    static let option: [SchemaAttribute] = [
        .init("$comment", .option, .ignored), .init("value", .option, .scalar),
        .init("label", .option, .label), .init("short", .option, .label),
        .init("help", .option, .label), .init("when", .option, .condition),
    ]

    static let state: [SchemaAttribute] = [
        .init("$comment", .state, .ignored), .init("state", .state, .key),
        .init("title", .state, .label), .init("confirm", .state, .label),
        .init("role", .state, .word(of: Schema.Role.allCases.map(\.rawValue))),
    ]

    static let footer: [SchemaAttribute] = [
        .init("$comment", .footer, .ignored), .init("when", .footer, .condition),
        .init("footer", .footer, .label),
    ]

    static let check: [SchemaAttribute] = [
        .init("$comment", .check, .ignored), .init("require", .check, .condition),
        .init("message", .check, .label), .init("items", .check, .keys),
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
        }
    }

    private static let tables: [Scope: [String: SchemaAttribute]] =
        Scope.allCases.reduce(into: [:]) { tables, scope in
            tables[scope] = all(of: scope).reduce(into: [:]) { $0[$1.name] = $1 }
        }

    static func byName(of scope: Scope) -> [String: SchemaAttribute] { tables[scope] ?? [:] }

    private init(_ name: String, _ scope: Scope, _ shape: Shape) {
        self.name = name
        self.scope = scope
        self.shape = shape
    }
}

/// One attribute of the dialect: its name and the shape of its value.
///
/// `Schemas/faceplate.schema.json` describes the same attributes to editors; a test holds the two
/// against each other.
struct SchemaAttribute: Sendable {
    enum Scope: String, Sendable {
        case panel, group, item, option
    }

    enum Shape: Sendable {
        case key, keys, string, strings, number, boolean, scalar, url, pattern
        case count(from: Int)
        case word(of: [String])
        case label
        case labels, locales, options, valueMap
        case groups, items
        /// Accepted and not looked at.
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
        .init("panelLocales", .panel, .locales), .init("labels", .panel, .labels),
        .init("groups", .panel, .groups),
    ]

    static let group: [SchemaAttribute] = [
        .init("$comment", .group, .ignored), .init("order", .group, .number),
        .init("groupKey", .group, .key), .init("groupTitle", .group, .label),
        .init("groupFooter", .group, .label), .init("groupRenamedFrom", .group, .keys),
        .init("groupValueMap", .group, .valueMap), .init("items", .group, .items),
    ]

    static let item: [SchemaAttribute] = [
        .init("$comment", .item, .ignored), .init("order", .item, .number),
        .init("itemKey", .item, .key), .init("itemControlType", .item, .string),
        .init("itemValue", .item, .scalar), .init("itemTitle", .item, .label),
        .init("itemSubtitle", .item, .label), .init("itemHelp", .item, .label),
        .init("itemPlaceholder", .item, .label), .init("itemOptions", .item, .options),
        .init("itemStyle", .item, .word(of: Schema.Style.allCases.map(\.rawValue))),
        .init("itemRequired", .item, .boolean), .init("itemTrim", .item, .boolean),
        .init("itemMinimumLength", .item, .count(from: 0)),
        .init("itemMaximumLength", .item, .count(from: 1)),
        .init("itemPattern", .item, .pattern), .init("itemReadOnly", .item, .boolean),
        .init("itemHidden", .item, .boolean), .init("itemRenamedFrom", .item, .keys),
        .init("itemValueMap", .item, .valueMap), .init("itemURL", .item, .url),
        .init("itemAction", .item, .strings),
    ]

    static let option: [SchemaAttribute] = [
        .init("$comment", .option, .ignored), .init("value", .option, .scalar),
        .init("label", .option, .label), .init("short", .option, .label),
        .init("help", .option, .label),
    ]

    static func all(of scope: Scope) -> [SchemaAttribute] {
        switch scope {
        case .panel: panel
        case .group: group
        case .item: item
        case .option: option
        }
    }

    private init(_ name: String, _ scope: Scope, _ shape: Shape) {
        self.name = name
        self.scope = scope
        self.shape = shape
    }
}

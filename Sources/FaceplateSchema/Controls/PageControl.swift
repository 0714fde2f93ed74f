enum PageControl: ControlDefinition {
    static let summary = "A link to a subpage."
    static let attributes: [AttributeDefinition] = [
        .init(
            "groups", .nodes(of: .group),
            "The groups of the page that a 'page' item leads to; empty if the program provides them.",
            schema: ["type": "array", "items": ["$ref": "#/$defs/group"]]
        ),
        .init(
            "itemSummary", .label,
            "The line of a 'page' row, with '{key}' for values: text, a label key, or text by locale."
        ),
        .init(
            "itemHue", .word(of: Schema.Hue.allCases.map(\.rawValue)),
            "The color of a page's tile; by default that of its place among the pages."),
    ]
    static let traits = ControlTraits(holdsValue: false)
    static var item: any ItemDeclaration.Type { Page.self }

    static func requiredAttributes(of item: SchemaDocument.Item) -> [String] { ["groups"] }
}

/// A link to a subpage, which contains groups.
public struct Page: ItemDeclaration {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a subpage with its groups, which can contain pages, 12 levels deep at most.
    ///
    /// A page without groups is valid: the app can add groups to it.
    public init(
        _ key: String, file: String = #fileID, line: Int = #line,
        @GroupsBuilder groups: () -> [Group] = { [] }
    ) {
        declaration = Declaration(.page, key, nil, file, line)
        declaration.set("groups", .list(groups().map(\.declaration)))
    }

    /// Sets the subtitle of the row, with `{key}` for values.
    public func summary(_ words: LocalizedText) -> Self { with("itemSummary", words.json) }

    /// Sets the color of the page's tile, which its subpages have, too.
    public func hue(_ hue: Schema.Hue) -> Self { with("itemHue", hue.rawValue) }
}

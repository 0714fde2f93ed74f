enum LinkControl: ControlDefinition {
    static let summary = "A link to an address, or a row that runs an action."
    static let attributes: [AttributeDefinition] = [
        .init(
            "itemURL", .url,
            "The address of a 'link': http:// or https:// with a host, mailto:, tel:, or a relative address.",
            schema: [
                "type": "string", "minLength": 1, "pattern": .text(addressPattern),
            ]
        ),
        .itemAction, .itemConfirm,
        .init(
            "itemAccessory", .word(of: Schema.Accessory.allCases.map(\.rawValue)),
            "The mark at the end of a link."),
        .itemEnabledWhen,
    ]
    static let traits = ControlTraits(holdsValue: false, isAction: true)
    /// The rule of `WebAddress.isLink` as a pattern.
    private static let addressPattern =
        #"^(?!//)(?:[Hh][Tt][Tt][Pp][Ss]?://[^\u0000- \u007f-\u009f\\/?#@:][^\u0000- \u0"#
        + #"07f-\u009f\\]*|(?:[Mm][Aa][Ii][Ll][Tt][Oo]|[Tt][Ee][Ll]):[^\u0000- \u007f-\u00"#
        + #"9f\\]+|[^\u0000- \u007f-\u009f\\:/?#]*(?:[/?#][^\u0000- \u007f-\u009f\\]*)?)$"#
    static var item: any ItemDeclaration.Type { Link.self }
}

/// A link to a URL, or without a URL a row that runs an action.
public struct Link: ActionItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a link.
    public init(
        _ key: String, to address: String? = nil, file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.link, key, nil, file, line)
        if let address { self = with("itemURL", address) }
    }

    /// Sets the symbol at the end of the row.
    public func accessory(_ mark: Schema.Accessory) -> Self { with("itemAccessory", mark.rawValue) }
}

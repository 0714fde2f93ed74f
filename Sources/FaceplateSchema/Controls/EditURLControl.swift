import FaceplateAddress

/// `edit_url`: an address of the web or of mail, with a link to it.
enum EditURLControl: ControlDefinition {
    static let summary = "An address of the web or of mail."
    static let attributes = AttributeDefinition.ofValues + [TextAttributes.itemPlaceholder]
    /// The default is the empty string, which is no address.
    static let traits = ControlTraits(
        fitsCell: true, family: .texts, operand: .text, implied: .text(""))
    static var item: any ItemDeclaration.Type { EditURL.self }

    /// The most Unicode scalars of an address, which every browser opens.
    static let mostScalars = 2048

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? {
        TextRules(form: .address, maximumLength: mostScalars)
    }

    static var valueSchema: JSONValue? {
        ["type": "string", "anyOf": [["const": ""], ["format": "uri"]]]
    }
}

extension TextForm {
    /// An `http` or `https` address with a host, or a `mailto` address with a value.
    ///
    /// The rule is that of `itemURL`, without relative addresses and telephone numbers.
    package static let address = TextForm(
        "uri", examples: ["http://…", "https://…", "mailto:…"],
        pattern:
            #"^([Hh][Tt][Tt][Pp][Ss]?://[^\u0000- \u007F-\u009F\\/?#@:]|[Mm][Aa][Ii][Ll][Tt][Oo]:[^\u0000- \u007F-\u009F\\])"#
            + #"[^\u0000- \u007F-\u009F\\]*$"#,
        accepts: { text in
            let lowered = text.lowercased().utf8
            return WebAddress.isAbsoluteLink(text)
                && ["http:", "https:", "mailto:"].contains { lowered.starts(with: $0.utf8) }
        })
}

/// An address of the web or of mail: `https://example.org/`, `mailto:name@example.org`.
public struct EditURL: SettingItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares an address; without a default it is empty.
    ///
    /// Accepted are `http` and `https` with a host, and `mailto`, of at most 2048 Unicode scalars.
    public init(
        _ key: String? = nil, default value: String? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.editURL, key, value.map(Value.text), file, line)
    }

    /// Sets an example that is shown in the empty field.
    public func placeholder(_ words: WrittenWords) -> Self { with("itemPlaceholder", words.json) }
}

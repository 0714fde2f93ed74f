import FaceplateAddress

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
    /// The rule is that of `itemURL`, without relative addresses and telephone numbers.
    ///
    /// It also checks the host and the port, and rejects the characters `<`, `>` and `"`.
    package static let address = TextForm(
        "uri", examples: ["https://…", "http://…", "mailto:…"],
        pattern:
            #"^([Hh][Tt][Tt][Pp][Ss]?://([^\u0000- \u007F-\u009F\\/?#@:<>"\[\]][^\u0000- \u007F-\u009F\\/?#@<>"\[\]]*@)?"#
            + #"(\[[0-9A-Fa-f:.]+\]|[^\u0000- \u007F-\u009F\\/?#@:<>"\[\]]+)"#
            + #"(:(6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[0-5][0-9]{4}|[0-9]{0,4}))?"#
            + #"([/?#][^\u0000- \u007F-\u009F\\<>"]*)?|"#
            + #"[Mm][Aa][Ii][Ll][Tt][Oo]:[^\u0000- \u007F-\u009F\\<>"]+)$"#,
        accepts: { text in
            let lowered = text.lowercased().utf8
            guard WebAddress.isAbsoluteLink(text), !text.utf8.contains(where: "<>\"".utf8.contains)
            else { return false }
            if lowered.starts(with: "mailto:".utf8) { return true }
            guard ["http://", "https://"].contains(where: { lowered.starts(with: $0.utf8) }) else {
                return false
            }
            let rest = text.utf8.drop { $0 != UInt8(ascii: "/") }.dropFirst(2)
            return hasHost(rest.prefix { !"/?#".utf8.contains($0) })
        })

    private static func hasHost(_ authority: Substring.UTF8View) -> Bool {
        var host = authority
        if let at = authority.firstIndex(of: UInt8(ascii: "@")) {
            let user = authority[..<at]
            guard !user.isEmpty, user.first != UInt8(ascii: ":"),
                !user.contains(where: "[]".utf8.contains)
            else { return false }
            host = authority[authority.index(after: at)...]
        }
        let name: Substring.UTF8View
        if host.first == UInt8(ascii: "[") {
            guard let end = host.firstIndex(of: UInt8(ascii: "]")) else { return false }
            name = host[..<end].dropFirst()
            guard name.allSatisfy({ $0.hexadecimalValue != nil || ":.".utf8.contains($0) }) else {
                return false
            }
            host = host[host.index(after: end)...]
        } else {
            name = host.prefix { $0 != UInt8(ascii: ":") }
            guard !name.contains(where: "@[]".utf8.contains) else { return false }
            host = host[name.endIndex...]
        }
        guard !name.isEmpty else { return false }
        if host.isEmpty { return true }
        let port = host.dropFirst()
        return host.first == UInt8(ascii: ":") && port.allSatisfy(\.isDigit) && port.count <= 5
            && (port.isEmpty || (Int(Substring(port)) ?? .max) <= 65_535)
    }
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

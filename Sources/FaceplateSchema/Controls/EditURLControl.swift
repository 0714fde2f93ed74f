import FaceplateAddress

enum EditURLControl: ControlDefinition {
    static let summary = "An address of the web or of mail."
    static let attributes =
        AttributeDefinition.ofValues + [
            TextAttributes.itemPlaceholder,
            AttributeDefinition(
                "itemSchemes", .strings, cells: true,
                "The schemes of the addresses that are accepted, in lower case; by default 'https', 'http' and "
                    + "'mailto'.",
                schema: [
                    "type": "array", "minItems": 1, "uniqueItems": true,
                    "items": [
                        "type": "string", "pattern": "^[a-z][a-z0-9+.-]*$",
                        "not": ["enum": .array(refusedSchemes.map(JSONValue.text))],
                    ],
                ]),
        ]
    /// The default is the empty string, which is no address.
    static let traits = ControlTraits(
        fitsCell: true, family: .texts, operand: .text, implied: .text(""))
    static var item: any ItemDeclaration.Type { EditURL.self }

    /// The most Unicode scalars of an address, which every browser opens.
    static let mostScalars = 2048

    /// A browser runs an address of these schemes as a program, or shows it as a page of the panel.
    private static let refusedSchemes = ["javascript", "data", "vbscript"]

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? {
        let schemes = item.node.strings("itemSchemes")
        return TextRules(
            form: schemes.isEmpty ? .address : .address(of: schemes), maximumLength: mostScalars)
    }

    static func problems(with item: SchemaDocument.Item) -> [SchemaProblem] {
        var known: Set<String> = []
        return item.node.strings("itemSchemes").compactMap { scheme in
            if refusedSchemes.contains(scheme.lowercased()) {
                return item.node.problem(
                    "itemSchemes", "'\(scheme)' is not accepted, because a browser can run it.")
            }
            guard isScheme(scheme) else {
                return item.node.problem(
                    "itemSchemes",
                    "'\(scheme)' is not a scheme such as 'https' or 'ssh': a lower-case letter, then letters, "
                        + "digits, '+', '.' and '-'.")
            }
            return known.insert(scheme).inserted
                ? nil : item.node.problem("itemSchemes", "'\(scheme)' is named twice.")
        }
    }

    private static func isScheme(_ text: String) -> Bool {
        text.utf8.first?.isSmallLetter == true
            && text.utf8.allSatisfy { $0.isSmallLetter || $0.isDigit || "+.-".utf8.contains($0) }
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
        pattern: "^([Hh][Tt][Tt][Pp][Ss]?" + webPattern + "|[Mm][Aa][Ii][Ll][Tt][Oo]" + pathPattern
            + ")$",
        accepts: { text in
            WebAddress.isAbsoluteLink(text) && accepts(text, of: ["http", "https", "mailto"])
        })

    /// The rule of `itemSchemes`: an address of the web has a host, and every other one has any text after its colon.
    static func address(of schemes: [String]) -> TextForm {
        let patterns = schemes.map { scheme in
            scheme.map { $0.isLetter ? "[\($0.uppercased())\($0)]" : $0 == "-" ? "-" : "\\\($0)" }
                .joined() + (isOfWeb(scheme) ? webPattern : pathPattern)
        }
        return TextForm(
            "uri", examples: schemes.map { $0 + (isOfWeb($0) ? "://…" : ":…") },
            pattern: "^(" + patterns.joined(separator: "|") + ")$",
            accepts: { accepts($0, of: schemes) })
    }

    private static let webPattern =
        #"://([^\u0000- \u007F-\u009F\\/?#@:<>"\[\]][^\u0000- \u007F-\u009F\\/?#@<>"\[\]]*@)?"#
        + #"(\[[0-9A-Fa-f:.]+\]|[^\u0000- \u007F-\u009F\\/?#@:<>"\[\]]+)"#
        + #"(:(6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[0-5][0-9]{4}|[0-9]{0,4}))?"#
        + #"([/?#][^\u0000- \u007F-\u009F\\<>"]*)?"#
    private static let pathPattern = #":[^\u0000- \u007F-\u009F\\<>"]+"#

    private static func isOfWeb(_ scheme: String) -> Bool { ["http", "https"].contains(scheme) }

    private static func accepts(_ text: String, of schemes: [String]) -> Bool {
        guard WebAddress.isAddress(text, of: schemes) else { return false }
        let scheme = text.utf8.prefix { $0 != UInt8(ascii: ":") }
        guard isOfWeb(String(decoding: scheme, as: UTF8.self).lowercased()) else { return true }
        let rest = text.utf8.dropFirst(scheme.count + 1)
        guard rest.starts(with: "//".utf8) else { return false }
        return hasHost(rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) })
    }

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
    /// Accepted are `http` and `https` with a host, and `mailto`, of at most 2048 Unicode scalars; see
    /// `schemes(_:)`.
    public init(
        _ key: String? = nil, default value: String? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.editURL, key, value.map(Value.text), file, line)
    }

    /// Sets the schemes that are accepted, in lower case, instead of `https`, `http` and `mailto`.
    ///
    /// The page links to addresses of the web, of mail and of telephones only.
    public func schemes(_ schemes: String...) -> Self { with("itemSchemes", schemes) }

    /// Sets an example that is shown in the empty field.
    public func placeholder(_ words: LocalizedText) -> Self { with("itemPlaceholder", words.json) }
}

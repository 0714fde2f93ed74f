import Foundation

/// The schemas and enumerations of a `.gschema.xml` file of GSettings.
struct GSettingsFile {
    struct Schema {
        let id: String
        /// `nil` if programs choose it, so that there can be several.
        let path: String?
        let base: String?
        /// True if programs add schemas of their own to it.
        let isList: Bool
        let keys: [Key]
        let children: [(name: String, id: String)]
        /// The defaults of keys of the base, as text of GVariant.
        let overrides: [String: String]
    }

    struct Key {
        let name: String
        /// As text of a type of GVariant; `nil` for the values of an enumeration.
        let type: String?
        let enumeration: String?
        /// An enumeration of which a value has several.
        let flags: String?
        /// As text of GVariant.
        var standard: String?
        /// True if translators choose the default.
        let isStandardTranslated: Bool
        let summary: String
        let description: String
        let bounds: (least: String?, most: String?)
        let choices: [String]
        /// The choices by their former names.
        let aliases: [String: String]
    }

    private(set) var schemas = KeyedArray<Schema>()
    /// The names of values by the identifier of the enumeration.
    private(set) var enumerations: [String: [String]] = [:]
    /// The domains of the translations.
    private(set) var domains: Set<String> = []

    /// True for a file of XML, which JSON never is.
    static func isXML(_ bytes: [UInt8]) -> Bool {
        let isSpace: (UInt8) -> Bool = {
            [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0].contains($0) || $0 <= 0x20
        }
        return bytes.first { !isSpace($0) } == UInt8(ascii: "<")
    }

    init(_ bytes: [UInt8]) throws(PropertyListError) {
        var reader = try XMLReader(bytes)
        let root = try reader.document()
        guard root.name == "schemalist" else {
            throw reader.error(
                "It is XML, but not a schema of GSettings: it begins with <\(root.name)>, not "
                    + "<schemalist>.", at: root)
        }
        domains = Set([root.attributes["gettext-domain"]].compactMap(\.self))
        for element in root.elements {
            switch element.name {
            case "schema":
                let schema = try Schema(element, reader)
                schemas[schema.id] = schema
                if let domain = element.attributes["gettext-domain"] { domains.insert(domain) }
            case "enum", "flags":
                let id = try reader.attribute("id", of: element)
                enumerations[id] = try element.elements("value")
                    .map { (value) throws(PropertyListError) in
                        try reader.attribute("nick", of: value)
                    }
            default: break
            }
        }
    }

    // MARK: - Files beside it

    /// Adds the enumerations and bases that the file needs from the files in its folder.
    mutating func addMissing(from folder: String) {
        var missing = schemas.compactMap(\.base).filter { schemas[$0] == nil }
        while let id = missing.popLast(), bases.count < Self.mostBases {
            guard bases[id] == nil, SettingKeySyntax.isValid(id),
                let file = Self.file("\(id).gschema.xml", in: folder),
                let base = file.schemas[id]
            else { continue }
            bases[id] = base
            enumerations.merge(file.enumerations) { own, _ in own }
            missing += [base.base].compactMap(\.self).filter { schemas[$0] == nil }
        }
        let keys = (Array(schemas) + bases.values).flatMap(\.keys)
        let isComplete = keys.compactMap { $0.enumeration ?? $0.flags }
            .allSatisfy { enumerations[$0] != nil }
        if !isComplete {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            for name in names.sorted() where name.hasSuffix(".enums.xml") {
                let found = Self.file(name, in: folder)?.enumerations ?? [:]
                enumerations.merge(found) { own, _ in own }
            }
        }
    }

    private static let mostBases = 16
    /// The schemas of other files that those of this file extend.
    private var bases: [String: Schema] = [:]

    private static func file(_ name: String, in folder: String) -> GSettingsFile? {
        (try? SchemaFile.bytes(of: PathParts.file(name, in: folder))).flatMap { try? Self($0) }
    }

    /// Returns a schema with the schemas that it extends, the first of which extends none.
    ///
    /// - Parameter missing: The identifier of one that no file has.
    func line(of schema: Schema) -> (schemas: [Schema], missing: String?) {
        var line = [schema]
        while let id = line.first?.base {
            guard line.count < Self.mostBases, let base = schemas[id] ?? bases[id] else {
                return (line, id)
            }
            line.insert(base, at: 0)
        }
        return (line, nil)
    }
}

extension GSettingsFile.Schema {
    fileprivate init(_ element: XMLElement, _ reader: XMLReader) throws(PropertyListError) {
        id = try reader.attribute("id", of: element)
        path = element.attributes["path"]
        base = element.attributes["extends"]
        isList = element.attributes["list-of"] != nil
        var keys = KeyedArray<GSettingsFile.Key>()
        var children: [(name: String, id: String)] = []
        var overrides: [String: String] = [:]
        for part in element.elements {
            switch part.name {
            case "key":
                let key = try GSettingsFile.Key(part, reader)
                keys[key.name] = key
            case "child":
                children.append(
                    (
                        try reader.attribute("name", of: part),
                        try reader.attribute("schema", of: part)
                    ))
            case "override": overrides[try reader.attribute("name", of: part)] = part.text
            default: break
            }
        }
        self.keys = Array(keys)
        self.children = children
        self.overrides = overrides
    }
}

extension GSettingsFile.Key {
    fileprivate init(_ element: XMLElement, _ reader: XMLReader) throws(PropertyListError) {
        name = try reader.attribute("name", of: element)
        type = element.attributes["type"]
        enumeration = element.attributes["enum"]
        flags = element.attributes["flags"]
        if type == nil, enumeration == nil, flags == nil {
            throw reader.error("The <key> '\(name)' has no type, enum or flags.", at: element)
        }
        standard = element.text(of: "default")
        isStandardTranslated = element.elements("default").first?.attributes["l10n"] != nil
        summary = element.text(of: "summary") ?? ""
        description = element.text(of: "description") ?? ""
        let range = element.elements("range").first?.attributes ?? [:]
        bounds = (range["min"], range["max"])
        choices = element.elements("choices").flatMap { $0.elements("choice") }
            .compactMap { $0.attributes["value"] }
        aliases = element.elements("aliases").flatMap { $0.elements("alias") }
            .reduce(into: [:]) { aliases, alias in
                guard let value = alias.attributes["value"] else { return }
                aliases[value] = alias.attributes["target"]
            }
    }
}

extension XMLReader {
    fileprivate func attribute(
        _ name: String, of element: XMLElement
    ) throws(PropertyListError) -> String {
        guard let value = element.attributes[name] else {
            throw error("The <\(element.name)> here has no '\(name)'.", at: element)
        }
        return value
    }
}

extension JSONSchemaConversion {
    /// The settings of a `.gschema.xml` file, whose schemas are pages or groups.
    ///
    /// - Parameter file: The path of the file; `nil` for bytes without a folder.
    init(gschema bytes: [UInt8], file: String?) throws(SchemaError) {
        do throws(PropertyListError) {
            var source = try GSettingsFile(bytes)
            if let file { source.addMissing(from: PathParts(file).folder) }
            let tree = GSettingsTree(source)
            let root = tree.root
            var builder = JSONSchemaBuilder(root)
            guard let panel = builder.panel(of: root)?.object else {
                throw PropertyListError("It has no <key>.", at: TextPosition(line: 1, column: 1))
            }
            let translations = Translations(
                of: tree.texts, domains: source.domains, beside: file)
            let labels = translations.labels
            let members = panel.members.map { ($0.name, $0.value as JSONValue?) }
            json = .object(
                present: [
                    ("panelKey", tree.key),
                    ("panelLocales", labels.map { .array(["en"] + $0.names.map(JSONValue.text)) }),
                    ("labels", labels),
                ] + members)
            notes = tree.notes + builder.notes + translations.notes
            rules = nil
        } catch {
            throw SchemaError(
                unread: file, error.message,
                at: error.position ?? TextPosition(line: 1, column: 1))
        }
    }
}

extension JSONValue {
    fileprivate var names: [String] { object?.members.map(\.name) ?? [] }
}

/// The settings of a file of GSettings as one JSON Schema.
///
/// The identifier of a schema, without the beginning that all of the file have, is the path of its keys.
private struct GSettingsTree {
    private static let mostKeys = 2_000
    /// A longer path has the rest of its names in the last one.
    private static let deepestSection = 4
    private static let deepestChild = 16
    private static let longestTitle = 60

    private struct Section: Sendable {
        var properties = KeyedArray<JSONValue>()
        var required: [JSONValue] = []
        var sections = KeyedArray<Section>()

        /// Adds the settings of a section at a path inside.
        mutating func place(_ section: Section, at path: ArraySlice<String>) {
            guard let name = path.first else {
                for (name, value) in zip(section.properties.keys, section.properties) {
                    properties[name] = value
                }
                required += section.required
                return
            }
            var inside = sections[name] ?? Section()
            inside.place(section, at: path.dropFirst())
            sections[name] = inside
        }
    }

    private let file: GSettingsFile
    private var top = Section()
    private var count = 0
    private let shared: [String]
    private(set) var notes: [JSONSchemaConversion.Note] = []
    /// The texts that the panel shows, with the written ones of which each consists.
    private(set) var texts: [String: [String]] = [:]

    init(_ file: GSettingsFile) {
        self.file = file
        let schemas = file.schemas
        let children = Set(schemas.flatMap { $0.children.map(\.id) })
        let bases = Set(schemas.compactMap(\.base))
        let own = schemas.filter {
            $0.path != nil || !children.contains($0.id) && !bases.contains($0.id)
        }
        shared = Self.commonStart(own.map { $0.id.split(separator: ".").map(String.init) })
        for schema in own {
            let path = schema.id.split(separator: ".").map(String.init).dropFirst(shared.count)
            if schema.path == nil {
                note(
                    path.joined(separator: "."),
                    "It has no path: a program can have several, and the panel shows one.")
            }
            place(schema, at: Array(path), within: [schema.id])
        }
        if count > Self.mostKeys { note("", "It has too many keys. Some of them are left out.") }
    }

    var key: JSONValue? {
        let name = shared.joined(separator: ".")
        return SettingKeySyntax.isValid(name) ? .text(name) : nil
    }

    /// The JSON Schema.
    var root: JSONValue {
        Self.schema(of: top, title: shared.last.map(JSONSchemaControls.title(from:)))
    }

    private static func commonStart(_ ids: [[String]]) -> [String] {
        ids.dropFirst().reduce(ids.first ?? []) { start, id in
            zip(start, id).prefix { $0 == $1 }.map(\.0)
        }
    }

    private static func schema(of section: Section, title: String?) -> JSONValue {
        var properties = section.properties
        for (name, inside) in zip(section.sections.keys, section.sections) {
            let title = JSONSchemaControls.title(from: name)
            var name = name
            while properties[name] != nil { name += "_" }
            properties[name] = schema(of: inside, title: title)
        }
        return .object(present: [
            ("title", title.map(JSONValue.text)), ("type", "object"),
            ("properties", .object(zip(properties.keys, properties).map { ($0, $1) })),
            ("required", .array(section.required)),
        ])
    }

    private mutating func note(_ place: String, _ message: String) {
        notes.append(.init(place: place, message: message))
    }

    // MARK: - Schemas

    /// - Parameter open: The schemas around it, in which it cannot be again.
    private mutating func place(
        _ schema: GSettingsFile.Schema, at path: [String], within open: Set<String>
    ) {
        var section = Section()
        guard count <= Self.mostKeys else { return }
        count += 1
        let place = path.joined(separator: ".")
        let (line, missing) = file.line(of: schema)
        if let missing { note(place, "It extends '\(missing)', which is in no file beside it.") }
        for key in keys(of: line) where count <= Self.mostKeys {
            count += 1
            section.properties[key.name] = property(key, (path + [key.name]).joined(separator: "."))
            if key.type.flatMap(VariantType.init)?.isNumber == true {
                section.required.append(.text(key.name))
            }
        }
        let rest = path.dropFirst(Self.deepestSection - 1).joined(separator: ".")
        let sections = path.prefix(Self.deepestSection - 1) + (rest.isEmpty ? [] : [rest])
        if !section.properties.isEmpty { top.place(section, at: sections) }
        if line.contains(where: \.isList) {
            note(place, "The schemas that programs add to it are left out.")
        }
        for (name, id) in line.flatMap(\.children) {
            guard let child = file.schemas[id] else {
                note(
                    (path + [name]).joined(separator: "."),
                    "The schema '\(id)' is in another file, and left out.")
                continue
            }
            if child.path == nil, !open.contains(id), open.count < Self.deepestChild {
                self.place(child, at: path + [name], within: open.union([id]))
            }
        }
    }

    /// Returns the keys of a schema after those of its bases.
    private func keys(of line: [GSettingsFile.Schema]) -> KeyedArray<GSettingsFile.Key> {
        var keys = KeyedArray<GSettingsFile.Key>()
        for schema in line {
            for key in schema.keys { keys[key.name] = key }
            for (name, standard) in schema.overrides { keys[name]?.standard = standard }
        }
        return keys
    }

    // MARK: - Keys

    private mutating func property(_ key: GSettingsFile.Key, _ place: String) -> JSONValue {
        var members = values(of: key, place).object?.members.map { ($0.name, $0.value) } ?? []
        for (name, bound) in [("minimum", key.bounds.least), ("maximum", key.bounds.most)] {
            guard let bound else { continue }
            guard let number = VariantText.json(bound), number.number != nil else {
                note(place, "The bound '\(bound)' is not a number.")
                continue
            }
            members.removeAll { $0.0 == name }
            members.append((name, number))
        }
        if let text = key.standard {
            if let value = VariantText.json(text) {
                let target = value.string.flatMap { key.aliases[$0] }.map(JSONValue.text)
                members.append(("default", target ?? value))
            } else {
                note(place, "A default that JSON cannot have is left out.")
            }
        }
        if key.isStandardTranslated {
            note(place, "The default is that without translation.")
        }
        if !key.aliases.isEmpty { note(place, "Former names of options are not accepted.") }
        return .object(members + labels(of: key))
    }

    private mutating func values(of key: GSettingsFile.Key, _ place: String) -> JSONValue {
        if let id = key.enumeration ?? key.flags {
            let names = file.enumerations[id] ?? []
            if names.isEmpty {
                note(place, "The values '\(id)' are in no file beside it. Any text is accepted.")
            }
            let one = VariantType.basic("s").jsonSchema(choices: names)
            return key.enumeration != nil
                ? one : ["type": "array", "items": one, "uniqueItems": true]
        }
        guard let type = key.type.flatMap(VariantType.init) else {
            note(place, "The type '\(key.type ?? "")' is unknown.")
            return [:]
        }
        // A setting without a value is `nothing`.
        if case .maybe(let type) = type { return type.jsonSchema(choices: key.choices) }
        return type.jsonSchema(choices: key.choices)
    }

    /// Returns the title and the description, which begins with a long summary.
    private mutating func labels(of key: GSettingsFile.Key) -> [(String, JSONValue)] {
        let summary = Translations.paragraphs(key.summary)
        let description = Translations.paragraphs(key.description)
        var labels: [(String, JSONValue)] = []
        var parts: [String] = []
        if !summary.isEmpty, summary.count <= Self.longestTitle {
            labels.append(("title", .text(summary)))
            texts[plainText(summary).capitalizedStart] = [summary]
        } else if !summary.isEmpty {
            parts.append(summary)
        }
        if !description.isEmpty, description != summary { parts.append(description) }
        guard !parts.isEmpty else { return labels }
        let text = parts.joined(separator: "\n\n")
        texts[plainText(text)] = parts
        return labels + [("description", .text(text))]
    }
}

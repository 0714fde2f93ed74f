/// A JSON Schema of a program's settings (drafts 4 to 2020-12), as the schema of a panel.
///
/// Objects become pages and groups, and the key of a setting is its path: `server.port`. A value without a control is a
/// field of JSON. Other documents are never fetched.
package struct JSONSchemaConversion: Sendable {
    /// Something that the panel leaves out or shows otherwise.
    package struct Note: Sendable, Hashable, CustomStringConvertible {
        /// The path of the property, such as `server.port`; empty for the whole schema.
        package let place: String
        /// One sentence.
        package let message: String

        package var description: String { place.isEmpty ? message : "\(place): \(message)" }

        private static let mostPlaces = 20

        /// Returns a line for each message, with its places.
        package static func lines(of notes: [Note]) -> [String] {
            var byMessage = KeyedArray<[Note]>()
            for note in notes { byMessage[note.message] = (byMessage[note.message] ?? []) + [note] }
            return byMessage.map { notes in
                guard notes.count > 1, let first = notes.first else {
                    return notes.first?.description ?? ""
                }
                let places = notes.prefix(mostPlaces).map(\.place).joined(separator: ", ")
                let more = notes.count - min(notes.count, mostPlaces)
                return "\(notes.count) settings: \(first.message) (\(places)"
                    + "\(more > 0 ? " and \(more) more" : ""))"
            }
        }
    }

    /// The schema of the panel.
    package let json: JSONValue
    package let notes: [Note]
    /// The rules of all settings together; `nil` if they are too many.
    let rules: JSONSchemaCheck?

    /// `nil` for JSON that is not a JSON Schema.
    ///
    /// - Throws: If it describes no object with properties.
    package init?(_ root: JSONValue, file: String? = nil) throws(SchemaError) {
        guard Self.isJSONSchema(root) else { return nil }
        var builder = JSONSchemaBuilder(root)
        guard let json = builder.panel(of: root) else {
            throw SchemaError(
                unread: file,
                "It is a JSON Schema of a value without named properties, which cannot be a page.")
        }
        self.json = json
        notes = builder.notes
        let check = JSONSchemaCheck(root)
        rules = check.isUsable ? check : nil
    }

    /// True for JSON that is a JSON Schema, not the schema of a panel.
    private static func isJSONSchema(_ json: JSONValue) -> Bool {
        guard let object = json.object, object["groups"] == nil, object["groupKey"] == nil else {
            return false
        }
        if object["$schema"]?.string?.contains("json-schema.org") == true { return true }
        return keywords.contains { object[$0] != nil }
    }

    /// The panel of a schema has no attributes with these names.
    private static let keywords = [
        "properties", "$defs", "definitions", "$ref", "type", "additionalProperties",
        "patternProperties", "allOf", "anyOf", "oneOf",
    ]
}

struct JSONSchemaBuilder {
    typealias Note = JSONSchemaConversion.Note

    /// Deeper objects are fields of JSON.
    private static let deepest = 6
    /// With more settings, each object at the top is a page.
    static let mostOnAPage = 12
    private static let mostRepairs = 20

    private(set) var notes: [Note] = []
    let references: JSONSchemaReferences
    private let controls: JSONSchemaControls
    /// In the form in which keys must differ.
    private var keys: Set<String> = []
    /// The paths of properties by their keys.
    private var places: [String: String] = [:]
    /// The JSON Schemas of properties by their keys, as written.
    private var sources: [String: JSONValue] = [:]
    private let fields: JSONSchemaFields
    /// False if an object is one setting.
    private let opensObjects: Bool

    init(_ root: JSONValue, opensObjects: Bool = true) {
        self.opensObjects = opensObjects
        references = JSONSchemaReferences(root)
        fields = JSONSchemaFields(root)
        controls = JSONSchemaControls(references: references, fields: fields)
    }

    /// `nil` for a schema without properties.
    mutating func panel(of root: JSONValue) -> JSONValue? {
        var node = whole(references.node(root), "")
        guard !node.properties.isEmpty || controls.others(of: node) != nil else { return nil }
        node.references.insert("#")
        let title = node.string("title").map { [("panelTitle", JSONValue.text($0))] } ?? []
        let hasPages = hasMore(than: Self.mostOnAPage, in: node)
        let groups = groups(of: node, [], title: "General", opensPages: hasPages)
        if references.isExhausted {
            note("", "It has too many parts. Some of them are edited as JSON.")
        }
        return repaired(.object(title + [("groups", .array(groups))]))
    }

    // MARK: - Pages and groups

    /// Returns an object with the properties of all of its alternatives.
    private mutating func whole(_ node: JSONSchemaNode, _ place: String) -> JSONSchemaNode {
        var alternatives = KeyedArray<[JSONValue]>()
        for part in parts(of: node, steps: Self.deepest) {
            for property in part.properties {
                let known = alternatives[property.name] ?? []
                if !known.contains(property.value) {
                    alternatives[property.name] = known + [property.value]
                }
            }
        }
        guard !alternatives.isEmpty else { return node }
        note(place, "Properties that depend on others are always shown.")
        let members = node.members.filter { !["oneOf", "anyOf"].contains($0.name) }
        let own = JSONValue.object(members.map { ($0.name, $0.value) })
        let others = alternatives.keys.compactMap { name in
            alternatives[name].map { (name, $0.count == 1 ? $0[0] : ["anyOf": .array($0)]) }
        }
        var whole = references.node(["allOf": [["properties": .object(others)], own]])
        whole.references.formUnion(node.references)
        return whole
    }

    /// Returns the alternatives of an object that have properties, and those inside them.
    private func parts(of node: JSONSchemaNode, steps: Int) -> [JSONSchemaNode] {
        guard steps > 0 else { return [] }
        var parts: [JSONValue] = []
        for name in ["oneOf", "anyOf"] { parts += node[name]?.array ?? [] }
        for name in ["then", "else"] { parts += node[name].map { [$0] } ?? [] }
        for name in ["dependentSchemas", "dependencies"] {
            parts += node[name]?.object?.members.map(\.value) ?? []
        }
        return parts.map(references.node).flatMap { part in
            (part.properties.isEmpty ? [] : [part]) + self.parts(of: part, steps: steps - 1)
        }
    }

    /// True for an object whose properties are shown as settings of their own.
    ///
    /// - Parameter open: The references of the objects around it; one that contains itself is a field of JSON.
    private func isSection(
        _ node: JSONSchemaNode, depth: Int, within open: Set<String>
    ) -> Bool {
        opensObjects && node.references.isDisjoint(with: open) && depth < Self.deepest
            && !node.properties.isEmpty
            && [[], ["object"]].contains(node.types)
            && !node.isPartial && !controls.isOpen(node)
    }

    private func hasMore(than most: Int, in node: JSONSchemaNode) -> Bool {
        var (waiting, count) = ([(node, 0, node.references)], 0)
        while let (node, depth, open) = waiting.popLast() {
            for property in node.properties {
                let part = controls.simplified(references.node(property.value))
                if isSection(part, depth: depth + 1, within: open) {
                    waiting.append((part, depth + 1, open.union(part.references)))
                } else {
                    count += 1
                }
                if count > most { return true }
            }
        }
        return false
    }

    /// - Parameters:
    ///   - title: `nil` for the only object of a page.
    ///   - isRequired: False for an object that can be left out, whose properties can be, too.
    mutating func groups(
        of node: JSONSchemaNode, _ path: [String], title: String?, header: JSONValue? = nil,
        isRequired: Bool = true, opensPages: Bool = false, within open: Set<String> = []
    ) -> [JSONValue] {
        let open = open.union(node.references)
        var items: [JSONValue] = []
        var pages: [JSONValue] = []
        var groups: [JSONValue] = []
        for property in node.properties {
            let path = path + [property.name]
            let part = controls.simplified(references.node(property.value))
            guard isSection(part, depth: path.count, within: open) else {
                let isNeeded = isRequired && node.required.contains(property.name)
                items.append(item(part, path, isRequired: isNeeded, source: property.value))
                continue
            }
            let section = whole(part, path.joined(separator: "."))
            let name = controls.title(of: part, named: property.name)
            let description = controls.description(of: part)
            let isNeeded = isRequired && node.required.contains(property.name)
            let titles =
                path.count > 2 ? [title, name].compactMap(\.self).joined(separator: " › ") : name
            let inside = self.groups(
                of: section, path, title: opensPages ? nil : titles,
                header: opensPages ? nil : description.first?.1, isRequired: isNeeded,
                within: open)
            guard opensPages else {
                groups += inside
                continue
            }
            pages.append(
                .object(
                    [
                        ("itemKey", .text(key(of: path, "page"))), ("itemControlType", "page"),
                        ("itemTitle", .text(name)),
                    ] + description + [("groups", .array(inside))]))
        }
        if let others = controls.others(of: node) {
            items.append(self.others(others, path, of: node))
        }
        func group(_ suffix: String, _ title: String?, _ items: [JSONValue]) -> JSONValue {
            .object(present: [
                ("groupKey", .text(key(of: path, suffix))),
                // The group of a page needs no title.
                ("groupTitle", .text(title ?? "")),
                ("groupHeader", suffix == "group" ? header : .none),
                ("items", .array(items)),
            ])
        }
        return (items.isEmpty ? [] : [group("group", title, items)])
            + (pages.isEmpty ? [] : [group("pages", "Sections", pages)]) + groups
    }

    // MARK: - Items

    private mutating func item(
        _ node: JSONSchemaNode, _ path: [String], isRequired: Bool, source: JSONValue
    ) -> JSONValue {
        let place = path.joined(separator: ".")
        let key = key(of: path)
        places[key] = place
        sources[key] = source
        var attributes: JSONSchemaControls.Attributes = [
            ("itemKey", .text(key)),
            ("itemTitle", .text(controls.title(of: node, named: path.last ?? ""))),
        ]
        // The rows of settings show no subtitle.
        attributes += controls.description(of: node).map { ("itemHelp", $0.1) }
        if let control = controls.attributes(of: node, source, isRequired: isRequired) {
            attributes += control
        } else {
            attributes.append(("itemControlType", "custom"))
            attributes += rules(of: source, place).map { [("itemJSONSchema", $0)] } ?? []
        }
        let isChecked = attributes.last?.0 == "itemJSONSchema"
        let isMap = attributes.contains { $0.0 == "itemControlType" && $0.1 == "edit_map" }
        let isSecret = attributes.contains { $0.0 == "itemControlType" && $0.1 == "edit_password" }
        if let value = node["default"], !value.isNull, !isSecret {
            attributes.append(("itemValue", value))
        }
        if key.split(separator: ".").map(String.init) != path {
            attributes.append(("itemFilePath", .array(path.map(JSONValue.text))))
        }
        if node.boolean("readOnly") { attributes.append(("itemReadOnly", true)) }
        if let sentence = controls.deprecation(of: node) {
            attributes += [("itemLevel", "advanced"), ("itemDeprecated", sentence)]
        }
        for name in ["not", "if", "contains", "propertyNames", "minProperties", "maxProperties"]
        where node.has(name) && !isChecked && !(isMap && name.hasSuffix("Properties"))
            && !(isMap && name == "propertyNames")
        {
            note(place, "The rule '\(name)' is not checked.")
        }
        let excludes = ["exclusiveMinimum", "exclusiveMaximum"].contains(where: node.has)
        if excludes, node.types == ["number"] { note(place, "The excluded bound is accepted.") }
        return .object(attributes)
    }

    /// Returns the item of the names that an object has besides its properties.
    private mutating func others(
        _ control: JSONSchemaControls.Attributes, _ path: [String], of node: JSONSchemaNode
    ) -> JSONValue {
        let key = key(of: path + ["others"], nil)
        places[key] = path.joined(separator: ".")
        sources[key] = .object(
            [("type", "object")]
                + node.members.filter {
                    ["patternProperties", "additionalProperties"].contains($0.name)
                }.map { ($0.name, $0.value) })
        let title = node.properties.isEmpty ? "Entries" : "Other entries"
        return .object(
            [("itemKey", .text(key)), ("itemTitle", .text(title))] + control
                + (path.isEmpty ? [] : [("itemFilePath", .array(path.map(JSONValue.text)))])
                + [("itemFileOthers", true)])
    }

    /// Returns the JSON Schema of a field of JSON; `nil` if it is too large, or accepts every value.
    private mutating func rules(of source: JSONValue, _ place: String) -> JSONValue? {
        let check = fields.check(source)
        let acceptsAll = check?.acceptsAll ?? true
        note(place, "It is edited as JSON\(acceptsAll ? ", and not checked" : "").")
        for message in Set(((check?.faults ?? []) + (check?.gaps ?? [])).map(\.message)).sorted() {
            note(place, "A rule is not checked: \(message)")
        }
        return acceptsAll ? nil : check?.json
    }

    /// Returns the key of a setting, or of a page or group about the object at a path.
    mutating func key(of path: [String], _ suffix: String? = nil) -> String {
        let name = (path + [suffix].compactMap(\.self)).joined(separator: ".")
        let bytes = name.utf8.map {
            SettingKeySyntax.isValid("a" + String(UnicodeScalar($0))) ? $0 : UInt8(ascii: "_")
        }
        let text = String(decoding: bytes.prefix(120), as: UTF8.self)
        let base = SettingKeySyntax.isValid(text) ? text : "x" + text
        var key = base
        var number = 2
        while !keys.insert(SettingKeySyntax.folded(key)).inserted {
            key = "\(base)_\(number)"
            number += 1
        }
        if suffix == nil, key != name { note(name, "Its key is '\(key)'.") }
        return key
    }

    private mutating func note(_ place: String, _ message: String) {
        notes.append(Note(place: place, message: message))
    }

    // MARK: - Attributes that the panel rejects

    /// Leaves out what the rules of schemas reject, such as a default that does not fit its own rules.
    mutating func repaired(_ whole: JSONValue) -> JSONValue {
        var json = whole
        for _ in 0..<Self.mostRepairs {
            let problems = SchemaChecks.problems(in: SchemaDocument(json, controls: [:]))
            guard !problems.isEmpty else { break }
            for problem in problems {
                // A repair removes no element of a list, so that the other paths stay right.
                let steps = JSONPath.steps(problem.path)[...]
                guard var repair = json.repairing(steps, rules: [:]) else { continue }
                if repair.attribute == nil, let key = repair.key, let source = sources[key],
                    let rules = rules(of: source, places[key] ?? key)
                {
                    repair = json.repairing(steps, rules: rules) ?? repair
                }
                json = repair.json
                note(
                    repair.key.map { places[$0] ?? $0 } ?? "",
                    repair.attribute.map { "'\($0)' is left out: \(problem.message)" }
                        ?? "No control shows it: \(problem.message)")
            }
        }
        return json
    }
}

private enum JSONPath {
    enum Step {
        case name(String)
        case index(Int)
    }

    /// Returns the steps of a path such as `$.groups[1].items[0].itemValue`.
    static func steps(_ path: String) -> [Step] {
        path.dropFirst().split { ".[".contains($0) }.map { step in
            Int(step.prefix { $0 != "]" }).map(Step.index) ?? .name(String(step))
        }
    }
}

private struct Repair {
    let json: JSONValue
    /// Of the item.
    var key: String?
    /// `nil` if the item became a field of JSON.
    let attribute: String?
}

extension JSONValue {
    /// The attributes without which an item is another control.
    private static let essential: Set<String> = [
        "itemKey", "itemControlType", "itemOptions", "itemColumns", "itemElement", "items",
        "groups",
    ]

    /// Returns the value without the attribute at a path, or with a field of JSON for its item; `nil` if neither is
    /// possible.
    ///
    /// - Parameter rules: The JSON Schema of the field of JSON.
    fileprivate func repairing(
        _ steps: ArraySlice<JSONPath.Step>, rules: JSONValue
    ) -> Repair? {
        guard var repair = repairingInside(steps, rules) ?? asJSONField(rules) else { return nil }
        // A column is a part of its table.
        if let control = object?["itemControlType"]?.string, control != "page",
            let key = object?["itemKey"]?.string
        {
            repair.key = key
        }
        return repair
    }

    private func repairingInside(
        _ steps: ArraySlice<JSONPath.Step>, _ rules: JSONValue
    ) -> Repair? {
        switch steps.first {
        case .name(let name):
            guard let object, let child = object[name] else { return nil }
            if let repair = child.repairing(steps.dropFirst(), rules: rules) {
                let members = object.members.map {
                    ($0.name, $0.name == name ? repair.json : $0.value)
                }
                return Repair(json: .object(members), key: repair.key, attribute: repair.attribute)
            }
            guard !Self.essential.contains(name) else { return nil }
            let members = object.members.filter { $0.name != name }
            return Repair(json: .object(members.map { ($0.name, $0.value) }), attribute: name)
        case .index(let index):
            guard var list = array, list.indices.contains(index),
                let repair = list[index].repairing(steps.dropFirst(), rules: rules)
            else { return nil }
            list[index] = repair.json
            return Repair(json: .array(list), key: repair.key, attribute: repair.attribute)
        case nil: return nil
        }
    }

    private func asJSONField(_ rules: JSONValue) -> Repair? {
        guard let object, let control = object["itemControlType"]?.string,
            !["custom", "page"].contains(control), object["itemKey"] != nil
        else { return nil }
        let kept = [
            "itemKey", "itemTitle", "itemSubtitle", "itemHelp", "itemValue", "itemReadOnly",
            "itemLevel", "itemDeprecated", "itemFilePath", "itemFileOthers",
        ]
        let members = object.members.filter { kept.contains($0.name) }.map { ($0.name, $0.value) }
        let added: [(String, JSONValue)] =
            [("itemControlType", "custom")] + (rules == [:] ? [] : [("itemJSONSchema", rules)])
        return Repair(json: .object(members + added), attribute: nil)
    }
}

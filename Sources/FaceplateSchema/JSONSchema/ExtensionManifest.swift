import Foundation

/// The settings that an extension of Visual Studio Code declares: `contributes.configuration` of its `package.json`.
///
/// Each property is a setting whose key has dots, and each category a page or group. Texts such as `%name%` are in
/// `package.nls.json`, and in `package.nls.LOCALE.json` for other languages.
struct ExtensionManifest {
    struct Category {
        let title: String?
        let node: JSONValue
    }

    /// The texts by name, of each locale; `nil` is the language of the extension.
    typealias Texts = [LocaleTag?: [String: String]]

    let name: String?
    let title: String?
    let categories: [Category]
    private let texts: Texts

    /// `nil` for JSON that is not a manifest with settings.
    ///
    /// - Parameter texts: Called only for such a manifest.
    init?(_ json: JSONValue, texts: () -> Texts) {
        guard let object = json.object,
            let configuration = object["contributes"]?.object?["configuration"]
        else { return nil }
        let all = configuration.array ?? [configuration]
        guard all.contains(where: { $0.object?["properties"]?.object != nil }) else { return nil }
        let texts = texts()
        self.texts = texts
        name = object["name"]?.string
        title = (object["displayName"] ?? object["name"])?.string.map { Self.resolved($0, texts) }
        categories = all.filter { $0.object?["properties"]?.object != nil }.map { category in
            Category(
                title: category.object?["title"]?.string.map { Self.resolved($0, texts) },
                node: Self.sorted(Self.resolved(category, texts)))
        }
    }

    /// The translations by the text in the language of the extension, as it is shown.
    var labels: JSONValue? {
        let own = texts[nil] ?? [:]
        let locales = texts.compactMap { locale, texts -> (String, JSONValue)? in
            guard let locale else { return nil }
            var labels: [String: String] = [:]
            for (name, text) in texts {
                guard let key = own[name].map(plainText), !key.isEmpty else { continue }
                labels[key] = plainText(text)
            }
            guard !labels.isEmpty else { return nil }
            let members = labels.sorted { $0.key < $1.key }.map {
                ($0.key, JSONValue.text($0.value))
            }
            return (locale.description, .object(members))
        }
        return locales.isEmpty ? nil : .object(locales.sorted { $0.0 < $1.0 })
    }

    // MARK: - Texts

    private static func resolved(_ text: String, _ texts: Texts) -> String {
        guard text.count > 2, text.hasPrefix("%"), text.hasSuffix("%") else { return text }
        return texts[nil]?[String(text.dropFirst().dropLast())] ?? text
    }

    private static func resolved(_ json: JSONValue, _ texts: Texts) -> JSONValue {
        switch json.content {
        case .string(let text): .text(resolved(text, texts))
        case .array(let elements): .array(elements.map { resolved($0, texts) })
        case .object(let object):
            .object(object.members.map { ($0.name, resolved($0.value, texts)) })
        case .null, .boolean, .number: json
        }
    }

    /// Returns the category with its properties in the order of their `order`; those without one come last.
    private static func sorted(_ category: JSONValue) -> JSONValue {
        let members = category.object?.members ?? []
        let properties = (category.object?["properties"]?.object?.members ?? []).enumerated()
            .map { index, member in
                (member, member.value.object?["order"]?.decimal, index)
            }
            .sorted { left, right in
                guard left.1 != right.1 else { return left.2 < right.2 }
                guard let first = left.1, let second = right.1 else { return left.1 != nil }
                return first < second
            }
            .map(\.0)
        return .object(
            members.map { ($0.name, $0.name == "properties" ? .object(properties) : $0.value) })
    }

    /// Returns the texts of the files beside a manifest.
    static func texts(in folder: String) -> Texts {
        let start = "package.nls"
        var texts: Texts = [:]
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where name.hasPrefix(start + ".") && name.hasSuffix(".json") {
            let tag = name.dropFirst(start.count + 1).dropLast("json".count + 1)
            let locale = tag.isEmpty ? nil : LocaleTag(String(tag))
            guard tag.isEmpty || locale != nil,
                let bytes = try? SchemaFile.bytes(of: "\(folder)/\(name)"),
                let object = try? JSONReader.read(bytes).object
            else { continue }
            texts[locale] = object.members.reduce(into: [:]) { texts, member in
                // The text can have a note for translators.
                texts[member.name] = member.value.string ?? member.value.object?["message"]?.string
            }
        }
        return texts
    }
}

extension JSONSchemaConversion {
    /// The settings of an extension, each with its key; an object is one value.
    init(_ manifest: ExtensionManifest) {
        var builder = JSONSchemaBuilder([:], opensObjects: false)
        json = builder.panel(of: manifest)
        notes = builder.notes
        rules = nil
    }
}

extension JSONSchemaBuilder {
    fileprivate mutating func panel(of manifest: ExtensionManifest) -> JSONValue {
        let categories = manifest.categories.map { ($0.title, node(of: $0)) }
        let count = categories.reduce(0) { $0 + $1.1.properties.count }
        let hasPages = categories.count > 1 && count > Self.mostOnAPage
        var groups: [JSONValue] = []
        var pages: [JSONValue] = []
        for (title, node) in categories {
            let name = title ?? manifest.title ?? "General"
            let inside = self.groups(of: node, [], title: hasPages ? nil : name)
            guard hasPages else {
                groups += inside
                continue
            }
            pages.append([
                "itemKey": .text(key(of: [name], "page")), "itemControlType": "page",
                "itemTitle": .text(name), "groups": .array(inside),
            ])
        }
        if hasPages {
            groups = [["groupKey": .text(key(of: [], "pages")), "items": .array(pages)]]
        }
        let key = manifest.name.flatMap { SettingKeySyntax.isValid($0) ? JSONValue.text($0) : nil }
        let labels = manifest.labels
        // The texts in the properties are in the language of the extension, which has no file of its own.
        let locales = (labels?.object?.members ?? []).map { JSONValue.text($0.name) }
        return repaired(
            .object(present: [
                ("panelKey", key), ("panelTitle", manifest.title.map(JSONValue.text)),
                ("panelLocales", labels.map { _ in .array(["en"] + locales) }),
                ("labels", labels), ("groups", .array(groups)),
            ]))
    }

    /// Returns a category whose properties have titles without the beginning that all keys have.
    private func node(of category: ExtensionManifest.Category) -> JSONSchemaNode {
        var node = references.node(category.node)
        let names = node.properties.map { $0.name.split(separator: ".") }
        let isShared = names.allSatisfy { $0.count > 1 && $0.first == names.first?.first }
        let properties = node.properties.map { member -> (String, JSONValue) in
            let parts = member.name.split(separator: ".").dropFirst(isShared ? 1 : 0)
            let title = JSONSchemaControls.title(from: parts.joined(separator: " "))
            let members = member.value.object?.members.map { ($0.name, $0.value) } ?? []
            let titled = members + [("title", JSONValue.text(title))]
            let isTitled = member.value.object == nil || member.value.object?["title"] != nil
            return (member.name, isTitled ? member.value : .object(titled))
        }
        node.members = node.members.map {
            $0.name == "properties" ? .init(name: $0.name, value: .object(properties)) : $0
        }
        return node
    }
}

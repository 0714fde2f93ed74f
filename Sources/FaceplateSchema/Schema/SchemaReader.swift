/// Reads schemas: JSON text in, a sound `Schema` or all of its problems out.
public enum SchemaReader {
    /// A schema's size in bytes that is accepted: 16 MiB.
    public static let maximumSize = 16 * 1024 * 1024

    /// Reads one schema: an array of groups, a single group, or an object with `groups`.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 JSON.
    ///   - name: the file's name without its ending; the key of a panel that names none.
    ///   - file: named in the error.
    /// - Throws: `SchemaError` with every problem; a text that is not JSON has one.
    public static func read(
        _ bytes: [UInt8], name: String, file: String? = nil
    ) throws(SchemaError) -> Schema {
        guard bytes.count <= maximumSize else {
            let problem = SchemaProblem(
                path: "$", position: TextPosition(line: 1, column: 1),
                message: "The schema has \(bytes.count) bytes; at most \(maximumSize) are read.")
            throw SchemaError(file: file, problems: [problem])
        }
        let json: JSONValue
        do {
            json = try JSONReader.read(bytes)
        } catch {
            let problem = SchemaProblem(
                path: "$", position: error.position,
                message: "column \(error.column): \(error.message)")
            throw SchemaError(file: file, problems: [problem])
        }
        let document = SchemaDocument(json)
        let problems = SchemaChecks.problems(in: document)
        guard problems.isEmpty else { throw SchemaError(file: file, problems: problems) }
        return Schema(document, json: json, name: name)
    }
}

extension Schema {
    /// Takes a document in which the checks found no problem.
    init(_ document: SchemaDocument, json: JSONValue, name: String) {
        let panel = document.panel
        let drafts = Self.ordered(document.groups, by: \.node)
        let groups = drafts.map(Group.init)
        var settings = KeyedArray<Setting>()
        for (draft, group) in zip(drafts, groups) {
            if group.isSetting { settings.set(Setting(selectGroup: group, draft), for: group.key) }
            let items = draft.items.reduce(into: [:]) { $0[$1.key ?? ""] = $1 }
            for item in group.items where item.control.holdsValue {
                if let setting = items[item.key].flatMap({ Setting(item, $0) }) {
                    settings.set(setting, for: item.key)
                }
            }
        }
        key = panel?.string("panelKey") ?? Self.impliedKey(name)
        isKeyExplicit = panel?.string("panelKey") != nil
        version = panel?.count("panelVersion") ?? 1
        saveMode = panel?.string("panelSave").flatMap(SaveMode.init) ?? .auto
        title = panel.flatMap { LabelText($0.object["panelTitle"]) }
        labels = Self.labels(panel?.object["labels"])
        locales = panel?.strings("panelLocales").compactMap(LocaleTag.init) ?? []
        self.groups = groups
        self.settings = settings
        let all = groups.flatMap(\.items)
        items = all.reduce(into: KeyedArray()) { $0.set($1, for: $1.key) }
        selectGroupOfOption = all.filter { $0.control == .select }
            .reduce(into: [:]) { $0[$1.key] = $1.groupKey }
        currentKeys = Self.currentKeys(document)
        canonicalJSON = JSONWriter(order: .sorted).text(Self.canonical(json))
    }

    /// By `order`, those without one last; equal ones as they stand in the text.
    private static func ordered<T>(_ drafts: [T], by node: (T) -> SchemaDocument.Node) -> [T] {
        typealias Numbered = (order: ExactDecimal?, index: Int, draft: T)
        let numbered: [Numbered] = drafts.enumerated().map { index, draft in
            (node(draft).object["order"]?.number.flatMap { ExactDecimal($0.text) }, index, draft)
        }
        return numbered.sorted { (left: Numbered, right: Numbered) -> Bool in
            switch (left.order, right.order) {
            case (let mine?, let other?) where mine != other: mine < other
            case (.some, nil): true
            case (nil, .some): false
            default: left.index < right.index
            }
        }.map(\.draft)
    }

    static func orderedItems(_ group: SchemaDocument.Group) -> [Item] {
        ordered(group.items, by: \.node).compactMap { Item($0, in: group) }
    }

    private static func currentKeys(_ document: SchemaDocument) -> [String: String] {
        var keys: [String: String] = [:]
        for group in document.groups {
            for former in group.node.strings("groupRenamedFrom") { keys[former] = group.key }
            for item in group.items {
                for former in item.node.strings("itemRenamedFrom") { keys[former] = item.key }
            }
        }
        return keys
    }

    private static func labels(_ json: JSONValue?) -> LabelCatalog {
        var catalog = LabelCatalog()
        for member in json?.object?.members ?? [] {
            guard let locale = LocaleTag(member.name) else { continue }
            for text in member.value.object?.members ?? [] {
                if let words = text.value.string { catalog.set(words, for: text.name, in: locale) }
            }
        }
        return catalog
    }

    /// A file's name as a key: what no key can hold becomes `_`.
    private static func impliedKey(_ name: String) -> String {
        let key = String(
            decoding: name.utf8.prefix(128).map {
                SettingKeySyntax.isValid("a" + String(UnicodeScalar($0))) ? $0 : UInt8(ascii: "_")
            }, as: UTF8.self)
        return SettingKeySyntax.isValid(key) ? key : "panel"
    }

    private static func canonical(_ json: JSONValue) -> JSONValue {
        let wrapped: JSONObject
        switch json.content {
        case .object(let object) where object["groups"] != nil: wrapped = object
        case .array: wrapped = JSONObject([.init(name: "groups", value: json)])
        default: wrapped = JSONObject([.init(name: "groups", value: JSONValue(.array([json])))])
        }
        return withoutComments(JSONValue(.object(wrapped)))
    }

    private static func withoutComments(_ json: JSONValue) -> JSONValue {
        switch json.content {
        case .array(let elements): JSONValue(.array(elements.map(withoutComments)))
        case .object(let object):
            JSONValue(
                .object(
                    JSONObject(
                        object.members.filter { $0.name != "$comment" && $0.name != "$schema" }
                            .map { .init(name: $0.name, value: withoutComments($0.value)) })))
        default: json
        }
    }
}

extension LabelText {
    init?(_ json: JSONValue?) {
        switch json?.content {
        case .string(let words): self = .words(words)
        case .object(let object):
            self = .byLocale(
                object.members.reduce(into: [:]) { texts, member in
                    if let locale = LocaleTag(member.name) { texts[locale] = member.value.string }
                })
        default: return nil
        }
    }
}

extension Schema.Option {
    init?(_ json: JSONValue) {
        guard let value = Value(json: json.object?["value"] ?? json) else { return nil }
        self.value = value
        label = LabelText(json.object?["label"])
        short = LabelText(json.object?["short"])
        help = LabelText(json.object?["help"])
    }
}

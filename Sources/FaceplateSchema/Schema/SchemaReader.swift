/// Reads schemas from JSON, and returns a valid `Schema` or reports all problems.
public enum SchemaReader {
    /// The maximum size of a schema in bytes: 16 MiB.
    ///
    /// A larger text is rejected before it is parsed. The limit also holds for label files.
    public static let maximumSize = 16 * 1024 * 1024

    /// Reads a schema: an array of groups, a single group, an object with `groups`, or a JSON Schema of an object.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 JSON.
    ///   - name: the file name without its extension; the key of a panel that does not set one.
    ///   - file: the file name for the error.
    ///   - controls: the custom controls of the app.
    /// - Throws: `SchemaError` with all problems; text that is not JSON has only one.
    public static func read(
        _ bytes: [UInt8], name: String, file: String? = nil, controls: [any CustomControl] = []
    ) throws(SchemaError) -> Schema {
        try readWithNotes(bytes, name: name, file: file, controls: controls).schema
    }

    /// - Returns: The schema, with notes about the parts of a JSON Schema that it leaves out.
    static func readWithNotes(
        _ bytes: [UInt8], name: String, file: String?, controls: [any CustomControl]
    ) throws(SchemaError) -> (schema: Schema, notes: [JSONSchemaConversion.Note]) {
        try checkSize(of: bytes, file: file)
        if GSettingsFile.isXML(bytes) {
            let conversion = try JSONSchemaConversion(gschema: bytes, file: file)
            let schema = try read(
                conversion.json, name: name, file: file, controls: controls, handlers: [:])
            return (schema, conversion.notes)
        }
        let json = try json(of: bytes, file: file)
        let manifest = ExtensionManifest(json) {
            file.map { ExtensionManifest.texts(in: PathParts($0).folder) } ?? [:]
        }
        let conversion: JSONSchemaConversion?
        if let manifest {
            conversion = JSONSchemaConversion(manifest)
        } else {
            conversion = try JSONSchemaConversion(json, file: file)
        }
        var schema = try read(
            conversion?.json ?? json, name: name, file: file, controls: controls, handlers: [:])
        schema.documentRules = conversion?.rules
        return (schema, conversion?.notes ?? [])
    }

    private static func checkSize(of bytes: [UInt8], file: String?) throws(SchemaError) {
        guard bytes.count <= maximumSize else {
            throw SchemaError(
                unread: file,
                "The schema has \(bytes.count) bytes; at most \(maximumSize) are read.")
        }
    }

    static func json(of bytes: [UInt8], file: String?) throws(SchemaError) -> JSONValue {
        try checkSize(of: bytes, file: file)
        do {
            return try JSONReader.read(bytes)
        } catch {
            throw SchemaError(
                unread: file, "column \(error.column): \(error.message)", at: error.position)
        }
    }

    static func read(
        _ json: JSONValue, name: String, file: String?, controls: [any CustomControl],
        handlers: [String: [any Sendable]]
    ) throws(SchemaError) -> Schema {
        let custom = controls.reduce(into: [:]) { $0[$1.name] = $1 }
        let document = SchemaDocument(json, controls: custom.mapValues(\.attributes))
        let problems = SchemaChecks.problems(in: document)
        guard problems.isEmpty else { throw SchemaError(file: file, problems: problems) }
        return Schema(
            document, json: json, name: name, controls: custom, handlers: handlers)
    }
}

extension Schema {
    /// - Parameter checks: the checks across settings; `nil` for those of the document.
    init(
        _ document: SchemaDocument, json: JSONValue, name: String,
        controls: [String: any CustomControl], handlers: [String: [any Sendable]],
        checks: [Check]? = nil
    ) {
        let panel = document.panel
        var pages = KeyedArray<ItemPage>()
        var settings = KeyedArray<Setting>()
        for (path, drafts) in Self.pages(document.rootGroups, path: []) {
            let groups = drafts.map { ItemGroup($0, document.types) }
            pages[path.last ?? ""] = ItemPage(path: path, groups: groups)
            for (draft, group) in zip(drafts, groups) {
                for setting in Self.settings(of: group, draft, document.types, controls) {
                    settings[setting.key] = setting
                }
            }
        }
        let groups = pages.flatMap(\.groups)
        key = panel?.string("panelKey") ?? Self.impliedKey(name)
        isKeyExplicit = panel?.string("panelKey") != nil
        version = panel?.count("panelVersion") ?? 1
        saveMode = panel?.string("panelSave").flatMap(SaveMode.init) ?? .auto
        title = panel.flatMap { LabelText($0.object["panelTitle"]) }
        labels = Self.labels(panel?.object["labels"])
        locales = panel?.strings("panelLocales").compactMap(LocaleTag.init) ?? []
        style = panel?.style("panelStyle")
        layout = panel?.string("panelLayout").flatMap(Layout.init) ?? .grouped
        density = panel?.string("panelDensity").flatMap(Density.init) ?? .comfortable
        icon = panel?.string("panelIcon")
        history = HistoryLimit(
            revisions: panel?.count("panelHistoryRevisions"),
            days: panel?.count("panelHistoryDays"), bytes: panel?.count("panelHistorySize"))
        self.groups = groups
        self.pages = pages
        customControls = controls
        self.handlers = handlers
        pageOfGroup = groups.reduce(into: [:]) { $0[$1.key] = $1.pagePath.last ?? "" }
        let checks =
            checks ?? document.checks.compactMap { Check($0, document.types) }
            + groups.flatMap(\.checks)
        self.checks = checks
        self.settings = settings
        themeKey = panel?.string("panelTheme")
        accentKey = panel?.string("panelAccent")
        restartKey = panel?.string("panelRestart")
        restartSettings = settings.filter(\.appliesOnRestart)
        confirmedSettings = settings.filter { $0.keepWithin != nil }
        syncSwitch = panel?.string("panelSyncSwitch")
        syncedSettings = settings.filter(\.isSynced)
        let all = groups.flatMap(\.items)
        items = all.reduce(into: KeyedArray()) { $0[$1.key] = $1 }
        selectGroupOfOption = all.filter { $0.control == .select }
            .reduce(into: [:]) { $0[$1.key] = $1.groupKey }
        currentKeys = Self.currentKeys(document)
        ruleDependencies = RuleDependencies(
            groups: groups, items: all, settings: settings, checks: checks,
            groupOfOption: selectGroupOfOption)
        hasRules =
            !checks.isEmpty
            || items.contains { item in
                item.rules != Item.Rules.none || !item.bounds.isEmpty
                    || settings[item.key]?.conditionalDefaults.isEmpty == false
                    || item.options.contains { $0.condition != nil }
            }
            || groups.contains { group in
                group.visibleWhen != nil || !group.footers.isEmpty
                    || group.secondPlaces.contains { $0.visibleWhen != nil }
            }
        canonicalJSON = JSONWriter(order: .sorted).text(Self.canonical(json, controls))
    }

    /// Parts without `order` are last, and equal ones stay in the order of the text.
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

    static func orderedEntries(
        _ group: SchemaDocument.Group, _ types: SchemaDocument.Types
    ) -> [ItemGroup.Entry] {
        ordered(group.items, by: \.node).compactMap { draft in
            if let key = draft.reference {
                return .reference(
                    ItemGroup.SecondPlace(
                        key: key, title: LabelText(draft.node.object["itemTitle"]),
                        visibleWhen: draft.node.condition("itemVisibleWhen", types)))
            }
            return Item(draft, groupKey: group.key ?? "", types: types).map(ItemGroup.Entry.item)
        }
    }

    private static func pages(
        _ drafts: [SchemaDocument.Group], path: [String]
    ) -> [(path: [String], drafts: [SchemaDocument.Group])] {
        let drafts = ordered(drafts, by: \.node)
        var result = [(path: path, drafts: drafts)]
        for draft in drafts {
            for item in ordered(draft.items, by: \.node) where item.control == .page {
                result += pages(item.groups, path: path + [item.key ?? ""])
            }
        }
        return result
    }

    private static func settings(
        of group: ItemGroup, _ draft: SchemaDocument.Group, _ types: SchemaDocument.Types,
        _ controls: [String: any CustomControl]
    ) -> [Setting] {
        let items = draft.items.reduce(into: [:]) { $0[$1.key ?? ""] = $1 }
        return (group.isSetting ? [Setting(selectGroup: group, draft)] : [])
            + group.items.flatMap { item -> [Setting] in
                guard item.control.holdsValue || !item.states.isEmpty,
                    let setting = items[item.key].flatMap({ Setting(item, $0, types, controls) })
                else { return [] }
                let added = item.addsOptions ? Setting(addedTo: setting) : nil
                return [setting] + [added].compactMap(\.self)
            }
    }

    private static func currentKeys(_ document: SchemaDocument) -> [String: String] {
        var keys: [String: String] = [:]
        for group in document.groups {
            for former in group.node.strings("groupRenamedFrom") { keys[former] = group.key }
            for item in group.items {
                for former in item.node.strings("itemRenamedFrom") {
                    keys[former] = item.key
                    guard item.addsOptions, let key = item.key else { continue }
                    keys[Setting.addedKey(of: former)] = Setting.addedKey(of: key)
                }
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

    /// Returns the file name as a key; characters that a key cannot contain are replaced with `_`.
    private static func impliedKey(_ name: String) -> String {
        let key = String(
            decoding: name.utf8.prefix(128).map {
                SettingKeySyntax.isValid("a" + String(UnicodeScalar($0))) ? $0 : UInt8(ascii: "_")
            }, as: UTF8.self)
        return SettingKeySyntax.isValid(key) ? key : "panel"
    }

    /// Returns the canonical form, including the custom controls, so that other processes know the types of their
    /// items.
    private static func canonical(
        _ json: JSONValue, _ controls: [String: any CustomControl]
    ) -> JSONValue {
        var wrapped: JSONObject
        switch json.content {
        case .object(let object) where object["groups"] != nil: wrapped = object
        case .array: wrapped = JSONObject([.init(name: "groups", value: json)])
        default: wrapped = JSONObject([.init(name: "groups", value: .array([json]))])
        }
        if !controls.isEmpty {
            let written = wrapped["panelControls"]?.object?.members ?? []
            let all =
                written.filter { controls[$0.name] == nil }
                + controls.values.map { .init(name: $0.name, value: $0.attributes) }
            let members = wrapped.members.filter { $0.name != "panelControls" }
            wrapped = JSONObject(
                members + [.init(name: "panelControls", value: .object(all))]
            )
        }
        return CanonicalForm(controls: wrapped["panelControls"]?.object?.members ?? [])
            .json(JSONValue(.object(wrapped)))
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

extension Schema {
    static func options(
        of item: SchemaDocument.Item, _ types: SchemaDocument.Types
    ) -> [Option] {
        (item.node.object["itemOptions"]?.array ?? []).compactMap { json in
            let node = SchemaDocument.Node(.option, path: item.node.path, value: json)
            return Option(json, condition: node?.condition("when", types))
        }
    }
}

extension Schema.Option {
    init?(_ json: JSONValue, condition: Condition?) {
        guard let value = Value(json: json.object?["value"] ?? json) else { return nil }
        self.value = value
        self.condition = condition
        label = LabelText(json.object?["label"])
        short = LabelText(json.object?["short"])
        help = LabelText(json.object?["help"])
    }
}

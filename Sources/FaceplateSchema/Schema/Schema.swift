// Also for the modules that import this one.
@_exported public import FaceplateAddress

/// The description of an app's settings: groups, items and their labels.
///
/// A schema is immutable and always valid: `SchemaReader` creates it from JSON only if it finds no problems. Equal
/// schemas have equal canonical JSON.
public struct Schema: Sendable {
    /// The key that identifies the panel.
    ///
    /// Panels with different explicit keys never share a store.
    public let key: String
    /// True when the schema sets its key; otherwise the key is derived from the file name.
    package let isKeyExplicit: Bool
    /// The version of the schema, which increases with each release; 1 by default.
    public let version: Int
    package let saveMode: SaveMode
    package let layout: Layout
    package let density: Density
    /// The image of the panel, as an address or a data URL; `nil` for the built-in one.
    package let icon: String?
    package let history: HistoryLimit
    package let style: Style?
    /// The locales in declared order; the first is the fallback for all others.
    public let locales: [LocaleTag]
    package let title: LabelText?
    /// The pages: the first page, whose key is empty, then the subpages, each before its own subpages.
    package let pages: KeyedArray<ItemPage>
    /// The groups of all pages, in the order of the pages.
    package let groups: [ItemGroup]
    /// The checks across several settings, including those of groups.
    package let checks: [Check]
    /// The labels in the schema itself.
    package let labels: LabelCatalog
    /// The schema as one JSON object in canonical form.
    ///
    /// Its members are sorted, it has no `$schema` and `$comment`, and Booleans are `true` and `false`.
    public let canonicalJSON: String

    /// All settings by key: items with a value, and `select` groups under the key of the group.
    package let settings: KeyedArray<Setting>
    package let items: KeyedArray<Item>
    let selectGroupOfOption: [String: String]
    /// By former key.
    let currentKeys: [String: String]
    let customControls: [String: any CustomControl]
    /// By the key of a group or item; equality ignores them.
    package let handlers: [String: [any Sendable]]
    package let ruleDependencies: RuleDependencies
    /// The JSON Schema of the program's whole configuration; `nil` unless the schema was read from one.
    package internal(set) var documentRules: JSONSchemaCheck?
    let pageOfGroup: [String: String]

    /// The element of a schema that a key names.
    package enum Element: Sendable {
        case setting(Setting)
        /// An option of a `select` group, and the setting of that group.
        case option(Item, of: Setting)
        /// An item without a value: a button, link, info or text.
        case row(Item)
    }

    /// A former key (`itemRenamedFrom`) names the current item.
    package func reference(_ key: String) -> Element? {
        let key = items[key] == nil && settings[key] == nil ? currentKeys[key] ?? key : key
        if let setting = settings[key] { return .setting(setting) }
        guard let item = items[key] else { return nil }
        if let group = selectGroupOfOption[key], let setting = settings[group] {
            return .option(item, of: setting)
        }
        return .row(item)
    }

    package var firstPage: ItemPage { pages[""] ?? ItemPage(path: [], groups: []) }

    /// Returns the page that contains a setting, an item or a group.
    package func page(of key: String) -> ItemPage {
        let group = settings[key].map(\.groupKey) ?? items[key]?.groupKey ?? key
        return pageOfGroup[group].flatMap { pages[$0] } ?? firstPage
    }

    /// The custom controls of the app, needed to read the schema of another process.
    public var controls: [any CustomControl] { Array(customControls.values) }

    /// The key of the setting that selects the theme of the pages (`panelTheme`).
    package let themeKey: String?
    /// The key of the `edit_color` that selects the accent color of the pages (`panelAccent`).
    package let accentKey: String?
    /// The key of the button that restarts the app (`panelRestart`).
    package let restartKey: String?
    package let restartSettings: [Setting]
    package let confirmedSettings: [Setting]
    /// The key of the switch that turns sync between machines on and off (`panelSyncSwitch`).
    package let syncSwitch: String?
    package let syncedSettings: [Setting]

    /// True when the schema has conditions or checks, so that values depend on each other.
    package let hasRules: Bool

    /// `nil` if the app has not registered it.
    package func customControl(_ name: String) -> (any CustomControl)? { customControls[name] }

    /// All keys that a form can name.
    public var keys: [String] {
        settings.keys + items.keys.filter { settings[$0] == nil }
    }
}

extension Schema: Hashable {
    /// Returns true if both schemas have the same key and content.
    public static func == (left: Self, right: Self) -> Bool {
        left.canonicalJSON == right.canonicalJSON && left.key == right.key
    }

    /// Hashes the content.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(canonicalJSON)
    }
}

/// A label of a schema: a label key that can also be the text itself, or the text for each locale.
package enum LabelText: Sendable, Hashable {
    /// A key that is looked up in the catalogs; if they do not have it, it is shown as written.
    case words(String)
    case byLocale([LocaleTag: String])
}

extension Schema.Setting {
    /// Returns the current value for a former value (`itemValueMap`, renamed options); `nil` if the map does not name
    /// it.
    package func mapped(_ old: String) -> Value? {
        var json = valueMap[old]
        if json == nil, let flag = BooleanRules.boolean(old) {
            json = valueMap.first { BooleanRules.boolean($0.key) == flag }?.value
        }
        return json.flatMap { try? rules.value(fromJSON: $0) }
    }

    /// Returns a stored value in the type of this setting, converted if necessary; `nil` if it cannot be converted.
    ///
    /// A value that only violates a constraint is accepted. A list of one element is accepted if its element is.
    package func adopted(_ stored: JSONValue) -> Value? {
        let elements = stored.array ?? []
        return baseRules.converted(from: stored)
            ?? (elements.count == 1 ? elements.first.flatMap(baseRules.converted) : nil)
    }
}

extension Schema {
    /// Returns the current key of a former key of an item or group; `nil` for any other text.
    package func currentKey(of former: String) -> String? {
        currentKeys[former]
    }

    package var formerKeys: [String] { Array(currentKeys.keys) }

    package func isSettable(_ key: String) -> Bool {
        switch reference(key) {
        case .setting, .option: true
        case .row, nil: false
        }
    }

    /// Returns all labels: those in the schema and those in its catalog files, which take precedence.
    package func catalog(with files: LabelCatalog) -> LabelCatalog {
        var catalog = labels
        for slot in labelSlots(areAll: false) {
            guard let name = slot.names.first, case .byLocale(let words) = slot.written else {
                continue
            }
            for (locale, text) in words { catalog.set(text, for: name, in: locale) }
        }
        catalog.merge(files)
        return catalog
    }
}

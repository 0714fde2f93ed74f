/// The whole description of a program's settings: groups, items and their words.
///
/// Immutable.
///
/// Made by `SchemaReader` from JSON; sound by construction, since a schema with problems is never
/// made. Equal schemas have equal canonical JSON.
public struct Schema: Sendable {
    /// Which panel this is.
    ///
    /// Two explicit keys that differ never share a store.
    public let key: String
    /// Whether the schema names its key; an implied one is the file's name.
    public let isKeyExplicit: Bool
    /// Counts up with each release of the schema; 1 where none is written.
    public let version: Int
    /// Whether the schema names its version.
    public let isVersionExplicit: Bool
    /// When a change is saved.
    public let saveMode: SaveMode
    /// How groups look.
    public let layout: Layout
    /// How much history is kept.
    public let history: HistoryLimit
    /// Colours, fonts and lengths of the whole panel.
    public let style: Style?
    /// The locales in the order declared; the first is the fallback of all others.
    public let locales: [LocaleTag]
    /// What the panel is called.
    public let title: LabelText?
    /// The first page, whose key is empty, then the others, each before those below it.
    public let pages: KeyedArray<Page>
    /// The groups of all pages, in the order of the pages.
    public let groups: [Group]
    /// What must hold for the settings together, those of groups included.
    public let checks: [Check]
    /// The words written inside the schema.
    public let labels: LabelCatalog
    /// The schema as one JSON object with sorted members, written one way: without `$schema` and
    /// `$comment`, Booleans as `true` and `false`.
    public let canonicalJSON: String

    /// Every setting by its key: items that hold a value, and `select` groups by the group's key.
    public let settings: KeyedArray<Setting>
    /// Every item by its key.
    public let items: KeyedArray<Item>
    /// Settings that options of `select` groups belong to, by the option's key.
    let selectGroupOfOption: [String: String]
    /// Former keys of settings, and the key each has now.
    let currentKeys: [String: String]
    /// The program's own controls, by name.
    let customControls: [String: any CustomControl]
    /// What the program that declared it in Swift does, by the key of a group or item; no part of
    /// what equality compares.
    package let handlers: [String: [any Sendable]]
    /// The conditions of items and groups, each behind those that it depends on.
    let visibilityRules: [VisibilityRule]
    /// The keys of the pages that groups stand on, by the groups' keys.
    let pageOfGroup: [String: String]

    /// What a key stands for.
    public enum Reference: Sendable {
        /// A setting: an item with a value, or a `select` group.
        case setting(Setting)
        /// An option of a `select` group, by the group's setting.
        case option(Item, of: Setting)
        /// An item without a value: a button, link, info or text.
        case row(Item)
    }

    /// What a key stands for; a former key (`itemRenamedFrom`) stands for the item of today.
    ///
    /// `nil` for a key that the schema does not have.
    public func reference(_ key: String) -> Reference? {
        let key = items[key] == nil && settings[key] == nil ? currentKeys[key] ?? key : key
        if let setting = settings[key] { return .setting(setting) }
        guard let item = items[key] else { return nil }
        if let group = selectGroupOfOption[key], let setting = settings[group] {
            return .option(item, of: setting)
        }
        return .row(item)
    }

    /// The page that people see first.
    public var firstPage: Page { pages[""] ?? Page(path: [], groups: []) }

    /// The page that a setting, an item or a group has its place on.
    public func page(of key: String) -> Page {
        let group = settings[key].map(\.groupKey) ?? items[key]?.groupKey ?? key
        return pageOfGroup[group].flatMap { pages[$0] } ?? firstPage
    }

    /// The program's own controls, to read the schema of another process with.
    public var controls: [any CustomControl] { Array(customControls.values) }

    /// The key of the button that starts the program again (`panelRestart`).
    public let restartKey: String?
    /// The settings that the program uses after a restart (`itemRestart`).
    package let restartSettings: [Setting]
    /// The key of the switch that turns sharing between machines on and off (`panelSyncSwitch`).
    public let syncSwitch: String?
    /// The settings that machines share (`itemSynced`).
    public let syncedSettings: [Setting]

    /// Whether values depend on each other: conditions or checks.
    public let hasRules: Bool

    /// A control of the program's own, by its name; `nil` where the program has not given it.
    public func customControl(_ name: String) -> (any CustomControl)? { customControls[name] }

    /// Every key that a form may name.
    public var keys: [String] {
        settings.keys + items.keys.filter { settings[$0] == nil }
    }
}

extension Schema: Hashable {
    /// Whether both have the same content.
    public static func == (left: Self, right: Self) -> Bool {
        left.canonicalJSON == right.canonicalJSON && left.key == right.key
    }

    /// Hashes what equality compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(canonicalJSON)
    }
}

/// Words of a schema: a label key that may also be the words themselves, or words by locale.
public enum LabelText: Sendable, Hashable {
    /// Looked up in the catalogues, then shown as written.
    case words(String)
    case byLocale([LocaleTag: String])
}

extension Schema.Setting {
    /// What a value of before has become by the schema's map (`itemValueMap`, options renamed);
    /// `nil` where the map does not name it.
    public func mapped(_ old: String) -> Value? {
        var json = valueMap[old]
        if json == nil, let flag = BooleanRules.boolean(old) {
            json = valueMap.first { BooleanRules.boolean($0.key) == flag }?.value
        }
        return json.flatMap { try? rules.value(fromJSON: $0) }
    }

    /// A stored value as this setting takes it: as it is, or converted from another type; `nil`
    /// where it does not fit.
    ///
    /// A value that merely breaks a constraint fits; a list of one fits where its element does.
    public func adopted(_ stored: JSONValue) -> Value? {
        let elements = stored.array ?? []
        return baseRules.converted(from: stored)
            ?? (elements.count == 1 ? elements.first.flatMap(baseRules.converted) : nil)
    }
}

extension Schema {
    /// The key that an item or group of a former key has now; `nil` for any other text.
    public func currentKey(of former: String) -> String? {
        currentKeys[former]
    }

    /// Keys that settings, options and groups had before.
    package var formerKeys: [String] { Array(currentKeys.keys) }

    /// Whether a key is that of a setting or of an option.
    package func isSettable(_ key: String) -> Bool {
        switch reference(key) {
        case .setting, .option: true
        case .row, nil: false
        }
    }

    /// All words of the schema: those written in it, and those of its catalogue files, which win.
    public func catalog(with files: LabelCatalog) -> LabelCatalog {
        var catalog = labels
        for slot in labelSlots {
            guard let name = slot.names.first, case .byLocale(let words) = slot.written else {
                continue
            }
            for (locale, text) in words { catalog.set(text, for: name, in: locale) }
        }
        catalog.merge(files)
        return catalog
    }
}

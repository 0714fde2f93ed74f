/// The whole description of a program's settings: groups, items and their words.
///
/// Immutable.
///
/// Made by `SchemaReader` from JSON; sound by construction, since a schema with problems is never
/// made. Equal schemas have equal canonical JSON.
public struct Schema: Sendable {
    /// When a change is saved: at once where scripting allows it, or by a Save button always.
    public enum SaveMode: String, Sendable, CaseIterable {
        case auto, explicit
    }

    /// Which panel this is.
    ///
    /// Two explicit keys that differ never share a store.
    public let key: String
    /// Whether the schema names its key; an implied one is the file's name.
    public let isKeyExplicit: Bool
    /// Counts up with each release of the schema; 1 where none is written.
    public let version: Int
    /// When a change is saved.
    public let saveMode: SaveMode
    /// The locales in the order declared; the first is the fallback of all others.
    public let locales: [LocaleTag]
    /// What the panel is called.
    public let title: LabelText?
    /// In order.
    public let groups: [Group]
    /// The words written inside the schema.
    public let labels: LabelCatalog
    /// The schema as one JSON object with sorted members, without `$schema` and `$comment`.
    public let canonicalJSON: String

    /// Every setting by its key: items that hold a value, and `select` groups by the group's key.
    public let settings: KeyedArray<Setting>
    /// Every item by its key.
    public let items: KeyedArray<Item>
    /// Settings that options of `select` groups belong to, by the option's key.
    let selectGroupOfOption: [String: String]
    /// Former keys of settings, and the key each has now.
    let currentKeys: [String: String]

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

extension Schema {
    /// A titled, ordered set of items: a section of the page.
    public final class Group: Sendable {
        /// The group's key.
        public let key: String
        /// What the group is called.
        public let title: LabelText?
        /// The note below the group.
        public let footer: LabelText?
        /// In order.
        public let items: [Item]

        /// Whether some items are options, which makes the group itself a setting.
        public var isSetting: Bool { items.contains { $0.control == .select } }

        /// The options of a `select` group.
        public var options: [Item] { items.filter { $0.control == .select } }

        init(_ draft: SchemaDocument.Group) {
            key = draft.key ?? ""
            title = LabelText(draft.node.object["groupTitle"])
            footer = LabelText(draft.node.object["groupFooter"])
            items = Schema.orderedItems(draft)
        }
    }

    /// One declared setting or row.
    public final class Item: Sendable {
        /// The item's key.
        public let key: String
        /// The key of its group.
        public let groupKey: String
        /// How it is shown and edited.
        public let control: Control
        /// What the item is called.
        public let title: LabelText?
        /// Its second words: the value of an `info`, the prose of a `text`.
        public let subtitle: LabelText?
        /// An example that stands in the empty field.
        public let placeholder: LabelText?
        /// A sentence that explains the item.
        public let help: LabelText?
        /// The options of a `choice`.
        public let options: [Option]
        /// The value that an `info` shows.
        public let shownValue: Value?
        /// Where a `link` leads.
        public let url: String?
        /// The command of a button or link, argument by argument.
        public let action: [String]
        /// Kept and readable, but not on the page.
        public let isHidden: Bool
        /// How a `choice` is shown, where the schema fixes it.
        public let style: Style?

        init?(_ draft: SchemaDocument.Item, in group: SchemaDocument.Group) {
            guard let key = draft.key, let control = draft.control else { return nil }
            let object = draft.node.object
            self.key = key
            groupKey = group.key ?? ""
            self.control = control
            title = LabelText(object["itemTitle"])
            subtitle = LabelText(object["itemSubtitle"])
            placeholder = LabelText(object["itemPlaceholder"])
            help = LabelText(object["itemHelp"])
            options = (object["itemOptions"]?.array ?? []).compactMap(Schema.Option.init)
            shownValue = control == .info ? object["itemValue"].flatMap(Value.init(json:)) : nil
            url = draft.node.string("itemURL")
            action = draft.node.strings("itemAction")
            isHidden = draft.node.boolean("itemHidden") ?? false
            style = draft.node.string("itemStyle").flatMap(Schema.Style.init)
        }
    }

    /// How a `choice` is shown: as radio buttons or as a list to open.
    public enum Style: String, Sendable, CaseIterable {
        case radios, list
    }

    /// One option of a `choice`.
    public struct Option: Sendable {
        /// What is stored where it is chosen.
        public let value: Value
        /// What it is called.
        public let label: LabelText?
        /// What it is called where there is little room.
        public let short: LabelText?
        /// A sentence that explains the option.
        public let help: LabelText?
    }

    /// Something that has a value: an item, or a `select` group.
    public final class Setting: Sendable {
        /// The setting's key: an item's, or that of a `select` group.
        public let key: String
        /// The key of its group; its own for a `select` group.
        public let groupKey: String
        /// How it is shown and edited; `select` for a group.
        public let control: Control
        /// What it accepts.
        public let rules: any ValueRules
        /// The value while none is set; `nil` for a secret.
        public let defaultValue: Value?
        /// People and scripts cannot change it; the program can.
        public let isReadOnly: Bool
        /// Kept and readable, but not on the page.
        public let isHidden: Bool
        /// Keys it had before.
        public let renamedFrom: [String]
        /// Values of before, as text, and what each is now.
        public let valueMap: [String: JSONValue]

        /// Whether its value is sealed and never shown.
        public var isSecret: Bool { control == .editPassword }

        init?(_ item: Schema.Item, _ draft: SchemaDocument.Item) {
            guard let rules = SettingRules.of(draft) else { return nil }
            let node = draft.node
            key = item.key
            groupKey = item.groupKey
            control = item.control
            self.rules = rules
            let declared = node.object["itemValue"].flatMap { try? rules.value(fromJSON: $0) }
            defaultValue =
                switch item.control {
                case .switch: declared ?? .boolean(false)
                case .editText: declared ?? .text("")
                case .choice: declared ?? item.options.first?.value
                default: nil
                }
            isReadOnly = node.boolean("itemReadOnly") ?? false
            isHidden = item.isHidden
            renamedFrom = node.strings("itemRenamedFrom")
            valueMap = Self.map(node.object["itemValueMap"])
        }

        init(selectGroup group: Schema.Group, _ draft: SchemaDocument.Group) {
            let options = group.options
            let chosen = draft.options.first { $0.node.boolean("itemValue") == true }?.key
            key = group.key
            groupKey = group.key
            control = .select
            rules = OptionRules(options.map { .text($0.key) })
            defaultValue = (chosen ?? options.first?.key).map(Value.text)
            isReadOnly = false
            isHidden = options.allSatisfy(\.isHidden)
            renamedFrom = draft.node.strings("groupRenamedFrom")
            // An option's former key is an old value of the group.
            valueMap = draft.options.reduce(into: Self.map(draft.node.object["groupValueMap"])) {
                map, option in
                for former in option.node.strings("itemRenamedFrom") {
                    map[former] = option.key.map { JSONValue(.string($0)) }
                }
            }
        }

        private static func map(_ json: JSONValue?) -> [String: JSONValue] {
            (json?.object?.members ?? []).reduce(into: [:]) { $0[$1.name] = $1.value }
        }
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
    /// A value that merely breaks a constraint fits.
    public func adopted(_ stored: JSONValue) -> Value? {
        rules.converted(from: stored)
    }
}

extension Schema {
    /// The key that an item or group of a former key has now; `nil` for any other text.
    public func currentKey(of former: String) -> String? {
        currentKeys[former]
    }

    /// All words of the schema: those written in it, and those of its catalogue files, which win.
    public func catalog(with files: LabelCatalog) -> LabelCatalog {
        var catalog = labels
        var texts = [(key, "", title)]
        for group in groups {
            texts += [(group.key, "", group.title), (group.key, ".footer", group.footer)]
        }
        for item in items {
            texts += [(item.key, "", item.title), (item.key, ".help", item.help)]
        }
        for case (let key, let suffix, .byLocale(let words)) in texts {
            for (locale, text) in words {
                catalog.set(text, for: key.uppercased() + suffix, in: locale)
            }
        }
        catalog.merge(files)
        return catalog
    }
}

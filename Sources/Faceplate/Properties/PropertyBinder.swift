/// The problems that prevent preferences from being bound to settings.
public struct PreferencesError: SpokenError, Hashable {
    /// One problem of a property.
    public struct Problem: Sendable, Hashable, CustomStringConvertible {
        /// The property as it is written in code, with its type: `ReaderPreferences.hideNSFW`.
        public let property: String
        /// The key of the property.
        public let key: String
        /// One sentence with a period.
        public let description: String
    }

    /// The problems, in the order of the properties.
    public let problems: [Problem]

    /// The problems, one on each line.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}

protocol PreferencesProperty {
    var spot: SourceSpot { get }
    var givenKey: String? { get }
    var place: PropertyPlace? { get }
    var isPrivate: Bool { get }
    var isSecret: Bool { get }
    func bind(to place: PropertyPlace)
    /// Binds a property of a page, whose settings are opened later.
    func join(_ link: PageLink, as key: String)
    func changed()
    /// As the rest of a sentence; `nil` if they fit.
    func mismatch(with setting: Schema.Setting) -> String?
    /// `nil` for a property without one, or whose value cannot be stored.
    var initialJSON: JSONValue? { get }
    func adoption(of json: JSONValue) -> PropertyAdoption
    var typeName: String { get }
}

enum PropertyAdoption {
    case unchanged
    case migrated(JSONValue)
    case parked(reason: String)
}

struct NamedProperty {
    let name: String
    let key: String
    let property: any PreferencesProperty
    /// The key that the property would have if no item of the schema had its name in another spelling.
    var ownKey: String?

    /// True when the declaration gives the key, so that another type that gives it, too, is meant to share the value.
    var isKeyGiven: Bool { property.givenKey != nil }

    func bind(to source: PropertySource) {
        property.bind(to: PropertyPlace(key: key, source: source))
    }
}

struct PropertyBinder {
    private let type: String
    private let schema: Schema
    private let providedDefaults: Set<String>
    /// The keys of the schema by their letters and digits.
    private let keysBySound: [String: [String]]

    init(
        _ type: any Preferences.Type, _ snapshot: Snapshot, providedDefaults: Set<String> = []
    ) {
        self.type = "\(type)"
        schema = snapshot.schema
        self.providedDefaults = providedDefaults
        keysBySound = Dictionary(grouping: schema.keys, by: SettingKeySyntax.sound)
    }

    func named(_ preferences: some Preferences) -> [NamedProperty] {
        Self.named(preferences).map { property in
            guard !property.isKeyGiven, let key = keyOfItem(named: property.key) else {
                return property
            }
            return NamedProperty(
                name: property.name, key: key, property: property.property, ownKey: property.key)
        }
    }

    /// Returns the properties with the keys that they have without a schema.
    static func named<Values: Preferences>(_ preferences: Values) -> [NamedProperty] {
        let namespace = Values.namespace.map { $0 + "." } ?? ""
        return Mirror(reflecting: preferences).children.compactMap { child in
            guard let property = child.value as? any PreferencesProperty, let label = child.label
            else { return nil }
            // A wrapped property is stored under its name with an underscore.
            let name = label.hasPrefix("_") ? String(label.dropFirst()) : label
            return NamedProperty(
                name: name, key: property.givenKey ?? namespace + name, property: property)
        }
    }

    /// Returns the key that is written like a name of Swift: `hide_ads` or `hide.ads` for `hideAds`; `nil` if the
    /// name itself is a key, and if none or several are written like it.
    private func keyOfItem(named name: String) -> String? {
        guard schema.reference(name) == nil else { return nil }
        let keys =
            keysBySound[SettingKeySyntax.sound(name)]?
            .filter { SettingKeySyntax.isSpelled($0, asName: name) } ?? []
        return keys.count == 1 ? keys[0] : nil
    }

    /// - Parameter owner: Returns the property of another type that has the same private value, as it is written in
    ///   code; `nil` when it has no other owner.
    func properties(
        of preferences: some Preferences, otherOwner owner: (NamedProperty) -> String?
    ) throws(PreferencesError) -> [NamedProperty] {
        let properties = named(preferences)
        var seen: [String: NamedProperty] = [:]
        var problems: [PreferencesError.Problem] = []
        for property in properties {
            let name = SettingKeySyntax.sound(property.key)
            let words =
                wordsOfKey(property, other: seen.updateValue(property, forKey: name))
                ?? wordsOfItem(property, like: keysBySound[name] ?? [])
                ?? owner(property).map { wordsOfOwner($0, property) }
            if let words {
                problems.append(
                    .init(
                        property: "\(type).\(property.name)", key: property.key,
                        description: "'\(type).\(property.name)' \(words)"))
            }
        }
        guard problems.isEmpty else { throw PreferencesError(problems: problems) }
        return properties
    }

    private func wordsOfKey(_ property: NamedProperty, other: NamedProperty?) -> String? {
        if let other {
            return other.key == property.key
                ? "has the key '\(property.key)', which '\(other.name)' has already."
                : "has the key '\(property.key)', and '\(other.name)' has '\(other.key)': two keys may not "
                    + "differ only in case or in '.', '-' and '_'."
        }
        guard !SettingKeySyntax.isValid(property.key) else { return nil }
        return
            "cannot have the key '\(property.key)': a key is up to 128 ASCII letters, digits, '.', "
            + "'_' and '-', and begins with a letter or a digit. Give one: @Setting(key: \"key\")."
    }

    private func wordsOfOwner(_ other: String, _ property: NamedProperty) -> String {
        "has the key '\(property.key)', which '\(other)' has already. Give one of the types a 'namespace', or give "
            + "both properties the key if they are to share the value: "
            + "@Setting(key: \"\(property.key)\")."
    }

    private func wordsOfItem(_ property: NamedProperty, like keys: [String]) -> String? {
        let type = property.property.typeName
        switch schema.reference(property.key) {
        case .setting(let setting) where setting.isSecret:
            return property.property.isSecret
                ? nil : "is \(type), and '\(setting.key)' is a secret. Declare it as 'Secret'."
        case _ where property.property.isSecret:
            return
                "is a secret, and '\(property.key)' is not an 'edit_password' of the schema. Only these are encrypted."
        case .setting(let setting):
            let words =
                property.property.mismatch(with: setting)
                ?? difference(
                    property, initial(property, by: setting),
                    setting.plainDefault?.json, of: setting.key)
            return words.map {
                "is \(type), and '\(setting.key)' is '\(setting.control.rawValue)': \($0)"
            }
        case .option(let item, let setting):
            guard type == "Bool" || type == "Optional<Bool>" else {
                return
                    "is \(type), and '\(item.key)' is an option of a 'select' group, which is a Bool."
            }
            return difference(
                property, property.property.initialJSON,
                .boolean(setting.plainDefault == .text(item.key)), of: setting.key
            ).map { "is '\(item.key)', an option of a 'select' group: \($0)" }
        case .row(let item):
            return
                "cannot be '\(item.key)', which is '\(item.control.rawValue)' and has no value."
        case nil:
            guard let key = keys.first(where: { $0 != property.key }) else { return nil }
            let shown = keys.sorted().map { "'\($0)'" }.joined(separator: " and ")
            return
                "has the key '\(property.key)', and the schema has \(shown): two keys may not differ "
                + "only in case or in '.', '-' and '_'. Give the one that is meant: "
                + "@Setting(key: \"\(key)\")."
        }
    }

    private func initial(_ property: NamedProperty, by setting: Schema.Setting) -> JSONValue? {
        property.property.initialJSON.flatMap { try? setting.rules.value(fromJSON: $0) }?.json
    }

    /// The rest of a sentence; `nil` if they are equal, or the property has none.
    private func difference(
        _ property: NamedProperty, _ initial: JSONValue?, _ value: JSONValue?, of key: String
    ) -> String? {
        guard property.property.initialJSON != nil, let initial, initial != value,
            !providedDefaults.contains(key)
        else { return nil }
        let own = JSONWriter().text(initial)
        guard let value else {
            return
                "the property begins with \(own), and the item has no default. Give the item the same "
                + "default, or make the property optional."
        }
        return
            "the property begins with \(own), and the default of the item is \(JSONWriter().text(value)). "
            + "Give both the same value."
    }
}

extension SettingProperty: PreferencesProperty {
    var spot: SourceSpot { cell.spot }
    var givenKey: String? { cell.givenKey }
    var place: PropertyPlace? { cell.place }
    var typeName: String { "\(Value.self)" }
    var isPrivate: Bool { cell.isPrivate }
    var isSecret: Bool { cell.isSecret }
    // A property without an initial value reads an item's empty default as `nil`.
    var initialJSON: JSONValue? { cell.initialJSON }

    func bind(to place: PropertyPlace) { cell.bind(to: place) }
    func join(_ link: PageLink, as key: String) { cell.join(link, as: key) }
    func changed() { cell.quick.changed() }

    func mismatch(with setting: Schema.Setting) -> String? {
        func fits(_ json: JSONValue) -> Bool {
            let json = DateForm.stored(json, of: Value.self, setting)
            return (try? StoredDecoding.value(Value.self, from: json)) != nil
        }
        if let given = initialJSON {
            guard let read = try? setting.rules.value(fromJSON: given), fits(read.json) else {
                return "it does not accept the default that the property has."
            }
            if let value = setting.plainDefault, !fits(value.json) {
                return "the property cannot store its default."
            }
        }
        let kind = setting.rules.kind
        if case .option(let rules) = kind,
            let option = rules.options.first(where: { !fits($0.json) })
        {
            return "the property cannot store its option '\(option.plainText)'."
        }
        // A plain `custom` item takes any JSON; a value that does not fit the property reads as the default.
        if case .any = kind, !setting.rules.isExtended { return nil }
        for sample in Self.samples {
            let read = try? setting.rules.value(fromJSON: sample)
            let isAccepted = read.map { setting.rules.problem(with: $0) == nil } ?? false
            if let read, isAccepted, !fits(read.json) {
                return "the property cannot store \(JSONWriter().text(read.json))."
            }
            if read == nil, sample.number != nil, fits(sample), case .number(let rules) = kind,
                rules.isInteger
            {
                return "it takes whole numbers only."
            }
        }
        return nil
    }

    private static var samples: [JSONValue] {
        let half = JSONValue(.number(JSONNumber(validated: "0.5")))
        return [true, 1, half, "text", ["text"], [1]]
    }

    func adoption(of json: JSONValue) -> PropertyAdoption {
        let problem: any Error
        do {
            _ = try StoredDecoding.value(Value.self, from: json)
            return .unchanged
        } catch {
            problem = error
        }
        if let value = try? cell.migrate?(json), let new = try? StoredEncoding.json(of: value) {
            return .migrated(new)
        }
        return .parked(reason: "It does not fit \(typeName)\(Self.place(of: problem)).")
    }

    private static func place(of error: any Error) -> String {
        let path: [any CodingKey] =
            switch error as? DecodingError {
            case .dataCorrupted(let context), .keyNotFound(_, let context),
                .typeMismatch(_, let context), .valueNotFound(_, let context):
                context.codingPath
            default: []
            }
        guard !path.isEmpty else { return "" }
        return " at '\(path.map(\.stringValue).joined(separator: "."))'"
    }
}

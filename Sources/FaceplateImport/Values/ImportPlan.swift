package import Faceplate
public import FaceplateSchema

/// The assignments of imported values to the settings of a panel, and the values without a setting.
///
/// The plan does not check the rules of the settings. To do so, apply a `Batch` with the origin
/// `import` and one assignment for each entry.
public struct ImportPlan: Sendable {
    /// The new value of one setting.
    public struct Entry: Sendable, Hashable {
        /// The setting's key.
        public let key: String
        /// The keys in the imported file, for example one for each element of a list.
        public internal(set) var sources: [String]
        /// The value in the form that the setting reads; `null` resets the setting.
        public let value: JSONValue
    }

    /// A value that cannot be assigned, with the reason.
    public struct Refusal: Sendable, Hashable {
        /// The key in the imported file.
        public let source: String
        /// The key of the setting.
        public let key: String
        /// The reason in one sentence, without the value.
        public let message: String
        /// The value, if the file has it as such; it can be a secret.
        package let value: JSONValue?
    }

    /// An imported key without a setting, or the first place of a part that a setting does not have:
    /// `hosts[0].comment`.
    public struct Unknown: Sendable, Hashable {
        /// The key in the imported file.
        public let key: String
        /// The most similar key of the schema, or of a part of the setting, as a suggestion.
        public let nearest: String?
        /// The key of the setting whose value has a part that the setting does not have; `nil` for other keys.
        public let setting: String?

        init(key: String, nearest: String?, setting: String? = nil) {
            self.key = key
            self.nearest = nearest
            self.setting = setting
        }
    }

    /// The new values, in the order of the file.
    public internal(set) var entries: [Entry] = []
    /// Values that cannot be assigned, independent of the current values.
    public internal(set) var refusals: [Refusal] = []
    /// Keys without a setting.
    ///
    /// They are normal, because a store of `UserDefaults` also contains values of the system.
    public internal(set) var unknown: [Unknown] = []
    /// Settings without a value in the file: they use their default there, or are redacted secrets.
    public internal(set) var silent: [String] = []
}

extension ImportPlan {
    package func unknown(
        where isVisible: (String) -> Bool
    ) -> [(key: String, nearest: String?)] {
        unknown.filter { $0.setting.map(isVisible) ?? true }.map { unknown in
            let isShown = unknown.setting != nil || unknown.nearest.map(isVisible) ?? false
            return (unknown.key, isShown ? unknown.nearest : nil)
        }
    }

    package init(_ profile: Profile, for schema: Schema, namesUnknown: Bool = true) {
        let content = profile.content(in: schema)
        entries = content.entries.map { setting, value in
            Entry(key: setting.key, sources: [setting.key], value: value)
        }
        unknown = namesUnknown ? content.unknown.map { Unknown(key: $0, nearest: nil) } : []
    }
}

extension ImportedValues {
    /// Finds the setting of each value, and converts the value to the form that the setting reads.
    ///
    /// A setting is found by:
    ///
    /// - the key that its item was imported from (`importedFrom` in `itemData`),
    /// - its key or a former key,
    /// - a key that differs only in case and punctuation, if the file does not contain the exact key,
    /// - `name0`, `name1`, … for the elements of a list `name`.
    ///
    /// A key in a section, or in a dictionary that is not the value of a setting, is that of a setting in the group with
    /// the name of the section, or gets this name as a prefix: `network.port`.
    public func plan(for schema: Schema) -> ImportPlan {
        var planner = ImportPlanner(schema)
        planner.claim(entries)
        for entry in entries { planner.add(SourceKey(entry.key), entry.value) }
        return planner.finished()
    }
}

extension ImportedValues.Value {
    fileprivate var scalar: JSONValue? {
        switch self {
        case .json(let json): json
        case .text(let text, let json): json ?? .text(text)
        default: nil
        }
    }
}

private struct ImportPlanner {
    private let schema: Schema
    private let keys: KeyMatcher
    private var plan = ImportPlan()
    private var places: [String: Int] = [:]
    private var elements: [String: [(index: Int, source: String, value: ImportedValues.Value)]] =
        [:]
    private var listsInOrder: [String] = []
    private var off: [String: [String]] = [:]
    private var guesses = 20
    private var claimed: Set<String> = []

    init(_ schema: Schema) {
        self.schema = schema
        keys = KeyMatcher(schema)
    }

    /// Finds the settings whose exact key is in the file, before similar keys are matched.
    mutating func claim(_ entries: [ImportedValues.Entry], within sections: [String] = []) {
        for entry in entries {
            let source = SourceKey(entry.key, in: sections)
            // No key is that long.
            guard source.path.utf8.count <= 512 else { continue }
            if case .section(let inside) = entry.value, !keys.isMap(source, with: inside) {
                claim(inside, within: sections + [entry.key])
            } else if let target = keys.exactTarget(of: source) {
                claimed.insert(Self.key(of: target))
            } else if case .object(_, let inside) = entry.value {
                claim(inside, within: sections + [entry.key])
            }
        }
    }

    private static func key(of target: Schema.Element) -> String {
        switch target {
        case .setting(let setting): setting.key
        case .option(let item, _), .row(let item): item.key
        }
    }

    /// `nil` if the key is only similar to a setting that is claimed.
    private func target(of source: SourceKey) -> Schema.Element? {
        if let exact = keys.exactTarget(of: source) { return exact }
        return keys.target(of: source).flatMap { claimed.contains(Self.key(of: $0)) ? nil : $0 }
    }

    mutating func add(_ name: SourceKey, _ value: ImportedValues.Value) {
        if case .section(let entries) = value {
            guard !entries.isEmpty, keys.isMap(name, with: entries) else {
                for entry in entries { add(name.inside(entry.key), entry.value) }
                return
            }
            let whole = entries.map { JSONObject.Member(name: $0.key, value: $0.value.asJSON) }
            return add(name, .object(.object(whole), entries))
        }
        // No key is that long.
        let isKey = name.path.utf8.count <= 512
        let source = isKey ? keys.shown(name) : name.path
        switch isKey ? target(of: name) : nil {
        case .setting(let setting): add(value, for: setting, [source])
        case .option(let item, let setting): add(value, forOption: item, of: setting, source)
        case .row(let item): refuse(source, item.key, "It has no value of its own.")
        case nil:
            if let (list, index) = keys.element(name) {
                if elements[list.key] == nil { listsInOrder.append(list.key) }
                elements[list.key, default: []].append((index, source, value))
            } else if case .object(_, let entries) = value, means(entries, in: name) {
                for entry in entries { add(name.inside(entry.key), entry.value) }
            } else {
                leave(source)
            }
        }
    }

    /// Returns true when a dictionary contains values of settings, by keys like `network.port`.
    private func means(_ entries: [ImportedValues.Entry], in source: SourceKey) -> Bool {
        entries.contains { entry in
            let name = source.inside(entry.key)
            // No key is that long.
            guard name.path.utf8.count <= 512 else { return false }
            if keys.target(of: name) != nil || keys.element(name) != nil { return true }
            guard case .object(_, let inside) = entry.value else { return false }
            return means(inside, in: name)
        }
    }

    private mutating func leave(_ source: String) {
        leave(source, source, near: schema.keys, of: nil)
    }

    private mutating func leave(
        _ source: String, _ name: String, near known: [String], of setting: String?
    ) {
        // The search for a similar key is slow.
        guesses -= 1
        let nearest = guesses < 0 ? nil : NearestWord.to(name, among: known)
        plan.unknown.append(ImportPlan.Unknown(key: source, nearest: nearest, setting: setting))
    }

    private mutating func refuse(
        _ source: String, _ key: String, _ message: String, _ value: JSONValue? = nil
    ) {
        plan.refusals.append(
            ImportPlan.Refusal(source: source, key: key, message: message, value: value))
    }

    private mutating func add(
        _ value: ImportedValues.Value, for setting: Schema.Setting, _ sources: [String]
    ) {
        let source = sources.first ?? ""
        var fitter = ValueFitter(setting, schema.items[setting.key])
        let outcome = fitter.fit(value, source)
        for part in fitter.unknown {
            leave(part.path, part.name, near: part.known, of: setting.key)
        }
        switch outcome {
        case .value(let json): add(json, for: setting.key, sources)
        case .nothing: plan.silent.append(setting.key)
        case .misfit(let reason): refuse(source, setting.key, reason, value.scalar)
        }
    }

    private mutating func add(
        _ value: ImportedValues.Value, forOption option: Schema.Item, of setting: Schema.Setting,
        _ source: String
    ) {
        guard let json = value.scalar,
            case .boolean(let isOn)? = try? BooleanRules().value(
                fromText: FaceplateSchema.Value(json: json)?.plainText ?? "", locale: nil)
        else {
            switch value {
            case .onDefault: return plan.silent.append(setting.key)
            case .json(let json) where json.isNull: return plan.silent.append(setting.key)
            default: break
            }
            return refuse(
                source, option.key, "An option of '\(setting.key)' is on or off.", value.scalar)
        }
        guard isOn else {
            off[setting.key, default: []].append(source)
            return
        }
        add(JSONValue.text(option.key), for: setting.key, [source])
    }

    private mutating func add(_ json: JSONValue, for key: String, _ sources: [String]) {
        let entry = ImportPlan.Entry(key: key, sources: sources, value: json)
        guard let place = places[key] else {
            places[key] = plan.entries.count
            plan.entries.append(entry)
            return
        }
        if plan.entries[place].value == json {
            plan.entries[place].sources += sources
            return
        }
        let first = plan.entries[place]
        refuse(
            sources.first ?? key, key,
            "'\(first.sources.first ?? key)' is the same setting, and has another value.", json)
    }

    mutating func finished() -> ImportPlan {
        for key in listsInOrder {
            guard let setting = schema.settings[key] else { continue }
            addElements(elements[key] ?? [], of: setting)
        }
        // Options that are off do not select a value, if no other option of the group is on.
        for key in off.keys.sorted() where places[key] == nil { plan.silent.append(key) }
        return plan
    }

    private mutating func addElements(
        _ elements: [(index: Int, source: String, value: ImportedValues.Value)],
        of setting: Schema.Setting
    ) {
        let sorted = elements.sorted { $0.index < $1.index }
        for element in sorted {
            switch element.value {
            case .json, .object, .list, .text: break
            default:
                return refuse(
                    element.source, setting.key, "It is not an element of a list.",
                    element.value.scalar)
            }
        }
        let values = sorted.map(\.value)
        add(
            .list(.array(values.map(\.asJSON)), values), for: setting, sorted.map(\.source))
    }
}

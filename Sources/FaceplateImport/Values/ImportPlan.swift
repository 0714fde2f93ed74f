public import FaceplateSchema

/// What imported values mean to a panel: its settings with a value each, and what none of them takes.
///
/// Whether the settings accept the values, only applying them tells: `Batch` with the origin
/// `import`, an assignment an entry.
public struct ImportPlan: Sendable {
    /// What one setting is to become.
    public struct Entry: Sendable, Hashable {
        /// The setting's key.
        public let key: String
        /// The keys that said so there, more than one for the elements of a list.
        public let sources: [String]
        /// The value as the setting reads it.
        public let value: JSONValue
    }

    /// A value that no setting takes, with the reason.
    public struct Refusal: Sendable, Hashable {
        /// The key there.
        public let source: String
        /// The setting's key.
        public let key: String
        /// One sentence, without the value.
        public let message: String
    }

    /// A key that no setting has.
    public struct Unknown: Sendable, Hashable {
        /// The key there.
        public let key: String
        /// The setting that was probably meant.
        public let nearest: String?
    }

    /// In the order of the file.
    public internal(set) var entries: [Entry] = []
    /// Values that fit no setting, whatever it is now.
    public internal(set) var refusals: [Refusal] = []
    /// Keys that mean nothing here, which is usual: a store holds values of the system's own, too.
    public internal(set) var unknown: [Unknown] = []
    /// Settings that the file tells nothing new of: they are on their default there, or secrets that
    /// it does not hold.
    public internal(set) var silent: [String] = []
}

extension ImportedValues {
    /// Finds the setting of each value, and writes the value as that one reads it.
    ///
    /// A setting is found by the key that its item was imported from (`importedFrom` of `itemData`),
    /// by its own key or a former one, by one that differs in case and marks alone where the file has
    /// no such key as it is written, and a list by `name0`, `name1`, … for its elements. Of a dictionary that is no setting's value the keys are
    /// looked for behind its own: `network.port`.
    public func plan(for schema: Schema) -> ImportPlan {
        var planner = ImportPlanner(schema)
        planner.claim(entries)
        for entry in entries { planner.take(entry.key, entry.value) }
        return planner.finished()
    }
}

/// Makes a plan, value by value.
private struct ImportPlanner {
    private let schema: Schema
    private let keys: KeyMatcher
    private var plan = ImportPlan()
    /// Where the entry of a setting stands.
    private var places: [String: Int] = [:]
    /// Elements of lists, by the list's key.
    private var elements: [String: [(index: Int, source: String, value: ImportedValues.Value)]] =
        [:]
    private var listsInOrder: [String] = []
    /// Options of groups that are off, by the group's key.
    private var off: [String: [String]] = [:]
    private var guesses = 20
    /// The settings that the file has a key of as it is written.
    private var claimed: Set<String> = []

    init(_ schema: Schema) {
        self.schema = schema
        keys = KeyMatcher(schema)
    }

    /// Finds the settings that the file knows by their exact keys, whatever comes first in it.
    mutating func claim(_ entries: [ImportedValues.Entry], within path: String = "") {
        for entry in entries {
            let source = path + entry.key
            // No key is that long.
            guard source.utf8.count <= 512 else { continue }
            if let target = keys.exactTarget(of: source) {
                claimed.insert(Self.key(of: target))
            } else if case .object(_, let inside) = entry.value {
                claim(inside, within: source + ".")
            }
        }
    }

    private static func key(of target: Schema.Reference) -> String {
        switch target {
        case .setting(let setting): setting.key
        case .option(let item, _), .row(let item): item.key
        }
    }

    /// What a key means: nothing where it is only like that of a setting that is claimed.
    private func target(of source: String) -> Schema.Reference? {
        if let exact = keys.exactTarget(of: source) { return exact }
        return keys.target(of: source).flatMap { claimed.contains(Self.key(of: $0)) ? nil : $0 }
    }

    mutating func take(_ source: String, _ value: ImportedValues.Value) {
        switch target(of: source) {
        case .setting(let setting): take(value, for: setting, source)
        case .option(let item, let setting): take(value, forOption: item, of: setting, source)
        case .row(let item): refuse(source, item.key, "It has no value of its own.")
        case nil:
            if let (list, index) = keys.element(source) {
                if elements[list.key] == nil { listsInOrder.append(list.key) }
                elements[list.key, default: []].append((index, source, value))
            } else if case .object(_, let entries) = value, means(entries, in: source) {
                for entry in entries { take("\(source).\(entry.key)", entry.value) }
            } else {
                leave(source)
            }
        }
    }

    /// Whether some of the values in a dictionary are settings, by keys like `network.port`.
    private func means(_ entries: [ImportedValues.Entry], in source: String) -> Bool {
        entries.contains { entry in
            let path = "\(source).\(entry.key)"
            // No key is that long.
            guard path.utf8.count <= 512 else { return false }
            if keys.target(of: path) != nil || keys.element(path) != nil { return true }
            guard case .object(_, let inside) = entry.value else { return false }
            return means(inside, in: path)
        }
    }

    private mutating func leave(_ source: String) {
        // Looking for a key takes time.
        guesses -= 1
        let nearest = guesses < 0 ? nil : NearestWord.to(source, among: schema.keys)
        plan.unknown.append(ImportPlan.Unknown(key: source, nearest: nearest))
    }

    private mutating func refuse(_ source: String, _ key: String, _ message: String) {
        plan.refusals.append(ImportPlan.Refusal(source: source, key: key, message: message))
    }

    private mutating func take(
        _ value: ImportedValues.Value, for setting: Schema.Setting, _ source: String
    ) {
        switch ValueFitter(setting, schema.items[setting.key]).fit(value, source) {
        case .value(let json): add(json, for: setting.key, [source])
        case .nothing: plan.silent.append(setting.key)
        case .misfit(let reason): refuse(source, setting.key, reason)
        }
    }

    private mutating func take(
        _ value: ImportedValues.Value, forOption option: Schema.Item, of setting: Schema.Setting,
        _ source: String
    ) {
        guard case .json(let json) = value,
            case .boolean(let isOn)? = try? BooleanRules().value(
                fromText: FaceplateSchema.Value(json: json)?.plainText ?? "", locale: nil)
        else {
            if case .onDefault = value { return plan.silent.append(setting.key) }
            return refuse(source, option.key, "An option of '\(setting.key)' is on or off.")
        }
        guard isOn else {
            off[setting.key, default: []].append(source)
            return
        }
        add(JSONValue(.string(option.key)), for: setting.key, [source])
    }

    private mutating func add(_ json: JSONValue, for key: String, _ sources: [String]) {
        let entry = ImportPlan.Entry(key: key, sources: sources, value: json)
        guard let place = places[key] else {
            places[key] = plan.entries.count
            plan.entries.append(entry)
            return
        }
        let first = plan.entries[place]
        if first.value == json {
            plan.entries[place] = ImportPlan.Entry(
                key: key, sources: first.sources + sources, value: json)
            return
        }
        refuse(
            sources.first ?? key, key,
            "'\(first.sources.first ?? key)' is the same setting, and has another value.")
    }

    mutating func finished() -> ImportPlan {
        for key in listsInOrder {
            guard let setting = schema.settings[key] else { continue }
            takeElements(elements[key] ?? [], of: setting)
        }
        // One that is on says what the others are; none that is on says nothing.
        for key in off.keys.sorted() where places[key] == nil { plan.silent.append(key) }
        return plan
    }

    private mutating func takeElements(
        _ elements: [(index: Int, source: String, value: ImportedValues.Value)],
        of setting: Schema.Setting
    ) {
        let sorted = elements.sorted { $0.index < $1.index }
        let sources = sorted.map(\.source)
        var values: [JSONValue] = []
        for element in sorted {
            switch element.value {
            case .json(let json), .object(let json, _): values.append(json)
            default:
                return refuse(element.source, setting.key, "It is no element of a list.")
            }
        }
        let whole = ImportedValues.Value.json(JSONValue(.array(values)))
        switch ValueFitter(setting, schema.items[setting.key]).fit(whole, sources.first ?? "") {
        case .value(let json): add(json, for: setting.key, sources)
        case .nothing: plan.silent.append(setting.key)
        case .misfit(let reason): refuse(sources.first ?? "", setting.key, reason)
        }
    }
}

/// All settings at one revision: schema, labels and values.
///
/// Immutable, so that a reader sees a whole batch or none of it.
public final class Snapshot: Sendable {
    /// A set value as the store keeps it.
    struct Stored: Sendable {
        let json: JSONValue
        /// `nil` where the JSON is none of a value's types: a program's private object.
        let value: Value?
        let revision: Int
    }

    /// The schema that the values belong to.
    public let schema: Schema
    /// The words of all locales: catalogues and those inside the schema.
    public let labels: LabelCatalog
    /// The newest revision; 0 before the first change.
    public let revision: Int
    /// Tells a schema and its labels from any other; changes when the schema does.
    public let digest: String
    let stored: [String: Stored]
    /// The secrets that are set, and the revision that set each.
    let secrets: [String: Int]
    /// The last revision that changed a key.
    let lastChanges: [String: Int]
    /// Keys that earlier schemas had.
    let retired: Set<String>
    /// The values that locks hold settings at, by key.
    let locks: [String: LockedValue]
    /// What the program works with, as it last said.
    let applied: Applied
    private let hiddenByRules = Locked<Set<String>?>(nil)

    init(
        schema: Schema, labels: LabelCatalog, revision: Int, digest: String,
        stored: [String: Stored], secrets: [String: Int], lastChanges: [String: Int],
        retired: Set<String>, locks: [String: LockedValue],
        applied: Applied
    ) {
        self.schema = schema
        self.labels = labels
        self.revision = revision
        self.digest = digest
        self.stored = stored
        self.secrets = secrets
        self.lastChanges = lastChanges
        self.retired = retired
        self.locks = locks
        self.applied = applied
    }

    /// Nothing is set and nothing is locked.
    convenience init(defaultsOf schema: Schema) {
        self.init(
            schema: schema, labels: LabelCatalog(), revision: 0, digest: "", stored: [:],
            secrets: [:], lastChanges: [:], retired: [], locks: [:],
            applied: .none)
    }

    /// The value of a setting: the one that a lock holds it at, the one set, else its default.
    ///
    /// An option of a `select` group is a Boolean: whether it is chosen. `nil` for a secret, and
    /// for a key that is no setting.
    public func value(_ key: String) -> Value? {
        switch schema.reference(key) {
        case .setting(let setting): return value(of: setting)
        case .option(let item, let setting):
            return .boolean(value(setting.key) == .text(item.key))
        case .row(let item): return item.shownValue
        case nil: return stored[key]?.value
        }
    }

    /// The value of a setting of this schema; `nil` for a secret.
    public func value(of setting: Schema.Setting) -> Value? {
        if setting.isSecret { return nil }
        return locks[setting.key]?.value ?? storedValue(of: setting)
    }

    /// The value that a setting has without its lock; `nil` for a secret.
    func storedValue(of setting: Schema.Setting) -> Value? {
        setting.isSecret ? nil : stored[setting.key]?.value ?? setting.defaultValue
    }

    /// What a condition sees of a key: for a secret, any text while one is set.
    func conditionValue(_ key: String) -> Value? {
        if case .setting(let setting) = schema.reference(key), setting.isSecret {
            return hasSecret(setting) ? .text("set") : nil
        }
        return value(key)
    }

    /// What the rules make of these values; what they hide is found once.
    public var rules: RuleState {
        let known = hiddenByRules.withLock { $0 }
        let rules = RuleState(schema, hidden: known) { self.conditionValue($0) }
        if known == nil { hiddenByRules.withLock { $0 = rules.hidden } }
        return rules
    }

    /// Whether somebody set a setting of this schema, locked or not.
    public func isSet(_ setting: Schema.Setting) -> Bool {
        setting.isSecret ? secrets[setting.key] != nil : stored[setting.key] != nil
    }

    /// True when somebody set a value that differs from the default; for a secret, when one is set.
    ///
    /// A value that was set and equals the default stays set, but there is nothing to see of it.
    public func isModified(_ setting: Schema.Setting) -> Bool {
        isSet(setting)
            && (setting.isSecret || value(of: setting) != setting.defaultValue
                || isUnreadable(setting))
    }

    /// True when the store holds something for a setting that is no value of it: another program wrote
    /// it, or the file is damaged.
    ///
    /// It stays in the store until the setting is changed; the default is in use.
    public func isUnreadable(_ setting: Schema.Setting) -> Bool {
        guard !setting.isSecret, let stored = stored[setting.key] else { return false }
        return stored.value == nil
    }

    /// A sentence for the settings whose stored values cannot be read; `nil` where there are none.
    package var unreadableProblem: String? {
        let keys = stored.compactMap { key, stored in
            stored.value == nil && schema.settings[key]?.isSecret == false ? "'\(key)'" : nil
        }
        guard !keys.isEmpty else { return nil }
        let shown = keys.sorted().prefix(10).joined(separator: ", ")
        let more = keys.count > 10 ? " and \(keys.count - 10) more" : ""
        return "Stored values cannot be read, and the defaults are in use: \(shown)\(more)."
    }

    /// Whether somebody set it; a value equal to the default counts.
    public func isSet(_ key: String) -> Bool {
        switch schema.reference(key) {
        case .setting(let setting), .option(_, let setting):
            return isSet(setting)
        case .row: return false
        case nil: return stored[key] != nil
        }
    }

    /// The revision that last changed a setting; `nil` while it is as it first was.
    public func lastChange(of key: String) -> Int? {
        lastChanges[key]
    }

    /// Whether an earlier schema of this store had the key.
    public func isRetired(_ key: String) -> Bool {
        retired.contains(key)
    }

    /// What a setting is now, as one side of a change.
    func side(_ setting: Schema.Setting) -> Change.Side {
        if setting.isSecret { return secrets[setting.key] == nil ? .onDefault : .secret }
        guard let stored = stored[setting.key] else { return .onDefault }
        return stored.value.map(Change.Side.value) ?? .json(stored.json)
    }

    /// What a key is now, as one side of a change; one without a setting is a program's own.
    package func side(of key: String) -> Change.Side {
        if let setting = schema.settings[key] { return side(setting) }
        guard let stored = stored[key] else { return .onDefault }
        return stored.value.map(Change.Side.value) ?? .json(stored.json)
    }

    /// The next snapshot: this one with a revision's changes.
    func applying(_ changes: [Change], revision: Int) -> Snapshot {
        var stored = stored
        var secrets = secrets
        var lastChanges = lastChanges
        for change in changes {
            lastChanges[change.key] = revision
            switch change.new {
            case .onDefault:
                stored[change.key] = nil
                secrets[change.key] = nil
            case .secret: secrets[change.key] = revision
            case .value(let value):
                stored[change.key] = Stored(json: value.json, value: value, revision: revision)
            case .json(let json):
                stored[change.key] = Stored(json: json, value: nil, revision: revision)
            }
        }
        let next = Snapshot(
            schema: schema, labels: labels, revision: revision, digest: digest, stored: stored,
            secrets: secrets, lastChanges: lastChanges, retired: retired, locks: locks,
            applied: applied)
        guard let hidden = hiddenByRules.withLock({ $0 }) else { return next }
        // Only the rules that the changes reach are judged again.
        let rules = RuleState(schema, hidden: hidden, changed: Set(changes.map(\.key))) {
            next.conditionValue($0)
        }
        next.hiddenByRules.withLock { $0 = rules.hidden }
        return next
    }
}

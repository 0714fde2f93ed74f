package import Foundation

/// All settings at one revision: schema, labels and values.
///
/// It is immutable, so that a reader sees a whole batch or none of it.
public final class Snapshot: Sendable {
    struct Stored: Sendable {
        let json: JSONValue
        /// `nil` if the JSON is not a value of the setting, such as a private object of the program.
        let value: Value?
        let revision: Int
    }

    /// The schema that the values belong to.
    public let schema: Schema
    /// The labels of all locales, from catalogs and from the schema.
    public let labels: LabelCatalog
    /// The newest revision; 0 before the first change.
    public var revision: Int { content.revision }
    /// An identifier of the schema and its labels, which changes with them.
    ///
    /// Snapshots of one store with the same digest have the same schema and labels, so it can be the key of a cache. It
    /// does not depend on values.
    public let digest: String
    let content: Content
    /// All settings, by which the rules are judged; `nil` for a snapshot that is not a part of another.
    let whole: Snapshot?
    /// The marks of the groups that have changed since this snapshot was read from a storage, by key.
    private let groupMarks: [String: ContentMark]
    private let mark: ContentMark
    private let hiddenByRules = Locked<Set<String>?>(nil)
    /// The names of large values, by key, so that a long history is compared with each only once.
    private let names = Locked<[String: Change.Side]>([:])

    init(
        schema: Schema, labels: LabelCatalog, digest: String, content: Content,
        marks: (groups: [String: ContentMark], others: ContentMark) = ([:], ContentMark()),
        whole: Snapshot? = nil
    ) {
        self.whole = whole
        groupMarks = marks.groups
        mark = marks.others
        self.schema = schema
        self.labels = labels
        self.digest = digest
        self.content = content
    }

    convenience init(defaultsOf schema: Schema) {
        self.init(schema: schema, labels: LabelCatalog(), digest: "", content: Content())
    }

    /// Returns the value of a setting: the locked value, else the one that is set, else its default.
    ///
    /// An option of a `select` group is a Boolean, which is true when it is chosen. The value of an `info` row is the
    /// one in the schema, and that of a private key is the stored one. `nil` for a secret, and for any other key.
    public func value(_ key: String) -> Value? {
        switch schema.reference(key) {
        case .setting(let setting): return value(of: setting)
        case .option(let item, let setting):
            return .boolean(value(setting.key) == .text(item.key))
        case .row(let item): return item.shownValue
        case nil: return stored[key]?.value
        }
    }

    /// Returns the value of a setting of this schema; `nil` for a secret.
    ///
    /// It is the locked value, else the one that is set, else the default. It is faster than `value(_:)`, because
    /// the setting is known.
    package func value(of setting: Schema.Setting) -> Value? {
        if setting.isSecret { return nil }
        return locks[setting.key]?.value ?? storedValue(of: setting)
    }

    package struct SettingState: Equatable, Sendable {
        /// The locked value, else the one that is set, else the default; `nil` for a secret.
        package let value: Value?
        let revision: Int?
        package let isUnreadable: Bool
        package let lock: Settings.Lock.Source?
        /// True when the set value differs from the default or cannot be read; for a secret, when it is set.
        package let isModified: Bool
        /// `nil` for a secret.
        package let defaultValue: Value?
        /// `nil` if its value is permanent.
        package let until: Date?

        package var isSet: Bool { revision != nil }
    }

    package func state(of setting: Schema.Setting) -> SettingState {
        let lock = locks[setting.key]
        if setting.isSecret {
            let revision = secrets[setting.key]
            return SettingState(
                value: nil, revision: revision, isUnreadable: false, lock: lock?.source,
                isModified: revision != nil, defaultValue: nil, until: nil)
        }
        let stored = stored[setting.key]
        let standard = defaultValue(of: setting)
        let value = lock?.value ?? stored?.value ?? standard
        let isUnreadable = stored.map { $0.value == nil } ?? false
        return SettingState(
            value: value, revision: stored?.revision, isUnreadable: isUnreadable,
            lock: lock?.source,
            isModified: stored != nil && (isUnreadable || value != standard),
            defaultValue: standard, until: until(setting))
    }

    func storedValue(of setting: Schema.Setting) -> Value? {
        setting.isSecret ? nil : stored[setting.key]?.value ?? defaultValue(of: setting)
    }

    /// Returns the value of a setting while none is stored; `nil` for a secret.
    package func defaultValue(of setting: Schema.Setting) -> Value? {
        if let known = content.defaults[setting.key] { return known.value }
        return setting.defaultValue((whole ?? self).conditionValue)
    }

    /// The settings on a default that can become another one when these settings change.
    package func settingsOnDefault(reachedBy keys: Set<String>) -> Set<String> {
        let named = content.defaults.filter { !$0.value.tested.isDisjoint(with: keys) }.keys
        let reached = schema.ruleDependencies.defaults(testing: keys).map(\.key) + named
        return Set(reached.filter { provenance($0) == .onDefault })
    }

    /// The last revision that changed a setting, or one that the default in use depends on; 0 if none did.
    package func lastEffect(on key: String) -> Int {
        let change = lastChange(of: key) ?? 0
        guard let setting = schema.settings[key], provenance(of: setting) == .onDefault else {
            return change
        }
        return setting.defaultConditionKeys.map(schema.settingKey).reduce(change) {
            max($0, lastChange(of: $1) ?? 0)
        }
    }

    /// For a secret that is set, some text.
    func conditionValue(_ key: String) -> Value? {
        if case .setting(let setting) = schema.reference(key), setting.isSecret {
            return hasSecret(setting) ? .text("set") : nil
        }
        return value(key) ?? schema.settings[key]?.valueInConditions(nil)
    }

    /// The state of the rules for these values; the items that they hide are computed only once.
    package var rules: RuleState {
        if let whole { return whole.rules.showing(schema) }
        let known = hiddenByRules.withLock { $0 }
        let rules = RuleState(schema, hidden: known) { self.conditionValue($0) }
        if known == nil { hiddenByRules.withLock { $0 = rules.hidden } }
        return rules
    }

    /// Returns true when a setting of this schema is set, even if it is locked.
    package func isSet(_ setting: Schema.Setting) -> Bool {
        setting.isSecret ? secrets[setting.key] != nil : stored[setting.key] != nil
    }

    /// Returns true when the set value of a setting differs from its default or cannot be read; for a secret, when it
    /// is set.
    ///
    /// A value that equals the default stays set, but does not count as modified.
    package func isModified(_ setting: Schema.Setting) -> Bool {
        state(of: setting).isModified
    }

    /// In no order; without secrets and locked settings, whose values here are not in use.
    ///
    /// The cost depends on the number of stored values, not on the size of the schema.
    package var modified: [Schema.Setting] {
        stored.keys.compactMap { schema.settings[$0] }.filter { isModified($0) && !isLocked($0) }
    }

    /// Returns true when the store holds data for a setting that is not a value of it: another program wrote it, or the
    /// file is damaged.
    ///
    /// The data stays in the store until the setting is changed, and the default is used.
    package func isUnreadable(_ setting: Schema.Setting) -> Bool {
        state(of: setting).isUnreadable
    }

    package var unreadableProblem: String? {
        let keys = stored.compactMap { key, stored in
            stored.value == nil && schema.settings[key]?.isSecret == false ? key : nil
        }
        return Self.list(keys).map {
            "Stored values cannot be read, and the defaults are in use: \($0)."
        }
    }

    /// A sentence about the settings whose stored values the schema does not accept, such as a number that an older
    /// release did not park when its limits became narrower; `nil` if there are none.
    package var invalidProblem: String? {
        let keys = stored.compactMap { key, stored -> String? in
            guard let setting = schema.settings[key], let value = stored.value, !setting.isSecret,
                let problem = setting.baseRules.problem(with: value)
            else { return nil }
            return problem.code == .notAnOption && setting.areOptionsProvided ? nil : key
        }
        return Self.list(keys).map { "The schema does not accept values that are in use: \($0)." }
    }

    /// Only settings that were not set since; values of items that are no longer in the schema are not meant.
    package var parkedProblem: String? {
        let keys = parked.compactMap { key, revision -> String? in
            guard let setting = schema.settings[schema.currentKey(of: key) ?? key] else {
                return nil
            }
            // The parking itself is the revision after that.
            return lastChanges[setting.key].map { $0 > revision + 1 } ?? false ? nil : setting.key
        }
        return Self.list(Array(Set(keys))).map {
            "Values no longer fit their settings, whole or in part, and are parked: \($0)."
        }
    }

    private static func list(_ keys: [String]) -> String? {
        guard !keys.isEmpty else { return nil }
        let shown = keys.sorted().prefix(10).map { "'\($0)'" }.joined(separator: ", ")
        return shown + (keys.count > 10 ? " and \(keys.count - 10) more" : "")
    }

    /// Returns true when a setting is set, even to a value that equals the default.
    ///
    /// The key of an option means its group. It is false for a row without a value, and true for a private key of the
    /// program that has a value.
    public func isSet(_ key: String) -> Bool {
        switch schema.reference(key) {
        case .setting(let setting), .option(_, let setting):
            return isSet(setting)
        case .row: return false
        case nil: return stored[key] != nil
        }
    }

    /// Returns the number of the revision that last changed a setting; `nil` if it was never changed.
    ///
    /// It is known even if the history no longer holds that revision. The key is that of the setting: for an option,
    /// use the key of its group.
    package func lastChange(of key: String) -> Int? {
        lastChanges[key]
    }

    /// Returns true when an earlier schema of this store had the key.
    package func isRetired(_ key: String) -> Bool {
        retired.keys.contains(key)
    }

    package func withheld(from people: Set<String>) -> Schema.Withheld {
        schema.withheld(from: people, formerly: retired.access)
    }

    func side(_ setting: Schema.Setting) -> Change.Side {
        if setting.isSecret { return secrets[setting.key] == nil ? .onDefault : .secret }
        guard let stored = stored[setting.key] else { return .onDefault }
        return stored.value.map(Change.Side.value) ?? .json(stored.json)
    }

    /// A key without a setting is private to the program.
    package func side(of key: String) -> Change.Side {
        if let setting = schema.settings[key] { return side(setting) }
        guard let stored = stored[key] else { return .onDefault }
        return stored.value.map(Change.Side.value) ?? .json(stored.json)
    }

    /// The side can be only named.
    package func holds(_ side: Change.Side, for key: String) -> Bool {
        let now = self.side(of: key)
        guard case .large = side else { return now == side }
        if let name = names.withLock({ $0[key] }) { return name == side }
        let name = now.named
        names.withLock { $0[key] = name }
        return name == side
    }

    package func applying(_ changes: [Change], revision: Int) -> Snapshot {
        applying(changes, revision: revision, times: [:])
    }

    /// - Parameter times: the times that the revision sets, or ends (`nil`), by key.
    func applying(
        _ changes: [Change], revision: Int, times: [String: Temporaries.Entry?]
    ) -> Snapshot {
        var content = content
        content.revision = revision
        content.temporaries = temporaries.applying(times)
        for change in changes {
            content.lastChanges[change.key] = revision
            switch change.new {
            case .onDefault:
                content.stored[change.key] = nil
                content.secrets[change.key] = nil
            case .secret: content.secrets[change.key] = revision
            case .value(let value):
                content.stored[change.key] = Stored(
                    json: value.json, value: value, revision: revision)
            case .json(let json):
                content.stored[change.key] = Stored(json: json, value: nil, revision: revision)
            // Only a panel at another place names new values; it is read again.
            case .large: break
            }
        }
        let next = Snapshot(
            schema: schema, labels: labels, digest: digest, content: content,
            marks: marks(after: changes, times))
        guard let hidden = hiddenByRules.withLock({ $0 }) else { return next }
        // Only the rules that the changes reach are judged again.
        let rules = RuleState(schema, hidden: hidden, changed: Set(changes.map(\.key))) {
            next.conditionValue($0)
        }
        next.hiddenByRules.withLock { $0 = rules.hidden }
        return next
    }
}

/// A mark of some content: content with the same mark is the same.
package final class ContentMark: Equatable, Sendable {
    package static func == (left: ContentMark, right: ContentMark) -> Bool { left === right }
}

extension Snapshot {
    package func mark(of group: Schema.ItemGroup) -> ContentMark { groupMarks[group.key] ?? mark }

    private func marks(
        after changes: [Change], _ times: [String: Temporaries.Entry?]
    ) -> (groups: [String: ContentMark], others: ContentMark) {
        guard times.isEmpty else { return ([:], ContentMark()) }
        var groups = groupMarks
        let mark = ContentMark()
        for change in changes {
            if let setting = schema.settings[change.key] { groups[setting.groupKey] = mark }
        }
        for setting in schema.ruleDependencies.defaults(testing: Set(changes.map(\.key))) {
            groups[setting.groupKey] = mark
        }
        return (groups, self.mark)
    }
}

/// The source of a setting's value.
package enum Provenance: Sendable, Hashable {
    /// No value is set, and the default of the schema is used.
    case onDefault
    /// A value is set, last in this revision.
    case set(revision: Int)
    /// A lock outside of the store determines the value.
    case locked(by: Settings.Lock.Source)
}

extension Snapshot {
    /// Returns the source of a setting's value; `nil` for a key that is not a setting.
    ///
    /// An option of a `select` group has the source of its group.
    package func provenance(_ key: String) -> Provenance? {
        schema.setting(named: key).map(provenance(of:))
    }

    /// Returns the source of the value of a setting of this schema.
    package func provenance(of setting: Schema.Setting) -> Provenance {
        if let lock = locks[setting.key] { return .locked(by: lock.source) }
        let revision = setting.isSecret ? secrets[setting.key] : stored[setting.key]?.revision
        return revision.map(Provenance.set) ?? .onDefault
    }

    /// Returns true when a lock holds a setting of this schema.
    package func isLocked(_ setting: Schema.Setting) -> Bool { locks[setting.key] != nil }

    package func hasSecret(_ setting: Schema.Setting) -> Bool {
        setting.isSecret && (secrets[setting.key] != nil || isLocked(setting))
    }
}

extension Schema {
    /// For the key of an option, its `select` group.
    package func setting(named key: String) -> Setting? {
        switch reference(key) {
        case .setting(let setting), .option(_, let setting): setting
        case .row, nil: nil
        }
    }

    /// For an option, that of its group; other keys stay as they are.
    package func settingKey(of key: String) -> String { setting(named: key)?.key ?? key }

    /// The default while no condition applies; for an option of a `select` group, true when it is chosen by default.
    func plainDefault(of item: Item) -> Value? {
        if item.control == .select {
            return .boolean(settings[item.groupKey]?.plainDefault == .text(item.key))
        }
        return settings[item.key]?.plainDefault ?? item.shownValue
    }
}

extension Schema.Setting {
    /// A switch without a value is off.
    package func valueInConditions(_ value: Value?) -> Value? {
        guard value == nil, case .boolean = rules.kind else { return value }
        return .boolean(false)
    }
}

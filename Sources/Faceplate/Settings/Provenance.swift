/// The source of a setting's value.
public enum Provenance: Sendable, Hashable {
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
    public func provenance(_ key: String) -> Provenance? {
        switch schema.reference(key) {
        case .setting(let setting), .option(_, let setting): provenance(of: setting)
        case .row, nil: nil
        }
    }

    /// Returns the source of the value of a setting of this schema.
    public func provenance(of setting: Schema.Setting) -> Provenance {
        if let lock = locks[setting.key] { return .locked(by: lock.source) }
        let revision = setting.isSecret ? secrets[setting.key] : stored[setting.key]?.revision
        return revision.map(Provenance.set) ?? .onDefault
    }

    /// Returns true when a lock holds a setting of this schema.
    public func isLocked(_ setting: Schema.Setting) -> Bool { locks[setting.key] != nil }

    /// Returns true when a secret has a value, either set or given by a lock.
    package func hasSecret(_ setting: Schema.Setting) -> Bool {
        setting.isSecret && (secrets[setting.key] != nil || isLocked(setting))
    }
}

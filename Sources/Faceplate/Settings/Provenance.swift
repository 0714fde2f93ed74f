/// Where the value of a setting comes from.
public enum Provenance: Sendable, Hashable {
    /// Nobody chose: it is the schema's.
    case onDefault
    /// Somebody set it, at the latest in this revision.
    case set(revision: Int)
    /// Something outside of the store holds it.
    case locked(by: Settings.Lock.Source)
}

extension Snapshot {
    /// Where the value of a setting comes from; `nil` for a key that is no setting.
    ///
    /// An option of a `select` group has its group's.
    public func provenance(_ key: String) -> Provenance? {
        switch schema.reference(key) {
        case .setting(let setting), .option(_, let setting): provenance(of: setting)
        case .row, nil: nil
        }
    }

    /// Where the value of a setting of this schema comes from.
    public func provenance(of setting: Schema.Setting) -> Provenance {
        if let lock = locks[setting.key] { return .locked(by: lock.source) }
        let revision = setting.isSecret ? secrets[setting.key] : stored[setting.key]?.revision
        return revision.map(Provenance.set) ?? .onDefault
    }

    /// Whether a lock holds a setting of this schema.
    public func isLocked(_ setting: Schema.Setting) -> Bool { locks[setting.key] != nil }

    /// Whether the program has the secret: one that is set, or one that a lock gives.
    package func hasSecret(_ setting: Schema.Setting) -> Bool {
        setting.isSecret && (secrets[setting.key] != nil || isLocked(setting))
    }
}

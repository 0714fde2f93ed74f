/// A change of one setting, for the program that follows it.
///
/// `Content` is what the program reads it as: the type of a typed key or property; `Value?` beside a
/// declaration in Swift, `nil` for a secret; `Change.Side` where it names no type.
public struct SettingChange<Content: Sendable>: Sendable {
    /// The setting's key, or that of the option that is followed.
    public let key: String
    /// What it was.
    public let old: Content
    /// What it is since.
    public let new: Content
    /// The revision that changed it: its number, when it was made and by whom.
    public let revision: Revision
    /// Whether who follows made it: through the very preferences that tell of it, or a copy.
    public let isOwn: Bool
    /// What the program attached to the item.
    public let data: JSONValue?
    /// Where the item stands in its group, from 0; a `select` group is 0.
    public let position: Int
    /// All settings after the revision, or a later one.
    public let snapshot: Snapshot

    /// Who made it.
    public var origin: Origin { revision.origin }
    /// Whether another process made it, or other settings of this one on the same file.
    public var isExternal: Bool { revision.isExternal }
}

extension SettingChange {
    init(
        _ key: String, from old: Content, to new: Content, _ revision: Revision,
        _ snapshot: Snapshot, isOwn: Bool = false
    ) {
        let item = snapshot.schema.items[key]
        self.init(
            key: key, old: old, new: new, revision: revision, isOwn: isOwn, data: item?.data,
            position: item.map(snapshot.schema.position(of:)) ?? 0, snapshot: snapshot)
    }

    /// The change of a group, as one of its options sees it.
    func seen(by option: Schema.Item) -> Self {
        Self(
            key: key, old: old, new: new, revision: revision, isOwn: isOwn, data: option.data,
            position: snapshot.schema.position(of: option), snapshot: snapshot)
    }
}

extension Settings {
    /// The changes of a setting from now on, in order, whoever makes them.
    ///
    /// A new default is no change; see `values(of:)`. Ends when the settings are closed.
    ///
    /// - Parameter writer: whose changes are left out, for who follows what it also writes; it
    ///   names itself in its batches.
    public func changes<Content>(
        of key: SettingKey<Content>, except writer: Writer? = nil
    ) -> some AsyncSequence<SettingChange<Content>, Never> & Sendable {
        revisions().compactMap { [weak self] revision in
            if let writer, revision.writer(of: key.name) == writer { return nil }
            return self.flatMap { $0.snapshot.change(of: key, in: revision) }
        }
    }

    /// The value of a setting, then each other one that it becomes, a new default included.
    ///
    /// Who is slow gets the newest and none of those between. Ends when the settings are closed.
    public func values<Content>(
        of key: SettingKey<Content>
    ) -> some AsyncSequence<Content, Never> & Sendable {
        Distinct(snapshots.map { $0[key] }, isSame: ==)
    }
}

extension Snapshot {
    /// What a revision changed of a setting; `nil` where the program sees no change.
    fileprivate func change<Content>(
        of key: SettingKey<Content>, in revision: Revision
    ) -> SettingChange<Content>? {
        let reference = schema.reference(key.name)
        var setting: Schema.Setting?
        switch reference {
        case .setting(let found), .option(_, let found): setting = found
        case .row, nil: break
        }
        let name = setting?.key ?? key.name
        guard let change = revision.changes.first(where: { $0.key == name }) else { return nil }
        func content(_ side: Change.Side) -> Content {
            var value = side.value(default: setting?.defaultValue)
            if case .option(let item, _) = reference { value = .boolean(value == .text(item.key)) }
            return key.content(value)
        }
        let (old, new) = (content(change.old), content(change.new))
        return old == new ? nil : SettingChange(key.name, from: old, to: new, revision, self)
    }
}

extension Change.Side {
    /// What a program sees; `nil` for a secret.
    func value(default fallback: Value?) -> Value? {
        switch self {
        case .value(let value): value
        case .onDefault: fallback
        case .json, .secret: nil
        }
    }
}

/// A change of one setting, for the program that follows it.
public struct SettingChange<Content: SettingValue>: Sendable {
    /// The setting.
    public let key: SettingKey<Content>
    /// What it was.
    public let old: Content
    /// What it is since.
    public let new: Content
    /// The revision that changed it: its number, when it was made and by whom.
    public let revision: Revision
}

extension Settings {
    /// The changes of a setting from now on, in order, whoever makes them.
    ///
    /// None is left out. Who follows what it also writes knows its own by `revision.origin`, or by
    /// the number that `set` answered. A new default is no change; see `values(of:)`. Ends when
    /// the settings are closed.
    public func changes<Content>(
        of key: SettingKey<Content>
    ) -> some AsyncSequence<SettingChange<Content>, Never> & Sendable {
        revisions().compactMap { [weak self] revision in
            self.flatMap { $0.snapshot.change(of: key, in: revision) }
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
            var value: Value?
            switch side {
            case .value(let given): value = given
            case .onDefault: value = setting?.defaultValue
            case .json, .secret: break
            }
            if case .option(let item, _) = reference { value = .boolean(value == .text(item.key)) }
            return key.content(value)
        }
        let (old, new) = (content(change.old), content(change.new))
        return old == new ? nil : SettingChange(key: key, old: old, new: new, revision: revision)
    }
}

extension Settings {
    /// Calls `handler` after each save through these settings, with what it changed and nothing
    /// else.
    ///
    /// On the settings' own queue, in order, as `observe(_:)` does for revisions of every kind. A
    /// save that changed nothing is none.
    ///
    /// - Returns: what ends it.
    @discardableResult
    public func didSave(_ handler: @escaping @Sendable (Revision) -> Void) -> Observation {
        observe { if !$0.isExternal { handler($0) } }
    }

    /// Calls `handler` after each revision that another process made, or other settings of this one
    /// on the same file.
    ///
    /// On the settings' own queue, in order.
    ///
    /// - Returns: what ends it.
    @discardableResult
    public func didChangeExternally(
        _ handler: @escaping @Sendable (Revision) -> Void
    ) -> Observation {
        observe { if $0.isExternal { handler($0) } }
    }

    /// Calls `handler` after each change of one setting, whoever made it.
    ///
    /// The key of an option stands for its group. On the settings' own queue, in order.
    ///
    /// - Returns: what ends it.
    @discardableResult
    public func didChange(
        _ key: String, _ handler: @escaping @Sendable (SettingChange<Change.Side>) -> Void
    ) -> Observation {
        observe { [weak self] revision in
            guard let snapshot = self?.committed else { return }
            let key = snapshot.settingKey(of: key)
            for change in revision.changes where change.key == key {
                handler(SettingChange(key, from: change.old, to: change.new, revision, snapshot))
            }
        }
    }
}

extension Settings {
    /// Calls `handler` after each save through these settings, with the changes of that save only.
    ///
    /// The handler runs on the settings' own queue, in order. It is not called for a save that changed nothing. For
    /// revisions of every kind, use `observe(_:)`.
    ///
    /// - Returns: the observation; cancel it to stop the calls.
    @discardableResult
    public func didSave(_ handler: @escaping @Sendable (Revision) -> Void) -> Observation {
        observe { if !$0.isExternal { handler($0) } }
    }

    /// Calls `handler` after each revision that another process made, or another `Settings` object of this process on
    /// the same file.
    ///
    /// The handler runs on the settings' own queue, in order.
    ///
    /// - Returns: the observation; cancel it to stop the calls.
    @discardableResult
    public func didChangeExternally(
        _ handler: @escaping @Sendable (Revision) -> Void
    ) -> Observation {
        observe { if $0.isExternal { handler($0) } }
    }

    /// Calls `handler` after each change of one setting, from any source.
    ///
    /// The key of an option means its group. The values are those that the program reads: a setting that was reset has
    /// its default, and a secret is `nil`. The handler runs on the settings' own queue, in order.
    ///
    /// - Returns: the observation; cancel it to stop the calls.
    @discardableResult
    public func didChange(
        _ key: String, _ handler: @escaping @Sendable (SettingChange<Value?>) -> Void
    ) -> Observation {
        observe { [weak self] revision in
            guard let snapshot = self?.committed else { return }
            let key = snapshot.settingKey(of: key)
            let fallback = snapshot.schema.settings[key]?.defaultValue
            for change in revision.changes where change.key == key {
                handler(
                    SettingChange(
                        key, from: change.old.value(default: fallback),
                        to: change.new.value(default: fallback), revision, snapshot))
            }
        }
    }
}

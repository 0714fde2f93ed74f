extension Settings {
    /// What the program does about a group or an item, as declarations in Swift said.
    package func handlers(of key: String) -> [any Sendable] {
        state.withLock { $0.handlers[key] ?? [] }
    }

    /// Takes over what comes with declarations; those of a key that was known are replaced.
    func take(_ handlers: [String: [any Sendable]]) {
        guard !handlers.isEmpty else { return }
        let isFirst = state.withLock { state in
            defer { state.handlers.merge(handlers) { $1 } }
            return state.handlers.isEmpty
        }
        guard isFirst else { return }
        // For as long as the settings are: nobody can cancel it.
        _ = observe { [weak self] revision in self?.tell(revision) }
    }

    /// Tells a revision to the handlers of what it changed.
    private func tell(_ revision: Revision) {
        let snapshot = snapshot
        for change in revision.changes {
            guard let setting = snapshot.schema.settings[change.key] else { continue }
            let told = SettingChange<Value?>(
                change.key, from: change.old.value(default: setting.defaultValue),
                to: change.new.value(default: setting.defaultValue), revision, snapshot)
            call(handlers(of: change.key), told)
            guard setting.control == .select, case .text(let chosen)? = told.new,
                let option = snapshot.schema.items[chosen]
            else { continue }
            call(handlers(of: chosen), told.seen(by: option))
        }
    }

    private func call(_ handlers: [any Sendable], _ change: SettingChange<Value?>) {
        for case let handler as ChangeHandler in handlers { handler.handle(change) }
    }

    /// Puts another group in the place of one, with what the program does about it; see
    /// `replaceGroup(_:with:)` for JSON.
    ///
    /// - Throws: `SchemaError` where the group does not fit, `StoreError` where it cannot be kept.
    public func replaceGroup(_ key: String, with group: Group) throws {
        try replaceGroup(key, with: group.json)
        take(group.handlers)
    }
}

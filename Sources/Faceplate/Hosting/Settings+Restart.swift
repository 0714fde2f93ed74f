extension Settings {
    /// Marks the current values of settings that take effect after a restart (`itemRestart`) as in use by the program.
    ///
    /// Call it at the program's start, and whenever the program has read the values again. Until values are marked, no
    /// setting needs a restart. It waits for the store, so do not call it on a thread that must not block.
    ///
    /// - Parameter keys: the settings to mark; all that take effect after a restart if `nil`.
    /// - Throws: `ApplyError.refused` for a key that is not a setting, `.store` if the mark cannot be stored.
    public func markApplied(_ keys: [String]? = nil) throws(ApplyError) {
        let unknown = (keys ?? []).filter { !snapshot.schema.isSettable($0) }
        guard unknown.isEmpty else {
            let keys = snapshot.schema.keys.filter(snapshot.schema.isSettable)
            throw .refused(
                unknown.prefix(20).map {
                    KeyProblem(
                        key: $0, problem: ValueProblem(.unknownKey),
                        nearest: NearestWord.to($0, among: keys))
                })
        }
        try ApplyError.wrapping { () throws(StoreError) in try mark(keys, by: .program) }
    }

    /// Only when no program has ever marked any; the start of the panel then counts as that of the program.
    package func markAppliedAtServing() throws(StoreError) {
        try mark(nil, by: .panel)
    }

    private func mark(_ keys: [String]?, by marker: Applied.Marker) throws(StoreError) {
        guard !snapshot.schema.restartSettings.isEmpty else { return }
        try onQueue { () throws(StoreError) in
            let news = try store.commit { reader -> ((Snapshot, [Revision])?, StorageChange?) in
                var state = try reader.state()
                if marker == .panel, Applied.isSaidByProgram(state) { return (nil, nil) }
                let (now, revisions) = try current(reader)
                let settings = Self.settings(keys, now.schema)
                var change = StorageChange(to: state.version)
                try change.mark(settings.map { ($0.key, now.running($0)) }, by: marker)
                state.apply(change)
                return ((now.with { $0.applied = Applied(state, now.schema) }, revisions), change)
            }
            if let news { publish(news.0, news.1) }
        }
    }

    private static func settings(_ keys: [String]?, _ schema: Schema) -> [Schema.Setting] {
        guard let keys else { return schema.restartSettings }
        let wanted = keys.compactMap { schema.setting(named: $0)?.key }
        return schema.restartSettings.filter { wanted.contains($0.key) }
    }
}

extension Snapshot {
    /// Returns true when the program still uses another value of a setting than the stored one.
    ///
    /// Locked settings are left out, because locks do not change while the program runs.
    public func needsRestart(_ key: String) -> Bool {
        schema.setting(named: key).map(needsRestart) ?? false
    }

    /// The keys of the settings whose value in use differs from the stored one, in the schema's order.
    public var needingRestart: [String] {
        applied.running.isEmpty ? [] : schema.restartSettings.filter(needsRestart).map(\.key)
    }

    func restarts(after changes: [Change]) -> [String] {
        guard !applied.running.isEmpty, !changes.isEmpty else { return needingRestart }
        return applying(changes, revision: revision &+ 1).needingRestart
    }

    /// Returns the value that the program uses until it restarts; `nil` for a secret, for a setting without a value,
    /// and if the program never marked it.
    package func runningValue(of setting: Schema.Setting) -> Value? {
        applied.running[setting.key]?.value
    }

    func needsRestart(_ setting: Schema.Setting) -> Bool {
        guard setting.appliesOnRestart, !isLocked(setting),
            let known = applied.running[setting.key]
        else { return false }
        return known != running(setting)
    }

    func running(_ setting: Schema.Setting) -> Applied.Running {
        Applied.Running(
            value: storedValue(of: setting),
            revision: setting.isSecret ? secrets[setting.key] ?? 0 : 0)
    }
}

extension Settings {
    /// The keys of the settings whose value in use differs from the stored one, in the schema's order.
    ///
    /// It is empty until the program has called `markApplied()`. Reads from memory, on any thread.
    public var needingRestart: [String] { snapshot.needingRestart }
}

extension Settings {
    /// Says that the program works with the values of now: those of the settings that take effect
    /// after a restart (`itemRestart`).
    ///
    /// For a program's start, and for whenever it has read them again. Until somebody has said so,
    /// no setting needs a restart. Waits for the store; not for a thread that must not wait.
    ///
    /// - Parameter keys: only these settings; all that take effect after a restart where `nil`.
    /// - Throws: `ApplyError.refused` for a key that is no setting, `.store` where it cannot be kept.
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
        do throws(StoreError) {
            try mark(keys, by: .program)
        } catch {
            throw .store(error)
        }
    }

    /// What a panel says at its start where no program ever said anything: then its own start counts
    /// as the program's.
    package func markAppliedAtServing() throws(StoreError) {
        try mark(nil, by: .panel)
    }

    private func mark(_ keys: [String]?, by marker: Applied.Marker) throws(StoreError) {
        guard !snapshot.schema.restartSettings.isEmpty else { return }
        try onQueue { () throws(StoreError) in
            let news = try store.keep { reader -> ((Snapshot, [Revision])?, StorageChange?) in
                var state = try reader.state()
                if marker == .panel, Applied.isSaidByProgram(state) { return (nil, nil) }
                let (now, revisions) = try current(reader)
                let settings = Self.settings(keys, now.schema)
                var change = StorageChange(over: state)
                try change.mark(settings.map { ($0.key, now.running($0)) }, by: marker)
                state.apply(change)
                return ((now.with(Applied(state, now.schema)), revisions), change)
            }
            if let news { publish(news.0, news.1) }
        }
    }

    private static func settings(_ keys: [String]?, _ schema: Schema) -> [Schema.Setting] {
        guard let keys else { return schema.restartSettings }
        let wanted = keys.compactMap { key -> String? in
            switch schema.reference(key) {
            case .setting(let setting), .option(_, let setting): setting.key
            case .row, nil: nil
            }
        }
        return schema.restartSettings.filter { wanted.contains($0.key) }
    }
}

extension Snapshot {
    /// Whether the program still works with another value of a setting than the store has.
    ///
    /// Locks are left out: what they hold does not change while the program runs.
    public func needsRestart(_ key: String) -> Bool {
        switch schema.reference(key) {
        case .setting(let setting), .option(_, let setting): needsRestart(setting)
        case .row, nil: false
        }
    }

    /// The settings that the program works with other values of, by key, in the schema's order.
    public var needingRestart: [String] {
        applied.running.isEmpty ? [] : schema.restartSettings.filter(needsRestart).map(\.key)
    }

    /// Those that need one once a batch has made its changes.
    func restarts(after changes: [Change]) -> [String] {
        guard !applied.running.isEmpty, !changes.isEmpty else { return needingRestart }
        return applying(changes, revision: revision &+ 1).needingRestart
    }

    /// The value that the program works with until it is started again; `nil` where it has none,
    /// for a secret, and where nobody said.
    public func runningValue(of setting: Schema.Setting) -> Value? {
        applied.running[setting.key]?.value
    }

    func needsRestart(_ setting: Schema.Setting) -> Bool {
        guard setting.appliesOnRestart, !isLocked(setting),
            let known = applied.running[setting.key]
        else { return false }
        return known != running(setting)
    }

    /// What the program has of a setting where it takes it now.
    func running(_ setting: Schema.Setting) -> Applied.Running {
        Applied.Running(
            value: storedValue(of: setting),
            revision: setting.isSecret ? secrets[setting.key] ?? 0 : 0)
    }

    /// The same settings, with what the program said last.
    func with(_ applied: Applied) -> Snapshot {
        Snapshot(
            schema: schema, labels: labels, revision: revision, digest: digest, stored: stored,
            secrets: secrets, lastChanges: lastChanges, retired: retired, locks: locks,
            applied: applied)
    }
}

extension Snapshot {
    /// These settings with a schema that shows less of them; rules see the same values.
    package func showing(_ schema: Schema, digest: String) -> Snapshot {
        Snapshot(
            schema: schema, labels: labels, revision: revision, digest: digest, stored: stored,
            secrets: secrets, lastChanges: lastChanges, retired: retired, locks: locks,
            applied: applied)
    }

    /// The settings that a reset of a group, page or panel brings back; `nil` for a key that is a
    /// setting, or nothing.
    package func swept(by key: String) -> [Schema.Setting]? {
        Sweep(Assignment(key, .reset), in: self)?.settings
    }
}

extension Revision {
    /// The revision without what must not be told of it.
    package func omitting(_ isKept: (String) -> Bool) -> Revision {
        Revision(
            number: number, time: time, origin: origin, actor: actor, note: note,
            changes: changes.filter { !isKept($0.key) },
            defaults: defaults.filter { !isKept($0.key) })
    }
}

extension Outcome {
    /// The outcome without what must not be told of it.
    package func omitting(_ isKept: (String) -> Bool) -> Outcome {
        Outcome(
            revision: revision, changes: changes.filter { !isKept($0.key) },
            restart: restart.filter { !isKept($0) }, skipped: skipped.filter { !isKept($0.key) })
    }
}

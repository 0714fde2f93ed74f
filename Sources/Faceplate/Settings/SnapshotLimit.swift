extension Snapshot {
    /// Returns these settings with a schema that shows only a part of them; rules see the same values.
    package func showing(_ schema: Schema, digest: String) -> Snapshot {
        Snapshot(
            schema: schema, labels: labels, revision: revision, digest: digest, stored: stored,
            secrets: secrets, lastChanges: lastChanges, retired: retired, locks: locks,
            applied: applied)
    }

    /// Returns the settings that a reset of a group, page or panel would reset; `nil` for the key of a setting, or an
    /// unknown key.
    package func swept(by key: String) -> [Schema.Setting]? {
        Sweep(Assignment(key, .reset), in: self)?.settings
    }
}

extension Revision {
    /// Returns the revision without the withheld changes.
    package func omitting(_ isKept: (String) -> Bool) -> Revision {
        Revision(
            number: number, time: time, origin: origin, actor: actor, note: note,
            changes: changes.filter { !isKept($0.key) },
            defaults: defaults.filter { !isKept($0.key) })
    }
}

extension Outcome {
    /// Returns the outcome without the withheld settings.
    package func omitting(_ isKept: (String) -> Bool) -> Outcome {
        Outcome(
            revision: revision, changes: changes.filter { !isKept($0.key) },
            restart: restart.filter { !isKept($0) }, skipped: skipped.filter { !isKept($0.key) })
    }
}

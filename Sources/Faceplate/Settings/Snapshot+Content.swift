extension Snapshot {
    /// Everything that a snapshot contains beside its schema.
    struct Content: Sendable {
        var revision = 0
        var stored: [String: Stored] = [:]
        /// The revision of each secret that is set, by key.
        var secrets: [String: Int] = [:]
        /// The last revision that changed each key.
        var lastChanges: [String: Int] = [:]
        var retired = RetiredKeys()
        var locks: [String: LockedValue] = [:]
        /// The defaults under conditions as a panel at another place names them, which alone knows the conditions.
        var defaults: [String: NamedDefault] = [:]
        var applied = Applied.none
        var temporaries = Temporaries.none
        /// The keys under which values are parked, each with the newest revision at that time.
        var parked: [String: Int] = [:]
    }

    struct NamedDefault: Sendable {
        /// `nil` for no value.
        let value: Value?
        /// The settings that its conditions test.
        let tested: Set<String>
    }

    var stored: [String: Stored] { content.stored }
    var secrets: [String: Int] { content.secrets }
    var lastChanges: [String: Int] { content.lastChanges }
    var retired: RetiredKeys { content.retired }
    var locks: [String: LockedValue] { content.locks }
    var applied: Applied { content.applied }
    var temporaries: Temporaries { content.temporaries }
    var parked: [String: Int] { content.parked }

    /// A snapshot of the same schema with other content.
    func with(_ change: (inout Content) -> Void) -> Snapshot {
        var content = content
        change(&content)
        return Snapshot(schema: schema, labels: labels, digest: digest, content: content)
    }
}

import Faceplate

/// A cache of the secrets that were read.
///
/// An entry is valid until its secret is set again, so that most reads do not query the store.
final class SecretCache: Sendable {
    private struct Entry {
        let revision: Int?
        let text: String?
    }

    private let settings: Settings
    private let entries = Locked<[String: Entry]>([:])

    init(_ settings: Settings) {
        self.settings = settings
    }

    /// Returns a secret at the newest snapshot.
    func secret(_ key: String) throws -> String? {
        let revision = settings.snapshot.lastChange(of: key)
        if let entry = entries.withLock({ $0[key] }), entry.revision == revision {
            return entry.text
        }
        let text = try settings.secret(key)
        // If the secret was set in the meantime, the next call reads it again.
        if settings.snapshot.lastChange(of: key) == revision {
            entries.withLock { $0[key] = Entry(revision: revision, text: text) }
        }
        return text
    }

    /// Returns all secrets that are set, and the snapshot that they belong to.
    func all() -> (snapshot: Snapshot, secrets: [String: Result<String?, any Error>]) {
        var snapshot = settings.snapshot
        // Read again if a setting changed during the read. The limit ends the loop when settings
        // change all the time: the secrets are then the newest.
        for _ in 0..<8 {
            let secrets = read(snapshot)
            let newest = settings.snapshot
            guard newest !== snapshot else { return (snapshot, secrets) }
            snapshot = newest
        }
        return (snapshot, read(snapshot))
    }

    private func read(_ snapshot: Snapshot) -> [String: Result<String?, any Error>] {
        var secrets: [String: Result<String?, any Error>] = [:]
        for setting in snapshot.schema.settings where setting.isSecret && snapshot.isSet(setting) {
            secrets[setting.key] = Result { try secret(setting.key) }
        }
        return secrets
    }
}

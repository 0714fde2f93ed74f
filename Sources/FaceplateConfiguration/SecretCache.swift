import Faceplate

/// An entry is valid until its secret is set again or the schema changes, so that most reads do not query the store.
final class SecretCache: Sendable {
    private struct Stamp: Equatable {
        /// The schema decides whether a lock of the secret fits.
        let digest: String
        let revision: Int?

        init(_ key: String, in snapshot: Snapshot) {
            digest = snapshot.digest
            revision = snapshot.lastChange(of: key)
        }
    }

    private struct Entry {
        let stamp: Stamp
        let text: String?
    }

    private let settings: Settings
    private let entries = Locked<[String: Entry]>([:])

    init(_ settings: Settings) {
        self.settings = settings
    }

    func secret(_ key: String) throws -> String? {
        let stamp = Stamp(key, in: settings.snapshot)
        if let entry = entries.withLock({ $0[key] }), entry.stamp == stamp {
            return entry.text
        }
        let text = try settings.secret(key)
        // If the secret was set in the meantime, the next call reads it again.
        if Stamp(key, in: settings.snapshot) == stamp {
            entries.withLock { $0[key] = Entry(stamp: stamp, text: text) }
        }
        return text
    }

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
        for setting in snapshot.schema.settings where snapshot.hasSecret(setting) {
            secrets[setting.key] = Result { try secret(setting.key) }
        }
        return secrets
    }
}

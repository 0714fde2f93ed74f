import Faceplate

/// The secrets that were read, each as long as nobody sets another, so that the store is not
/// asked at every read.
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

    /// A secret as the newest snapshot has it.
    func secret(_ key: String) throws -> String? {
        let revision = settings.snapshot.lastChange(of: key)
        if let entry = entries.withLock({ $0[key] }), entry.revision == revision {
            return entry.text
        }
        let text = try settings.secret(key)
        // What was set meanwhile is read again the next time.
        if settings.snapshot.lastChange(of: key) == revision {
            entries.withLock { $0[key] = Entry(revision: revision, text: text) }
        }
        return text
    }

    /// All secrets that are set, with the snapshot that they belong to.
    func all() -> (snapshot: Snapshot, secrets: [String: Result<String?, any Error>]) {
        var snapshot = settings.snapshot
        // A secret that is set between two reads makes one more round; who sets them without end
        // gets the newest.
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

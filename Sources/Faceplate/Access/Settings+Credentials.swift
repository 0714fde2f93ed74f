package import Foundation

/// The credentials of a panel as the storage contains them: text of the panel module, by name.
package struct CredentialRecords: Sendable, Hashable {
    /// The name of the record that counts the changes, so that other processes see that there was one.
    static let counter = "generation"

    package var generation = 0
    package var records: [String: String] = [:]

    init() {}

    init(_ reader: any StorageReader) throws {
        records = try reader.records(.credential)
        generation = Self.number(records.removeValue(forKey: Self.counter))
    }

    static func number(_ text: String?) -> Int { text.flatMap { Int($0) } ?? 0 }
}

extension Settings {
    /// Reads memory only, on any thread.
    package var credentials: CredentialRecords { state.withLock { $0.credentials } }

    package var time: Date { now() }

    /// In one transaction, so that no other process changes them in between; `body` may be called again.
    ///
    /// It waits for the store, so do not call it on a thread that must not block. `nil` removes a record.
    package func changeCredentials<Made: Sendable>(
        _ body: ([String: String]) -> (made: Made, edits: [String: String?])
    ) throws(StoreError) -> Made {
        try onQueue { () throws(StoreError) in
            let (made, after) = try store.commit {
                reader -> ((Made, CredentialRecords), StorageChange?) in
                var now = try CredentialRecords(reader)
                let (made, edits) = body(now.records)
                guard !edits.isEmpty else { return ((made, now), nil) }
                now.generation += 1
                var change = StorageChange(to: try reader.version())
                for (name, record) in edits {
                    now.records[name] = record
                    change[.credential, name] = StorageChange.Edit(record)
                }
                change[.credential, CredentialRecords.counter] = .set(String(now.generation))
                return ((made, now), change)
            }
            publish(after)
            return made
        }
    }

    /// Call it on the queue.
    func publish(_ credentials: CredentialRecords) {
        let followers = state.withLock { state -> [@Sendable () -> Void] in
            guard state.credentials != credentials else { return [] }
            state.credentials = credentials
            return state.followers.all
        }
        for follower in followers { follower() }
    }
}

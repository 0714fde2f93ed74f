/// A value put aside because the schema has no place for it.
public struct ParkedValue: Sendable, Hashable {
    /// The key that it was set under.
    public let key: String
    /// As the store kept it; `{"set": true}` for a secret.
    public let value: JSONValue
    /// One sentence.
    public let reason: String
    /// The newest revision when it was parked.
    public let revision: Int
}

/// A parked value with its number in the storage.
struct ParkedRow: Sendable {
    let id: Int64
    let parked: ParkedValue

    /// All, key by key, the oldest first.
    static func all(_ state: StoredState) -> [ParkedRow] {
        state.parked
            .map { id, parked in
                ParkedRow(
                    id: id,
                    parked: ParkedValue(
                        key: parked.key, value: (try? JSONReader.read(parked.value)) ?? nil,
                        reason: parked.reason, revision: parked.revision))
            }
            .sorted { ($0.parked.key, $0.id) < ($1.parked.key, $1.id) }
    }
}

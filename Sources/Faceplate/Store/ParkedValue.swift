/// A value that is stored but not used, because the schema has no place for it.
public struct ParkedValue: Sendable, Hashable {
    /// The key under which the value was set.
    public let key: String
    /// The value as it was stored; `{"set": true}` for a secret.
    public let value: JSONValue
    /// The reason, in one sentence.
    public let reason: String
    /// The newest revision when the value was parked.
    public let revision: Int
}

/// A parked value with its number in the storage.
struct ParkedRow: Sendable {
    let id: Int64
    let parked: ParkedValue

    /// Returns all parked values by key, oldest first.
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

import FaceplateSchema

/// The last synced state of one setting, and writes that were not confirmed.
///
/// The store has one row for each setting. It is written in the same transaction as the value, so that
/// a killed process stores both or neither, and so that a backup contains the rows for its values.
struct Agreement: Sendable, Hashable {
    /// The largest number of unconfirmed writes that are remembered.
    private static let mostSent = 8

    /// The last synced state of this machine and the cluster.
    private(set) var entry: SharedEntry?
    /// The name of the cluster contents (`ClusterName`) that `entry` was synced with.
    private(set) var cluster: String?
    /// Entries that were sent but not confirmed: the cluster may contain them.
    private(set) var sent: [SharedEntry] = []

    /// Remembers an entry before it is sent.
    mutating func send(_ entry: SharedEntry) {
        sent = sent.filter { $0 != entry }.suffix(Self.mostSent - 1) + [entry]
    }
}

/// The stored row as JSON: `{"agreed":ENTRY,"cluster":"its name","sent":[ENTRY]}`.
extension Agreement {
    var record: String {
        JSONWriter().text(
            .object(present: [
                ("agreed", entry?.json), ("cluster", cluster.map(JSONValue.text)),
                ("sent", sent.isEmpty ? .none : .array(sent.map(\.json))),
            ]))
    }

    /// Reads a stored row; `nil` for an invalid row, so that its setting is synced like the first time.
    init?(record: String) {
        guard let object = (try? JSONReader.read(record))?.object else { return nil }
        if let json = object["agreed"] {
            guard let entry = try? SharedEntry(json) else { return nil }
            self.entry = entry
        }
        cluster = object["cluster"]?.string
        for json in object["sent"]?.array ?? [] {
            if let entry = try? SharedEntry(json) { send(entry) }
        }
    }
}

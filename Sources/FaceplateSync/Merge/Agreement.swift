import Faceplate
import FaceplateSchema

/// The store has one row for each setting.
///
/// It is written in the same transaction as the value, so that a killed process stores both or neither, and so that
/// a backup contains the rows for its values.
struct Agreement: Sendable, Hashable {
    /// The time that was last synced with other cluster contents.
    struct Earlier: Sendable, Hashable {
        let cluster: String
        let time: SyncedTime
    }

    private static let mostSent = 8
    private static let mostEarlier = 4

    private(set) var entry: SyncedEntry?
    /// The name of the cluster contents (`ClusterName`) that `entry` was synced with.
    private(set) var cluster: String?
    /// Entries that were sent but not confirmed: the cluster may contain them.
    private(set) var sent: [SyncedEntry] = []
    /// The times that were synced with other contents before, oldest first.
    private(set) var earlier: [Earlier] = []

    /// Remembers an entry before it is sent.
    mutating func send(_ entry: SyncedEntry) {
        sent = sent.filter { $0 != entry }.suffix(Self.mostSent - 1) + [entry]
    }

    func next(_ entry: SyncedEntry, with cluster: String?) -> Agreement {
        var next = Agreement(entry: entry, cluster: cluster, earlier: earlier)
        if let known = self.cluster, known != cluster, let time = self.entry?.time {
            next.remember(Earlier(cluster: known, time: time))
        }
        return next
    }

    private mutating func remember(_ known: Earlier) {
        earlier =
            earlier.filter { $0.cluster != known.cluster }.suffix(Self.mostEarlier - 1) + [known]
    }

    func time(with name: String) -> SyncedTime? {
        let before = earlier.last { $0.cluster == name }?.time
        return cluster == name ? [entry?.time, before].compactMap(\.self).max() : before
    }

    mutating func rename(_ name: String, to new: String) {
        if cluster == name { cluster = new }
    }
}

/// The stored row as JSON: `{"agreed":ENTRY,"cluster":"its name","sent":[ENTRY],"earlier":{"a name":TIME}}`.
extension Agreement {
    var record: String {
        JSONWriter().text(
            .object(present: [
                ("agreed", entry?.json), ("cluster", cluster.map(JSONValue.text)),
                ("sent", sent.isEmpty ? .none : .array(sent.map(\.json))),
                (
                    "earlier",
                    earlier.isEmpty
                        ? .none
                        : .object(
                            earlier.map { ($0.cluster, .text(RevisionTime.text($0.time.date))) })
                ),
            ]))
    }

    /// `nil` for an invalid row, so that its setting is synced like the first time.
    init?(record: String) {
        guard let object = (try? JSONReader.read(record))?.object else { return nil }
        if let json = object["agreed"] {
            guard let entry = try? SyncedEntry(json) else { return nil }
            self.entry = entry
        }
        cluster = object["cluster"]?.string
        for json in object["sent"]?.array ?? [] {
            if let entry = try? SyncedEntry(json) { send(entry) }
        }
        for member in object["earlier"]?.object?.members ?? [] {
            guard let date = member.value.string.flatMap(RevisionTime.date) else { continue }
            remember(Earlier(cluster: member.name, time: SyncedTime(date)))
        }
    }
}

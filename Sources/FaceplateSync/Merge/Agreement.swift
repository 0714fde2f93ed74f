import FaceplateSchema

/// What a machine knows of one setting from its meetings with the cluster.
///
/// Kept in the store, a row a setting, in the transaction of the value that it is about: a process
/// that is killed has both or neither, and a copy of a database has those that belong to its values.
struct Agreement: Sendable, Hashable {
    /// No more writes without an answer than this are remembered.
    private static let mostSent = 8

    /// What this machine and the cluster last agreed on.
    private(set) var entry: SharedEntry?
    /// The name of the contents (`ClusterName`) that `entry` was agreed on with.
    private(set) var cluster: String?
    /// What was sent, and nobody has said what became of it: it may stand in the cluster.
    private(set) var sent: [SharedEntry] = []

    init() {}

    init(_ entry: SharedEntry, in cluster: String?) {
        self.entry = entry
        self.cluster = cluster
    }

    /// Remembers what is about to be sent.
    mutating func send(_ entry: SharedEntry) {
        sent = sent.filter { $0 != entry }.suffix(Self.mostSent - 1) + [entry]
    }
}

/// A row as JSON: `{"agreed":ENTRY,"cluster":"its name","sent":[ENTRY]}`.
extension Agreement {
    var record: String {
        var members: [JSONObject.Member] = []
        if let entry { members.append(.init(name: "agreed", value: entry.json)) }
        if let cluster {
            members.append(.init(name: "cluster", value: JSONValue(.string(cluster))))
        }
        if !sent.isEmpty {
            members.append(.init(name: "sent", value: JSONValue(.array(sent.map(\.json)))))
        }
        return JSONWriter().text(JSONValue(.object(JSONObject(members))))
    }

    /// `nil` for a text that cannot be read: its setting meets the cluster for the first time.
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

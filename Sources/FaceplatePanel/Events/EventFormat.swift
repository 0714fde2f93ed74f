import Faceplate

/// The bytes of `text/event-stream`.
///
/// The data of each event is one line of JSON with every control character escaped, so that no value can end the line.
enum EventFormat {
    static let type = "text/event-stream"

    /// A comment, which clients ignore.
    static let heartbeat = Array(": hb\n\n".utf8)

    /// `refreshes` is the number so far, by which a client knows that it has missed one.
    static func hello(_ snapshot: Snapshot, from seen: Int, refreshes: Int) -> [UInt8] {
        Array("retry: 2000\n".utf8)
            + event(
                "hello", id: seen,
                [
                    ("revision", .number(snapshot.revision)), ("schema", .text(snapshot.digest)),
                    ("refreshes", .number(refreshes)),
                ])
    }

    static func change(_ revision: Revision, _ schema: Schema) -> [UInt8] {
        let changes = revision.changes.map { $0.redacted(by: schema) }
        let outcome = Outcome(revision: revision.number, changes: changes)
        return event(
            "change", id: revision.number,
            OutcomeReport.shape.members(of: OutcomeReport(outcome, namesLargeValues: true)) + [
                ("origin", .text(revision.origin.rawValue)),
                ("actor", revision.actor.map(JSONValue.text)),
                ("unconfirmed", revision.unconfirmedJSON(in: schema)),
                (
                    "defaults",
                    revision.newDefaults.isEmpty
                        ? .none : .object(revision.newDefaults.map(\.member))
                ),
            ])
    }

    /// For changes that cannot be sent; the client must read the values again.
    static func reset(to number: Int) -> [UInt8] {
        event("reset", id: number, [("revision", .number(number))])
    }

    /// For a changed schema or changed labels; the client must read everything again.
    static func schema(_ snapshot: Snapshot) -> [UInt8] {
        event(
            "schema", id: nil,
            [("revision", .number(snapshot.revision)), ("schema", .text(snapshot.digest))])
    }

    static func refresh(_ key: String) -> [UInt8] {
        event("refresh", id: nil, [("key", .text(key))])
    }

    static func close(to address: String) -> [UInt8] {
        event("close", id: nil, [("address", .text(address))])
    }

    private static func event(
        _ name: String, id: Int?, _ members: [(String, JSONValue?)]
    ) -> [UInt8] {
        Array("\(id.map { "id: \($0)\n" } ?? "")event: \(name)\ndata: ".utf8)
            + JSONWriter().bytes(.object(present: members)) + Array("\n\n".utf8)
    }
}

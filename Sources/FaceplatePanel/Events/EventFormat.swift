import Faceplate

/// The bytes of `text/event-stream`.
///
/// What is sent is one line of JSON, in which every control character is escaped, so that no value
/// can end a line.
enum EventFormat {
    static let type = "text/event-stream"

    /// A comment, which clients skip.
    static let heartbeat = Array(": hb\n\n".utf8)

    /// The first event: where the stream begins, and what the panel is now.
    static func hello(_ snapshot: Snapshot, from seen: Int) -> [UInt8] {
        Array("retry: 2000\n".utf8)
            + event(
                "hello", id: seen,
                [revision(snapshot.revision), text("schema", snapshot.digest)])
    }

    /// A revision, as the post that made it was answered, and who made it.
    static func change(_ revision: Revision, _ schema: Schema) -> [UInt8] {
        let changes = revision.changes.map { $0.told(by: schema) }
        let outcome = Outcome(revision: revision.number, changes: changes)
        return event(
            "change", id: revision.number,
            JSONAnswer.body(of: outcome) + [text("origin", revision.origin.rawValue)]
                + (revision.actor.map { [text("actor", $0)] } ?? []))
    }

    /// Some changes cannot be told: the client is to read the values anew.
    static func reset(to number: Int) -> [UInt8] {
        event("reset", id: number, [revision(number)])
    }

    /// The schema or its words are others: the client is to read everything anew.
    static func schema(_ snapshot: Snapshot) -> [UInt8] {
        event("schema", id: nil, [revision(snapshot.revision), text("schema", snapshot.digest)])
    }

    /// The panel was closed: its pages are to go to an address.
    static func close(to address: String) -> [UInt8] {
        event("close", id: nil, [text("address", address)])
    }

    private static func event(
        _ name: String, id: Int?, _ members: [JSONObject.Member]
    ) -> [UInt8] {
        Array("\(id.map { "id: \($0)\n" } ?? "")event: \(name)\ndata: ".utf8)
            + JSONWriter().bytes(JSONValue(.object(JSONObject(members)))) + Array("\n\n".utf8)
    }

    private static func revision(_ number: Int) -> JSONObject.Member {
        .init(name: "revision", value: JSONValue(.number(JSONNumber(Int64(number)))))
    }

    private static func text(_ name: String, _ text: String) -> JSONObject.Member {
        .init(name: name, value: JSONValue(.string(text)))
    }
}

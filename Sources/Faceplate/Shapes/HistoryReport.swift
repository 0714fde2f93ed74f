/// A part of the history as programs receive it, newest first.
package struct HistoryReport: Sendable {
    /// The newest revision of all.
    package let revision: Int
    /// The oldest retained revision; `nil` before the first change.
    package let oldest: Int?
    package let limit: Schema.HistoryLimit
    package let revisions: [RevisionReport]
    /// The revision before which older ones exist; `nil` for the last part.
    package let next: Int?
    /// An identifier of the schema; `nil` for programs that did not ask for it.
    package let digest: String?

    package init(
        revision: Int, oldest: Int?, limit: Schema.HistoryLimit, revisions: [RevisionReport],
        next: Int?, digest: String? = nil
    ) {
        self.revision = revision
        self.oldest = oldest
        self.limit = limit
        self.revisions = revisions
        self.next = next
        self.digest = digest
    }

    package static let shape = Shape<HistoryReport>(
        .always("revision", JSONType.number) { .number($0.revision) },
        .always("oldest", JSONType.numberOrNull) { $0.oldest.map(JSONValue.number) ?? nil },
        .always("kept", JSONType.object) {
            [
                "revisions": .number($0.limit.revisions),
                "days": $0.limit.days.map(JSONValue.number) ?? nil,
                "bytes": .number($0.limit.bytes),
            ]
        },
        // A panel finds out what is undoable, a command does not.
        .always(
            "revisions", JSONType.list(RevisionReport.shape.schema(requiring: ["undoable"]))
        ) {
            .array($0.revisions.map(RevisionReport.shape.json))
        },
        .always("next", JSONType.numberOrNull) { $0.next.map(JSONValue.number) ?? nil },
        .sometimes("digest", JSONType.text) { $0.digest.map(JSONValue.text) })

    package var json: JSONValue { Self.shape.json(of: self) }
}

/// A revision as programs receive it.
package struct RevisionReport: Sendable {
    package let revision: Revision
    /// The settings that returned because their change was not confirmed.
    package let unconfirmed: JSONValue?
    /// True if undoing it is possible and would change a value now; `nil` for programs that find out themselves.
    package var isUndoable: Bool?
    /// True to add the defaults of that time.
    package var hasDefaults = false

    package init(
        _ revision: Revision, in schema: Schema, isUndoable: Bool? = nil, hasDefaults: Bool = false
    ) {
        self.revision = revision
        unconfirmed = revision.unconfirmedJSON(in: schema)
        self.isUndoable = isUndoable
        self.hasDefaults = hasDefaults
    }

    package static let shape = Shape<RevisionReport>(
        .always("revision", JSONType.number) { .number($0.revision.number) },
        .always("time", JSONType.text) { .text(RevisionTime.text($0.revision.time)) },
        .always("origin", JSONType.text) { .text($0.revision.origin.rawValue) },
        .always("actor", JSONType.textOrNull) { $0.revision.actor.map(JSONValue.text) ?? nil },
        .always("note", JSONType.textOrNull) { $0.revision.note.map(JSONValue.text) ?? nil },
        .always("changed", Change.mapSchema) { .object($0.revision.changes.map(\.member)) },
        .sometimes("unconfirmed", JSONType.texts) { $0.unconfirmed },
        .sometimes("undoable", JSONType.boolean) { $0.isUndoable.map(JSONValue.boolean) },
        .sometimes("defaults", JSONType.object) { report in
            guard report.hasDefaults else { return .none }
            return .object(
                report.revision.changes.compactMap { change in
                    report.revision.defaults[change.key].map { (change.key, $0.json) }
                })
        })
}

extension Revision {
    /// Reads the shape, with the defaults of its time; `nil` for JSON of another form.
    package init?(_ json: JSONValue, schema: Schema) {
        guard let object = json.object, let number = object["revision"]?.int,
            let time = object["time"]?.string, let origin = object["origin"]?.string
        else { return nil }
        let changes = object["changed"]?.object?.members ?? []
        let defaults = object["defaults"]?.object
        self.init(
            StoredRevision(
                number: number, time: time, origin: origin, actor: object["actor"]?.string,
                note: object["note"]?.string,
                changes: changes.map { member in
                    let sides = member.value.object
                    let read = Change(key: member.name, in: sides, Change.Side.json)
                    var change = StoredRevision.Change(
                        key: member.name, old: read.old.stored, new: read.new.stored,
                        defaultValue: defaults?[member.name].map { JSONWriter().text($0) })
                    change.oldLarge = sides?["from"].flatMap { LargeValue($0) }
                    change.newLarge = sides?["to"].flatMap { LargeValue($0) }
                    return change
                }), schema: schema)
    }
}

/// One change of a revision as programs receive it, with its whole values.
package struct RevisionChange: Sendable {
    package let revision: Int
    package let change: Change

    package init(_ change: Change, in revision: Int) {
        self.revision = revision
        self.change = change
    }

    package static let shape = Shape<RevisionChange>(
        .always("revision", JSONType.number) { .number($0.revision) },
        .always("key", JSONType.text) { .text($0.change.key) },
        .always("from", JSONType.any) { $0.change.old.json },
        .always("to", JSONType.any) { $0.change.new.json },
        .sometimes("from_is_null", ["const": true]) { $0.change.old.isNull ? true : .none },
        .sometimes("to_is_null", ["const": true]) { $0.change.new.isNull ? true : .none })

    package var json: JSONValue { Self.shape.json(of: self) }
}

extension Change {
    /// Reads the shape; `nil` for JSON of another form.
    package init?(_ json: JSONValue, schema: Schema) {
        guard let object = json.object, let key = object["key"]?.string else { return nil }
        let setting = schema.settings[key]
        self.init(key: key, in: object) { json in
            Side(shown: json, isSecret: setting?.isSecret ?? false, isSetting: setting != nil)
        }
    }
}

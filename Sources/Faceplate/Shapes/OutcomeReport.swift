/// The result of a change as programs receive it.
package struct OutcomeReport: Sendable {
    package let outcome: Outcome
    /// The settings that a reversal could not restore.
    package var skipped: [ReportedProblem] = []
    /// The destination of a user who finished.
    package var done: String?
    /// The status of sync after the change, if the request asked for it.
    package var sync: JSONValue?
    package var isDryRun = false
    /// The run of the button that was pressed.
    package var action: ActionReport?
    /// True if large values are only named.
    package var namesLargeValues = false

    package init(
        _ outcome: Outcome, skipped: [ReportedProblem] = [], done: String? = nil,
        sync: JSONValue? = nil, isDryRun: Bool = false, action: ActionReport? = nil,
        namesLargeValues: Bool = false
    ) {
        self.outcome = outcome
        self.skipped = skipped
        self.done = done
        self.sync = sync
        self.isDryRun = isDryRun
        self.action = action
        self.namesLargeValues = namesLargeValues
    }

    package static let shape = Shape<OutcomeReport>(
        .always("revision", JSONType.number) { .number($0.outcome.revision) },
        .always("changed", Change.mapSchema) { report in
            .object(
                report.outcome.changes.map {
                    (report.namesLargeValues ? $0.named : $0).member
                })
        },
        .sometimes("restart", JSONType.texts) { .texts($0.outcome.restart) },
        .sometimes("until", JSONType.map(JSONType.textOrNull)) { $0.outcome.untilJSON },
        .sometimes("skipped", JSONType.list(ReportedProblem.shape.schema)) {
            $0.skipped.isEmpty ? .none : .array($0.skipped.map(\.json))
        },
        .sometimes("done", JSONType.text) { $0.done.map(JSONValue.text) },
        .sometimes("sync", JSONType.object) { $0.sync },
        .sometimes("dry_run", ["const": true]) { $0.isDryRun ? true : .none },
        .sometimes("action", ActionReport.shape.schema) { $0.action?.json })

    package var json: JSONValue { Self.shape.json(of: self) }
}

extension Outcome {
    /// Reads the shape; `nil` for JSON of another form.
    package init?(_ json: JSONValue, schema: Schema) {
        guard let object = json.object, let revision = object["revision"]?.int,
            let changed = object["changed"]?.object
        else { return nil }
        self.init(
            revision: revision,
            changes: changed.members.map { member in
                Change(key: member.name, in: member.value.object) { json in
                    let setting = schema.settings[member.name]
                    return Change.Side(
                        stored: JSONWriter().text(json), large: LargeValue(json),
                        isSecret: setting?.isSecret ?? false, isSetting: setting != nil)
                }
            }, restart: object["restart"]?.array?.compactMap(\.string) ?? [],
            skipped: (object["skipped"]?.array ?? []).compactMap(KeyProblem.init),
            until: (object["until"]?.object?.members ?? []).reduce(into: [:]) {
                $0[$1.name] = .some($1.value.string.flatMap(RevisionTime.date))
            })
    }
}

extension Change {
    /// The JSON Schema of changes by key.
    package static let mapSchema = JSONType.map(
        JSONType.object(
            [
                "from": [:], "to": [:], "from_is_null": ["const": true],
                "to_is_null": ["const": true],
            ], required: ["from", "to"]))
}

/// A run of a button's action as programs receive it.
package struct ActionReport: Sendable {
    package enum Status: String, Sendable {
        case running, done, failed
    }

    package let key: String
    package let status: Status
    /// The identifier and the URL of a run that is not over.
    package var id: String?
    package var url: String?
    /// How much is done, from 0 to 1.
    package var progress: JSONValue?
    package var message: String?
    /// The sentences next to fields, by key.
    package var errors: [(key: String, message: String)] = []

    package init(
        key: String, status: Status, id: String? = nil, url: String? = nil,
        progress: JSONValue? = nil, message: String? = nil,
        errors: [(key: String, message: String)] = []
    ) {
        self.key = key
        self.status = status
        self.id = id
        self.url = url
        self.progress = progress
        self.message = message
        self.errors = errors
    }

    package static let shape = Shape<ActionReport>(
        .always("key", JSONType.text) { .text($0.key) },
        .always("status", ["enum": ["running", "done", "failed"]]) { .text($0.status.rawValue) },
        .sometimes("id", JSONType.text) { $0.id.map(JSONValue.text) },
        .sometimes("url", JSONType.text) { $0.url.map(JSONValue.text) },
        .sometimes("progress", ["type": "number", "minimum": 0, "maximum": 1]) { $0.progress },
        .sometimes("message", JSONType.text) { $0.message.map(JSONValue.text) },
        .sometimes("errors", JSONType.list(JSONType.object)) { report in
            report.errors.isEmpty
                ? .none
                : .array(
                    report.errors.map { ["key": .text($0.key), "message": .text($0.message)] })
        })

    package var json: JSONValue { Self.shape.json(of: self) }
}

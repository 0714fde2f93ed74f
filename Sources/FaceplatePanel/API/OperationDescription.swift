import Faceplate
import FaceplateImport

/// The description of an operation in `/api/openapi.json`.
struct OperationDescription: Sendable {
    struct Parameter: Sendable {
        let name: String
        /// `query` or `header`.
        let place: String
        let schema: JSONValue
        let summary: String

        private static func query(
            _ name: String, _ summary: String, _ schema: JSONValue = ["type": "string"]
        ) -> Parameter {
            Parameter(name: name, place: "query", schema: schema, summary: summary)
        }

        private static func flag(_ name: String, _ summary: String) -> Parameter {
            query(name, summary, ["enum": ["1", "0", "true", "false"]])
        }

        private static func header(_ name: String, _ summary: String) -> Parameter {
            Parameter(name: name, place: "header", schema: ["type": "string"], summary: summary)
        }

        static let detailed = flag(
            "detailed", "Describe each setting: default, source, label, control, constraints, lock."
        )
        static let detailedChanges = flag(
            "detailed", "Add the identifier of the schema, and the defaults at the time.")
        static let search = query(
            "search", "Only settings that the search of the page finds, best match first.")
        static let (dryRun, lifetime, note) = (option(.dryRun), option(.lifetime), option(.note))

        private static func option(_ option: ChangeOption) -> Parameter {
            query(option.name, option.summary, option.schema)
        }

        static let end = flag(
            "end", "Only end a temporary value: the previous value is restored.")
        static let part = query(
            "part", "The part of the row to press, for a row that the app draws.")
        static let format = query(
            "format", "The format of the file.",
            ["enum": .array(ValuesFormat.allCases.map { .text($0.rawValue) })])
        static let changed = flag("changed", "Only settings that are set or locked.")
        static let portable = flag("portable", "Leave out the values of this machine.")
        static let partial = flag(
            "partial", "Save the accepted values even if others are rejected.")
        static let other = query(
            "with",
            "The name of the second profile; without it, the current values are the first "
                + "and the profile is the second.")
        static let after = query(
            "after", "Respond when a revision after this one changed something.",
            ["type": "integer", "minimum": 0])
        static let wait = query(
            "wait", "The longest time to wait, in seconds; needs 'after'.",
            ["type": "integer", "minimum": 0, "maximum": .number(APIQuery.longestWait)])
        static let before = query(
            "before", "Only revisions with smaller numbers.", ["type": "integer"])
        static let limit = query(
            "limit", "The most revisions.",
            ["type": "integer", "minimum": 1, "maximum": .number(HistoryExtract.mostRevisions)])
        static let changedKey = query("key", "Only revisions that changed this setting.")
        static let changedBy = query(
            "origin", "Only revisions from this source.",
            ["enum": .array(Origin.allCases.map { .text($0.rawValue) })])
        static let changedText = query(
            "text",
            "Only revisions with this text in a label, key, value, name or note. One "
                + "response covers 2,000 revisions.")
        static let since = query(
            "since", "Send the changes after this revision first.",
            ["type": "integer", "minimum": 0])
        static let lastEvent = header(
            "Last-Event-ID", "Like 'since'; browsers send it when they reconnect.")
        static let ifMatch = header(
            "If-Match",
            "An entity tag or a revision, such as \"7\". A setting that was changed since "
                + "is rejected with 412.")
        static let ifNoneMatch = header(
            "If-None-Match", "An entity tag. The response is 304 if nothing has changed.")

        var json: JSONValue {
            [
                "name": .text(name), "in": .text(place), "schema": schema,
                "description": .text(summary),
            ]
        }
    }

    struct Body: Sendable {
        let shape: APIShape
        let isRequired: Bool
        /// Besides JSON.
        var otherTypes: [String] = []
    }

    /// The name that generated clients use.
    let id: String
    let summary: String
    var parameters: [Parameter] = []
    var body: Body?
    var shapes: [APIShape] = []
    var type = "application/json"
    var otherTypes: [String] = []
    /// Apart from those of every operation.
    var refusals: [Int] = []
    /// True when a repeated read can be answered with 304.
    var isTagged = false
    /// True when the response can be 202, before an action has ended.
    var canTakeLong = false

    private static let common = [400, 401, 403, 413, 414, 421, 431, 503]

    func json(_ path: PathTemplate, keys: [String: JSONValue]) -> JSONValue {
        let key: JSONValue = keys[id] ?? ["type": "string"]
        let inPath = path.parameters.map { name -> JSONValue in
            ["name": .text(name), "in": "path", "required": true, "schema": key]
        }
        let all = inPath + parameters.map(\.json)
        let requestBody = body.map { body -> JSONValue in
            let content = Self.content(
                "application/json", body.shape.reference, otherTypes: body.otherTypes)
            return ["required": .boolean(body.isRequired), "content": content]
        }
        return .object(present: [
            ("operationId", .text(id)), ("summary", .text(summary)),
            ("parameters", all.isEmpty ? .none : .array(all)), ("requestBody", requestBody),
            ("responses", responses),
        ])
    }

    private var responses: JSONValue {
        let content = Self.content(type, shape, otherTypes: otherTypes)
        let tag: JSONValue? = isTagged ? Self.headers("ETag") : .none
        let goesOn: JSONValue = [
            "description": "The action continues; Location is the URL of its progress.",
            "content": content, "headers": Self.headers("Location"),
        ]
        let unchanged: JSONValue = ["description": "Nothing has changed."]
        let accepted: [(String, JSONValue?)] = [
            (
                "200",
                .object(present: [
                    ("description", "The request succeeded."), ("content", content),
                    ("headers", tag),
                ])
            ),
            ("202", canTakeLong ? goesOn : .none), ("304", isTagged ? unchanged : .none),
        ]
        let refused = (Self.common + refusals).sorted().map { status -> (String, JSONValue?) in
            (String(status), Self.refusal(status))
        }
        return .object(present: accepted + refused)
    }

    /// The other types are text, but YAML has the structure of JSON.
    private static func content(
        _ type: String, _ shape: JSONValue, otherTypes: [String]
    ) -> JSONValue {
        let others = otherTypes.map { type in
            (type, (type == "application/yaml" ? APIShape.anyValues : .text).reference)
        }
        return .object(([(type, shape)] + others).map { ($0, ["schema": $1]) })
    }

    private var shape: JSONValue {
        shapes.count == 1
            ? shapes[0].reference : ["anyOf": .array(shapes.map(\.reference))]
    }

    private static func headers(_ name: String) -> JSONValue {
        let header: JSONValue = ["required": true, "schema": ["type": "string"]]
        return JSONValue.object([(name, header)])
    }

    private static func refusal(_ status: Int) -> JSONValue {
        let words =
            switch status {
            case 400: "The request is malformed."
            case 401: "The request has no valid token, and the panel asks for one."
            case 403: "The request comes from another origin, or the requester has no permission."
            case 404: "There is no such setting or profile, or it is withheld."
            case 409:
                "A setting was changed since, the action already runs, or the name is in use."
            case 412:
                "A setting was changed since the revision in If-Match, or it does not exist yet."
            case 413: "The body is too large, or the query has too many parameters."
            case 414: "The path and the query have more than 8 KiB."
            case 415: "The media type of the body is not accepted, or it is not UTF-8."
            case 421: "The host name is not a name of the panel."
            case 422: "A value or a key was rejected; nothing is saved."
            case 431: "The headers are too large."
            case 507: "The disk is full."
            default: "The panel is busy, stopping or read-only. Try again later."
            }
        // A head that libmicrohttpd's limits or the server's checks reject never reaches the panel.
        let canBeText = [400, 413, 414, 431, 503].contains(status)
        let text: JSONValue = ["schema": ["type": "string"]]
        let content = JSONValue.object(present: [
            ("application/problem+json", ["schema": APIShape.problem.reference]),
            ("text/plain", canBeText ? text : .none),
        ])
        let challenge: JSONValue? = status == 401 ? headers("WWW-Authenticate") : .none
        return .object(present: [
            ("description", .text(words)), ("content", content), ("headers", challenge),
        ])
    }
}

// MARK: - The operations

extension OperationDescription {
    /// All shapes that descriptions name, each once.
    static var shapes: [APIShape] {
        let described = RouteTable.rows.flatMap { $0.row.descriptions.map(\.description) }
        let all = described.flatMap { $0.shapes + ($0.body.map { [$0.shape] } ?? []) }
        var known: Set<String> = []
        return (all + [.problem, .report, .anyValues, .text]).filter {
            known.insert($0.name).inserted
        }
    }

    init<Asked: SettingsOperation>(_ type: Asked.Type) {
        let isRead = type.method == .get
        self.init(
            id: type.id, summary: type.summary, parameters: isRead ? [.ifNoneMatch] : [],
            body: type.fields.isEmpty
                ? nil
                : Body(
                    shape: APIShape(type.inputName) { _ in type.inputSchema },
                    isRequired: type.needsInput),
            shapes: [APIShape(type.Result.shapeName) { _ in type.Result.jsonSchema }],
            refusals: type.refusals, isTagged: isRead)
    }

    private static let refusalsOfWriting = [409, 412, 415, 422, 507]

    static let readValues = OperationDescription(
        id: "readSettings", summary: "Read the values of all settings.",
        parameters: [.detailed, .search, .after, .wait, .ifNoneMatch],
        shapes: [.values, .reports],
        isTagged: true)
    static let patchValues = OperationDescription(
        id: "changeSettings", summary: "Change settings with a JSON merge patch, all or none.",
        parameters: [.lifetime, .note, .dryRun, .ifMatch],
        body: Body(shape: .values, isRequired: true),
        shapes: [.outcome], refusals: refusalsOfWriting)
    static let readValue = OperationDescription(
        id: "readSetting", summary: "Read the value of one setting.",
        parameters: [.detailed, .after, .wait, .ifNoneMatch], shapes: [.value, .report],
        refusals: [404], isTagged: true)
    static let putValue = OperationDescription(
        id: "setSetting", summary: "Set one setting; null resets it.",
        parameters: [.lifetime, .note, .dryRun, .ifMatch],
        body: Body(shape: .value, isRequired: true),
        shapes: [.outcome], refusals: [404] + refusalsOfWriting)
    static let deleteValue = OperationDescription(
        id: "resetSetting", summary: "Reset one setting to its default, or remove a secret.",
        parameters: [.lifetime, .end, .note, .dryRun, .ifMatch], shapes: [.outcome],
        refusals: [404] + refusalsOfWriting)
    static let postAction = OperationDescription(
        id: "pressButton", summary: "Save the values in the body, then run the action of a button.",
        parameters: [.part, .note, .dryRun, .ifMatch],
        body: Body(shape: .values, isRequired: false),
        shapes: [.outcome], refusals: [404] + refusalsOfWriting, canTakeLong: true)
    static let postUndo = OperationDescription(
        id: "undo", summary: "Undo a revision, or one of its changes, in a new revision.",
        parameters: [.note, .dryRun, .ifMatch], body: Body(shape: .undo, isRequired: true),
        shapes: [.outcome], refusals: refusalsOfWriting)
    private static let valuesTypes = [
        "application/yaml", "application/toml", "application/x-plist",
    ]
    static let readExport = OperationDescription(
        id: "exportSettings", summary: "Read the values as a file, without secrets.",
        parameters: [.format, .changed, .portable], shapes: [.values],
        otherTypes: valuesTypes + ["text/plain"])
    static let postImport = OperationDescription(
        id: "importSettings", summary: "Import a file of values in one revision, all or none.",
        parameters: [.format, .dryRun, .partial, .ifMatch],
        body: Body(
            shape: .anyValues, isRequired: true,
            otherTypes: valuesTypes + ["application/octet-stream"]),
        shapes: [.imported], refusals: [412, 415, 422, 507])
    static let readDiff = OperationDescription(
        id: "compareProfile",
        summary: "Compare a profile with another one, or with the current values.",
        parameters: [.other, .ifNoneMatch], shapes: [.comparison], refusals: [404],
        isTagged: true)
    static let postProfile = OperationDescription(
        id: "applyProfile", summary: "Switch to a profile in one revision, all or none.",
        parameters: [.dryRun, .partial, .ifMatch], body: Body(shape: .empty, isRequired: false),
        shapes: [.imported], refusals: [404, 412, 415, 422, 507])
    static let readChanges = OperationDescription(
        id: "readChanges", summary: "Read the history, newest first.",
        parameters: [
            .before, .limit, .changedKey, .changedBy, .changedText, .detailedChanges, .after,
            .wait, .ifNoneMatch,
        ], shapes: [.history], isTagged: true)
    static let readChange = OperationDescription(
        id: "readChange", summary: "Read both values of one change, also large ones.",
        parameters: [.ifNoneMatch], shapes: [.change], refusals: [404], isTagged: true)
    static let postChanges = OperationDescription(
        id: "applyChanges", summary: "Set, reset, undo or restore settings in one revision.",
        parameters: [.lifetime, .note, .dryRun, .ifMatch],
        body: Body(shape: .batch, isRequired: true),
        shapes: [.outcome], refusals: refusalsOfWriting)
    static let readPanel = OperationDescription(
        id: "readPanel", summary: "Read the schema, and the values with their sources.",
        parameters: [.ifNoneMatch], shapes: [.panel], isTagged: true)
    static let readEvents = OperationDescription(
        id: "followChanges", summary: "Receive each change as a server-sent event, without an end.",
        parameters: [.since, .lastEvent], shapes: [.text], type: "text/event-stream")
    static let readSchema = OperationDescription(
        id: "readSchema", summary: "Read the JSON Schema of the values.",
        parameters: [.ifNoneMatch], shapes: [.schema], type: "application/schema+json",
        isTagged: true)
    static let readDescription = OperationDescription(
        id: "readDescription", summary: "Read this description.",
        parameters: [.ifNoneMatch], shapes: [.schema], isTagged: true)
}

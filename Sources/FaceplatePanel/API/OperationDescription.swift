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

        init<Input>(_ field: InputField<Input>) {
            (name, place) = (field.name, "query")
            (schema, summary) = (field.parameterSchema, field.summary)
        }

        private init(header name: String, _ summary: String) {
            (self.name, place, schema, self.summary) = (name, "header", JSONType.text, summary)
        }

        static func all<Query: QueryInput>(of type: Query.Type) -> [Parameter] {
            type.fields.map(Parameter.init)
        }

        static let lastEvent = Parameter(
            header: "Last-Event-ID", "Like 'since'; browsers send it when they reconnect.")
        static let ifMatch = Parameter(
            header: "If-Match",
            "An entity tag or a revision, such as \"7\". A setting that was changed since "
                + "is rejected with 412.")
        static let ifNoneMatch = Parameter(
            header: "If-None-Match",
            "An entity tag. The response is 304 if nothing has changed.")

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

    private static let changeParameters = Parameter.all(of: ChangeOptions.self)
    private static let permanentParameters = [ChangeOptions.dryRun, ChangeOptions.note].map(
        Parameter.init)
    private static let refusalsOfWriting = [409, 412, 415, 422, 507]

    static let readValues = OperationDescription(
        id: "readSettings", summary: "Read the values of all settings.",
        parameters: Parameter.all(of: SettingsQuery.self) + [.ifNoneMatch],
        shapes: [.values, .reports],
        isTagged: true)
    static let patchValues = OperationDescription(
        id: "changeSettings", summary: "Change settings with a JSON merge patch, all or none.",
        parameters: changeParameters + [.ifMatch],
        body: Body(shape: .values, isRequired: true),
        shapes: [.outcome], refusals: refusalsOfWriting)
    static let readValue = OperationDescription(
        id: "readSetting", summary: "Read the value of one setting.",
        parameters: [SettingsQuery.detailed, SettingsQuery.after, SettingsQuery.wait].map(
            Parameter.init) + [.ifNoneMatch], shapes: [.value, .report],
        refusals: [404], isTagged: true)
    static let putValue = OperationDescription(
        id: "setSetting", summary: "Set one setting; null resets it.",
        parameters: changeParameters + [.ifMatch],
        body: Body(shape: .value, isRequired: true),
        shapes: [.outcome], refusals: [404] + refusalsOfWriting)
    static let deleteValue = OperationDescription(
        id: "resetSetting", summary: "Reset one setting to its default, or remove a secret.",
        parameters: changeParameters + [Parameter(ChangeQuery.end), .ifMatch], shapes: [.outcome],
        refusals: [404] + refusalsOfWriting)
    static let postAction = OperationDescription(
        id: "pressButton",
        summary:
            "Save the values in the body, then run the action of a button; the member with its key has its inputs.",
        parameters: [Parameter(ChangeQuery.part)] + permanentParameters + [.ifMatch],
        body: Body(shape: .values, isRequired: false),
        shapes: [.outcome], refusals: [404] + refusalsOfWriting, canTakeLong: true)
    static let postUndo = OperationDescription(
        id: "undo", summary: "Undo a revision, or one of its changes, in a new revision.",
        parameters: permanentParameters + [.ifMatch], body: Body(shape: .undo, isRequired: true),
        shapes: [.outcome], refusals: refusalsOfWriting)
    private static let valuesTypes = [
        "application/yaml", "application/toml", "application/x-plist",
    ]
    static let readExport = OperationDescription(
        id: "exportSettings", summary: "Read the values as a file, without secrets.",
        parameters: Parameter.all(of: ExportQuery.self), shapes: [.values],
        otherTypes: valuesTypes + ["text/plain"])
    static let postImport = OperationDescription(
        id: "importSettings", summary: "Import a file of values in one revision, all or none.",
        parameters: Parameter.all(of: ImportQuery.self) + [.ifMatch],
        body: Body(
            shape: .anyValues, isRequired: true,
            otherTypes: valuesTypes + ["application/octet-stream"]),
        shapes: [.imported], refusals: [412, 415, 422, 507])
    static let readDiff = OperationDescription(
        id: "compareProfile",
        summary: "Compare a profile with another one, or with the current values.",
        parameters: Parameter.all(of: ComparisonQuery.self) + [.ifNoneMatch], shapes: [.comparison],
        refusals: [404],
        isTagged: true)
    static let postProfile = OperationDescription(
        id: "applyProfile", summary: "Switch to a profile in one revision, all or none.",
        parameters: [ImportQuery.dryRun, ImportQuery.partial].map(Parameter.init) + [.ifMatch],
        body: Body(shape: .empty, isRequired: false),
        shapes: [.imported], refusals: [404, 412, 415, 422, 507])
    static let readChanges = OperationDescription(
        id: "readChanges", summary: "Read the history, newest first.",
        parameters: Parameter.all(of: HistoryQuery.self) + [.ifNoneMatch], shapes: [.history],
        isTagged: true)
    static let readChange = OperationDescription(
        id: "readChange", summary: "Read both values of one change, also large ones.",
        parameters: [.ifNoneMatch], shapes: [.change], refusals: [404], isTagged: true)
    static let postChanges = OperationDescription(
        id: "applyChanges", summary: "Set, reset, undo or restore settings in one revision.",
        parameters: changeParameters + [.ifMatch],
        body: Body(shape: .batch, isRequired: true),
        shapes: [.outcome], refusals: refusalsOfWriting)
    static let readPanel = OperationDescription(
        id: "readPanel", summary: "Read the schema, and the values with their sources.",
        parameters: [.ifNoneMatch], shapes: [.panel], isTagged: true)
    static let readEvents = OperationDescription(
        id: "followChanges", summary: "Receive each change as a server-sent event, without an end.",
        parameters: Parameter.all(of: EventsQuery.self) + [.lastEvent], shapes: [.text],
        type: "text/event-stream")
    static let readSchema = OperationDescription(
        id: "readSchema", summary: "Read the JSON Schema of the values.",
        parameters: [.ifNoneMatch], shapes: [.schema], type: "application/schema+json",
        isTagged: true)
    static let readDescription = OperationDescription(
        id: "readDescription", summary: "Read this description.",
        parameters: [.ifNoneMatch], shapes: [.schema], isTagged: true)
}

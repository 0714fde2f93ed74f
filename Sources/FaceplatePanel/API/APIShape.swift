import Faceplate

/// The JSON that the API accepts and returns, as components of `/api/openapi.json`.
enum APIShape: String, CaseIterable, Sendable {
    case empty = "Empty"
    case values = "Values"
    case value = "Value"
    case reports = "SettingReports"
    case report = "SettingReport"
    case outcome = "Outcome"
    case undo = "Undo"
    case batch = "Batch"
    case panel = "Panel"
    case anyValues = "ImportedValues"
    case imported = "Import"
    case profiles = "Profiles"
    case profile = "Profile"
    case savedProfile = "SavedProfile"
    case profileNames = "ProfileNames"
    case removedProfile = "RemovedProfile"
    case comparison = "Comparison"
    case history = "History"
    case change = "Change"
    case problem = "Problem"
    case schema = "Schema"
    case text = "Text"

    var reference: JSONValue { ["$ref": .text("#/components/schemas/\(rawValue)")] }

    /// Returns the JSON Schema of the shape.
    ///
    /// - Parameter values: The schema of the values of this panel.
    func json(values: JSONValue) -> JSONValue {
        switch self {
        case .empty: Self.object([:], required: [], isClosed: true)
        case .values: values
        case .value: ["description": "The value of a setting, see Values; null without one."]
        case .reports:
            Self.object(
                [
                    "revision": Self.number, "settings": Self.map(Self.report.reference),
                    "problems": Self.list(Self.string),
                ], required: ["revision", "settings"])
        case .report: Self.reportSchema
        case .outcome:
            Self.object(
                [
                    "revision": Self.number,
                    "changed": Self.changes,
                    "restart": Self.list(Self.string), "skipped": Self.list(Self.error),
                    "until": Self.map(["type": ["string", "null"]]),
                    "dry_run": ["const": true], "done": Self.string, "sync": ["type": "object"],
                    "action": Self.object(
                        [
                            "key": Self.string, "status": ["enum": ["running", "done", "failed"]],
                            "id": Self.string, "url": Self.string, "message": Self.string,
                            "progress": ["type": "number", "minimum": 0, "maximum": 1],
                            "errors": Self.list(["type": "object"]),
                        ], required: ["key", "status"]),
                ], required: ["revision", "changed"])
        case .anyValues:
            ["type": "object", "description": "Values by key; unknown keys are ignored."]
        case .imported:
            Self.object(
                [
                    "revision": Self.number, "saved": ["type": "boolean"],
                    "changed": Self.changes,
                    "unchanged": Self.list(Self.string), "untouched": Self.list(Self.string),
                    "refused": Self.list(Self.error),
                    "unknown": Self.list(
                        Self.object(
                            ["key": Self.string, "nearest": Self.string], required: ["key"])),
                    "restart": Self.list(Self.string),
                ],
                required: [
                    "revision", "saved", "changed", "unchanged", "untouched", "refused", "unknown",
                ])
        case .profiles, .profile, .savedProfile, .profileNames, .removedProfile: profileSchema
        case .comparison:
            Self.object(
                [
                    "same": ["type": "boolean"],
                    "changed": Self.map(Self.object(["from": [:], "to": [:]], required: [])),
                    "unknown": Self.list(Self.string),
                ], required: ["same", "changed"])
        case .undo:
            Self.object(
                ["revision": Self.number, "key": Self.string], required: ["revision"],
                isClosed: true)
        case .batch: Self.batchSchema
        case .panel: Self.panelSchema
        case .history:
            Self.object(
                [
                    "digest": Self.string,
                    "revision": Self.number, "oldest": ["type": ["integer", "null"]],
                    "kept": ["type": "object"], "next": ["type": ["integer", "null"]],
                    "revisions": Self.list(
                        Self.object(
                            [
                                "revision": Self.number, "time": Self.string,
                                "origin": Self.string, "actor": ["type": ["string", "null"]],
                                "note": ["type": ["string", "null"]],
                                "changed": ["type": "object"], "undoable": ["type": "boolean"],
                                "unconfirmed": Self.list(Self.string),
                            ], required: ["revision", "time", "origin", "changed", "undoable"])),
                ], required: ["revision", "revisions", "next"])
        case .change:
            Self.object(
                ["revision": Self.number, "key": Self.string, "from": [:], "to": [:]],
                required: ["revision", "key", "from", "to"])
        case .problem:
            Self.object(
                [
                    "type": Self.string, "title": Self.string, "status": Self.number,
                    "code": Self.string, "errors": Self.list(Self.error),
                ], required: ["type", "title", "status"])
        case .schema: ["type": "object"]
        case .text: Self.string
        }
    }

    private static let string: JSONValue = ["type": "string"]
    private static let number: JSONValue = ["type": "integer"]
    private static let error = object(
        [
            "key": string, "code": string, "message": string, "nearest": string,
            "parameters": map(string), "kind": string,
        ], required: ["key", "code", "message"])
    private static let changes = map(object(["from": [:], "to": [:]], required: ["from", "to"]))
    private static let assignment = object(
        [
            "key": string, "text": string, "value": [:], "reset": ["const": true],
            "end": ["const": true], "keep": ["const": true],
        ],
        required: ["key"], isClosed: true)

    private static let batchSchema = object(
        [
            "changes": list(assignment), "undo": number, "key": string,
            "restore": ["type": ["integer", "string"]], "force": ["type": "boolean"],
            "import": ["type": ["string", "null"]], "profile": string,
        ], required: [], isClosed: true)

    private static let panelSchema = object(
        [
            "key": string, "revision": number, "digest": string, "schema": ["type": "object"],
            "values": map(["type": "object"]), "secrets": map(number),
            "locks": map(["type": "object"]), "changes": map(number), "times": map(string),
            "until": map(string),
            "restart": list(string), "retired": list(string),
        ],
        required: [
            "key", "revision", "digest", "schema", "values", "secrets", "locks", "changes",
            "times", "restart", "retired",
        ])

    private var profileSchema: JSONValue {
        let (string, texts) = (Self.string, Self.list(Self.string))
        let known: JSONValue = [
            "name": string, "description": string, "saved": string, "unknown": texts,
        ]
        func described(_ name: String, _ shape: JSONValue) -> JSONValue {
            Self.object(
                .object((known.object?.members ?? []) + [.init(name: name, value: shape)]),
                required: ["name", "description", "saved", .text(name)])
        }
        switch self {
        case .profiles:
            return Self.object(
                ["profiles": Self.list(described("settings", texts))], required: ["profiles"])
        case .savedProfile:
            return Self.object(
                ["description": string, "keys": texts, "replace": ["type": "boolean"]],
                required: [], isClosed: true)
        case .profileNames:
            return Self.object(
                ["name": string, "description": string], required: [], isClosed: true)
        case .removedProfile: return Self.object(["removed": string], required: ["removed"])
        default: return described("values", Self.map([:]))
        }
    }

    private static let reportSchema = object(
        [
            "value": ["description": "The value; null without one."], "default": [:],
            "isSet": ["type": "boolean"],
            "provenance": ["enum": ["default", "set", "locked"]], "revision": number,
            "time": string, "origin": string, "actor": string, "lockedBy": string,
            "needsRestart": ["const": true], "until": string, "label": string, "control": string,
            "group": string,
            "isReadOnly": ["type": "boolean"], "constraints": ["type": "object"],
        ],
        required: [
            "value", "default", "isSet", "provenance", "label", "control", "group", "isReadOnly",
            "constraints",
        ])

    private static func object(
        _ properties: JSONValue, required: JSONValue, isClosed: Bool = false
    ) -> JSONValue {
        let known: [(String, JSONValue)] = [
            ("type", "object"), ("properties", properties), ("required", required),
        ]
        return .object(known + (isClosed ? [("additionalProperties", false)] : []))
    }

    private static func map(_ value: JSONValue) -> JSONValue {
        ["type": "object", "additionalProperties": value]
    }

    private static func list(_ element: JSONValue) -> JSONValue {
        ["type": "array", "items": element]
    }
}

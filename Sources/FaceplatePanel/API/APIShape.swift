import Faceplate
import FaceplateImport

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

    func json(values: JSONValue) -> JSONValue {
        switch self {
        case .empty: JSONType.object([:], required: [], isClosed: true)
        case .values: values
        case .value: ["description": "The value of a setting, see Values; null without one."]
        case .reports:
            JSONType.object(
                [
                    "revision": JSONType.number, "settings": JSONType.map(Self.report.reference),
                    "problems": JSONType.list(JSONType.text),
                ], required: ["revision", "settings"])
        case .report:
            SettingReport.shape.schema(
                requiring: ["label", "control", "group", "isReadOnly", "constraints"])
        case .outcome: OutcomeReport.shape.schema
        case .anyValues:
            ["type": "object", "description": "Values by key; unknown keys are ignored."]
        case .imported: ImportResult.Report.shape.schema
        case .profiles:
            JSONType.object(
                ["profiles": JSONType.list(ProfileReport.shape.schema(requiring: ["settings"]))],
                required: ["profiles"])
        case .profile: ProfileReport.shape.schema(requiring: ["values"])
        case .savedProfile:
            JSONType.object(
                [
                    "description": JSONType.text, "keys": JSONType.texts,
                    "replace": JSONType.boolean,
                ], required: [], isClosed: true)
        case .profileNames:
            JSONType.object(
                ["name": JSONType.text, "description": JSONType.text], required: [], isClosed: true)
        case .removedProfile:
            JSONType.object(["removed": JSONType.text], required: ["removed"])
        case .comparison: ProfileComparison.shape.schema
        case .undo:
            JSONType.object(
                ["revision": JSONType.number, "key": JSONType.text], required: ["revision"],
                isClosed: true)
        case .batch: Self.batchSchema
        case .panel: SnapshotMirror.schema
        case .history: HistoryReport.shape.schema
        case .change: RevisionChange.shape.schema
        case .problem:
            JSONType.object(
                [
                    "type": JSONType.text, "title": JSONType.text, "status": JSONType.number,
                    "code": JSONType.text, "errors": JSONType.list(ReportedProblem.shape.schema),
                ], required: ["type", "title", "status"])
        case .schema: ["type": "object"]
        case .text: JSONType.text
        }
    }

    private static let assignment = JSONType.object(
        [
            "key": JSONType.text, "text": JSONType.text, "value": [:], "reset": ["const": true],
            "end": ["const": true], "keep": ["const": true],
        ],
        required: ["key"], isClosed: true)

    private static let batchSchema = JSONType.object(
        [
            "changes": JSONType.list(assignment), "undo": JSONType.number, "key": JSONType.text,
            "restore": ["type": ["integer", "string"]], "force": ["type": "boolean"],
            "import": ["type": ["string", "null"]], "profile": JSONType.text,
        ], required: [], isClosed: true)
}

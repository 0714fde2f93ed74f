import Faceplate
import FaceplateImport

/// The JSON that the API accepts and returns, as components of `/api/openapi.json`.
struct APIShape: Sendable {
    let name: String
    private let schema: @Sendable (JSONValue) -> JSONValue

    /// - Parameter schema: Returns the JSON Schema, from that of the values of the panel.
    init(_ name: String, _ schema: @escaping @Sendable (JSONValue) -> JSONValue) {
        self.name = name
        self.schema = schema
    }

    var reference: JSONValue { ["$ref": .text("#/components/schemas/\(name)")] }

    func json(values: JSONValue) -> JSONValue { schema(values) }
}

extension APIShape {
    static let empty = APIShape("Empty") { _ in JSONType.object([:], required: [], isClosed: true) }
    static let values = APIShape("Values") { $0 }
    static let value = APIShape("Value") { _ in
        ["description": "The value of a setting, see Values; null without one."]
    }
    static let reports = APIShape("SettingReports") { _ in
        JSONType.object(
            [
                "revision": JSONType.number, "settings": JSONType.map(APIShape.report.reference),
                "problems": JSONType.list(JSONType.text),
            ], required: ["revision", "settings"])
    }
    static let report = APIShape("SettingReport") { _ in
        SettingReport.shape.schema(
            requiring: ["label", "control", "group", "isReadOnly", "constraints"])
    }
    static let outcome = APIShape("Outcome") { _ in OutcomeReport.shape.schema }
    static let anyValues = APIShape("ImportedValues") { _ in
        ["type": "object", "description": "Values by key; unknown keys are ignored."]
    }
    static let imported = APIShape("Import") { _ in ImportResult.Report.shape.schema }
    static let comparison = APIShape("Comparison") { _ in ProfileComparison.shape.schema }
    static let undo = APIShape("Undo") { _ in PostedChanges.undoSchema }
    static let batch = APIShape("Batch") { _ in PostedChanges.schema }
    static let panel = APIShape("Panel") { _ in SnapshotMirror.schema }
    static let history = APIShape("History") { _ in HistoryReport.shape.schema }
    static let change = APIShape("Change") { _ in RevisionChange.shape.schema }
    static let problem = APIShape("Problem") { _ in
        JSONType.object(
            [
                "type": JSONType.text, "title": JSONType.text, "status": JSONType.number,
                "code": JSONType.text, "errors": JSONType.list(ReportedProblem.shape.schema),
            ], required: ["type", "title", "status"])
    }
    static let schema = APIShape("Schema") { _ in ["type": "object"] }
    static let text = APIShape("Text") { _ in JSONType.text }
}

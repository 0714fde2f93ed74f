import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// The description of the API and the JSON Schema of the values, for different requesters.
struct APIDescriptionTests {
    private static let schema = #"""
        {"panelKey":"harbour","groups":[
          {"groupKey":"open","items":[
            {"itemKey":"name","itemControlType":"edit_text"},
            {"itemKey":"size","itemControlType":"edit_integer","itemReadOnly":true},
            {"itemKey":"go","itemControlType":"button"}]},
          {"groupKey":"safe","groupAccess":["owners"],"items":[
            {"itemKey":"code","itemControlType":"edit_text"},
            {"itemKey":"bolt","itemControlType":"button"}]}]}
        """#

    private static let operations = [
        ("/api/settings/{key}", "get"), ("/api/settings/{key}", "put"),
        ("/api/settings/{key}", "delete"), ("/api/actions/{key}", "post"),
    ]

    private func document(
        _ client: PanelClient, _ path: String = "/api/openapi.json",
        fields: [(name: String, value: String)] = []
    ) async throws -> JSONObject {
        try #require(try JSONReader.read(await client.get(path, fields: fields).body).object)
    }

    /// Returns the keys that each operation enumerates; `nil` for an operation that accepts any text.
    private func keys(_ document: JSONObject) -> [[String]?] {
        Self.operations.map { path, method in
            let operation = document["paths"]?.object?[path]?.object?[method]?.object
            let key = operation?["parameters"]?.array?.first?.object?["schema"]?.object
            return key?["enum"]?.array?.compactMap(\.string)
        }
    }

    @Test(arguments: [
        ("owners", ["name", "size", "code"], ["go", "bolt"]),
        ("visitors", ["name", "size"], ["go"]),
    ])
    func listsOnlyKeysThatTheRequesterMaySee(
        group: String, settings: [String], buttons: [String]
    ) async throws {
        let panel = try TestPanel.of(Self.schema) { $0.identifyByHeaders() }
        let document = try await document(panel.client, fields: [("x-groups", group)])
        #expect(keys(document) == [settings, settings, settings, buttons])
    }

    /// JSON Schema has no enumeration without members.
    @Test(arguments: [("button", [nil, nil, nil, ["k"]]), ("switch", [["k"], ["k"], ["k"], nil])])
    func omitsAnEmptyListOfKeys(control: String, expected: [[String]?]) async throws {
        let panel = try TestPanel.make(TestPanel.item(control))
        #expect(keys(try await document(panel.client)) == expected)
    }

    @Test func requiresATokenUnlessThePanelIsOpen() async throws {
        let open = try await document(try TestPanel.of(Self.schema).client)
        #expect(open["security"] == [[:], ["bearer": []]])
        let bench = try SignInBench(.token)
        let token = try bench.credentials.addToken(named: "t")
        let closed = try await document(
            bench.client, fields: [("authorization", "Bearer \(token)")])
        #expect(closed["security"] == [["bearer": []]])
    }

    @Test(arguments: [
        ("/api/actions/{key}", "post", false), ("/api/profiles/{name}", "put", false),
        ("/api/profiles/{name}/apply", "post", false), ("/api/profiles/{name}", "patch", true),
        ("/api/settings/{key}", "put", true), ("/api/undo", "post", true),
    ])
    func requiresABodyOnlyIfItMustBeSent(
        path: String, method: String, isRequired: Bool
    ) async throws {
        let document = try await document(try TestPanel.of(Self.schema).client)
        let operation = document["paths"]?.object?[path]?.object?[method]?.object
        #expect(operation?["requestBody"]?.object?["required"] == .boolean(isRequired))
    }

    @Test(arguments: [
        ("Outcome", ["revision", "changed"]), ("SavedProfile", []), ("Undo", ["revision"]),
    ])
    func requiresOnlyMembersThatAreAlwaysSent(shape: String, required: [String]) async throws {
        let document = try await document(try TestPanel.of(Self.schema).client)
        let shapes = document["components"]?.object?["schemas"]?.object
        let object = try #require(shapes?[shape]?.object)
        #expect((object["required"]?.array ?? []).compactMap(\.string) == required)
    }

    @Test(arguments: ["oldest", "next"])
    func allowsNullInTheHistoryOfANewPanel(member: String) async throws {
        let client = try TestPanel.of(Self.schema).client
        #expect(try await document(client, "/api/changes")[member]?.isNull == true)
        let shapes = try await document(client)["components"]?.object?["schemas"]?.object
        let members = shapes?["History"]?.object?["properties"]?.object
        #expect(members?[member] == ["type": ["integer", "null"]])
    }

    @Test func eachShapeHasAName() {
        #expect(OperationDescription.shapes.allSatisfy { !$0.name.isEmpty })
    }

    @Test func marksReadOnlySettingsInTheSchema() async throws {
        let document = try await document(try TestPanel.of(Self.schema).client, "/api/schema")
        let properties = document["properties"]?.object
        #expect(properties?["size"]?.object?["readOnly"] == true)
        #expect(properties?["name"]?.object?["readOnly"] == nil)
    }
}

import Foundation
import Testing

@testable import FaceplateSchema

/// The schema as a program at another place receives it.
struct SchemaOutlineTests {
    private static let schema = """
        [{"groupKey": "open", "items": [{"itemKey": "name", "itemControlType": "edit_text"}]},
         {"groupKey": "notes", "groupTitle": "Notes", "items": []},
         {"groupKey": "owners", "groupTitle": "For owners", "groupAccess": ["owners"], "items": []},
         {"groupKey": "safe", "groupAccess": ["owners"], "items": [
           {"itemKey": "code", "itemControlType": "edit_text"}]},
         {"groupKey": "kept", "items": [
           {"itemKey": "pin", "itemControlType": "edit_text", "itemAccess": ["owners"]}]}]
        """

    @Test(arguments: [
        (["owners"], ["open", "notes", "owners", "safe", "kept"]), ([], ["open", "notes"]),
    ])
    func hasNoWithheldGroupEvenWithoutRows(people: [String], groups: [String]) throws {
        let schema = try Schema.make(Self.schema)
        let outline = try schema.hiding(schema.withheld(from: Set(people))).outline()
        let found = outline.object?["groups"]?.array ?? []
        #expect(found.compactMap { $0.object?["groupKey"]?.string } == groups)
    }

    /// A program behind `--url` reads it.
    @Test(
        arguments: Fixtures.names(in: Fixtures.valid).map { (Fixtures.valid, $0) }
            + ["showcase", "demo", "reader"].map { (Fixtures.schemas, $0) })
    func isReadAsASchemaWithTheSameSettings(folder: URL, name: String) throws {
        let file = folder.appending(path: "\(name).json")
        let schema = try SchemaReader.read(Fixtures.bytes(file), name: name)
        let outline = try SchemaReader.read(JSONWriter().bytes(schema.outline()), name: name)
        #expect(outline.settings.keys == schema.settings.keys)
        #expect(outline.settings.map(\.plainDefault) == schema.settings.map(\.plainDefault))
    }

    /// A cell may be named like an attribute that the outline leaves out.
    @Test func keepsWholeDefaults() throws {
        let schema = try Schema.make(
            """
            [{"groupKey": "g", "items": [{"itemKey": "t", "itemControlType": "edit_table",
              "itemColumns": [{"itemKey": "when", "itemControlType": "edit_text"}],
              "itemValue": [{"when": "noon"}]}]}]
            """)
        let outline = schema.outline()
        let group = outline.object?["groups"]?.array?.first?.object
        let row = group?["items"]?.array?.first?.object
        #expect(row?["itemValue"] == [["when": "noon"]])
    }

    @Test func keepsTheWholeDataOfTheApp() throws {
        let schema = try Schema.make(
            items: """
                "itemKey": "k", "itemControlType": "switch", "itemData": {"labels": {"when": 1}}
                """)
        let outline = schema.outline()
        let group = outline.object?["groups"]?.array?.first?.object
        let row = group?["items"]?.array?.first?.object
        #expect(row?["itemData"] == ["labels": ["when": 1]])
    }
}

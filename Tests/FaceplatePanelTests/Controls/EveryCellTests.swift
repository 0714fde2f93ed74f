import Faceplate
import FaceplateSchema
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// The claims about every control as a column of a table and as the element of a list.
struct EveryCellTests {
    enum Place: CaseIterable {
        case table, list
    }

    private static let cells = ControlKind.allCases.filter(\.sample.isCell)

    /// Returns a panel with a table or a list `k` whose only element is a value, as JSON.
    private func panel(
        _ kind: ControlKind, in place: Place, _ json: String, _ more: String = ""
    ) throws -> TestPanel {
        var cell = kind.item(key: "c")
        var value = #"[{"c":\#(json)}]"#
        if place == .list {
            cell = cell.replacing(#""itemKey":"c","#, with: "")
            value = "[\(json)]"
        }
        let members =
            place == .table ? #""itemColumns":[\#(cell)]"# : #""itemElement":\#(cell)"#
        return try TestPanel.inAllLanguages(
            #"{"itemKey":"k","itemTitle":"Hosts","itemControlType":"edit_\#(place)",\#(members),"#
                + #""itemValue":\#(json.isEmpty ? "[]" : value)\#(more)}"#)
    }

    private func name(_ place: Place) -> String { place == .table ? "k[0][c]" : "k[0]" }

    private func value(_ panel: TestPanel, _ place: Place) -> Value? {
        guard case .list(let elements)? = panel.settings.value("k") else { return nil }
        guard place == .table else { return elements.first }
        if case .record(let cells)? = elements.first { return cells["c"] }
        return nil
    }

    @Test(arguments: cells, Place.allCases)
    func hasAFieldWithItsNameAndValue(kind: ControlKind, place: Place) async throws {
        let panel = try panel(kind, in: place, kind.sample.json)
        for language in ["en", "de", "fr", "ja", "ar"] {
            let row = await panel.shownRow(at: "/?lang=\(language)")
            #expect(!row.sent(name(place)).isEmpty && row.page.missingIDs == [])
            let answer = await panel.client.post(
                row.sent + [("_locale", language), ("_revision", "0")],
                fields: [("accept", "text/html")])
            #expect(answer.header("location") == "/?same=1")
        }
        let row = await panel.shownRow()
        let field = try #require(row.fields.first)
        #expect(field["id"] == "c-k" && field["name"] == name(place))
        #expect(field.name == "Hosts " + (place == .table ? "Port, row 1" : "Entry 1"))
    }

    @Test(
        arguments: [
            (ControlKind.editDate, "date"), (.editTime, "time"), (.editDatetime, "datetime-local"),
        ], Place.allCases)
    func anEmptyCellHasTheFieldOfItsType(
        field: (kind: ControlKind, type: String), place: Place
    ) async throws {
        let row = try await panel(field.kind, in: place, "").shownRow()
        #expect(row.fields.map { $0["type"] } == [field.type])
    }

    @Test(arguments: cells, Place.allCases)
    func savesItsField(kind: ControlKind, place: Place) async throws {
        let sample = kind.sample
        let panel = try panel(kind, in: place, sample.anotherJSON)
        let form = [(name(place), sample.text), ("_revision", "0")]
        #expect(await panel.client.post(form, fields: [("accept", "text/html")]).status == 303)
        #expect(value(panel, place) == sample.value)
    }

    @Test(arguments: cells, Place.allCases)
    func reportsRejectedTextAtItsField(kind: ControlKind, place: Place) async throws {
        let sample = kind.sample
        let panel = try panel(kind, in: place, sample.anotherJSON)
        let answer = await panel.browse([name(place): sample.wrong])
        #expect(answer.status == 422 && panel.settings.revision == 0)
        let row = ShownPage(answer.text).row()
        let label = place == .table ? "Row 1: " : "Entry 1: "
        // Of a list in a cell, the whole text is the field.
        let isNested = [.editList, .editTable, .editMap].contains(kind)
        let reason = isNested ? "Port must be 3 characters or fewer" : sample.problem
        let problem = place == .table ? reason : reason.replacing("Port", with: "Hosts")
        #expect(row.problem == "Error: \(label)\(problem)")
        let field = try #require(row.field)
        #expect(field["name"] == name(place) && field.isInvalid)
        #expect(field.description.contains(problem))
        if let kept = isNested ? sample.wrong : sample.kept {
            #expect(row.sent(name(place)) == [kept])
        }
        // Text that is neither on nor off is shown as off.
        if kind == .switch { #expect(row.sent(name(place)) == ["NO"]) }
    }

    @Test(arguments: cells, Place.allCases)
    func isTextInAReadOnlyRow(kind: ControlKind, place: Place) async throws {
        let panel = try panel(kind, in: place, kind.sample.json, #","itemReadOnly":true"#)
        let row = await panel.shownRow()
        #expect(row.fields.isEmpty && row.buttons == [])
        #expect((row.value ?? row.text).hasSuffix(kind.sample.shown), "\(row.text)")
    }

    @Test(arguments: ControlKind.allCases.filter { !$0.sample.isCell }, Place.allCases)
    func otherControlsAreRejected(kind: ControlKind, place: Place) {
        #expect(throws: SchemaError.self) { try panel(kind, in: place, "") }
    }
}

import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct PluralLabelsTests {
    private static let schema = #"""
        {"panelKey": "p", "panelLocales": ["en", "pl"], "groups": [{"groupKey": "g", "items": [
          {"itemKey": "days", "itemControlType": "edit_integer", "itemValue": 1},
          {"itemKey": "wait", "itemControlType": "edit_decimal", "itemReadOnly": true, "itemValue": 5},
          {"itemKey": "net", "itemControlType": "page", "itemSummary": "{hosts}", "groups": [
            {"groupKey": "h", "items": [{"itemKey": "hosts", "itemControlType": "edit_list"}]}]},
          {"itemKey": "lan", "itemControlType": "page", "itemSummary": "{host}: {ports}", "groups": [
            {"groupKey": "l", "items": [
              {"itemKey": "host", "itemControlType": "edit_text", "itemValue": "den"},
              {"itemKey": "ports", "itemControlType": "edit_list"}]}]}]}]}
        """#

    private static let catalog = #"""
        {"sourceLanguage": "en", "strings": {
          "DAYS.unit": {"localizations": {
            "en": {"variations": {"plural": {"one": {"stringUnit": {"value": "%lld day"}},
                                             "other": {"stringUnit": {"value": "%lld days"}}}}},
            "pl": {"variations": {"plural": {"one": {"stringUnit": {"value": "%lld dzień"}},
                                             "few": {"stringUnit": {"value": "%lld dni"}},
                                             "many": {"stringUnit": {"value": "%lld dni"}},
                                             "other": {"stringUnit": {"value": "%lld dnia"}}}}}}},
          "WAIT.unit": {"localizations": {
            "en": {"variations": {"plural": {"one": {"stringUnit": {"value": "minute"}},
                                             "other": {"stringUnit": {"value": "minutes"}}}}}}},
          "NET.summary": {"localizations": {
            "en": {"variations": {"plural": {"zero": {"stringUnit": {"value": "No hosts"}},
                                             "one": {"stringUnit": {"value": "%lld host"}},
                                             "other": {"stringUnit": {"value": "{hosts} hosts"}}}}}}},
          "LAN.summary": {"localizations": {
            "en": {"variations": {"plural": {
              "one": {"stringUnit": {"value": "{host} has one port"}},
              "other": {"stringUnit": {"value": "{host} has %lld ports"}}}}}}}}}
        """#

    private func panel() throws -> TestPanel {
        try TestPanel.of(
            Self.schema, labels: StringCatalogFile.parse(Array(Self.catalog.utf8)))
    }

    @Test(
        arguments: [
            ("1", "en", "1 day", "day"), ("5", "en", "5 days", "days"),
            ("0", "en", "0 days", "days"),
            ("1", "pl", "1 dzień", "dzień"), ("3", "pl", "3 dni", "dni"),
        ])
    func unitsAgreeWithTheirNumber(
        value: String, language: String, shown: String, unit: String
    ) async throws {
        let panel = try panel()
        try panel.set(["days": "7"])
        try panel.set(["days": value])
        let page = await panel.page("/?rev=2&lang=\(language)")
        #expect(page.contains("<bdi>\(shown)</bdi>"))
        #expect(TestPanel.row("days", in: page).contains(#"id="u-days">\#(unit)</span>"#))
    }

    @Test func aUnitWithoutAPlaceholderFollowsTheNumber() async throws {
        let row = try await panel().row("wait")
        #expect(row.contains("5 minutes"))
    }

    @Test(arguments: [("[\"a\"]", "1 host"), ("[\"a\",\"b\"]", "2 hosts")])
    func summariesAgreeWithTheirCount(value: String, line: String) async throws {
        let panel = try panel()
        try panel.set(["hosts": value])
        let row = await panel.row("net").replacing(/<[^>]*>/, with: "")
        #expect(row.contains(line))
    }

    @Test(arguments: [("[\"a\"]", "den has one port"), ("[\"a\",\"b\"]", "den has 2 ports")])
    func textBeforeTheNumberIsNotPluralized(value: String, line: String) async throws {
        let panel = try panel()
        try panel.set(["ports": value])
        let row = await panel.row("lan").replacing(/<[^>]*>/, with: "")
        #expect(row.contains(line), "\(row)")
    }

    @Test func pluralFormsAreNotSeparateLabels() async throws {
        let panel = try panel()
        // The catalog contains them under the keys of a .strings file.
        #expect(panel.settings.snapshot.labels[.english]["DAYS.unit.plural.one"] == "{count} day")
    }
}

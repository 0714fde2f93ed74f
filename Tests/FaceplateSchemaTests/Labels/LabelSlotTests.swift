import Testing

@testable import FaceplateSchema

struct LabelSlotTests {
    @Test func listsEveryLabelOfTheSchema() throws {
        let schema = try Schema.make(
            """
            {"panelTitle": "My panel", "groups": [
              {"groupKey": "g", "groupHeader": "Above", "groupFooter": {"en": "Below"},
               "groupFooterWhen": [{"when": "s", "footer": "On"}],
               "groupChecks": [{"require": "s", "message": "Turn it on"}], "items": [
                {"itemKey": "s", "itemControlType": "switch", "itemHelp": "Help", "itemSubtitle": "Sub"},
                {"itemKey": "n", "itemControlType": "slider", "itemMinimum": 0, "itemMaximum": 9,
                 "itemUnit": "km", "itemMinimumLabel": "Low", "itemMaximumLabel": "High"},
                {"itemKey": "c", "itemControlType": "choice",
                 "itemOptions": [1, "two", {"value": 3, "label": "Three", "short": "3.", "help": "H"}]},
                {"itemKey": "t", "itemControlType": "edit_table", "itemColumns": [
                  {"itemKey": "host.name", "itemControlType": "edit_text", "itemPlaceholder": "P"}]},
                {"itemKey": "l", "itemControlType": "edit_list",
                 "itemElement": {"itemControlType": "edit_text", "itemHelp": "E"}},
                {"itemKey": "b", "itemControlType": "button", "itemConfirm": "Sure?",
                 "itemStates": [{"state": "in", "confirm": "Out?"}]},
                {"itemKey": "p", "itemControlType": "page", "itemSummary": "{s}", "groups": []}]}]}
            """, name: "panel")
        let slots = schema.labelSlots.map { "\($0.names.first ?? "-"): \($0.fallback)" }
        #expect(
            slots == [
                "PANEL: My panel", "G: G", "G.header: Above", "G.footer: ", "ON: On", "S: S",
                "SUB: Sub", "S.help: Help", "N: N", "N.unit: km", "N.minimum: Low",
                "N.maximum: High", "C: C", "C.option.two: two", "C.option.3: Three",
                "C.option.3.short: 3.", "C.option.3.help: H", "T: T",
                "T.column.host.name: Host name", "T.column.host.name.placeholder: P", "L: L",
                "L.element.help: E", "B: B", "B.confirm: Sure?", "B.state.in: B",
                "B.state.in.confirm: Out?", "P: P", "P.summary: {s}", "TURN IT ON: Turn it on",
            ])
    }

    @Test func labelsByLocaleAreInTheCatalogOfTheSchema() throws {
        let schema = try Schema.make(
            items: """
                "itemKey": "t", "itemControlType": "edit_table", "itemColumns": [
                  {"itemKey": "host", "itemControlType": "edit_text", "itemTitle": {"fr": "Hôte"},
                   "itemPlaceholder": {"fr": "hote.example"}}]
                """)
        let catalog = schema.catalog(with: LabelCatalog())
        let french = try #require(LocaleTag("fr"))
        #expect(
            catalog[french] == [
                "T.column.host": "Hôte", "T.column.host.placeholder": "hote.example",
            ])
    }
}

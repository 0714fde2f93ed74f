import Testing

@testable import FaceplateSchema

/// Nested pages, references, columns and states.
struct SchemaPagesTests {
    private static let nested = """
        {"panelLayout": "plain", "groups": [
          {"groupKey": "g1", "order": 2, "items": [
            {"itemKey": "net", "itemControlType": "page", "groups": [
              {"groupKey": "n2", "order": 2, "items": [
                {"itemKey": "deep", "itemControlType": "page", "groups": [
                  {"groupKey": "d", "items": [
                    {"itemKey": "count", "itemControlType": "stepper"}]}]}]},
              {"groupKey": "n1", "order": 1, "items": [
                {"itemKey": "host", "itemControlType": "edit_text", "order": 2},
                {"itemReference": "theme", "order": 1}]}]},
            {"itemKey": "about", "itemControlType": "page", "groups": []}]},
          {"groupKey": "theme", "order": 1, "items": [
            {"itemKey": "light", "itemControlType": "select"},
            {"itemKey": "dark", "itemControlType": "select"},
            {"itemReference": "count"}]}]}
        """

    @Test func pagesComeBeforeTheirNestedPages() throws {
        let schema = try Schema.make(Self.nested)
        #expect(schema.pages.keys == ["", "net", "deep", "about"])
        #expect(
            schema.pages.map { $0.path.joined(separator: "/") }
                == ["", "net", "net/deep", "about"])
        #expect(
            schema.pages.map { $0.groups.map(\.key) }
                == [["theme", "g1"], ["n1", "n2"], ["d"], []])
        #expect(schema.groups.map(\.key) == ["theme", "g1", "n1", "n2", "d"])
        #expect(schema.groups.map(\.pagePath) == [[], [], ["net"], ["net"], ["net", "deep"]])
        #expect(schema.firstPage.key == "" && schema.layout == .plain)
        #expect(schema.settings.keys == ["theme", "host", "count"])
    }

    @Test(
        arguments: [
            ("theme", ""), ("light", ""), ("net", ""), ("g1", ""), ("host", "net"), ("n1", "net"),
            ("deep", "net"), ("count", "deep"), ("d", "deep"), ("nobody", ""),
        ])
    func everyKeyHasItsPage(key: String, page: String) throws {
        #expect(try Schema.make(Self.nested).page(of: key).key == page)
    }

    @Test func aSecondPlaceIsAnEntryButNotAnItem() throws {
        let schema = try Schema.make(Self.nested)
        let entries = schema.groups.map { group in
            group.entries.map { entry in
                switch entry {
                case .item(let item): item.key
                case .reference(let place): "-> \(place.key)"
                }
            }
        }
        #expect(
            entries == [
                ["light", "dark", "-> count"], ["net", "about"], ["-> theme", "host"], ["deep"],
                ["count"],
            ])
        #expect(schema.items.keys == ["light", "dark", "net", "about", "host", "deep", "count"])
        #expect(schema.groups[2].items.map(\.key) == ["host"])
    }

    @Test func groupsAndItemsHaveALevel() throws {
        let schema = try Schema.make(
            """
            [{"groupKey": "g", "groupLevel": "advanced", "groupCollapsed": false, "items": [
               {"itemKey": "s", "itemControlType": "switch"},
               {"itemKey": "t", "itemControlType": "switch", "itemLevel": "advanced"}]},
             {"groupKey": "h", "groupCollapsed": "YES", "items": []}, {"groupKey": "i", "items": []}]
            """)
        #expect(schema.groups.map(\.level) == [.advanced, .basic, .basic])
        #expect(schema.groups.map(\.isCollapsed) == [false, true, nil])
        #expect(schema.groups[0].items.map(\.level) == [.basic, .advanced])
    }

    @Test func columnsAndStatesArePartOfTheirItem() throws {
        let schema = try Schema.make(
            items: """
                "itemKey": "t", "itemControlType": "edit_table", "itemColumns": [
                  {"itemKey": "host", "itemControlType": "edit_text"},
                  {"itemKey": "g", "itemControlType": "switch"}]
                """,
            #""itemKey": "l", "itemControlType": "edit_list", "itemElement": {"itemControlType": "edit_integer"}"#,
            #""itemKey": "b", "itemControlType": "button", "itemStates": [{"state": "out"}, {"state": "in"}]"#
        )
        #expect(schema.items["t"]?.cells.map(\.key) == ["host", "g"])
        #expect(schema.items["t"]?.cells.map(\.groupKey) == ["t", "t"])
        #expect(schema.items["l"]?.cells.map(\.key) == ["l"])
        #expect(schema.items["b"]?.states.map(\.name) == ["out", "in"])
        #expect(schema.items.keys == ["t", "l", "b"])
        let button = try #require(schema.settings["b"])
        #expect(button.isReadOnly && button.plainDefault == "out")
    }

    @Test(
        arguments: [
            (#""itemEnabledWhen": "a""#, true), (#""itemWhenHidden": "clear""#, true), ("", false),
            (#""itemRequired": true"#, false),
        ])
    func aSchemaReportsWhetherItHasRules(more: String, hasRules: Bool) throws {
        let schema = try Schema.make(
            items: #""itemKey": "a", "itemControlType": "switch""#,
            #""itemKey": "t", "itemControlType": "edit_text""# + (more.isEmpty ? "" : ", " + more))
        #expect(schema.hasRules == hasRules)
    }

    @Test(
        arguments: [
            #""groupVisibleWhen": "a", "items": []"#,
            #""groupFooterWhen": [{"when": "a", "footer": "F"}], "items": []"#,
            #""groupChecks": [{"require": "a", "message": "M"}], "items": []"#,
            #""items": [{"itemKey": "c", "itemControlType": "choice", "itemOptions": [{"value": 1, "when": "a"}]}]"#,
        ])
    func conditionsOfGroupsAndOptionsAreRules(group: String) throws {
        let schema = try Schema.make(
            """
            [{"groupKey": "g", "items": [{"itemKey": "a", "itemControlType": "switch"}]},
             {"groupKey": "h", \(group)}]
            """)
        #expect(schema.hasRules)
    }

    @Test func checksOfThePanelComeBeforeThoseOfGroups() throws {
        let schema = try Schema.make(
            """
            {"panelChecks": [{"require": "a", "message": "one"}], "groups": [
              {"groupKey": "g", "groupChecks": [{"require": {"any": ["b", "a"]}, "message": "two", "items": "a"}],
               "items": [{"itemKey": "a", "itemControlType": "switch"}, {"itemKey": "b", "itemControlType": "switch"}]}]}
            """)
        #expect(schema.checks.map(\.message) == [.words("one"), .words("two")])
        #expect(schema.checks.map(\.keys) == [["a"], ["a"]])
        #expect(schema.groups[0].checks.count == 1)
    }
}

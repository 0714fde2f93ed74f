import Testing

@testable import Faceplate

/// Every change of a schema that users can see is a step of its plan.
struct EvolutionStepsTests {
    private static func plan(
        _ old: String, _ new: String, _ values: [String: JSONValue] = [:]
    ) throws -> EvolutionPlan {
        EvolutionPlan(
            from: try Make.schema(old), to: try Make.schema(new),
            stored: EvolutionPlan.Stored(values: values, secrets: [], parked: []),
            keepsUnknown: false)
    }

    private static let attributes: [(control: String, more: String)] = [
        ("switch", #""itemVisibleWhen": "b""#), ("switch", #""itemAccess": ["owners"]"#),
        ("switch", #""itemStyle": {"mainColor": "red"}"#), ("switch", #""itemHelp": "H""#),
        ("edit_text", #""itemMinimumLength": 2"#), ("edit_text", #""itemSynced": true"#),
        (#"picker "itemOptions": [1]"#, #""itemAdds": true"#),
        ("edit_list", #""itemElement": {"itemControlType": "switch"}"#),
        ("select", #""itemKeepWithin": 60"#), ("button", #""itemStates": [{"state": "s"}]"#),
        ("info", #""itemValue": 3"#), (#"page "groups": []"#, #""itemHue": "teal""#),
    ]

    @Test(arguments: attributes)
    func reportsEveryAddedAttribute(control: String, more: String) throws {
        let full = control.contains(" ") ? "\(control), \(more)" : "\(control) \(more)"
        let old = Make.panel("b switch", "a \(control)")
        let new = Make.panel("b switch", "a \(full)")
        let plan = try Self.plan(old, new)
        let name = more.split(separator: "\"")[0]
        #expect(plan.steps.map(\.description) == ["item 'a': \(name) changed"])
        #expect(try Self.plan(old, old).isEmpty && Self.plan(new, new).isEmpty)
    }

    private static let parts:
        [(start: String, before: String, after: String, end: String, what: String)] = [
            (#"choice "itemOptions": ["#, "1", #"{"value": 1, "label": "L"}"#, "]", "itemOptions"),
            (#"choices "itemOptions": ["#, "1", #"{"value": 1, "short": "L"}"#, "]", "itemOptions"),
            (#"segment "itemOptions": ["#, "1", #"{"value": 1, "when": "b"}"#, "]", "itemOptions"),
            (#"button "itemStates": [{"state": "s""#, "", #", "title": "T""#, "}]", "itemStates"),
            (
                #"button "itemStates": [{"state": "s""#, "", #", "role": "primary""#, "}]",
                "itemStates"
            ),
            (
                #"edit_list "itemElement": {"itemControlType": "edit_text""#, "",
                #", "itemPattern": "a""#, "}", "itemElement"
            ),
            (
                #"edit_list "itemElement": {"itemControlType": "edit_text""#, "",
                #", "itemTitle": "T""#, "}", "itemElement"
            ),
            (
                #"edit_table "itemColumns": [{"itemKey": "c", "itemControlType": "#, #""switch""#,
                #""edit_text""#, "}]", "itemColumns"
            ),
            (
                #"edit_table "itemColumns": [{"itemControlType": "switch", "itemKey": "#, #""c""#,
                #""d""#, "}]", "itemColumns"
            ),
            (
                #"edit_table "itemColumns": [{"itemControlType": "switch", "itemKey": "c""#, "",
                #", "itemValue": true"#, "}]", "itemColumns"
            ),
            (
                #"edit_table "itemColumns": [{"itemControlType": "edit_integer", "itemKey": "c""#,
                "", #", "itemMaximum": 1"#, "}]", "itemColumns"
            ),
            (
                #"edit_table "itemColumns": [{"itemControlType": "choice", "itemKey": "c", "itemOptions": [1"#,
                "", ", 2", "]}]", "itemColumns"
            ),
        ]

    @Test(arguments: parts)
    func reportsChangesInPartsOfAnItem(
        start: String, before: String, after: String, end: String, what: String
    ) throws {
        let plan = try Self.plan(
            Make.panel("b switch", "a \(start)\(before)\(end)"),
            Make.panel("b switch", "a \(start)\(after)\(end)"))
        #expect(plan.steps.map(\.description) == ["item 'a': \(what) changed"])
    }

    private static let groupAttributes: [(name: String, value: String)] = [
        ("groupFooterWhen", #"[{"when": "a", "footer": "F"}]"#), ("groupCollapsed", "true"),
        ("groupChecks", #"[{"require": "a", "message": "M"}]"#),
    ]

    @Test(arguments: groupAttributes)
    func reportsEveryAttributeOfAGroup(name: String, value: String) throws {
        func panel(_ more: String) -> String {
            #"[{"groupKey": "h", "items": [{"itemKey": "b", "itemControlType": "switch"}]}, "#
                + "{\"groupKey\": \"g\"\(more), \"items\": [{\"itemKey\": \"a\", \"itemControlType\": \"switch\"}]}]"
        }
        let plan = try Self.plan(panel(""), panel(", \"\(name)\": \(value)"))
        #expect(plan.steps.map(\.description) == ["group 'g': \(name) changed"])
    }

    private static let panelAttributes: [(name: String, value: String)] = [
        ("panelTitle", #""T""#), ("panelLocales", #"["fr"]"#), ("panelHistoryDays", "1"),
        ("panelChecks", #"[{"require": "a", "message": "M"}]"#),
    ]

    @Test(arguments: panelAttributes)
    func reportsEveryAttributeOfThePanel(name: String, value: String) throws {
        func panel(_ more: String) -> String {
            "{\(more)\"groups\": [{\"groupKey\": \"g\", \"items\": [{\"itemKey\": \"a\", \"itemControlType\": \"switch\"}]}]}"
        }
        let plan = try Self.plan(panel(""), panel("\"\(name)\": \(value), "))
        #expect(plan.steps.map(\.description) == ["panel: \(name) changed"])
        #expect(plan.steps.map(\.name) == ["panel_modified"] && plan.steps[0].key == nil)
    }

    @Test func reportsChangesOfPagesAndSecondPlaces() throws {
        func panel(_ first: String, _ page: String) -> String {
            """
            [{"groupKey": "g", "items": [{"itemKey": "a", "itemControlType": "switch"}\(first)]},
             {"groupKey": "top", "items": [{"itemKey": "p", "itemControlType": "page", "groups": [
               {"groupKey": "h", "items": [{"itemKey": "c", "itemControlType": "switch"}\(page)]}]}]}]
            """
        }
        let item = #", {"itemKey": "b", "itemControlType": "edit_text"}"#
        let moved = try Self.plan(panel(item, ""), panel("", item))
        #expect(moved.steps.map(\.description) == ["item 'b' moved from group 'g' to 'h'"])
        let second = try Self.plan(panel("", ""), panel(#", {"itemReference": "c"}"#, ""))
        #expect(second.steps.map(\.description) == ["group 'g': references changed"])
        let flat = #"""
            [{"groupKey": "g", "items": [{"itemKey": "a", "itemControlType": "switch"}]},
             {"groupKey": "top", "items": [{"itemKey": "p", "itemControlType": "page", "groups": []}]},
             {"groupKey": "h", "items": [{"itemKey": "c", "itemControlType": "switch"}]}]
            """#
        #expect(
            try Self.plan(panel("", ""), flat).steps.map(\.description)
                == ["group 'h': page, order changed"])
    }

    /// A group stays where it is when its page or the page above gets another key.
    @Test func aRenamedPageMovesNoGroup() throws {
        func panel(_ outer: String, _ inner: String) -> String {
            """
            [{"groupKey": "top", "items": [{"itemKey": \(outer), "itemControlType": "page", "groups": [
               {"groupKey": "g", "items": [{"itemKey": \(inner), "itemControlType": "page", "groups": [
                 {"groupKey": "h", "items": [{"itemKey": "a", "itemControlType": "switch"}]}]}]}]}]}]
            """
        }
        let old = panel(#""p""#, #""q""#)
        let inner = panel(#""p""#, #""r", "itemRenamedFrom": "q""#)
        #expect(
            try Self.plan(old, inner).steps.map(\.description) == ["item 'q' is now 'r'"])
        let outer = panel(#""s", "itemRenamedFrom": "p""#, #""q""#)
        #expect(
            try Self.plan(old, outer).steps.map(\.description) == ["item 'p' is now 's'"])
    }

    /// The step that follows a conversion which keeps only a part.
    private static func lost(_ value: String, _ control: String) -> String {
        "\nthe value \(value) of 'a' is parked: 'a' is '\(control)' now and cannot store all of it; "
            + "the part that fits is in use."
    }

    private static let values: [(old: String, new: String, value: JSONValue, step: String?)] = [
        ("edit_text", "edit_list", "x", #"the value of 'a' becomes ["x"], from "x""#),
        (
            "edit_multiline", "edit_list", "x\ny",
            #"the value of 'a' becomes ["x","y"], from "x\ny""#
        ),
        (
            "edit_list", "edit_multiline", ["x", "y"],
            #"the value of 'a' becomes "x\ny", from ["x","y"]"#
        ),
        ("edit_list", "edit_text", ["x"], #"the value of 'a' becomes "x", from ["x"]"#),
        (
            "edit_list", "edit_text", ["x", "y"],
            #"the value ["x","y"] of 'a' is parked: It does not fit 'a', which is 'edit_text' now."#
        ),
        (
            #"choice "itemOptions": ["x"]"#, #"choices "itemOptions": ["x", "y"]"#, "x",
            #"the value of 'a' becomes ["x"], from "x""#
        ),
        (
            #"choices "itemOptions": [1, 2]"#, #"choice "itemOptions": [1, 2]"#, [2],
            "the value of 'a' becomes 2, from [2]"
        ),
        (
            #"choices "itemOptions": [1, 2]"#, #"choice "itemOptions": [1, 2]"#, [1, 2],
            "the value [1,2] of 'a' is parked: It does not fit 'a', which is 'choice' now."
        ),
        (#"choice "itemOptions": [1, 2]"#, #"segment "itemOptions": [1, 2]"#, 2, nil),
        (#"choice "itemOptions": ["x"]"#, #"picker "itemOptions": ["x"]"#, "x", nil),
        ("edit_integer", "edit_decimal", 3, nil), ("edit_decimal", "edit_integer", 3, nil),
        (
            "edit_decimal", "edit_integer", (try? JSONReader.read("3.5")) ?? nil,
            "the value 3.5 of 'a' is parked: It does not fit 'a', which is 'edit_integer' now."
        ),
        (
            "edit_text", "edit_duration", "5m",
            #"the value of 'a' becomes 300, from "5m""# + lost(#""5m""#, "edit_duration")
        ),
        ("edit_text", "edit_date", "2026-11-20", nil),
        (
            "edit_integer", #"slider "itemMinimum": 0, "itemMaximum": 2"#, 3,
            "the value 3 of 'a' is parked: 'a' does not accept it now. 'a' must be between 0 and 2."
        ),
        (
            "edit_list", #"edit_list "itemElement": {"itemControlType": "edit_integer"}"#,
            ["1", "2"],
            #"the value of 'a' becomes [1,2], from ["1","2"]"#
        ),
        (
            "edit_list", #"edit_list "itemElement": {"itemControlType": "edit_integer"}"#,
            ["1", "x"],
            #"the value ["1","x"] of 'a' is parked: It does not fit 'a', which is 'edit_list' now."#
        ),
        (
            "edit_list",
            #"edit_table "itemColumns": [{"itemKey": "host", "itemControlType": "edit_text"}, {"itemKey": "on", "itemControlType": "switch"}]"#,
            ["x"],
            #"the value of 'a' becomes [{"host":"x","on":false}], from ["x"]"#
                + lost(#"["x"]"#, "edit_table")
        ),
        (
            #"edit_table "itemColumns": [{"itemKey": "host", "itemControlType": "edit_text"}]"#,
            "edit_list", [["host": "x"]],
            #"the value of 'a' becomes ["x"], from [{"host":"x"}]"#
        ),
        (
            #"edit_table "itemColumns": [{"itemKey": "host", "itemControlType": "edit_text"}, {"itemKey": "on", "itemControlType": "switch"}]"#,
            "edit_list", [["host": "x", "on": true]],
            #"the value [{"host":"x","on":true}] of 'a' is parked: It does not fit 'a', which is 'edit_list' now."#
        ),
        (
            #"edit_table "itemColumns": [{"itemKey": "host", "itemControlType": "edit_text"}, {"itemKey": "on", "itemControlType": "switch"}]"#,
            #"edit_table "itemColumns": [{"itemKey": "host", "itemControlType": "edit_text"}, {"itemKey": "port", "itemControlType": "edit_integer", "itemValue": 80}]"#,
            [["host": "x", "on": true]],
            #"the value of 'a' becomes [{"host":"x","port":80}], from [{"host":"x","on":true}]"#
                + lost(#"[{"host":"x","on":true}]"#, "edit_table")
        ),
        (
            #"edit_table "itemColumns": [{"itemKey": "on", "itemControlType": "switch"}]"#,
            #"edit_table "itemColumns": [{"itemKey": "off", "itemControlType": "switch"}]"#,
            [["on": true]],
            #"the value [{"on":true}] of 'a' is parked: It does not fit 'a', which is 'edit_table' now."#
        ),
        (
            "edit_file", "edit_text", ["name": "a", "type": "text/plain", "data": ""],
            #"the value {"name":"a","type":"text/plain","data":""} of 'a' is parked: It does not fit 'a', which is 'edit_text' now."#
        ),
    ]

    @Test(arguments: values)
    func convertsOrParksAValueOfSeveralParts(
        old: String, new: String, value: JSONValue, step: String?
    ) throws {
        let plan = try Self.plan(Make.panel("a \(old)"), Make.panel("a \(new)"), ["a": value])
        let steps = plan.steps.filter { $0.name.hasPrefix("value_") }
        #expect(steps.map(\.description).joined(separator: "\n") == step ?? "")
        #expect(plan.changesValues == (step != nil))
    }
}

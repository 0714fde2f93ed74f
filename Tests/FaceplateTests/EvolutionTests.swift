import Foundation
import Testing

@testable import Faceplate

/// The plan for a changed schema, step by step.
struct EvolutionTests {
    private static func plan(_ old: String, _ new: String, _ values: [String: JSONValue] = [:])
        throws -> EvolutionPlan
    {
        EvolutionPlan(
            from: try Make.schema(old), to: try Make.schema(new),
            stored: EvolutionPlan.Stored(values: values, secrets: [], parked: []),
            keepsUnknown: false)
    }

    private static func groups(_ text: String) -> String { "[\(text)]" }

    @Test(
        arguments: [
            (Make.panel("a switch"), Make.panel("a switch"), []),
            (
                Make.panel("a switch"), Make.panel("a switch", "b edit_text"),
                ["new item 'b' (edit_text)"]
            ),
            (Make.panel("a switch", "b edit_text"), Make.panel("a switch"), ["item 'b' removed"]),
            (
                Make.panel("a switch", "b switch"), Make.panel("b switch", "a switch"),
                ["item 'b': order changed", "item 'a': order changed"]
            ),
            (
                Make.panel("a switch"), Make.panel("a switch \"itemValue\": true"),
                ["item 'a': itemValue changed"]
            ),
            (
                Make.panel("a switch"), Make.panel("a edit_text"),
                ["item 'a': itemControlType changed"]
            ),
            (
                Make.panel("a edit_text"), Make.panel("a edit_text \"itemMaximumLength\": 5"),
                ["item 'a': itemMaximumLength changed"]
            ),
            (
                Make.panel("a switch"), Make.panel("a switch \"itemTitle\": \"A\""),
                ["item 'a': itemTitle changed"]
            ),
            (
                Make.panel("a choice \"itemOptions\": [1]"),
                Make.panel("a choice \"itemOptions\": [1, 2]"), ["item 'a': itemOptions changed"]
            ),
            (
                Make.panel("a switch"), Make.panel("b switch \"itemRenamedFrom\": \"a\""),
                ["item 'a' is now 'b'"]
            ),
            (
                Make.panel("a switch"),
                Make.panel("b switch \"itemRenamedFrom\": \"a\", \"itemValue\": true"),
                ["item 'a' is now 'b'", "item 'b': itemValue changed"]
            ),
            (
                Make.panel("a select", "b select"),
                Make.panel(
                    "a select", "b select",
                    group: "\"groupKey\": \"h\", \"groupRenamedFrom\": \"g\""),
                ["group 'g' is now 'h'"]
            ),
            (
                Make.panel("a switch", group: "\"groupKey\": \"g\", \"groupTitle\": \"A\""),
                Make.panel("a switch", group: "\"groupKey\": \"g\", \"groupFooter\": \"B\""),
                ["group 'g': groupFooter, groupTitle changed"]
            ),
            (
                groups(
                    #"{"groupKey": "g", "items": [{"itemKey": "a", "itemControlType": "switch"}]}"#),
                groups(
                    #"{"groupKey": "h", "items": [{"itemKey": "a", "itemControlType": "switch"}]}"#),
                ["group 'g' removed", "new group 'h'", "item 'a' moved from group 'g' to 'h'"]
            ),
            (
                groups(#"{"groupKey": "g", "items": []}, {"groupKey": "h", "items": []}"#),
                groups(#"{"groupKey": "h", "items": []}, {"groupKey": "g", "items": []}"#),
                ["group 'h': order changed", "group 'g': order changed"]
            ),
        ])
    func reportsTheDifferences(old: String, new: String, steps: [String]) throws {
        let plan = try Self.plan(old, new)
        #expect(plan.steps.map(\.description) == steps)
        #expect(plan.isEmpty == steps.isEmpty && !plan.changesValues)
    }

    @Test func aNewStoreCreatesEveryItem() throws {
        let plan = EvolutionPlan(
            from: nil, to: try Make.schema(Make.panel("a switch", "b button")),
            stored: EvolutionPlan.Stored(values: [:], secrets: [], parked: []), keepsUnknown: false
        )
        #expect(plan.steps.map(\.name) == ["group_created", "item_created", "item_created"])
        #expect(plan.steps.map(\.key) == ["g", "a", "b"])
    }

    @Test(
        arguments: [
            ("switch", "edit_text", true, "the value of 'a' becomes \"true\", from true"),
            (
                "edit_text", "switch", "yes",
                "the value of 'a' becomes true, from \"yes\"\n"
                    + "the value \"yes\" of 'a' is parked: 'a' is 'switch' now and cannot store all of it; "
                    + "the part that fits is in use."
            ),
            (
                "edit_text", "switch", "hello",
                "the value \"hello\" of 'a' is parked: It does not fit 'a', which is 'switch' now."
            ),
            (
                "edit_text", "info", "x",
                "the value \"x\" of 'a' is parked: 'a' no longer has a value."
            ),
            (
                "edit_text", "edit_password", "x",
                "the value of 'a' is a secret from now on"
            ),
            (
                "edit_text", "choice \"itemOptions\": [1, 2]", "2",
                "the value of 'a' becomes 2, from \"2\""
            ),
            ("edit_text", "choice \"itemOptions\": [\"x\"]", "x", nil),
            (
                "switch",
                "choice \"itemOptions\": [\"on\", \"off\"], \"itemValueMap\": {\"YES\": \"on\", \"NO\": \"off\"}",
                false,
                "the value of 'a' becomes \"off\", from false"
            ),
            (
                "choice \"itemOptions\": [\"x\", \"y\"]",
                "choice \"itemOptions\": [\"x\", \"z\"], \"itemValueMap\": {\"y\": \"z\"}", "y",
                "the value of 'a' becomes \"z\", from \"y\""
            ),
            (
                "choice \"itemOptions\": [\"x\", \"y\"]", "choice \"itemOptions\": [\"x\"]", "y",
                "the value \"y\" of 'a' is parked: 'a' does not accept it now. Choose a value for 'a'."
            ),
            (
                "edit_text", "edit_text \"itemMaximumLength\": 1", "long",
                "the value \"long\" of 'a' is parked: 'a' does not accept it now. 'a' must be 1 character or "
                    + "fewer."
            ),
            // Users would write 90 as hours, which do not fit either.
            (
                "edit_integer",
                #"edit_duration "itemDurationUnit": "h", "itemMinimum": "1h", "itemMaximum": "2h""#,
                90,
                "the value 90 of 'a' is parked: 'a' does not accept it now. 'a' must be between "
                    + "1 hour and 2 hours."
            ),
        ] as [(String, String, JSONValue, String?)])
    func convertsOrParksAValue(old: String, new: String, value: JSONValue, step: String?) throws {
        let plan = try Self.plan(Make.panel("a \(old)"), Make.panel("a \(new)"), ["a": value])
        let steps = plan.steps.filter { $0.name.hasPrefix("value_") }
        #expect(steps.map(\.description).joined(separator: "\n") == step ?? "")
        #expect(plan.changesValues == (step != nil))
    }

    @Test func logLinesNeverContainAValue() throws {
        let planted: JSONValue = "planted-1f3a"
        let lost = try Self.plan(
            Make.panel("a edit_text", "b edit_text"), Make.panel("b switch"),
            ["a": planted, "b": planted])
        let mapped = try Self.plan(
            Make.panel("a edit_text"),
            Make.panel("a edit_text \"itemValueMap\": {\"planted-1f3a\": \"planted-2\"}"),
            ["a": planted])
        #expect(lost.steps.filter { $0.name == "value_parked" }.count == 2 && mapped.changesValues)
        for step in lost.steps + mapped.steps { #expect(!step.logLine.contains("planted")) }
    }
}

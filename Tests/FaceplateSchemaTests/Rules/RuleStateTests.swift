import FaceplateTestSupport
import Testing

@testable import FaceplateSchema

struct RuleStateTests {
    private static func state(_ json: String, _ values: [String: Value] = [:]) throws -> RuleState {
        let schema = try Schema.make(json)
        return RuleState(schema) { values[$0] ?? schema.settings[$0]?.plainDefault }
    }

    /// Nested pages: `top` is visible with `a`, its `page` with `b`, and the group `inner` on that page with `c`.
    private static let nested = """
        [{"groupKey": "first", "items": [
           {"itemKey": "a", "itemControlType": "switch", "itemValue": true},
           {"itemKey": "b", "itemControlType": "switch", "itemValue": true},
           {"itemKey": "c", "itemControlType": "switch", "itemValue": true}]},
         {"groupKey": "top", "groupVisibleWhen": "a", "items": [
           {"itemKey": "page", "itemControlType": "page", "itemVisibleWhen": "b", "groups": [
             {"groupKey": "inner", "groupVisibleWhen": "c", "items": [
               {"itemKey": "deep", "itemControlType": "switch", "itemValue": true},
               {"itemKey": "below", "itemControlType": "page", "groups": [
                 {"groupKey": "innermost", "items": [
                   {"itemKey": "deepest", "itemControlType": "edit_text"}]}]}]}]}]},
         {"groupKey": "last", "items": [
           {"itemKey": "follower", "itemControlType": "switch", "itemVisibleWhen": "deep"}]}]
        """

    /// Items with the key of their own group, or of the page around it.
    @Test(arguments: [
        #"{"itemKey":"g","itemControlType":"edit_time"}"#,
        #"{"itemKey":"g","itemControlType":"page","groups":[{"groupKey":"h","items":[{"itemKey":"h","itemControlType":"switch"}]}]}"#,
        #"{"itemKey":"p","itemControlType":"page","groups":[{"groupKey":"p","items":[{"itemKey":"q","itemControlType":"switch","itemVisibleWhen":"on"}]}]}"#,
    ])
    func rejectsASchemaThatContainsItself(item: String) {
        let json = """
            {"groups":[{"groupKey":"g","items":[{"itemKey":"on","itemControlType":"switch"}, \(item),
              {"itemKey":"x","itemControlType":"edit_text","itemVisibleWhen":"on"}]}]}
            """
        #expect(throws: SchemaError.self) { try SchemaReader.read(Array(json.utf8), name: "p") }
    }

    @Test(
        arguments: [
            ("a", ["top", "page", "inner", "deep", "below", "innermost", "deepest", "follower"]),
            ("b", ["page", "inner", "deep", "below", "innermost", "deepest", "follower"]),
            ("c", ["inner", "deep", "below", "innermost", "deepest", "follower"]),
            ("deep", ["follower"]), ("", []),
        ])
    func contentsOfAHiddenItemAreHidden(off: String, hidden: [String]) throws {
        let state = try Self.state(Self.nested, [off: false])
        let schema = try Schema.make(Self.nested)
        let keys = schema.groups.map(\.key) + schema.items.keys
        #expect(Set(keys.filter { !state.isVisible($0) }) == Set(hidden))
        for group in schema.groups {
            #expect(state.isVisible(group) == !hidden.contains(group.key))
        }
    }

    @Test func anItemThatTestsAHiddenItemIsHidden() throws {
        let json = """
            {"groupKey": "g", "items": [
              {"itemKey": "c", "itemControlType": "switch", "itemVisibleWhen": {"not": "b"}},
              {"itemKey": "b", "itemControlType": "switch", "itemVisibleWhen": "a"},
              {"itemKey": "a", "itemControlType": "switch"}]}
            """
        let state = try Self.state(json)
        #expect(state.hidden == ["b", "c"])
        #expect(try Self.state(json, ["a": true]).hidden == [])
        #expect(try Self.state(json, ["a": true, "b": true]).hidden == ["c"])
    }

    @Test func theOrderInTheSchemaDoesNotMatter() throws {
        let items = (0..<12).map { number in
            let rule = number == 0 ? "" : ", \"itemVisibleWhen\": \"k\(number - 1)\""
            return
                "{\"itemKey\": \"k\(number)\", \"itemControlType\": \"switch\", \"itemValue\": true\(rule)}"
        }
        for seed in 0..<6 {
            var random = SplitMix(seed: UInt64(seed))
            let json =
                "{\"groupKey\": \"g\", \"items\": [\(items.shuffled(using: &random).joined(separator: ","))]}"
            #expect(try Self.state(json).hidden.isEmpty)
            let state = try Self.state(json, ["k3": false])
            #expect(state.hidden == Set((4..<12).map { "k\($0)" }))
        }
    }

    @Test(
        arguments: [("keep", "kept"), ("clear", "default")])
    func aHiddenItemKeepsOrClearsItsValue(word: String, seen: String) throws {
        let json = """
            {"groupKey": "g", "items": [
              {"itemKey": "on", "itemControlType": "switch", "itemValue": true},
              {"itemKey": "text", "itemControlType": "edit_text", "itemValue": "default",
               "itemVisibleWhen": "on", "itemWhenHidden": "\(word)"},
              {"itemKey": "go", "itemControlType": "button",
               "itemEnabledWhen": {"key": "text", "equals": "kept"}}]}
            """
        let shown = try Self.state(json, ["text": "kept"])
        #expect(shown.value("text") == "kept" && shown.cleared.isEmpty)
        let state = try Self.state(json, ["on": false, "text": "kept"])
        #expect(state.value("text") == .text(seen))
        #expect(state.cleared.map(\.key) == (word == "clear" ? ["text"] : []))
        let go = try #require(try Schema.make(json).items["go"])
        #expect(state.isEnabled(go) == (word == "keep"))
    }

    @Test(arguments: ["group", "page"])
    func aValueInAHiddenGroupIsCleared(off: String) throws {
        let json = """
            [{"groupKey": "g", "items": [
               {"itemKey": "group", "itemControlType": "switch", "itemValue": true},
               {"itemKey": "page", "itemControlType": "switch", "itemValue": true},
               {"itemKey": "p", "itemControlType": "page", "itemVisibleWhen": "page", "groups": [
                 {"groupKey": "h", "groupVisibleWhen": "group", "items": [
                   {"itemKey": "text", "itemControlType": "edit_text",
                    "itemWhenHidden": "clear"}]}]}]}]
            """
        #expect(try Self.state(json).cleared.isEmpty)
        #expect(try Self.state(json, [off: false]).cleared.map(\.key) == ["text"])
    }

    @Test func optionsButtonsAndRequirementsFollowTheirConditions() throws {
        let json = """
            {"groupKey": "g", "items": [
              {"itemKey": "expert", "itemControlType": "switch"},
              {"itemKey": "mode", "itemControlType": "choice",
               "itemOptions": ["a", {"value": "b", "when": "expert"}]},
              {"itemKey": "name", "itemControlType": "edit_text", "itemRequiredWhen": "expert",
               "itemEnabledWhen": {"key": "mode", "equals": "a"}}]}
            """
        let schema = try Schema.make(json)
        let (mode, name) = (try #require(schema.items["mode"]), try #require(schema.items["name"]))
        let plain = try Self.state(json)
        #expect(mode.options.map(plain.isOffered) == [true, false])
        #expect(!plain.isRequired(name) && plain.isEnabled(name) && plain.isEnabled(mode))
        let expert = try Self.state(json, ["expert": true, "mode": "b"])
        #expect(mode.options.map(expert.isOffered) == [true, true])
        #expect(expert.isRequired(name) && !expert.isEnabled(name))
    }

    @Test func aConditionTestsAnOptionByItsKey() throws {
        let json = """
            [{"groupKey": "theme", "items": [
               {"itemKey": "light", "itemControlType": "select"},
               {"itemKey": "dark", "itemControlType": "select"}]},
             {"groupKey": "g", "groupVisibleWhen": "dark", "items": [
               {"itemKey": "s", "itemControlType": "switch"}]}]
            """
        #expect(try !Self.state(json, ["dark": false]).isVisible("s"))
        #expect(try Self.state(json, ["dark": true]).isVisible("s"))
    }

    @Test(
        arguments: [
            (
                [("a", "b"), ("b", "a")], "a",
                "Its visibility depends on itself: a -> b -> a."
            ),
            (
                [("a", "b"), ("b", "c"), ("c", "a")], "a",
                "Its visibility depends on itself: a -> b -> c -> a."
            ),
            ([("a", "a")], "a", "Its visibility depends on itself: a -> a."),
        ])
    func rejectsItemsThatDependOnThemselves(rules: [(String, String)], key: String, message: String)
    {
        let items = ["a", "b", "c"].map { key in
            let rule =
                rules.first { $0.0 == key }.map { ", \"itemVisibleWhen\": \"\($0.1)\"" } ?? ""
            return "{\"itemKey\": \"\(key)\", \"itemControlType\": \"switch\"\(rule)}"
        }
        let error = #expect(throws: SchemaError.self) {
            try Schema.make("{\"groupKey\": \"g\", \"items\": [\(items.joined(separator: ","))]}")
        }
        #expect(error?.problems.map(\.message) == [message])
    }

    @Test func rejectsAPageThatDependsOnItsContents() {
        let error = #expect(throws: SchemaError.self) {
            try Schema.make(
                """
                {"groupKey": "g", "items": [{"itemKey": "p", "itemControlType": "page",
                  "itemVisibleWhen": "s", "groups": [{"groupKey": "h", "items": [
                  {"itemKey": "s", "itemControlType": "switch"}]}]}]}
                """)
        }
        #expect(
            error?.problems.map(\.message) == ["Its visibility depends on itself: p -> p."])
    }

    @Test func rejectsThousandsOfUnknownConditionsInLinearTime() throws {
        expectProportion(at: 2_000) { count in
            let items = (0..<count).map { number in
                "{\"itemKey\": \"k\(number)\", \"itemControlType\": \"switch\", \"itemVisibleWhen\": "
                    + "{\"any\": [\"x\(number)\", \"k\((number + 1) % count)\"]}}"
            }
            #expect(throws: SchemaError.self) {
                try Schema.make(
                    "{\"groupKey\": \"g\", \"items\": [\(items.joined(separator: ","))]}")
            }
        }
    }

    @Test func readsThousandsOfConditionsInLinearTime() throws {
        try expectProportion(at: 2_000) { count in
            let items = (0..<count).map { number in
                let rules =
                    number == 0
                    ? ""
                    : ", \"itemVisibleWhen\": \"k\(number - 1)\", \"itemEnabledWhen\": \"k0\""
                return
                    "{\"itemKey\": \"k\(number)\", \"itemControlType\": \"switch\", \"itemValue\": true\(rules)}"
            }
            let state = try Self.state(
                "{\"groupKey\": \"g\", \"items\": [\(items.joined(separator: ","))]}", ["k9": false]
            )
            #expect(state.hidden.count == count - 10)
        }
    }
}

import FaceplateTestSupport
import Testing

@testable import FaceplateSchema

struct RuleDependenciesTests {
    /// A panel of switches, in groups and on pages, which are visible with earlier ones; some lose
    /// their value while they are hidden.
    private static func panel(_ random: inout SplitMix) -> String {
        var names: [String] = []
        func condition(_ name: String) -> String {
            guard let asked = names.randomElement(using: &random), Bool.random(using: &random)
            else { return "" }
            let other = names.randomElement(using: &random) ?? asked
            let texts = [
                "\"\(asked)\"", "{\"not\": \"\(asked)\"}",
                "{\"any\": [\"\(asked)\", {\"not\": \"\(other)\"}]}",
            ]
            return ", \"\(name)\": \(texts.randomElement(using: &random) ?? "")"
        }
        func items() -> [String] {
            (0..<4).map { _ in
                let name = "s\(names.count)"
                let isOn = Bool.random(using: &random)
                let clears = Bool.random(using: &random) ? ", \"itemWhenHidden\": \"clear\"" : ""
                let rule = condition("itemVisibleWhen")
                names.append(name)
                return """
                    {"itemKey": "\(name)", "itemControlType": "switch", "itemValue": \(isOn)\
                    \(rule)\(rule.isEmpty ? "" : clears)}
                    """
            }
        }
        let groups = (0..<8).map { group in
            let rule = condition("groupVisibleWhen")
            var all = items()
            if group.isMultiple(of: 3) {
                let page = condition("itemVisibleWhen")
                let inner = condition("groupVisibleWhen")
                all.append(
                    """
                    {"itemKey": "p\(group)", "itemControlType": "page"\(page), "groups": [
                      {"groupKey": "i\(group)"\(inner), "items": [\(items().joined(separator: ","))]}]}
                    """)
            }
            return
                "{\"groupKey\": \"g\(group)\"\(rule), \"items\": [\(all.joined(separator: ","))]}"
        }
        return "[\(groups.joined(separator: ","))]"
    }

    @Test
    func evaluatesExactlyTheAffectedRulesAgain() throws {
        var random = SplitMix(seed: 20_261)
        var hidden = 0
        for _ in 0..<60 {
            let schema = try Schema.make(Self.panel(&random))
            var values: [String: Value] = [:]
            for setting in schema.settings { values[setting.key] = setting.plainDefault }
            let start = values
            var state = RuleState(schema) { start[$0] }
            for _ in 0..<40 {
                var changed: Set<String> = []
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    guard let key = values.keys.sorted().randomElement(using: &random) else {
                        continue
                    }
                    changed.insert(key)
                    values[key] = .boolean(values[key] != .boolean(true))
                }
                let now = values
                let whole = RuleState(schema) { now[$0] }
                state = RuleState(schema, hidden: state.hidden, changed: changed) { now[$0] }
                #expect(state.hidden == whole.hidden)
                hidden += whole.hidden.count
            }
        }
        #expect(hidden > 5_000, "the panels hide something")
    }

    /// The cost of a change is counted in rules, whose number does not show in it.
    @Test(arguments: [10, 1_000])
    func evaluatesNoOtherRules(count: Int) throws {
        let others = (0..<count).map {
            "{\"itemKey\": \"t\($0)\", \"itemControlType\": \"edit_text\", \"itemVisibleWhen\": \"a\"}"
        }
        let schema = try Schema.make(
            """
            [{"groupKey": "g", "items": [
              {"itemKey": "a", "itemControlType": "switch"},
              {"itemKey": "b", "itemControlType": "switch"},
              {"itemKey": "c", "itemControlType": "edit_text", "itemVisibleWhen": "b",
               "itemRequiredWhen": "b"}, \(others.joined(separator: ","))]}]
            """)
        let rules = schema.ruleDependencies
        #expect(rules.rules(reachedBy: ["b"]).map { rules.visibilityRules[$0].key } == ["c"])
        #expect(rules.rules(reachedBy: ["a"]).count == count)
        #expect(rules.requiredItems(testing: ["b"]) == ["c"])
        #expect(rules.requiredItems(testing: ["a"]) == [])
    }

    /// The value of an option is that of its group.
    @Test
    func aChangeOfAGroupAffectsConditionsOnItsOptions() throws {
        let schema = try Schema.make(
            """
            [{"groupKey": "theme", "items": [
               {"itemKey": "light", "itemControlType": "select"},
               {"itemKey": "dark", "itemControlType": "select"}]},
             {"groupKey": "g", "items": [
               {"itemKey": "stars", "itemControlType": "edit_text", "itemVisibleWhen": "dark",
                "itemRequiredWhen": "dark"}]}]
            """)
        let rules = schema.ruleDependencies
        #expect(rules.rules(reachedBy: ["theme"]).count == 1)
        #expect(rules.requiredItems(testing: ["theme"]) == ["stars"])
    }
}

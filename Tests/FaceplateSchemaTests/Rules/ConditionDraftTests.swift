import FaceplateTestSupport
import Testing

@testable import FaceplateSchema

struct ConditionDraftTests {
    private static func problems(_ json: String) throws -> [String] {
        let draft = ConditionDraft(try JSONReader.read(json), path: "$.when")
        #expect(draft.problems.isEmpty == (draft.condition { _ in nil } != nil))
        return draft.problems.map(\.description)
    }

    @Test(arguments: [
        (
            "5",
            "$.when (line 1): Expected a key or an object with 'key', 'not', 'all' or 'any', not 5."
        ),
        (
            "{}",
            "$.when (line 1): The condition has no 'key'. Expected 'key' with an operator, 'not', "
                + "'all' or 'any'."
        ),
        (
            #"{"equals": 1}"#,
            "$.when (line 1): The condition has no 'key'. Expected 'key' with an operator, 'not', "
                + "'all' or 'any'."
        ),
        (#"{"key": 1, "equals": 1}"#, "$.when.key (line 1): Expected a key, not 1."),
        (
            #"{"key": "a"}"#,
            "$.when (line 1): The condition has no operator. Accepted are 'equals', 'in', 'less', "
                + "'atMost', 'greater', 'atLeast', 'matches', 'empty', 'contains'."
        ),
        (
            #"{"key": "a", "equls": 1}"#,
            "$.when.equls (line 1): unknown operator 'equls'. Did you mean 'equals'?"
        ),
        (#"{"key": "a", "xyz": 1}"#, "$.when.xyz (line 1): unknown operator 'xyz'."),
        (
            #"{"key": "a", "less": 1, "greater": 2}"#,
            "$.when.greater (line 1): A condition has one operator: 'greater' cannot be combined with "
                + "'less'. Join two conditions with 'all'."
        ),
        (
            #"{"key": "a", "equals": [1]}"#,
            "$.when.equals (line 1): Expected a string, number or boolean or {\"key\": ...}, not "
                + "array."
        ),
        (
            #"{"key": "a", "equals": null}"#,
            "$.when.equals (line 1): Expected a string, number or boolean or {\"key\": ...}, not "
                + "null."
        ),
        (
            #"{"key": "a", "less": {"kye": "b"}}"#,
            "$.when.less (line 1): Expected {\"key\": ...} with another setting's key."
        ),
        (
            #"{"key": "a", "less": {"key": "b", "equals": 1}}"#,
            "$.when.less (line 1): Expected {\"key\": ...} with another setting's key."
        ),
        (#"{"key": "a", "in": 1}"#, "$.when.in (line 1): Expected a list of values, not 1."),
        (#"{"key": "a", "in": []}"#, "$.when.in (line 1): 'in' needs at least one value."),
        (
            #"{"key": "a", "in": [1, {}]}"#,
            "$.when.in[1] (line 1): Expected a string, number or boolean, not object."
        ),
        (
            #"{"key": "a", "matches": 1}"#,
            "$.when.matches (line 1): Expected a regular expression, not 1."
        ),
        (
            #"{"key": "a", "empty": "perhaps"}"#,
            "$.when.empty (line 1): Expected true or false, not 'perhaps'."
        ),
        (
            #"{"key": "a", "contains": {"key": "b"}}"#,
            "$.when.contains (line 1): Expected a string, number or boolean, not object."
        ),
        (#"{"all": "a"}"#, "$.when.all (line 1): Expected a list of conditions, not 'a'."),
        (#"{"any": []}"#, "$.when.any (line 1): 'any' needs at least one condition."),
        (
            #"{"not": "a", "key": "b"}"#,
            "$.when.key (line 1): 'key' cannot be combined with 'not'. Put each into a condition of "
                + "its own, in 'all' or 'any'."
        ),
        (
            #"{"all": ["a", {"not": 1}]}"#,
            "$.when.all[1].not (line 1): Expected a key or an object with 'key', 'not', 'all' or "
                + "'any', not 1."
        ),
    ])
    func rejectsOtherForms(json: String, problem: String) throws {
        #expect(try Self.problems(json) == [problem])
    }

    @Test func rejectsInvalidPatterns() throws {
        let problem = try #require(try Self.problems(#"{"key": "a", "matches": "(a"}"#).first)
        #expect(
            problem.hasPrefix("$.when.matches (line 1): The pattern cannot be used, at column "))
    }

    @Test func reportsThePositionOfEachProblem() throws {
        let json = """
            {"all": [
                {"key": "a", "equls": 1},
                "b",
                {"any": [5,
                    {"key": 7, "les": 2}]}
            ]}
            """
        let draft = ConditionDraft(try JSONReader.read(json), path: "$")
        #expect(
            draft.problems.map(\.path) == [
                "$.all[0].equls", "$.all[2].any[0]", "$.all[2].any[1].key", "$.all[2].any[1].les",
            ])
        #expect(
            draft.problems.map(\.position) == [
                TextPosition(line: 2, column: 18), TextPosition(line: 4, column: 14),
                TextPosition(line: 5, column: 17), TextPosition(line: 5, column: 20),
            ])
    }

    @Test func ignoresComments() throws {
        let json = #"{"$comment": 1, "key": "a", "equals": {"$comment": "", "key": "b"}}"#
        #expect(try Self.problems(json).isEmpty)
        #expect(try Self.problems(#"{"$comment": 1, "not": "a"}"#).isEmpty)
    }

    @Test(arguments: [(15, true), (16, false), (60, false)])
    func conditionsAreSixteenLevelsDeepAtMost(wrappers: Int, isAccepted: Bool) throws {
        let json =
            String(repeating: #"{"not": "#, count: wrappers) + #""a""#
            + String(repeating: "}", count: wrappers)
        let problems = try Self.problems(json)
        #expect(problems.isEmpty == isAccepted)
        if !isAccepted {
            let path = "$.when" + String(repeating: ".not", count: 16)
            #expect(problems == ["\(path) (line 1): Conditions may be 16 levels deep at most."])
        }
    }

    @Test func readsAndChecksThousandsOfConditionsInLinearTime() throws {
        let types: [String: ConditionOperandType] = [
            "proxy": .boolean, "mode": .options(["off", "manual"]), "port": .number,
        ]
        let parts = [
            #""proxy""#, #"{"key": "mode", "equals": "manual"}"#, #"{"key": "port", "less": 9}"#,
        ]
        try expectProportion(at: 3_000) { count in
            let all = (0..<count).map { parts[$0 % 3] }.joined(separator: ",")
            let draft = ConditionDraft(try JSONReader.read("{\"all\": [\(all)]}"), path: "$")
            #expect(draft.problems(typeOf: { types[$0] }, nearest: { _ in nil }).isEmpty)
            _ = try #require(draft.condition { types[$0] })
        }
    }
}

import Testing

@testable import FaceplateSchema

struct ConditionCheckTests {
    private static let types: [String: ConditionOperandType] = [
        "proxy": .boolean, "port": .number, "name": .text, "tags": .list, "password": .secret,
        "mode": .options(["off", "manual", "automatic"]), "level": .options([1, 2]),
        "mixed": .options([1, "a"]), "days": .choices(["mon", "tue"]), "servers": .parts,
        "extra": .any,
    ]

    private static func problems(_ json: String) throws -> [String] {
        let draft = ConditionDraft(try JSONReader.read(json), path: "$.when")
        #expect(draft.problems.isEmpty)
        return draft.problems(
            typeOf: { types[$0] }, nearest: { NearestWord.to($0, among: types.keys) }
        ).map(\.description)
    }

    @Test(arguments: [
        #""proxy""#, #"{"key": "proxy", "equals": "NO"}"#, #"{"key": "port", "equals": 1.5}"#,
        #"{"key": "port", "less": 80}"#, #"{"key": "port", "less": {"key": "level"}}"#,
        #"{"key": "name", "less": "2026"}"#, #"{"key": "name", "in": ["a", "b"]}"#,
        #"{"key": "name", "matches": "a"}"#, #"{"key": "name", "contains": "a"}"#,
        #"{"key": "mode", "in": ["off", "manual"]}"#, #"{"key": "level", "equals": 2.0}"#,
        #"{"key": "mode", "matches": "^a"}"#, #"{"key": "mode", "contains": "man"}"#,
        #"{"key": "mixed", "greater": 0}"#, #"{"key": "tags", "contains": 5}"#,
        #"{"key": "tags", "equals": {"key": "days"}}"#, #"{"key": "days", "contains": "mon"}"#,
        #"{"key": "password", "empty": false}"#, #"{"key": "servers", "empty": true}"#,
        #"{"key": "port", "empty": true}"#, #""extra""#, #"{"key": "extra", "matches": "a"}"#,
        #"{"key": "extra", "contains": 5}"#, #"{"key": "extra", "equals": {"key": "tags"}}"#,
    ])
    func acceptsConditionsThatCanBeMet(json: String) throws {
        #expect(try Self.problems(json).isEmpty)
    }

    @Test(arguments: [
        (#""prxy""#, "", "no setting has the key 'prxy'. Did you mean 'proxy'?"),
        (
            #"{"not": "prxy"}"#, ".not",
            "no setting has the key 'prxy'. Did you mean 'proxy'?"
        ),
        (
            #"{"not": {"key": "port", "equals": "abc"}}"#, ".not.equals",
            "'port' is a number; it cannot equal 'abc'."
        ),
        (#"{"key": "wholly", "empty": true}"#, ".key", "no setting has the key 'wholly'."),
        (
            #"{"key": "port", "less": {"key": "prt"}}"#, ".less.key",
            "no setting has the key 'prt'. Did you mean 'port'?"
        ),
        (
            #"{"key": "port", "equals": "abc"}"#, ".equals",
            "'port' is a number; it cannot equal 'abc'."
        ),
        (
            #"{"key": "port", "in": [1, true]}"#, ".in[1]",
            "'port' is a number; it cannot equal true."
        ),
        (
            #"{"key": "proxy", "equals": "perhaps"}"#, ".equals",
            "'proxy' is on or off; it cannot equal 'perhaps'."
        ),
        (#"{"key": "name", "equals": 5}"#, ".equals", "'name' is text; it cannot equal 5."),
        (
            #"{"key": "name", "less": 5}"#, ".less",
            "'name' is text; it cannot be compared with 5."
        ),
        (
            #"{"key": "port", "atLeast": true}"#, ".atLeast",
            "'port' is a number; it cannot be compared with true."
        ),
        (
            #"{"key": "level", "less": "a"}"#, ".less",
            "'level' is a number; it cannot be compared with 'a'."
        ),
        (
            #"{"key": "proxy", "less": {"key": "port"}}"#, ".less",
            "'proxy' is on or off; 'less' needs a number or text."
        ),
        (
            #"{"key": "days", "greater": 5}"#, ".greater",
            "'days' is a list; 'greater' needs a number or text."
        ),
        (
            #"{"key": "port", "equals": {"key": "name"}}"#, ".equals.key",
            "'port' is a number; it cannot be compared with 'name', which is text."
        ),
        (
            #"{"key": "name", "equals": {"key": "password"}}"#, ".equals.key",
            "'name' is text; it cannot be compared with 'password', which is a secret."
        ),
        (
            #"{"key": "mode", "equals": "manul"}"#, ".equals",
            "'manul' is not an option of 'mode'. Did you mean 'manual'?"
        ),
        (
            #"{"key": "mode", "in": ["off", "never again"]}"#, ".in[1]",
            "'never again' is not an option of 'mode'. Its options are 'off', 'manual', "
                + "'automatic'."
        ),
        (
            #"{"key": "level", "equals": "1"}"#, ".equals",
            "'level' is a number; it cannot equal '1'."
        ),
        (
            #"{"key": "days", "contains": "mno"}"#, ".contains",
            "'mno' is not an option of 'days'. Did you mean 'mon'?"
        ),
        (
            #"{"key": "tags", "equals": "a"}"#, ".equals",
            "'tags' is a list; 'equals' needs a single value. Use 'contains'."
        ),
        (
            #"{"key": "port", "matches": "a"}"#, ".matches",
            "'port' is a number; 'matches' needs text."
        ),
        (
            #"{"key": "level", "matches": "a"}"#, ".matches",
            "'level' is a number; 'matches' needs text."
        ),
        (
            #"{"key": "port", "contains": 5}"#, ".contains",
            "'port' is a number; 'contains' needs a list or text."
        ),
        (
            #"{"key": "name", "contains": 5}"#, ".contains",
            "'name' is text; it cannot contain 5."
        ),
        (
            #"{"key": "password", "equals": "a"}"#, ".equals",
            "'password' is a secret; a condition can only ask whether it is 'empty'."
        ),
        (
            #""password""#, "",
            "'password' is a secret; a condition can only ask whether it is 'empty'."
        ),
        (
            #"{"key": "servers", "contains": "a"}"#, ".contains",
            "'servers' is made of parts; a condition can only ask whether it is 'empty'."
        ),
        (
            #""port""#, "",
            "'port' is a number, and a key alone asks whether it is on. Write {\"key\": \"port\", "
                + "\"equals\": ...}."
        ),
        (
            #""mixed""#, "",
            "'mixed' is one of several kinds, and a key alone asks whether it is on. Write "
                + "{\"key\": \"mixed\", \"equals\": ...}."
        ),
    ])
    func rejectsConditionsThatCanNeverBeMet(json: String, place: String, message: String) throws {
        #expect(try Self.problems(json) == ["$.when\(place) (line 1): \(message)"])
    }

    @Test func reportsEveryProblemInSourceOrder() throws {
        let problems = try Self.problems(
            #"{"all": ["nothing", {"key": "port", "in": ["a", 1, "b"]}, {"key": "u", "less": {"key": "v"}}]}"#
        )
        #expect(
            problems.map { $0.prefix { $0 != " " } } == [
                "$.when.all[0]", "$.when.all[1].in[0]", "$.when.all[1].in[2]", "$.when.all[2].key",
                "$.when.all[2].less.key",
            ])
    }
}

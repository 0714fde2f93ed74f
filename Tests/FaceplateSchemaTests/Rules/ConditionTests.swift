import Testing

@testable import FaceplateSchema

struct ConditionTests {
    private static let values: [String: Value] = [
        "proxy": true, "quiet": false, "mode": "manual", "port": 8080,
        "ratio": ExactDecimal("1.5").map(Value.decimal) ?? 0,
        "whole": ExactDecimal("2").map(Value.decimal) ?? 0,
        "two": 2, "days": .list(["mon", "tue"]), "none": .list([]), "name": "",
        "start": "2026-03-29",
        "end": "2026-11-20", "composed": "\u{E9}", "file": .record(["name": "a"]),
        "limits": .list([1, 2]),
    ]

    private static func holds(_ json: String) throws -> Bool {
        let draft = ConditionDraft(try JSONReader.read(json), path: "$")
        #expect(draft.problems.isEmpty)
        let condition = try #require(draft.condition { _ in nil })
        return condition.holds { values[$0] }
    }

    @Test(arguments: [
        (#""proxy""#, true), (#""quiet""#, false), (#""absent""#, false), (#""port""#, false),
        (#"{"not": "quiet"}"#, true), (#"{"not": "absent"}"#, true),
        (#"{"all": ["proxy", {"not": "quiet"}]}"#, true),
        (#"{"all": ["proxy", "quiet"]}"#, false), (#"{"any": ["quiet", "proxy"]}"#, true),
        (#"{"any": ["quiet", "absent"]}"#, false),
    ])
    func combinesSwitches(json: String, holds: Bool) throws {
        #expect(try Self.holds(json) == holds)
    }

    @Test(arguments: [
        (#"{"key": "mode", "equals": "manual"}"#, true),
        (#"{"key": "mode", "equals": "Manual"}"#, false),
        (#"{"key": "port", "equals": 8080.0}"#, true),
        (#"{"key": "port", "equals": "8080"}"#, false),
        (#"{"key": "whole", "equals": 2}"#, true), (#"{"key": "two", "equals": 20e-1}"#, true),
        (#"{"key": "whole", "equals": {"key": "two"}}"#, true),
        (#"{"key": "two", "equals": {"key": "whole"}}"#, true),
        (#"{"key": "ratio", "equals": 1.50}"#, true), (#"{"key": "quiet", "equals": false}"#, true),
        (#"{"key": "absent", "equals": false}"#, false), (#"{"key": "name", "equals": ""}"#, true),
        (#"{"key": "absent", "equals": ""}"#, false),
        (#"{"key": "absent", "equals": {"key": "absent"}}"#, false),
        (#"{"key": "mode", "equals": {"key": "absent"}}"#, false),
        (#"{"key": "days", "equals": {"key": "days"}}"#, true),
        (#"{"key": "file", "equals": {"key": "file"}}"#, true),
        (#"{"key": "composed", "equals": "e\u0301"}"#, false),
        (#"{"key": "mode", "in": ["off", "manual"]}"#, true),
        (#"{"key": "two", "in": [1, 2.0]}"#, true),
        (#"{"key": "mode", "in": ["off"]}"#, false),
        (#"{"key": "absent", "in": [false, ""]}"#, false),
    ])
    func comparesByMeaning(json: String, holds: Bool) throws {
        #expect(try Self.holds(json) == holds)
    }

    @Test(arguments: [
        (#""less": 8080"#, false), (#""less": 8080.5"#, true), (#""atMost": 8080"#, true),
        (#""atMost": 8079"#, false), (#""greater": 8080"#, false), (#""greater": 1.5"#, true),
        (#""atLeast": 8080"#, true), (#""atLeast": 8081"#, false), (#""less": "9""#, false),
        (#""atMost": "9""#, false), (#""atLeast": "1""#, false), (#""greater": true"#, false),
        (#""greater": {"key": "ratio"}"#, true), (#""less": {"key": "absent"}"#, false),
    ])
    func ordersNumbers(test: String, holds: Bool) throws {
        #expect(try Self.holds("{\"key\": \"port\", \(test)}") == holds)
    }

    @Test(arguments: [
        (#"{"key": "start", "less": {"key": "end"}}"#, true),
        (#"{"key": "start", "atLeast": "2026-03-29"}"#, true),
        (#"{"key": "start", "greater": "2026-03-29"}"#, false),
        (#"{"key": "composed", "greater": "z"}"#, true),
        (#"{"key": "proxy", "atLeast": {"key": "proxy"}}"#, false),
        (#"{"key": "days", "atMost": {"key": "days"}}"#, false),
        (#"{"key": "absent", "atMost": 5}"#, false),
    ])
    func ordersTextByBytes(json: String, holds: Bool) throws {
        #expect(try Self.holds(json) == holds)
    }

    @Test(arguments: [
        (#"{"key": "absent", "empty": true}"#, true), (#"{"key": "name", "empty": true}"#, true),
        (#"{"key": "none", "empty": true}"#, true), (#"{"key": "quiet", "empty": true}"#, false),
        (#"{"key": "days", "empty": true}"#, false), (#"{"key": "days", "empty": false}"#, true),
        (#"{"key": "absent", "empty": false}"#, false), (#"{"key": "name", "empty": "NO"}"#, false),
        (#"{"key": "file", "empty": false}"#, true),
        (#"{"key": "days", "contains": "tue"}"#, true),
        (#"{"key": "days", "contains": "tu"}"#, false),
        (#"{"key": "limits", "contains": 2.0}"#, true),
        (#"{"key": "mode", "contains": "man"}"#, true),
        (#"{"key": "mode", "contains": "nan"}"#, false),
        (#"{"key": "mode", "contains": ""}"#, true),
        (#"{"key": "port", "contains": 80}"#, false),
        (#"{"key": "absent", "contains": ""}"#, false),
        (#"{"key": "mode", "matches": "^man"}"#, true),
        (#"{"key": "mode", "matches": "^al$"}"#, false),
        (#"{"key": "port", "matches": "8"}"#, false), (#"{"key": "absent", "matches": ""}"#, false),
    ])
    func testsPartsOfValues(json: String, holds: Bool) throws {
        #expect(try Self.holds(json) == holds)
    }

    @Test(arguments: [
        ("", "", true), ("a", "", true), ("", "a", false), ("abab", "bab", true),
        ("aabaabaac", "aabaac", true), ("aabaabaad", "aabaac", false), ("ab", "abc", false),
        ("ababababca", "ababca", true),
    ])
    func findsBytes(text: String, part: String, isFound: Bool) {
        #expect(ByteSearch.contains(text.utf8, part.utf8) == isFound)
    }

    @Test(arguments: [
        (#""a""#, ["a"]),
        (
            #"{"all": ["b", {"any": ["a", {"not": "b"}]}, {"key": "c", "less": {"key": "d"}}]}"#,
            ["b", "a", "c", "d"]
        ),
        (#"{"key": "a", "equals": {"key": "a"}}"#, ["a"]),
    ])
    func listsItsKeysOnceInOrder(json: String, keys: [String]) throws {
        let draft = ConditionDraft(try JSONReader.read(json), path: "$")
        #expect(draft.condition { _ in nil }?.keys == keys)
    }

    /// A problem is shown at the settings that can mend it.
    @Test(arguments: [
        (#""a""#, ["a"]), (#"{"all": ["b", {"not": "a"}]}"#, ["b", "a"]),
        (#"{"any": [{"not": "on"}, {"key": "c", "less": {"key": "d"}}]}"#, ["c", "d"]),
        (
            #"{"all": [{"key": "a", "equals": {"key": "b"}}, {"key": "c", "atMost": {"key": "a"}}]}"#,
            ["a", "b", "c"]
        ),
        (#"{"any": [{"not": "on"}, {"key": "c", "less": 5}]}"#, ["on", "c"]),
    ])
    func namesTheSettingsThatItCompares(json: String, keys: [String]) throws {
        let draft = ConditionDraft(try JSONReader.read(json), path: "$")
        #expect(draft.condition { _ in nil }?.comparedKeys == keys)
    }

    @Test(
        arguments: [
            (#""proxy""#, "proxy", true), (#"{"not": "proxy"}"#, "proxy", false),
            (#"{"key": "mode", "equals": "a"}"#, "mode", "a"),
            (#"{"key": "mode", "in": ["a"]}"#, nil, nil), (#"{"all": ["proxy"]}"#, nil, nil),
            (#"{"key": "mode", "equals": {"key": "other"}}"#, nil, nil),
            (#"{"not": {"key": "mode", "equals": "a"}}"#, nil, nil),
        ] as [(String, String?, Value?)])
    func findsTheOnlyAcceptedValue(json: String, key: String?, value: Value?) throws {
        let draft = ConditionDraft(try JSONReader.read(json), path: "$")
        let simple = draft.condition { _ in nil }?.simple
        #expect(simple?.key == key)
        #expect(simple?.value == value)
    }

    @Test func readsWordsAsBooleansForASwitch() throws {
        let json = try JSONReader.read(#"{"key": "proxy", "in": ["YES", "off"]}"#)
        let draft = ConditionDraft(json, path: "$")
        #expect(draft.condition { _ in .boolean } == .test(key: "proxy", .isIn([true, false])))
        #expect(draft.condition { _ in .text } == .test(key: "proxy", .isIn(["YES", "off"])))
    }
}

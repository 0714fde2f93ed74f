import Testing

@testable import FaceplateSchema

struct JSONValueTests {
    @Test func anObjectLeavesOutMissingMembersButNotNull() {
        let object = JSONValue.object(present: [
            ("b", .number(UInt64.max)), ("a", .some(nil)), ("c", .none), ("d", .boolean(false)),
        ])
        #expect(JSONWriter().text(object) == #"{"b":18446744073709551615,"a":null,"d":false}"#)
        #expect(object == ["b": .number(UInt64.max), "a": nil, "d": false])
    }

    @Test(
        arguments: [
            ("1", "1.0", true), ("1e2", "100", true), ("-0", "0", true), ("0.1", "1e-1", true),
            ("1", "\"1\"", false), ("1", "2", false), ("true", "1", false),
            ("null", "false", false),
            ("\"\u{E9}\"", "\"e\u{301}\"", false), ("[1]", "[1.0]", true),
            ("{\"a\":1}", "{\"a\":1}", true),
            ("{\"\u{E9}\":1}", "{\"e\u{301}\":1}", false),
        ])
    func equalityIsByContentAndByByte(left: String, right: String, isEqual: Bool) throws {
        let (left, right) = (try JSONReader.read(left), try JSONReader.read(" " + right))
        #expect((left == right) == isEqual)
        if isEqual { #expect(left.hashValue == right.hashValue) }
    }

    /// The two names are the same to `==`, and have the same number of bytes.
    @Test func findsAMemberByTheBytesOfItsName() {
        let (below, above) = ("a\u{323}\u{307}", "a\u{307}\u{323}")
        let object = JSONObject([.init(name: below, value: 1), .init(name: above, value: 2)])
        #expect(below == above)
        #expect(object[below] == 1)
        #expect(object[above] == 2)
        #expect(JSONObject([.init(name: below, value: 1)])[above] == nil)
    }

    @Test(
        arguments: [
            ("1", 1), ("1.0", 1), ("1e2", 100), ("-0", 0), ("9223372036854775807", Int64.max),
            ("-9223372036854775808", Int64.min), ("92233720368547758.07e2", Int64.max),
            ("9223372036854775808", nil), ("0.5", nil), ("1e19", nil), ("1e10000", nil),
            ("1e-10000", nil),
        ] as [(String, Int64?)])
    func wholeNumbersAreIntegers(text: String, integer: Int64?) throws {
        #expect(try JSONReader.read(text).number?.integer == integer)
    }
}

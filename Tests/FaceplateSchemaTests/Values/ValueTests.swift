import Testing

@testable import FaceplateSchema

struct ValueTests {
    @Test(
        arguments: [
            ("true", .boolean(true)), ("\"a\"", .text("a")), ("1", .integer(1)),
            ("1.0", .integer(1)),
            ("1e2", .integer(100)), ("[1,[\"a\"]]", .list([.integer(1), .list([.text("a")])])),
            ("[]", .list([])),
            ("null", nil), ("{}", .record([:])), ("[null]", .list([.null])),
            ("[{}]", .list([.record([:])])),
            ("{\"a\":null}", .record(["a": .null])),
        ] as [(String, Value?)])
    func readsScalarsListsAndRecords(text: String, value: Value?) throws {
        #expect(Value(json: try JSONReader.read(text)) == value)
    }

    @Test func fractionsAndLargeNumbersAreExactDecimals() throws {
        #expect(Value(json: try JSONReader.read("0.10")) == ExactDecimal("0.1").map(Value.decimal))
        let large = Value(json: try JSONReader.read("9223372036854775808"))
        #expect(large?.plainText == "9223372036854775808")
    }

    @Test(
        arguments: [
            (.boolean(true), "true"), (.integer(-5), "-5"), (.text("a \"b\""), "a \"b\""),
            (.text(""), ""),
            (.list([.text("a"), .integer(1)]), "[\"a\",1]"),
        ] as [(Value, String)])
    func plainTextIsTheTextOfAField(value: Value, text: String) {
        #expect(value.plainText == text)
        #expect(Value(json: value.json) == value)
    }

    @Test func equalityIsByByteAndByType() {
        #expect(Value.text("\u{E9}") != .text("e\u{301}"))
        #expect(Value.text("1") != .integer(1))
        #expect(Value.boolean(true) != .integer(1))
        #expect(Value.text("a") == "a")
        #expect(Value.list(["a", "b"]) != .list(["b", "a"]))
        #expect(Value.list(["a", "a"]) != .list(["a"]))
        #expect(Set<Value>([.text("\u{E9}"), .text("e\u{301}"), .text("\u{E9}")]).count == 2)
    }
}

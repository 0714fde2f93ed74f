import Testing

@testable import FaceplateSchema

/// A value in the text format of GVariant is JSON.
struct VariantTextTests {
    @Test(arguments: [
        ("true", "true"), (" false ", "false"), ("'it''s'", nil), (#"'it\'s'"#, #""it's""#),
        (#""a \"b\"\n\u00e9\U0001F600""#, "\"a \\\"b\\\"\\né😀\""), (#"'\q'"#, #""q""#),
        ("'a\\\nb'", #""ab""#), (#"'\u12'"#, nil), ("'a", nil), ("'a\\", nil), ("", nil),
        ("5", "5"), ("-12", "-12"), ("+3", "3"), ("0x1F", "31"), ("-0x10", "-16"), ("010", "8"),
        ("1.50", "1.5"), ("1e3", "1000"), ("18446744073709551615", "18446744073709551615"),
        ("uint32 5", "5"), ("byte 0x07", "7"), ("objectpath '/a'", #""/a""#), ("int8 1", nil),
        ("inf", nil), ("nan", nil), ("5 6", nil), ("word", nil), ("1-2", nil),
        ("[]", "[]"), ("@as []", "[]"), ("['a', 'b',]", #"["a","b"]"#), ("[1 2]", nil),
        ("[1", nil), ("(1, 'a')", #"[1,"a"]"#), ("('a',)", #"["a"]"#), ("()", "[]"),
        ("{'a': 'b', 'c': <5>}", #"{"a":"b","c":5}"#), ("{1: true}", #"{"1":true}"#),
        ("{true: 1}", #"{"true":1}"#), ("@a{sv} {}", "{}"), ("{'a' 1}", nil),
        ("<'a'>", #""a""#), ("<<@i 5>>", "5"), ("<5", nil),
        ("nothing", "null"), ("@ms nothing", "null"), ("just 'a'", #""a""#),
        ("[just 1, nothing]", "[1,null]"),
        ("b'ab'", "[97,98]"), ("b", nil),
    ])
    func isJSON(text: String, json: String?) {
        #expect(VariantText.json(text).map { JSONWriter().text($0) } == json)
    }

    @Test func limitsItsDepth() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(VariantText.json(nested(32)) != nil)
        #expect(VariantText.json(nested(33)) == nil)
        #expect(VariantText.json(String(repeating: "@a ", count: 100_000)) == nil)
    }
}

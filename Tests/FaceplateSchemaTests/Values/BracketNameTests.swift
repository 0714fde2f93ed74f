import Testing

@testable import FaceplateSchema

struct BracketNameTests {
    @Test(arguments: [
        ("a", BracketName("a")), ("timeout[unit]", BracketName("timeout", .name("unit"))),
        ("a.b-c[0]", BracketName("a.b-c", .index(0))),
        ("servers[2][host]", BracketName("servers", .index(2), .name("host"))),
        ("a[999999]", BracketName("a", .index(999_999))),
        ("a[1][b][2][c]", BracketName("a", .index(1), .name("b"), .index(2), .name("c"))),
        ("é", BracketName("é")), ("a[0x]", BracketName("a", .name("0x"))),
    ])
    func splitsNames(text: String, name: BracketName) {
        #expect(BracketName(reading: text) == name)
        #expect(name.description == text)
    }

    @Test(arguments: [
        "", "[0]", "a[]", "a[", "a]", "a[0", "a0]", "a[0]b", "a[[0]]", "a[0]]", "a[b[0]]", "a[0][",
        "a[1][2][3][4][5]", "a[1000000]", "a[00]", "a[01]", "a[-1]", "a[ 1]", "a[b c]", "a[é]",
        "a[٣]", "a]b[0]", "a[\u{0}]", "a[0] ", "a[\(String(repeating: "b", count: 129))]",
        "a[99999999999999999999999999]",
    ])
    func rejectsOtherBrackets(text: String) {
        #expect(BracketName(reading: text) == nil)
    }
}

import Faceplate
import FaceplateSchema
import Testing

@testable import FaceplateCLI

struct ShownTextTests {
    /// Characters that change the direction of the text around them.
    static let turning = [
        0x061C, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068,
        0x2069,
    ]

    @Test(arguments: turning)
    func escapesCharactersThatChangeTheDirection(_ number: Int) throws {
        let scalar = try #require(Unicode.Scalar(UInt32(number)))
        let digits = String(number, radix: 16)
        let escape = "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        let text = "a\(Character(scalar))b"
        #expect(ShownText.line(text) == "a\(escape)b")
        #expect(ShownText.of(.text(text)) == "\"a\(escape)b\"")
    }

    @Test(arguments: [("", #""""#), (" a", #"" a""#), ("a ", #""a ""#), ("a b", "a b")])
    func quotesEmptyTextAndOuterSpaces(text: String, shown: String) {
        #expect(ShownText.of(.text(text)) == shown)
    }

    @Test(arguments: ["مرحبا", "שלום", "a\u{200D}b", "é", "日本"])
    func doesNotEscapeTextInOtherScripts(_ text: String) {
        #expect(ShownText.line(text) == text)
        #expect(ShownText.of(.text(text)) == text)
    }
}

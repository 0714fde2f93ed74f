import FaceplateTestSupport
import Testing

@testable import FaceplateSchema

struct Base64Tests {
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
    func writesAndReads(plain: String, text: String) {
        #expect(Base64.text(of: Array(plain.utf8)) == text)
        #expect(Base64.bytes(of: text) == Array(plain.utf8))
        #expect(Base64.count(of: text) == plain.utf8.count)
    }

    @Test(arguments: [
        "Z", "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Zm8=\n", " Zm8=", "Zm-_", "=", "====", "Z===",
        "=Zg=", "Zg=A", "Zg==Zg==", "Zm9v====", "é===", "Zm9\u{E9}",
    ])
    func rejectsOtherText(text: String) {
        #expect(Base64.bytes(of: text) == nil)
    }

    @Test func readsBackAnyBytes() {
        var random = SplitMix(seed: 3)
        for length in 0..<200 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            let text = Base64.text(of: bytes)
            #expect(Base64.bytes(of: text) == bytes)
            #expect(Base64.count(of: text) == length)
        }
    }
}

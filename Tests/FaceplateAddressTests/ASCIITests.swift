import FaceplateAddress
import Testing

struct ASCIITests {
    /// The bytes with a property, of all 256.
    private static func bytes(_ has: (UInt8) -> Bool) -> String {
        String(decoding: (0...255).map(UInt8.init).filter(has), as: UTF8.self)
    }

    private static let small = "abcdefghijklmnopqrstuvwxyz"
    private static let digits = "0123456789"

    @Test func classifiesCharacters() {
        let (small, capitals, digits) = (Self.small, Self.small.uppercased(), Self.digits)
        #expect(Self.bytes(\.isDigit) == digits)
        #expect(Self.bytes(\.isSmallLetter) == small)
        #expect(Self.bytes(\.isCapitalLetter) == capitals)
        #expect(Self.bytes(\.isLetter) == capitals + small)
        #expect(Self.bytes(\.isAlphanumeric) == digits + capitals + small)
        #expect(Self.bytes(\.isUnreserved) == "-." + digits + capitals + "_" + small + "~")
        #expect(
            Self.bytes(\.isToken) == "!#$%&'*+-." + digits + capitals + "^_`" + small + "|~")
    }

    @Test func readsHexadecimalDigitsInAnyCase() {
        #expect(Self.bytes { $0.hexadecimalValue != nil } == Self.digits + "ABCDEFabcdef")
        for (place, digit) in "0123456789abcdef".unicodeScalars.enumerated() {
            #expect(digit.hexadecimalValue == UInt8(place))
            #expect(UInt8(place).hexadecimal == "0\(digit)")
        }
        #expect("\u{FF11}".unicodeScalars.first?.hexadecimalValue == nil)
        #expect(UInt8(255).hexadecimal == "ff")
    }

    @Test(arguments: [
        ("a-._~Z9", "a-._~Z9"), ("a b&c=d/é", "a%20b%26c%3Dd%2F%C3%A9"), ("\0\u{7F}", "%00%7F"),
        ("a b&c=ü%\r\n", "a%20b%26c%3D%C3%BC%25%0D%0A"),
    ])
    func percentEncodesAllButUnreservedCharacters(text: String, encoded: String) {
        #expect(text.percentEncoded == encoded)
    }
}

import FaceplateTestSupport
import Testing

@testable import FaceplatePanel

struct FormDecoderTests {
    private let urlEncoded = "application/x-www-form-urlencoded"

    private func problem(_ body: [UInt8], contentType: String, fieldLimit: Int = 9) -> FormError? {
        do throws(FormError) {
            _ = try FormDecoder.decode(body, contentType: contentType, fieldLimit: fieldLimit)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        arguments: [
            ("", []), ("&&", []), ("k=v", ["k:v"]), ("k=a=b", ["k:a=b"]), ("k", ["k:"]),
            ("k=", ["k:"]),
            ("=v", []), ("=", []), ("a=1&b=2&a=3", ["a:1", "b:2", "a:3"]), ("a+b=c+d", ["a b:c d"]),
            ("a;b", ["a;b:"]), ("a;b=1;c=2", ["a;b:1;c=2"]), ("k=%2B%26%3D%25", ["k:+&=%"]),
            ("%C3%A9=%c3%a9", ["é:é"]), ("k=é", ["k:é"]), ("k=%0D%0A", ["k:\r\n"]),
            ("k=a\r\nb", ["k:a\r\nb"]), ("k=%00a", ["k:\0a"]),
            ("timeout[unit]=min", ["timeout[unit]:min"]),
            ("k=e%CC%81", ["k:e\u{301}"]), ("a=1&=2&b=3", ["a:1", "b:3"]), ("?k=v", ["?k:v"]),
            ("k=%EF%BB%BFx", ["k:\u{FEFF}x"]),
        ] as [(String, [String])])
    func readsURLEncodedFields(body: String, expected: [String]) throws {
        let fields = try FormDecoder.decode(
            Array(body.utf8), contentType: urlEncoded, fieldLimit: 9)
        #expect(fields.map { "\($0.name):\($0.value)" } == expected)
        #expect(fields.allSatisfy { $0.fileName == nil && $0.data.isEmpty })
    }

    @Test(arguments: [
        ("k=%zz", 2), ("k=%4", 2), ("k=%", 2), ("%=1", 0), ("a=1&b=%2&c=3", 6), ("k=%+1", 2),
    ])
    func rejectsBrokenPercentSequences(body: String, place: Int) {
        #expect(
            problem(Array(body.utf8), contentType: urlEncoded)
                == FormError(
                    status: 400,
                    message: """
                        The percent sequence at byte \(place) is broken. Write '%' and two \
                        hexadecimal digits, and '%25' for the character '%'.
                        """))
    }

    @Test(arguments: [
        ("k=%FF", "The value of 'k' at byte 2"), ("a=1&k=%C0%80", "The value of 'k' at byte 6"),
        ("k=%ED%A0%80", "The value of 'k' at byte 2"), ("a&%80=1", "The name at byte 2"),
        ("k=%C3&b=1", "The value of 'k' at byte 2"),
        ("k=%F4%90%80%80", "The value of 'k' at byte 2"),
    ])
    func rejectsPercentSequencesThatAreNotUTF8(body: String, place: String) {
        #expect(
            problem(Array(body.utf8), contentType: urlEncoded)
                == FormError(status: 400, message: place + " is not UTF-8. Send UTF-8."))
    }

    @Test func rejectsRawBytesThatAreNotUTF8() {
        #expect(problem([0x6B, 0x3D, 0xE9], contentType: urlEncoded)?.status == 400)
    }

    @Test func limitsTheNumberOfFields() throws {
        let body = Array("a=1&b=2&&=x&c".utf8)
        #expect(try FormDecoder.decodeURLEncoded(body, fieldLimit: 3).count == 3)
        #expect(
            problem(body, contentType: urlEncoded, fieldLimit: 2)
                == FormError(
                    status: 413, message: "The form has more than 2 fields. Send fewer at a time."))
    }

    @Test func readsASliceOfAnArray() throws {
        let url = Array("/?q=a%20b".utf8)
        let fields = try FormDecoder.decodeURLEncoded(url.dropFirst(2), fieldLimit: 1)
        #expect(fields == [FormField(name: "q", value: "a b")])
    }

    @Test(arguments: [
        "application/x-www-form-urlencoded; charset=UTF-8", "Application/X-WWW-Form-URLEncoded",
        "application/x-www-form-urlencoded;charset=\"utf-8\"",
        " application/x-www-form-urlencoded ;",
        "application/x-www-form-urlencoded; x=y; ; charset=utf8",
    ])
    func acceptsTheMediaType(contentType: String) {
        #expect(problem(Array("k=v".utf8), contentType: contentType) == nil)
    }

    @Test(arguments: [
        ("", "The Content-Type is missing or malformed. "),
        ("; a=b", "The Content-Type is missing or malformed. "),
        (
            "application/x-www-form-urlencoded; charset=\"utf-8",
            "The Content-Type is missing or malformed. "
        ),
        (
            "application/x-www-form-urlencoded charset=utf-8",
            "The Content-Type is missing or malformed. "
        ),
        ("multipart/form-data; boundary=\"", "The Content-Type is missing or malformed. "),
        (
            "multipart/form-data; boundary=a; boundary=b",
            "The Content-Type is missing or malformed. "
        ),
        ("text/plain", "A form cannot be 'text/plain'. "),
        ("application/json", "A form cannot be 'application/json'. "),
    ])
    func rejectsOtherMediaTypes(contentType: String, fact: String) {
        let accepted = "Send application/x-www-form-urlencoded or multipart/form-data."
        #expect(
            problem(Array("k=v".utf8), contentType: contentType)
                == FormError(status: 415, message: fact + accepted))
    }

    @Test(arguments: ["utf-16", "iso-8859-1", "", "\"\"", "utf-8x"])
    func rejectsOtherCharsets(charset: String) {
        let problem = problem([], contentType: urlEncoded + "; charset=" + charset)
        #expect(problem?.status == 415)
    }

    @Test func neverCrashesOnRandomBytes() {
        var random = SplitMix(seed: 17)
        let words = ["&", "=", "%", "%4", "%zz", "+", "k", "%C3", "%A9", "\0"]
        for _ in 0..<5000 {
            var body: [UInt8] = []
            for _ in 0..<Int.random(in: 0..<20, using: &random) {
                if Bool.random(using: &random) {
                    body += Array((words.randomElement(using: &random) ?? "").utf8)
                } else {
                    body.append(UInt8.random(in: 0...255, using: &random))
                }
            }
            let status = problem(body, contentType: urlEncoded)?.status
            #expect([nil, 400, 413].contains(status))
        }
    }
}

import FaceplateTestSupport
import Foundation
import Testing

@testable import FaceplateSchema

struct JSONReaderTests {
    @Test(
        arguments: [
            ("null", "null"), (" true ", "true"), ("\tfalse\r\n", "false"), ("\"\"", "\"\""),
            ("0", "0"), ("-0", "-0"), ("1.0", "1.0"), ("-12.5e+3", "-12.5e+3"), ("1E2", "1E2"),
            ("[]", "[]"), ("[ ]", "[]"), ("{}", "{}"), ("{ }", "{}"), ("[1,[2,{}]]", "[1,[2,{}]]"),
            ("{\"b\":1,\"a\":2}", "{\"b\":1,\"a\":2}"), ("{\"\":0}", "{\"\":0}"),
            (#""\"\\\/\b\f\n\r\t""#, #""\"\\/\u0008\u000c\n\r\t""#),
            (#""\u0041\u00e9\u20AC""#, "\"Aé€\""), (#""ab\u0041cd\nef""#, #""abAcd\nef""#),
            (#""\ud83d\ude00""#, "\"😀\""),
            (#""\u0000""#, #""\u0000""#), ("\"\u{7F}\"", #""\u007f""#),
            ("\"é😀\u{FFFF}\"", "\"é😀\u{FFFF}\""),
        ])
    func readsJSONOfRFC8259(text: String, written: String) throws {
        #expect(JSONWriter().text(try JSONReader.read(text)) == written)
    }

    private static let escapes =
        "The escape is unknown. Accepted are \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX."
    private static let unit = "'\\u' needs four hexadecimal digits and no lone surrogate."
    private static let size =
        "The number is too large: at most 200 digits and an exponent of 10000."

    @Test(
        arguments: [
            ("", 1, 1, "The text ends where a value was expected."),
            (" \n ", 2, 2, "The text ends where a value was expected."),
            (
                "\u{FEFF}1", 1, 1,
                "The text starts with a byte order mark. Save it as UTF-8 without one."
            ),
            ("1 2", 1, 3, "There is text after the end of the JSON value."),
            ("{}\n]", 2, 1, "There is text after the end of the JSON value."),
            ("tru", 1, 1, "'t' is not the start of a JSON value."),
            ("[nul]", 1, 2, "'n' is not the start of a JSON value."),
            ("NaN", 1, 1, "'N' is not the start of a JSON value."),
            ("'a'", 1, 1, "A single quote is not the start of a JSON value."),
            ("[é]", 1, 2, "A character outside a string is not the start of a JSON value."),
            ("\u{0}", 1, 1, "A control character is not the start of a JSON value."),
            ("// a\n1", 1, 1, "'/' is not the start of a JSON value."),
            ("[1", 1, 3, "The text ends inside an array."),
            ("[", 1, 2, "The text ends where a value was expected."),
            ("{\"a\":1", 1, 7, "The text ends inside an object."),
            ("[1 2]", 1, 4, "Expected ',' or ']' in the array."),
            ("{\"a\":1 \"b\":2}", 1, 8, "Expected ',' or '}' in the object."),
            ("[1,\n]", 1, 3, "There is a comma before ']'. Remove it."),
            ("{\"a\":1 ,\n}", 1, 8, "There is a comma before '}'. Remove it."),
            ("[,1]", 1, 2, "',' is not the start of a JSON value."),
            ("{a:1}", 1, 2, "Expected a member's name in double quotes."),
            ("{", 1, 2, "Expected a member's name in double quotes."),
            ("{\"é\" 1}", 1, 6, "Expected ':' after the name 'é'."),
            (
                "{\"a\":1,\n \"b\":2,\n \"a\":3}", 3, 2,
                "The name 'a' is already used in this object at line 1, column 2."
            ),
            (
                "\"a\nb\"", 1, 3,
                "A string contains a control character. Write it as \\n, \\t or \\u00XX."
            ),
            (
                "\"é\tb\"", 1, 3,
                "A string contains a control character. Write it as \\n, \\t or \\u00XX."
            ),
            ("[\"abc", 1, 2, "The string that starts here is not closed."),
            ("\"é\\x\"", 1, 3, escapes), ("\"\\", 1, 2, escapes), ("\"\\U0041\"", 1, 2, escapes),
            (#""\u12""#, 1, 2, unit), (#""\u00g0""#, 1, 2, unit), (#""\ud800""#, 1, 2, unit),
            (#""\udc00""#, 1, 2, unit), (#""\ud83d\u0041""#, 1, 2, unit),
            (#""\ud83dx""#, 1, 2, unit), (#""a\udfff\ud83d""#, 1, 3, unit),
            ("01", 1, 1, "'01' is not a JSON number."), ("-", 1, 1, "'-' is not a JSON number."),
            ("1.", 1, 1, "'1.' is not a JSON number."),
            ("[ 1e]", 1, 3, "'1e' is not a JSON number."),
            ("-.5", 1, 1, "'-.5' is not a JSON number."),
            ("1e+", 1, 1, "'1e+' is not a JSON number."),
            ("+1", 1, 1, "'+' is not the start of a JSON value."),
            (".5", 1, 1, "'.' is not the start of a JSON value."),
            ("1e10001", 1, 1, size), ("1e-10001", 1, 1, size),
            (String(repeating: "1", count: 201), 1, 1, size),
            ("0." + String(repeating: "0", count: 511), 1, 1, size),
        ] as [(String, Int, Int, String)])
    func reportsThePositionAndTheReason(text: String, line: Int, column: Int, message: String) {
        let error = #expect(throws: JSONError.self) { try JSONReader.read(text) }
        #expect(error?.position == TextPosition(line: line, column: column))
        #expect(error?.message == message)
        #expect(error?.description == "line \(line), column \(column): \(message)")
    }

    // Few names are compared with each other, many are stored in a set.
    @Test(arguments: [1, 15, 16, 17, 40])
    func findsARepeatedName(count: Int) throws {
        let members = (0..<count).map { "\"k\($0)\":0" } + ["\"\u{E9}\":0", "\"e\u{301}\":0"]
        let read = try JSONReader.read("{" + members.joined(separator: ",") + "}")
        #expect(read.object?.members.count == count + 2)
        for name in ["k0", "\u{E9}", "e\u{301}"] {
            let text = "{" + (members + ["\"\(name)\":1"]).joined(separator: ",") + "}"
            let error = #expect(throws: JSONError.self) { try JSONReader.read(text) }
            #expect(error?.message.hasPrefix("The name '\(name)' is already used") == true)
        }
    }

    @Test(
        arguments: [
            [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xC0, 0x80, 0x22],
            [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
        ] as [[UInt8]])
    func rejectsBrokenUTF8(bytes: [UInt8]) {
        let error = #expect(throws: JSONError.self) { try JSONReader.read(bytes) }
        #expect(error?.position == TextPosition(line: 1, column: 1))
        #expect(error?.message == "The string is not valid UTF-8.")
    }

    @Test(arguments: [("[", "]"), ("{\"a\":", "}")])
    func stopsAt64Levels(open: String, close: String) throws {
        func nested(_ depth: Int, _ core: String) -> String {
            String(repeating: open, count: depth) + core + String(repeating: close, count: depth)
        }
        _ = try JSONReader.read(nested(64, "1"))
        let error = #expect(throws: JSONError.self) { try JSONReader.read(nested(65, "1")) }
        #expect(error?.message == "Arrays and objects may be 64 levels deep at most.")
        #expect(error?.column == 64 * open.utf8.count + 1)
        #expect(throws: JSONError.self) {
            try JSONReader.read(String(repeating: open, count: 1_000_000))
        }
    }

    @Test func composedAndDecomposedNamesDiffer() throws {
        let object = try JSONReader.read("{\"\u{E9}\": 1, \"e\u{301}\": 2}").object
        #expect(object?.members.count == 2)
        #expect(object?["e\u{301}"] == 2)
    }

    @Test func countsLinesByLineFeedsAndColumnsByScalars() throws {
        let value = try JSONReader.read("[\r\n  \"é😀e\u{301}\", 1,\r\n\n\t{\"ключ\": true}]")
        let places = value.array?.map(\.position) ?? []
        #expect(
            places == [
                TextPosition(line: 2, column: 3), TextPosition(line: 2, column: 11),
                TextPosition(line: 4, column: 2),
            ])
        let member = value.array?.last?.object?.members.first
        #expect(member?.position == TextPosition(line: 4, column: 3))
        #expect(member?.value.position == TextPosition(line: 4, column: 11))
    }

    /// Counting each position from the start of the line would take hours.
    @Test(.timeLimit(.hung))
    func countsPositionsOnALongLineOnce() throws {
        let count = 200_000
        let text = "[" + repeatElement("\"é\"", count: count).joined(separator: ", ") + "]"
        let elements = try JSONReader.read(text).array ?? []
        #expect(elements.count == count)
        #expect(
            elements.enumerated().allSatisfy {
                $1.position == TextPosition(line: 1, column: 2 + $0 * 5)
            })
    }

    @Test(.timeLimit(.hung))
    func countsEscapesInALongStringOnce() throws {
        let count = 500_000
        let text = "[\"" + String(repeating: #"\n"#, count: count) + "\", \"" + #"\x"#
        let error = #expect(throws: JSONError.self) { try JSONReader.read(text) }
        #expect(error?.position == TextPosition(line: 1, column: 2 * count + 7))
    }

    @Test func readsRandomBytesOrReportsAPosition() {
        var random = SplitMix(seed: 20_261_120)
        let alphabet = Array("{}[]\",:\\u0019eE.-+truefalsn \n\té\u{0}".utf8) + [0xFF, 0xC3, 0xED]
        for round in 0..<20_000 {
            let bytes: [UInt8] = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                round.isMultiple(of: 2)
                    ? UInt8.random(in: 0...255, using: &random)
                    : alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
            }
            do {
                let value = try JSONReader.read(bytes)
                let again = try JSONReader.read(JSONWriter().bytes(value))
                #expect(again == value)
            } catch {
                #expect(error.line >= 1 && error.line <= bytes.count + 1)
                #expect(error.column >= 1 && error.column <= bytes.count + 1)
            }
        }
    }

    @Test func damagedSchemasNeverCrashTheReader() throws {
        let original = try Fixtures.bytes(Fixtures.schemas.appending(path: "reader.json"))
        var random = SplitMix(seed: 7)
        for _ in 0..<3_000 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0...2, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default:
                    bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: place)
                }
            }
            do {
                _ = try SchemaReader.read(bytes, name: "reader")
            } catch {
                #expect(!error.problems.isEmpty)
            }
        }
    }
}

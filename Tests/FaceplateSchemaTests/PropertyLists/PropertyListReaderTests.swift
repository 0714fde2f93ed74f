import FaceplateTestSupport
import Testing

@testable import FaceplateSchema

struct PropertyListReaderTests {
    private func read(_ text: String) throws(PropertyListError) -> PropertyList {
        try PropertyListReader.read(Array(text.utf8))
    }

    private func problem(_ bytes: [UInt8]) -> String {
        do throws(PropertyListError) {
            _ = try PropertyListReader.read(bytes)
            return "none"
        } catch {
            return error.description
        }
    }

    private static let xml = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/x.dtd">
        <plist version="1.0">
        <!-- every kind of value -->
        <dict>
            <key>b</key> <true/>
            <key>i</key> <integer>1</integer>
            <key>n</key> <integer>-5</integer>
            <key>big</key> <integer>9223372036854775809</integer>
            <key>r</key> <real>0.1</real>
            <key>s</key> <string>é😀</string>
            <key>a</key> <string>plain</string>
            <key>d</key> <date>2026-11-20T07:30:00Z</date>
            <key>x</key> <data>
            AP8=
            </data>
            <key>l</key> <array> <integer>1</integer> <string>two</string> </array>
            <key>e</key> <dict/>
        </dict>
        </plist>
        """
    private static let binary = """
        YnBsaXN0MDDbAQIDBAUGBwgJCgsMDQ4PEBESExQVF1FiUWlRblNiaWdRclFzUWFRZFF4UWxRZQkQARP/////////+xQAAAA\
        AAAAAAIAAAAAAAAABIz+5mZmZmZmaYwDp2D3eAFVwbGFpbjNByFgXPAAAAEIA/6INFlN0d2/QCB8hIyUpKy0vMTM1Nzg6Q1\
        RdZGpzdnl9AAAAAAAAAQEAAAAAAAAAGAAAAAAAAAAAAAAAAAAAAH4=
        """
    private static let everything: [PropertyList.Entry] = [
        .init("b", .value(.boolean(true))), .init("i", .value(.integer(1))),
        .init("n", .value(.integer(-5))),
        .init("big", .value(Value(decimal("9223372036854775809")))),
        .init("r", .value(Value(decimal("0.1")))), .init("s", .text("é😀")),
        .init("a", .text("plain")), .init("d", .date(date)), .init("x", .data([0, 0xFF])),
        .init("l", .array([.value(.integer(1)), .text("two")])),
        .init("e", .dictionary(PropertyList.Dictionary([]))),
    ]
    private static let date = CivilDateTime("2026-11-20T07:30") ?? CivilDateTime(.first, .midnight)

    private static func decimal(_ text: String) -> ExactDecimal { ExactDecimal(text) ?? .zero }

    @Test func readsXML() throws {
        #expect(try read(Self.xml).dictionary?.entries == Self.everything)
    }

    @Test(arguments: [
        "<plist><array/></plist>", "\u{FEFF}<plist><array/></plist>",
        "\r\n\t <plist><array/></plist>", "<!-- made by hand -->\n<plist><array/></plist>",
        "<!DOCTYPE plist><plist><array/></plist>", "<?xml version=\"1.0\"?><plist><array/></plist>",
        "<array/>",
    ])
    func recognizesXMLByItsFirstBytes(text: String) throws {
        #expect(try read(text) == .array([]))
    }

    @Test func readsXMLInUTF16() throws {
        let units = Self.xml.utf16.flatMap { unit -> [UInt8] in
            [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
        }
        let bytes: [UInt8] = [0xFF, 0xFE] + units
        #expect(try PropertyListReader.read(bytes).dictionary?.entries == Self.everything)
    }

    @Test func readsTheBinaryForm() throws {
        let bytes = try #require(Base64.bytes(of: Self.binary))
        #expect(try PropertyListReader.read(bytes).dictionary?.entries == Self.everything)
    }

    /// A property list of over 255 objects has longer references.
    @Test func readsReferencesOfTwoBytes() throws {
        let objects: [[UInt8]] = [
            [0xD2, 0, 1, 0, 2, 0, 3, 0, 4], [0x51, 0x61], [0x51, 0x62], [0x09], [0xA1, 0, 3],
        ]
        let list = try PropertyListReader.read(
            BinaryPropertyListBytes.of(objects, referenceSize: 2))
        #expect(
            list.dictionary?.entries == [
                .init("a", .value(.boolean(true))), .init("b", .array([.value(.boolean(true))])),
            ])
    }

    @Test(arguments: [
        ("{}", []), ("", nil), ("{ a = b; c = (1, \"2\",); d = {e = f}; }", ["a", "c", "d"]),
        ("a = b; /* x */ c = d;", ["a", "c"]), ("{ x = <0fbd 77>; }", ["x"]), ("{ a = b", nil),
        ("(1 2)", nil), ("{ x = <0>; }", nil), ("{ a = b; } c", nil),
    ])
    func readsTheOldForm(text: String, keys: [String]?) throws {
        guard let keys else {
            #expect(throws: PropertyListError.self) { try read(text) }
            return
        }
        #expect(try read(text).dictionary?.entries.map(\.key) == keys)
    }

    @Test func readsDataAndListsOfTheOldForm() throws {
        #expect(try read("<0fbd 77>") == .data([0x0F, 0xBD, 0x77]))
        #expect(try read("(a, (b), {c = d;})").array?.count == 3)
    }

    @Test(arguments: [
        ("<string>a &amp;&lt;&#65;&#x1F600; <![CDATA[<b>]]><!-- c --></string>", "a &<A😀 <b>"),
        ("<string/>", ""), ("<plist><string>\r\n</string></plist>", "\n"),
    ])
    func readsTextOfXML(text: String, expected: String) throws {
        #expect(
            try read(text.hasPrefix("<plist") ? text : "<plist>\(text)</plist>").text == expected)
    }

    @Test(arguments: [
        ("<integer>0x1F</integer>", "31"), ("<integer>+5</integer>", "5"),
        ("<integer> 7 </integer>", "7"), ("<integer>-0x10</integer>", "-16"),
        ("<real>1e3</real>", "1000"), ("<real>nan</real>", "nan"),
        ("<true></true>", "true"), ("<false/>", "false"),
    ])
    func readsScalarsOfXML(text: String, expected: String) throws {
        #expect(try read("<plist>\(text)</plist>").scalar?.plainText == expected)
    }

    @Test(arguments: [
        ("<plist>", "line 1, column 8: The file ends here."),
        ("<plist/>", "line 1, column 1: The property list is empty."),
        (
            "<plist>\n<integer>x</integer></plist>",
            "line 2, column 1: This <integer> cannot be read: it must be a whole number like 12 "
                + "or 0x1F."
        ),
        (
            "<plist><integer>1.5</integer></plist>",
            "line 1, column 8: This <integer> cannot be read: it must be a whole number like 12 "
                + "or 0x1F."
        ),
        (
            "<plist><date>soon</date></plist>",
            "line 1, column 8: This <date> cannot be read: it must be a moment like "
                + "2026-11-20T07:30:00Z."
        ),
        (
            "<plist><data>A</data></plist>",
            "line 1, column 8: This <data> cannot be read: it must be base64."
        ),
        ("<plist><frog/></plist>", "line 1, column 8: Unknown element <frog>."),
        (
            "<plist><string>&x;</string></plist>",
            "line 1, column 16: The '&' here starts no reference like '&amp;'."
        ),
        (
            "<plist><string>a<b></string></plist>",
            "line 1, column 17: Found another tag, where </string> was expected. In a text '<' is "
                + "written as '&lt;'."
        ),
        (
            "<plist><string>a",
            "line 1, column 8: The <string> that opens here is never closed."
        ),
        (
            "<plist>\n<string>a<!-- b",
            "line 2, column 10: The comment that starts here is never closed."
        ),
        (
            "<plist><dict><string/></dict></plist>",
            "line 1, column 14: Found <string/>, where <key> or </dict> was expected."
        ),
        (
            "<!DOCTYPE plist [<!ENTITY a 'b'>]><plist><true/></plist>",
            "line 1, column 1: A document type with declarations of its own is not read."
        ),
        (
            "<plist><true/></plist>x",
            "line 1, column 23: There is text after the end of the property list."
        ),
    ])
    func reportsThePositionOfAnXMLError(text: String, expected: String) {
        #expect(problem(Array(text.utf8)) == expected)
    }

    /// Checks that error messages, which are shown to users, do not contain values, which can be secrets.
    @Test(arguments: [
        "<data>geheim!</data>", "<integer>geheim</integer>", "<date>geheim</date>",
        "<string>a&geheim;b</string>", "<string>a&geheim</string>", "<string>a<geheim</string>",
        "<string>a<geheim>b</string>", "<string>a<geheim/></string>", "<true>geheim</true>",
        "<string>a</geheim>",
    ])
    func errorsShowNoValues(value: String) {
        let message = problem(Array("<plist><dict><key>k</key>\(value)</dict></plist>".utf8))
        #expect(message != "none")
        #expect(!message.contains("geheim"), "\(message)")
    }

    @Test(arguments: [
        ("2026-11-20T07:30:00Z", "2026-11-20T07:30"), ("2026-11-20T07:30:00", "2026-11-20T07:30"),
        ("2026-11-20T07:30:00+02:00", "2026-11-20T05:30"),
        ("2026-11-20T23:30:00-0100", "2026-11-21T00:30"),
        ("0001-01-01T00:30:00+01:00", nil), ("9999-12-31T23:30:00-01:00", nil),
    ])
    func readsDatesInUTC(text: String, expected: String?) {
        let list = try? read("<plist><date>\(text)</date></plist>")
        #expect(list == expected.flatMap { CivilDateTime($0) }.map { .date($0) })
    }

    /// The binary form counts seconds since 2001.
    @Test(arguments: [
        (0.0, "2001-01-01T00:00:00"), (0.9, "2001-01-01T00:00:00"), (1.0, "2001-01-01T00:00:01"),
        (-0.1, "2000-12-31T23:59:59"), (-1.0, "2000-12-31T23:59:59"),
        (-1.5, "2000-12-31T23:59:58"),
    ])
    func readsABinaryDateInWholeSeconds(seconds: Double, expected: String) throws {
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: seconds.bitPattern >> (56 - 8 * $0)) }
        let list = try PropertyListReader.read(BinaryPropertyListBytes.of([[0x33] + bytes]))
        #expect(list == .date(try #require(CivilDateTime(expected))))
    }

    @Test(arguments: [(64, true), (65, false), (200_000, false)])
    func limitsTheDepth(depth: Int, isRead: Bool) {
        let xml =
            "<plist>" + String(repeating: "<array>", count: depth)
            + "<true/>" + String(repeating: "</array>", count: depth) + "</plist>"
        let old = String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth)
        #expect((problem(Array(xml.utf8)) == "none") == isRead)
        #expect((problem(Array(old.utf8)) == "none") == isRead)
    }

    /// Reads arrays that each contain the next one ten times: a few hundred bytes that describe 10^20 values.
    @Test func countsRepeatedReferencesOfABinaryList() {
        let lists = (0..<20).map { level in
            [0xAA] + Array(repeating: UInt8(level + 1), count: 10)
        }
        #expect(
            problem(BinaryPropertyListBytes.of(lists + [[0x09]]))
                == "It has over 1000000 values, each counted as often as it is referred to.")
    }

    /// Reads data, ASCII strings and UTF-16 strings of twenty bytes, each referred to five times.
    @Test(
        arguments: [(4, 20), (5, 20), (6, 10)] as [(UInt8, Int)],
        [(99, false), (100, true), (101, true)])
    func countsTheBytesOfRepeatedReferences(
        kind: (UInt8, count: Int), room: (bytes: Int, isRead: Bool)
    ) {
        let object = BinaryPropertyListBytes.sized(
            kind.0, kind.count, Array(repeating: 0x20, count: 20))
        let bytes = BinaryPropertyListBytes.of([[0xA5, 1, 1, 1, 1, 1], object])
        var budget = PropertyListBudget(bytes: room.bytes)
        let list = try? PropertyListReader.read(bytes, &budget)
        #expect((list != nil) == room.isRead)
        #expect((budget.refusal == nil) == room.isRead)
        // The next one has what is left.
        #expect((try? PropertyListReader.read(bytes, &budget)) == nil)
    }

    @Test func rejectsLongTextReferredToAThousandTimes() {
        let text = BinaryPropertyListBytes.sized(5, 65_536, Array(repeating: 0x61, count: 65_536))
        let list = BinaryPropertyListBytes.sized(10, 1_025, Array(repeating: 1, count: 1_025))
        #expect(
            problem(BinaryPropertyListBytes.of([list, text]))
                == "It has over 67108864 bytes, each counted as often as it is referred to.")
    }

    @Test(arguments: [
        "<plist><array><true/><true/></array></plist>", "(a, b)", "{ a = (); b = (); }",
    ])
    func countsTheValuesOfEveryForm(text: String) {
        for (values, isRead) in [(2, false), (3, true)] {
            var budget = PropertyListBudget(values: values, of: "The bundle")
            let list = try? PropertyListReader.read(Array(text.utf8), &budget)
            #expect((list != nil) == isRead)
            #expect(
                budget.refusal?.hasPrefix("The bundle has over 2 values") == (isRead ? nil : true))
            // The next one has what is left.
            #expect((try? PropertyListReader.read(Array(text.utf8), &budget)) == nil)
        }
    }

    @Test(arguments: [("{\n a = \"", 7), ("<plist>\n <string>", 10)])
    func reportsThePositionOfInvalidUTF8(text: String, column: Int) {
        #expect(
            problem(Array(text.utf8) + [0xFF])
                == "line 2, column \(column): The file is not valid UTF-8 here. Save it as UTF-8.")
    }

    @Test func rejectsABinaryListThatContainsItself() {
        #expect(
            problem(BinaryPropertyListBytes.of([[0xA1, 0]]))
                == "Its values are more than 64 levels deep.")
    }

    @Test func neverCrashesOnDamagedBytes() throws {
        let sound = try #require(Base64.bytes(of: Self.binary))
        var random = SplitMix(seed: 5)
        for bytes in [sound, Array(Self.xml.utf8), Array("{a = (b, <00>); c = {};}".utf8)] {
            let end = (bytes.lastIndex { $0 > 0x20 } ?? 0)
            for count in 0..<end {
                #expect(problem(Array(bytes.prefix(count))) != "none", "cut at \(count)")
            }
            for _ in 0..<4000 {
                var broken = bytes
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    broken[Int.random(in: 0..<broken.count, using: &random)] =
                        UInt8.random(in: 0...255, using: &random)
                }
                _ = problem(broken)
            }
        }
    }
}

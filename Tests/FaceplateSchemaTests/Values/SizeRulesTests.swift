import FaceplateTestSupport
import Testing

@testable import FaceplateSchema

struct SizeRulesTests {
    private static let decimal = SizeRules(units: Array(SizeUnit.decimal.prefix(4)))
    /// As in the configuration of PHP or nginx.
    private static let program = SizeRules(
        units: units(("", 1), ("k", 1 << 10), ("m", 1 << 20), ("g", 1 << 30)), storesText: true)
    /// As in that of PostgreSQL, where a number without a unit is in kB.
    private static let database = SizeRules(
        units: units(("kB", 1 << 10), ("MB", 1 << 20), ("GB", 1 << 30)), storesText: true)

    private static func units(_ list: (String, Int64)...) -> [SizeUnit] {
        list.map { SizeUnit(name: $0.0, bytes: $0.1) }
    }

    @Test(
        arguments: [
            ("512 MiB", 536_870_912), ("512MiB", 536_870_912), (" 512  mib ", 536_870_912),
            ("1.5GB", 1_500_000_000), ("1.5 gb", 1_500_000_000), ("1048576", 1_048_576),
            ("64M", 67_108_864), ("64k", 65_536), ("1g", 1 << 30), ("1T", 1 << 40), ("0", 0),
            ("0.5KiB", 512), ("10 B", 10), ("10b", 10), ("10 bytes", 10),
            ("-1", -1), ("\u{2212}2kB", -2_000), ("+3", 3), ("7EiB", 7 << 60),
            ("8 EB", 8_000_000_000_000_000_000),
            ("2 Mio", 2 << 20), ("3 Go", 3_000_000_000), ("4 octets", 4), ("1.0", 1),
        ] as [(String, Int64)])
    func readsCommonSpellings(text: String, bytes: Int64) throws {
        #expect(try SizeRules().value(fromText: text, locale: LocaleTag("en")) == .integer(bytes))
        guard text.first != "\u{2212}" else { return }
        let json = try SizeRules().value(fromJSON: .text(text))
        #expect(json == .integer(bytes))
    }

    @Test(
        arguments: [
            ("de", "1,5 GiB", 1_610_612_736), ("de", "1.500 kB", 1_500_000),
            ("fr", "1 500 ko", 1_500_000), ("ar", "٥ MiB", 5 << 20),
            ("de", "1.5GiB", 1_610_612_736),
        ] as [(String, String, Int64)])
    func readsTheFormatOfTheLocale(locale: String, text: String, bytes: Int64) throws {
        let value = try SizeRules().value(fromText: text, locale: LocaleTag(locale))
        #expect(value == .integer(bytes))
    }

    @Test(
        arguments: [
            "x", "MiB", "5x", "5 MiB 3", "1h", "1MiB512KiB", "5 M B", "1,5GB", "5%", "1e3MB", "1P",
            "5 mibi", "--5", "5-MB", "٥MB",
        ])
    func rejectsOtherText(text: String) {
        let problem = ValueProblem(
            .notASize, ["value": text, "example": "512 MiB"], kind: .size)
        #expect(throws: problem) { try SizeRules().value(fromText: text, locale: nil) }
    }

    @Test(
        arguments: [
            ("0.1KiB", .tooPrecise), ("1.5", .tooPrecise), ("1e-9999", .tooPrecise),
            ("8EiB", .tooLarge), ("1e9999", .tooLarge), ("9223372036854775807", .tooLarge),
            ("99999999999999999999999999999999999 EiB", .tooLarge), ("-8 EiB", .tooSmall),
            (String(repeating: "9", count: 150), .tooLarge),
            ("1.234567890123456789012 EiB", .tooPrecise),
        ] as [(String, ValueProblem.Code)])
    func rejectsSizesBeyondItsType(text: String, code: ValueProblem.Code) {
        let problem = #expect(throws: ValueProblem.self) {
            try SizeRules().value(fromText: text, locale: nil)
        }
        #expect(problem?.code == code)
    }

    @Test func namesTheGreatestSizeOfTheType() {
        let problem = #expect(throws: ValueProblem.self) {
            try SizeRules().value(fromText: "9 EB", locale: nil)
        }
        #expect(problem?.description == "The value must be 7 EiB or less.")
    }

    /// A letter is the unit that begins with it.
    @Test(arguments: [("64M", 64_000_000), ("64 MiB", 67_108_864), ("64", 64_000)])
    func readsLettersAsItsUnits(text: String, bytes: Int64) throws {
        #expect(try Self.decimal.value(fromText: text, locale: nil) == .integer(bytes))
    }

    @Test func rejectsALetterOfTwoUnits() {
        let rules = SizeRules(units: [.byte] + SizeUnit.decimal + SizeUnit.binary)
        #expect(throws: ValueProblem.self) { try rules.value(fromText: "64M", locale: nil) }
    }

    @Test(
        arguments: [
            ("64m", "64m"), ("64M", "64m"), ("1024k", "1024k"), ("1048576", "1048576"),
            ("0", "0"), ("64 MiB", "64m"), ("1.5g", "1536m"), ("1 KB", "1000"), ("007m", "7m"),
            ("-1", "-1"), ("1000 kB", "1000000"), ("64 B", "64"),
        ])
    func storesTheNotationOfTheProgram(text: String, stored: String) throws {
        let value = try Self.program.value(fromText: text, locale: nil)
        #expect(value == .text(stored))
        #expect(try Self.program.value(fromJSON: .text(stored)) == value)
        #expect(Self.program.amount(of: value)?.canonical == stored)
    }

    @Test(
        arguments: [
            ("4096", "4096kB"), ("1 MB", "1MB"), ("1MiB", "1MB"), ("2048 bytes", "2kB"),
            ("1.5 gb", "1536MB"),
        ])
    func readsAPlainNumberInTheFirstUnit(text: String, stored: String) throws {
        #expect(try Self.database.value(fromText: text, locale: nil) == .text(stored))
    }

    @Test func rejectsASizeThatNoUnitWrites() {
        let problem = #expect(throws: ValueProblem.self) {
            try Self.database.value(fromText: "1500 bytes", locale: nil)
        }
        #expect(problem?.description == "The value must be a whole number of kB.")
    }

    @Test func readsTheParts() throws {
        let rules = SizeRules(units: SizeUnit.binary)
        #expect(try rules.value(number: "5", unit: "MiB", locale: nil) == .integer(5 << 20))
        #expect(
            try rules.value(number: "1,5", unit: "MB", locale: LocaleTag("de"))
                == .integer(1_500_000))
        #expect(try rules.value(number: "9 B", unit: "MiB", locale: nil) == .integer(9))
        #expect(try rules.value(number: "9", unit: "", locale: nil) == .integer(9_216))
        #expect(throws: ValueProblem(.required)) {
            try rules.value(number: "", unit: "MiB", locale: nil)
        }
        #expect(throws: ValueProblem.self) { try rules.value(number: "5", unit: "y", locale: nil) }
    }

    @Test(
        arguments: [
            (536_870_912, "512", "MiB"), (1_536, "1536", "B"), (0, "0", "B"), (1 << 40, "1", "TiB"),
            (1_500_000_000, "1500000000", "B"), (-2_048, "-2", "KiB"), (7 << 60, "7340032", "TiB"),
        ] as [(Int64, String, String)])
    func showsTheLargestUnitThatFits(bytes: Int64, number: String, unit: String) throws {
        let amount = try #require(SizeRules().amount(of: .integer(bytes)))
        #expect(amount.number.description == number)
        #expect(amount.unit.name == unit)
    }

    /// Nothing is lost if no unit of the item gives an integer.
    @Test func showsBytesIfNoUnitFits() {
        let rules = SizeRules(units: SizeUnit.binary)
        #expect(rules.amount(of: .integer(1_500))?.unit == .byte)
        #expect(rules.fieldText(of: .integer(1_500), locale: LocaleTag("en")) == "1500 B")
        let blocks = SizeRules(units: Self.units(("block", 512)))
        let field = blocks.fieldText(of: .integer(1_000), locale: nil)
        #expect((try? blocks.value(fromText: field, locale: nil)) == .integer(1_000))
    }

    @Test(arguments: ["en", "fr", "de", "ar", "ja"])
    func readsItsFieldsBack(tag: String) throws {
        var random = SplitMix(seed: 17)
        for rules in [SizeRules(), Self.decimal, Self.program, Self.database] {
            for _ in 0..<500 {
                let unit = try #require(rules.units.randomElement(using: &random))
                let count = Int64.random(in: -9_999...9_999, using: &random)
                let value: Value =
                    rules.storesText
                    ? .text("\(count)\(unit.name)") : .integer(count * unit.bytes / 7)
                for locale in [LocaleTag(tag), nil] {
                    let text = rules.fieldText(of: value, locale: locale)
                    #expect(try rules.value(fromText: text, locale: locale) == value, "\(text)")
                }
            }
        }
    }

    @Test(
        arguments: [
            (1_023, .tooSmall), (1_024, nil), (2_048, nil), (2_049, .tooLarge),
        ] as [(Int64, ValueProblem.Code?)])
    func checksTheBounds(bytes: Int64, code: ValueProblem.Code?) {
        let rules = SizeRules(minimum: 1_024, maximum: 2_048)
        #expect(rules.problem(with: .integer(bytes))?.code == code)
        let text = SizeRules(minimum: 1_024, maximum: 2_048, storesText: true)
        #expect(text.problem(with: .text("\(bytes)B"))?.code == code)
    }

    @Test(arguments: ["64M ", "64 m", "064m", "1.5g", "m", "64MiB", "+1", "1kk"])
    func rejectsTextThatIsNotCanonical(text: String) {
        #expect(Self.program.problem(with: .text(text))?.code == .notASize)
    }

    @Test(arguments: ["true", "null", "[]", "{}"])
    func rejectsOtherJSON(text: String) throws {
        let json = try JSONReader.read(text)
        let problem = #expect(throws: ValueProblem.self) { try SizeRules().value(fromJSON: json) }
        #expect(problem?.code == .notASize)
    }

    @Test(
        arguments: [
            (
                #"["MiB", "mb"]"#,
                "'mb' is not a unit. Units are 'B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB', "
                    + "'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'."
            ),
            (#"{"k": 0}"#, "'k' must be a whole number of bytes from 1, not 0."),
            (#"{"k/s": 1024}"#, "'k/s' is not the name of a unit, which has only letters."),
            (#"{"k": 1024, "K": "KiB"}"#, "'K' is the same size as 'k'."),
            (#"{"k": 1024, "": 1}"#, "The unit without a name must be the first one."),
            (#"{"b": 512}"#, "'b' must be 1 byte."),
        ])
    func reportsUnitsThatCannotBeUsed(units: String, message: String) throws {
        let error = #expect(throws: SchemaError.self) {
            try Schema.make(
                items:
                    #""itemKey": "k", "itemControlType": "edit_size", "itemSizeUnits": \#(units)"#)
        }
        #expect(error?.problems.map(\.message) == [message])
    }
}

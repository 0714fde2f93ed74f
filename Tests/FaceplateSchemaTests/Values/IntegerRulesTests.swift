import FaceplateTestSupport
import Testing

@testable import FaceplateSchema

struct IntegerRulesTests {
    @Test(
        arguments: [
            ("30", 30), (" 30 ", 30), ("-5", -5), ("1.0", 1), ("1e3", 1000),
            ("9223372036854775807", .max), ("-9223372036854775808", .min),
        ] as [(String, Int64)])
    func readsCanonicalNumbers(text: String, number: Int64) throws {
        #expect(try NumberRules.integer().value(fromText: text, locale: nil) == .integer(number))
        #expect(NumberRules.integer().problem(with: .integer(number)) == nil)
    }

    @Test(arguments: [("1.500", 1500), ("1 500 MB", 1500), ("1.500 MB", 1500), ("5,0", 5)])
    func readsTheFormatOfTheLocale(text: String, number: Int64) throws {
        let rules = NumberRules.integer(unit: "MB")
        #expect(try rules.value(fromText: text, locale: LocaleTag("de")) == .integer(number))
    }

    @Test(arguments: ["x", "1.5", "1,5", "12 34", "٣", "0x1", "NaN", "1e-1"])
    func rejectsOtherText(text: String) {
        let problem = ValueProblem(
            .notInteger, ["value": text, "example": "30"], kind: .integer)
        #expect(throws: problem) { try NumberRules.integer().value(fromText: text, locale: nil) }
    }

    /// The number in a field of the page, and for a program; `nil` if it is rejected.
    static let hexadecimal: [(text: String, onPage: Int64?, forPrograms: Int64?)] = [
        ("0x1F", 31, 31), ("0X1f", 31, 31), ("1F", 31, 31), (" 1f h ", 31, nil),
        ("-0x1F", -31, -31),
        ("-1F", -31, -31), ("+1F", 31, 31), ("10", 16, 10), ("0x10", 16, 16), ("-10", -16, -10),
        ("007", 7, 7), ("1e3", 0x1e3, 0x1e3), ("٣", 3, nil), ("0x", nil, nil), ("x", nil, nil),
        ("1G", nil, nil), ("0x-1", nil, nil), ("--1", nil, nil), ("1.0", nil, 1), ("1.5", nil, nil),
        ("1,234", nil, nil), ("0x7FFFFFFFFFFFFFFF", .max, .max),
        ("-0x8000000000000000", .min, .min), ("0x8000000000000000", nil, nil),
    ]

    @Test(arguments: hexadecimal)
    func readsHexadecimalNumbers(text: String, onPage: Int64?, forPrograms: Int64?) throws {
        let rules = NumberRules(
            isInteger: true, unit: "h", hexadecimal: try NumberFormat("0x%04X"))
        for (locale, number) in [(LocaleTag.english, onPage), (nil, forPrograms)] {
            let value = try? rules.value(fromText: text, locale: locale)
            #expect(value == number.map(Value.integer), "\(String(describing: locale))")
        }
    }

    @Test(arguments: [
        ("%x", 31, "1f", "1f"), ("0x%04X", 31, "0x001F", "0x001F"),
        ("0x%x h", -31, "-0x1f", "-0x1f h"), ("at 0X%X.", 31, "0X1F", "at 0X1F."),
        ("%4X", 31, "1F", "  1F"),
    ])
    func writesHexadecimalNumbers(
        format: String, number: Int64, field: String, shown: String
    ) throws {
        let format = try NumberFormat(format)
        let rules = NumberRules(isInteger: true, hexadecimal: format)
        let value = Value.integer(number)
        #expect(rules.fieldText(of: value, locale: .english) == field)
        #expect(rules.fieldText(of: value, locale: nil) == String(number))
        #expect(format.text(of: value, in: .english) == shown)
        #expect(try rules.value(fromText: field, locale: .english) == value)
    }

    @Test(arguments: [("%x", "0x1e", "0xff"), ("0x%04X", "0x001E", "0x00FF")])
    func namesHexadecimalLimits(format: String, example: String, maximum: String) throws {
        let rules = NumberRules(
            isInteger: true, maximum: 255, hexadecimal: try NumberFormat(format))
        #expect(rules.problem(with: 256)?.parameters["maximum"] == maximum)
        let problem = #expect(throws: ValueProblem.self) {
            try rules.value(fromText: "?", locale: nil)
        }
        #expect(problem?.parameters["example"] == example)
    }

    @Test func rejectsAFractionInALocale() throws {
        let locale = try #require(LocaleTag("de"))
        for text in ["1.5", "1,5"] {
            let problem = #expect(throws: ValueProblem.self) {
                try NumberRules.integer().value(fromText: text, locale: locale)
            }
            #expect(problem?.code == .notInteger)
        }
    }

    @Test(arguments: ["", " ", "\n\u{A0}"]) func rejectsEmptyText(text: String) {
        #expect(throws: ValueProblem(.required)) {
            try NumberRules.integer().value(fromText: text, locale: .english)
        }
    }

    @Test(
        arguments: [
            ("9223372036854775808", ValueProblem.Code.tooLarge, "maximum", "9223372036854775807"),
            ("-9223372036854775809", .tooSmall, "minimum", "-9223372036854775808"),
            ("1e9999", .tooLarge, "maximum", "9223372036854775807"),
        ])
    func reportsTheBoundsOf64Bits(
        text: String, code: ValueProblem.Code, slot: String, bound: String
    ) throws {
        let problem = ValueProblem(code, ["value": text, slot: bound], kind: .integer)
        #expect(throws: problem) { try NumberRules.integer().value(fromText: text, locale: nil) }
    }

    @Test(arguments: [("30", 30), ("1.0", 1), ("-1e2", -100)])
    func readsJSONNumbers(text: String, number: Int64) throws {
        #expect(
            try NumberRules.integer().value(fromJSON: JSONReader.read(text)) == .integer(number))
    }

    @Test(arguments: ["\"30\"", "true", "null", "[30]", "{}", "1.5", "1e-20"])
    func rejectsOtherJSON(text: String) throws {
        let json = try JSONReader.read(text)
        let problem = #expect(throws: ValueProblem.self) {
            try NumberRules.integer().value(fromJSON: json)
        }
        #expect(problem?.code == .notInteger)
    }

    @Test(
        arguments: [
            (9, .tooSmall), (10, nil), (11, nil), (19, nil), (20, nil), (21, .tooLarge),
        ] as [(Int64, ValueProblem.Code?)])
    func checksTheBounds(number: Int64, code: ValueProblem.Code?) {
        let expected = code.map {
            ValueProblem(
                $0, ["value": String(number), "minimum": "10", "maximum": "20"], kind: .integer)
        }
        #expect(
            NumberRules.integer(minimum: 10, maximum: 20).problem(with: .integer(number))
                == expected)
    }

    @Test func reportsOnlyADeclaredBound() {
        #expect(
            NumberRules.integer(minimum: 1).problem(with: .integer(0))?.parameters
                == ["value": "0", "minimum": "1"])
        #expect(
            NumberRules.integer(maximum: 1).problem(with: .integer(2))?.parameters
                == ["value": "2", "maximum": "1"])
    }

    @Test(
        arguments: [
            (nil, 5, 10, true), (nil, 5, -10, true), (nil, 5, 11, false), (nil, 5, 0, true),
            (1, 5, 6, true), (1, 5, 5, false), (-3, 5, 2, true), (.min, 2, .max, false),
            (.min, 3, .max, true), (.min, 5, .max, true), (.min, .max, -1, true),
            (.min, .max, .max, false), (nil, .max, .min, false), (nil, 2, .min, true),
            (nil, 1, .max, true), (nil, 0, 7, true), (nil, -5, 7, true), (nil, .min, 7, true),
        ] as [(Int64?, Int64, Int64, Bool)])
    func checksStepsExactlyOverAllNumbers(minimum: Int64?, step: Int64, number: Int64, fits: Bool) {
        let rules = NumberRules.integer(minimum: minimum, step: step)
        #expect((rules.problem(with: .integer(number)) == nil) == fits)
    }

    @Test func reportsTheStartOfSteps() {
        #expect(
            NumberRules.integer(minimum: 1, step: 5).problem(with: .integer(5))
                == ValueProblem(
                    .notAStep, ["value": "5", "step": "5", "minimum": "1"], kind: .integer))
        #expect(
            NumberRules.integer(minimum: 10, step: 5).problem(with: .integer(11))
                == ValueProblem(.notAStep, ["value": "11", "step": "5"], kind: .integer))
    }

    @Test(
        arguments: [
            (nil, nil, nil, "30"), (100, nil, nil, "100"), (nil, 20, nil, "20"),
            (nil, nil, 7, "7"), (1, 9, 5, "1"), (nil, -5, 3, "0"),
        ] as [(Int64?, Int64?, Int64?, String)])
    func reportsAValidExample(
        minimum: Int64?, maximum: Int64?, step: Int64?, example: String
    ) {
        let rules = NumberRules.integer(minimum: minimum, maximum: maximum, step: step)
        #expect(rules.problem(with: .text("x"))?.parameters["example"] == example)
    }

    @Test(arguments: ["en", "fr", "de", "ar", "ja"])
    func readsItsFieldsBack(tag: String) throws {
        var random = SplitMix(seed: 3)
        for _ in 0..<500 {
            let shift = Int64.random(in: 0...62, using: &random)
            let value = Value.integer(Int64(bitPattern: random.next()) >> shift)
            for locale in [LocaleTag(tag), nil] {
                let text = NumberRules.integer().fieldText(of: value, locale: locale)
                #expect(try NumberRules.integer().value(fromText: text, locale: locale) == value)
            }
        }
    }

    /// A stored text has no language whose digits could be grouped.
    @Test(arguments: [
        ("30", 30), (" 7", 7), ("-4", -4), ("1,234", nil), ("1.234", nil), ("x", nil), ("", nil),
    ])
    func convertsStoredText(text: String, number: Int64?) {
        let value = NumberRules.integer().converted(from: .text(text))
        #expect(value == number.map(Value.integer))
    }

    /// In JSON Schema, steps count from zero.
    @Test(arguments: [(nil, 2), (4, 2), (1, nil)] as [(Int64?, JSONValue?)])
    func describesStepsInJSONSchemaIfPossible(minimum: Int64?, step: JSONValue?) {
        #expect(NumberRules.integer(minimum: minimum, step: 2).jsonSchema["multipleOf"] == step)
    }
}

extension NumberRules {
    /// The rules of an integer, with limits of 64 bits.
    static func integer(
        minimum: Int64? = nil, maximum: Int64? = nil, step: Int64? = nil, unit: String? = nil,
        isPlain: Bool = false
    ) -> NumberRules {
        NumberRules(
            isInteger: true, minimum: minimum.map(ExactDecimal.init(_:)),
            maximum: maximum.map(ExactDecimal.init(_:)), step: step.map(ExactDecimal.init(_:)),
            unit: unit, isPlain: isPlain)
    }
}

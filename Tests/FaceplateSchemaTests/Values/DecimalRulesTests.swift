import FaceplateTestSupport
import Testing

@testable import FaceplateSchema

struct DecimalRulesTests {
    private static func number(_ text: String) -> ExactDecimal { ExactDecimal(text) ?? .zero }

    @Test(arguments: ["en", "fr", "de", "ar"])
    func writesFieldsOfASliderInCanonicalForm(tag: String) throws {
        let rules = NumberRules(isPlain: true)
        let value = Value(try #require(ExactDecimal("1.125")))
        #expect(rules.fieldText(of: value, locale: LocaleTag(tag)) == "1.125")
        #expect(try rules.value(fromText: "1.125", locale: LocaleTag(tag)) == value)
    }

    @Test(
        arguments: [
            (nil, "1.5", "1.5"), (nil, "1.0", "1"), ("de", "1,5", "1.5"), ("de", "1.500", "1500"),
            ("de", "1.25", "1.25"), ("fr", "1 500,75 kg", "1500.75"), ("en", "1,500.75", "1500.75"),
            ("ar", "١.٥", "1.5"), ("en", "99999999999999999999", "99999999999999999999"),
        ] as [(String?, String, String)])
    func readsNumbers(locale: String?, text: String, number: String) throws {
        let rules = NumberRules(unit: "kg")
        let value = try rules.value(fromText: text, locale: locale.flatMap { LocaleTag($0) })
        #expect(value == Value(Self.number(number)))
        #expect(rules.problem(with: value) == nil)
    }

    @Test func oneAndOnePointZeroAreEqual() throws {
        for text in ["1", "1.0", "10e-1", "1.000"] {
            #expect(try NumberRules().value(fromJSON: JSONReader.read(text)) == .integer(1))
            #expect(try NumberRules().value(fromText: text, locale: nil) == .integer(1))
        }
    }

    @Test(arguments: ["x", "1,5", "1 500", "", "\"1.5\"", "NaN"])
    func rejectsOtherText(text: String) {
        let problem =
            text.isEmpty
            ? ValueProblem(.required)
            : ValueProblem(.notNumber, ["value": text, "example": "30"], kind: .decimal)
        #expect(throws: problem) { try NumberRules().value(fromText: text, locale: nil) }
    }

    @Test(arguments: ["\"1.5\"", "true", "null", "[]", "{}"])
    func rejectsOtherJSON(text: String) throws {
        let json = try JSONReader.read(text)
        let problem = ValueProblem(
            .notNumber, ["value": text, "example": "30"], kind: .decimal)
        #expect(throws: problem) { try NumberRules().value(fromJSON: json) }
    }

    @Test(
        arguments: [
            ("0.0999", .tooSmall), ("0.1", nil), ("0.2", nil), ("1.9", nil), ("2", nil),
            ("2.0001", .tooLarge), ("-1e10000", .tooSmall), ("1e10000", .tooLarge),
        ] as [(String, ValueProblem.Code?)])
    func checksTheBounds(text: String, code: ValueProblem.Code?) {
        let rules = NumberRules(minimum: Self.number("0.1"), maximum: Self.number("2.0"))
        let number = Self.number(text)
        let expected = code.map {
            ValueProblem(
                $0, ["value": number.description, "minimum": "0.1", "maximum": "2"],
                kind: .decimal)
        }
        #expect(rules.problem(with: Value(number)) == expected)
        #expect(rules.problem(with: .decimal(number)) == expected)
    }

    @Test(arguments: [(0, "1", true), (0, "1.5", false), (2, "1.25", true), (2, "1.255", false)])
    func checksTheFractionDigits(most: Int, text: String, fits: Bool) {
        let problem = NumberRules(maximumFractionDigits: most)
            .problem(with: Value(Self.number(text)))
        var parameters = ["value": text, "maximum": String(most)]
        if most == 0 { parameters["example"] = "30" }
        #expect(problem == (fits ? nil : ValueProblem(.tooPrecise, parameters, kind: .decimal)))
    }

    @Test func checksTheSteps() {
        let rules = NumberRules(minimum: Self.number("0.05"), step: Self.number("0.1"))
        #expect(rules.problem(with: Value(Self.number("0.35"))) == nil)
        #expect(
            rules.problem(with: Value(Self.number("0.4")))
                == ValueProblem(
                    .notAStep, ["value": "0.4", "step": "0.1", "minimum": "0.05"], kind: .decimal))
        #expect(
            NumberRules(minimum: Self.number("-1"), step: Self.number("0.5"))
                .problem(with: Value(Self.number("0.4")))
                == ValueProblem(.notAStep, ["value": "0.4", "step": "0.5"], kind: .decimal))
        #expect(NumberRules(step: .zero).problem(with: .integer(3)) == nil)
    }

    @Test func rejectsValuesOfOtherTypes() {
        #expect(NumberRules().problem(with: .text("1"))?.code == .notNumber)
        #expect(NumberRules().problem(with: .boolean(true))?.code == .notNumber)
    }

    @Test(arguments: ["en", "fr", "de", "ar", "ja"])
    func readsItsFieldsBack(tag: String) throws {
        var random = SplitMix(seed: 5)
        for _ in 0..<500 {
            let digits =
                Int64(bitPattern: random.next()) >> Int64.random(in: 0...60, using: &random)
            let power = Int.random(in: -60...60, using: &random)
            let value = Value(Self.number("\(digits)e\(power)"))
            for locale in [LocaleTag(tag), nil] {
                let text = NumberRules().fieldText(of: value, locale: locale)
                #expect(try NumberRules().value(fromText: text, locale: locale) == value)
            }
        }
    }
}

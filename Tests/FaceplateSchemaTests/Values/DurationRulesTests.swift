import FaceplateTestSupport
import Testing

@testable import FaceplateSchema

struct DurationRulesTests {
    private static func value(_ seconds: String) -> Value {
        Value(ExactDecimal(seconds) ?? .zero)
    }

    @Test(
        arguments: [
            ("5m", "300"), ("5min", "300"), ("5 minutes", "300"), ("90s", "90"), ("90 sec", "90"),
            ("1h30m", "5400"), ("1h 30m", "5400"), (" 1 h 30 min ", "5400"), ("2d", "172800"),
            ("1w", "604800"), ("500ms", "0.5"), ("1.5h", "5400"), ("0.1ms", "0.0001"),
            ("1H30M", "5400"), ("1w2d3h4m5s6ms", "788645.006"), ("0s", "0"), ("90", "90"),
            ("1.5", "1.5"), ("1e3", "1000"), ("-5m", "-300"), ("+5m", "300"),
            ("\u{2212}5m", "-300"),
            ("PT5M", "300"), ("P1DT2H", "93600"), ("P1W", "604800"), ("PT0.5S", "0.5"),
            ("PT1,5H", "5400"), ("pt5m", "300"), ("-PT5M", "-300"), ("P1D", "86400"),
            ("PT1H30M15.25S", "5415.25"), ("PT36H", "129600"), ("1:30:00", "5400"),
            ("0:00:05", "5"), ("100:00:00", "360000"), ("-0:00:05", "-5"),
            ("1000000000000000", "1000000000000000"), ("0.000000001", "0.000000001"),
        ])
    func readsCommonSpellings(text: String, seconds: String) throws {
        let value = try DurationRules().value(fromText: text, locale: nil)
        #expect(value == Self.value(seconds))
        #expect(try DurationRules().value(fromJSON: JSONValue(.string(text))) == value)
    }

    @Test(
        arguments: [
            ("de", "1,5h", "5400"), ("de", "1.500ms", "1.5"), ("fr", "1 500 ms", "1.5"),
            ("ar", "٥m", "300"), ("ar", "١:٣٠:٠٠", "5400"), ("fr", "PT0.5S", "0.5"),
            ("de", "1.5h", "5400"), ("de", "PT1.125S", "1.125"),
        ])
    func readsTheFormatOfTheLocale(locale: String, text: String, seconds: String) throws {
        let value = try DurationRules().value(fromText: text, locale: LocaleTag(locale))
        #expect(value == Self.value(seconds))
    }

    @Test(
        arguments: [
            "x", "m", "5x", "5mm", "5y", "5 months", "30m1h", "1h1h", "1h-30m", "h5", "5m3", "1:30",
            "1:60:00", "1:00:60", "1:0:0", ":00:00", "1:30:00:00", "1:30:00s", "--5m", "-+5m",
            "P", "PT", "P1DT", "P1Y", "P1M", "P5", "PT5", "P1H", "PT1D", "PT1S1H", "P-1D", "T5M",
            "PT5M ago", "1,5h", "1e3s", "٥m", "1..5h", "5m,3s",
        ])
    func rejectsOtherText(text: String) {
        #expect(throws: ValueProblem(.notADuration, ["value": text], kind: .duration)) {
            try DurationRules().value(fromText: text, locale: nil)
        }
    }

    @Test func rejectsEmptyText() {
        #expect(throws: ValueProblem(.required)) {
            try DurationRules().value(fromText: " ", locale: nil)
        }
    }

    @Test(
        arguments: [
            ("1000000000000000.1", .tooLarge), ("-1000000000000001", .tooSmall),
            ("1e9999", .tooLarge), ("-1e9999", .tooSmall), ("1e9999", .tooLarge),
            ("2000000000w", .tooLarge), ("999999999999999s999999999ms", .tooLarge),
            ("0.0000000001", .tooPrecise), ("1e-9999", .tooPrecise),
            ("0.00000000000000000000000000001w", .tooPrecise),
            (String(repeating: "9", count: 150) + "h", .tooLarge),
        ] as [(String, ValueProblem.Code)])
    func rejectsDurationsBeyondItsType(text: String, code: ValueProblem.Code) {
        let problem = #expect(throws: ValueProblem.self) {
            try DurationRules().value(fromText: text, locale: nil)
        }
        #expect(problem?.code == code)
        // A nanosecond is the smallest amount.
        if code == .tooPrecise { #expect(problem?.parameters == ["value": text, "maximum": "9"]) }
    }

    @Test(arguments: [(DurationUnit.ms, "0.09"), (.s, "90"), (.min, "5400"), (.h, "324000")])
    func readsAPlainNumberInTheUnitOfTheItem(unit: DurationUnit, seconds: String) throws {
        let rules = DurationRules(unit: unit)
        #expect(try rules.value(fromText: "90", locale: nil) == Self.value(seconds))
        #expect(try rules.value(fromJSON: 90) == .integer(90))
    }

    @Test func readsTheParts() throws {
        let rules = DurationRules(unit: .s)
        #expect(try rules.value(number: "5", unit: "min", locale: nil) == .integer(300))
        #expect(
            try rules.value(number: "1,5", unit: "h", locale: LocaleTag("de")) == .integer(5400))
        #expect(try rules.value(number: "90s", unit: "h", locale: nil) == .integer(90))
        #expect(throws: ValueProblem(.required)) {
            try rules.value(number: "", unit: "h", locale: nil)
        }
        #expect(throws: ValueProblem(.notADuration, ["value": "5y"], kind: .duration)) {
            try rules.value(number: "5", unit: "y", locale: nil)
        }
    }

    @Test(
        arguments: [
            ("300", "5", DurationUnit.min), ("0", "0", .h), ("90", "90", .s), ("604800", "1", .w),
            ("86400", "1", .d), ("0.5", "500", .ms), ("0.0001", "0.0001", .s), ("-300", "-5", .min),
            ("1e9000", "1e9000", .s), ("129600", "36", .h),
        ])
    func splitsIntoALargeUnit(seconds: String, number: String, unit: DurationUnit) throws {
        let parts = DurationRules.parts(of: try #require(ExactDecimal(seconds)), zero: .h)
        #expect(parts.number.description == number)
        #expect(parts.unit == unit)
    }

    @Test(
        arguments: [
            ("300", "5m"), ("5400", "1h30m"), ("0", "0s"), ("129600", "1d12h"), ("604800", "1w"),
            ("691200", "8d"), ("0.5", "500ms"), ("1.5", "1.5s"), ("0.0001", "0.0001s"),
            ("-90", "-1m30s"), ("60.25", "1m250ms"), ("61.25", "1m1.25s"),
        ])
    func writesUnits(seconds: String, text: String) {
        #expect(DurationRules().fieldText(of: Self.value(seconds), locale: nil) == text)
    }

    @Test(arguments: ["en", "fr", "de", "ar", "ja"])
    func readsItsFieldsBack(tag: String) throws {
        var random = SplitMix(seed: 13)
        for _ in 0..<1_000 {
            let digits = Int64.random(in: -1_000_000_000...1_000_000_000, using: &random)
            let value = Self.value("\(digits)e\(Int.random(in: -9...5, using: &random))")
            for locale in [LocaleTag(tag), nil] {
                let text = DurationRules().fieldText(of: value, locale: locale)
                #expect(
                    try DurationRules().value(fromText: text, locale: locale) == value, "\(text)")
            }
        }
    }

    @Test(
        arguments: [
            ("59", .tooSmall), ("60", nil), ("61", nil), ("3600", nil), ("3600.1", .tooLarge),
        ] as [(String, ValueProblem.Code?)])
    func checksTheBounds(seconds: String, code: ValueProblem.Code?) {
        let rules = DurationRules(minimum: ExactDecimal(60), maximum: ExactDecimal(3600))
        let expected = code.map {
            ValueProblem(
                $0, ["value": seconds, "minimum": "60", "maximum": "3600"], kind: .duration)
        }
        #expect(rules.problem(with: Self.value(seconds)) == expected)
    }

    @Test func acceptsNegativesOnlyIfTheMinimumIsNegative() {
        #expect(
            DurationRules().problem(with: .integer(-1))
                == ValueProblem(.tooSmall, ["value": "-1", "minimum": "0"], kind: .duration))
        #expect(DurationRules(minimum: ExactDecimal(-5)).problem(with: .integer(-5)) == nil)
        #expect(
            DurationRules(maximum: ExactDecimal(5)).problem(with: .integer(6))?.parameters
                == ["value": "6", "maximum": "5"])
    }

    @Test(arguments: ["true", "null", "[]", "{}"])
    func rejectsOtherJSON(text: String) throws {
        let json = try JSONReader.read(text)
        let problem = #expect(throws: ValueProblem.self) {
            try DurationRules().value(fromJSON: json)
        }
        #expect(problem?.code == .notADuration)
    }
}

import Testing

@testable import FaceplateSchema

struct ExactDecimalArithmeticTests {
    @Test(
        arguments: [
            ("0", "5", "0", true), ("10", "5", "0", true), ("11", "5", "0", false),
            ("11", "5", "1", true), ("-9", "5", "1", true), ("-10", "5", "0", true),
            ("0.3", "0.1", "0", true), ("0.35", "0.1", "0.05", true), ("0.35", "0.1", "0", false),
            ("1", "0.25", "0", true), ("1.1", "0.25", "0", false), ("100", "0.03", "0", false),
            ("99", "0.03", "0", true), ("5", "0", "5", false), ("5", "10", "0", false),
            ("1000", "300", "100", true), ("50", "20", "10", true), ("7", "7", "7", true),
            ("1", "20", "-19", true), ("99999999999999999999.5", "0.5", "-0.5", true),
            ("12345678901234567890123", "12345678901234567890123", "0", true),
            ("12345678901234567890124", "12345678901234567890123", "1", true),
            ("12345678901234567890124", "12345678901234567890123", "0", false),
            ("1e10000", "3", "0", false), ("1e10000", "3", "1", true),
            ("1e10000", "1e-10000", "0", true), ("1e10000", "7e-10000", "-1e-10000", false),
            ("1e-10000", "1e10000", "0", false), ("1e-10000", "3", "1e10000", false),
        ])
    func countsWholeSteps(value: String, step: String, base: String, isWhole: Bool) throws {
        let (value, step) = try (#require(ExactDecimal(value)), #require(ExactDecimal(step)))
        let base = try #require(ExactDecimal(base))
        #expect(value.isWholeSteps(of: step, from: base) == isWhole)
    }

    @Test func agreesWithWholeNumbers() throws {
        var random = SplitMix(seed: 7)
        for _ in 0..<2_000 {
            let value = Int64.random(in: -5_000...5_000, using: &random)
            let base = Int64.random(in: -5_000...5_000, using: &random)
            let step = Int64.random(in: 1...40, using: &random)
            let shift = Int.random(in: -6...6, using: &random)
            let numbers = try [value, step, base].map {
                try #require(ExactDecimal("\($0)e\(shift)"))
            }
            let isWhole = numbers[0].isWholeSteps(of: numbers[1], from: numbers[2])
            #expect(isWhole == ((value - base) % step == 0), "\(value) \(step) \(base)")
        }
    }

    @Test(
        arguments: [
            ("0.5", 0, "0"), ("1.5", 0, "2"), ("2.5", 0, "2"), ("-2.5", 0, "-2"), ("2.51", 0, "3"),
            ("0.51", 0, "1"), ("0.49", 0, "0"), ("0.05", 0, "0"), ("9.99", 1, "10"),
            ("999.5", 0, "1000"), ("1.005", 2, "1"), ("1.015", 2, "1.02"), ("1.25", 5, "1.25"),
            ("1234", -2, "1200"), ("1250", -2, "1200"), ("1350", -2, "1400"), ("50", -2, "0"),
            ("51", -2, "100"), ("1e-10000", 3, "0"), ("1e10000", 3, "1e10000"),
        ])
    func roundsHalvesToTheEvenDigit(text: String, count: Int, rounded: String) throws {
        let number = try #require(ExactDecimal(text))
        #expect(number.rounded(toFractionDigits: count).description == rounded)
    }

    @Test(
        arguments: [
            ("1.0", .integer(1)), ("-9223372036854775808", .integer(.min)), ("1e2", .integer(100)),
        ] as [(String, Value)])
    func aWholeNumberIsAnIntegerValue(text: String, value: Value) throws {
        let number = try #require(ExactDecimal(text))
        #expect(Value(number) == value)
        #expect(value.number == number)
    }

    @Test func otherNumbersAreDecimalValues() throws {
        for text in ["1.5", "9223372036854775808", "1e30"] {
            let number = try #require(ExactDecimal(text))
            #expect(Value(number) == .decimal(number))
            #expect(Value(number).number == number)
        }
        #expect(Value.text("1").number == nil)
    }
}

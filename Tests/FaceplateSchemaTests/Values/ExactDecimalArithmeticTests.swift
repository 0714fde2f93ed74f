import FaceplateTestSupport
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
        ] as [(String, String, String, Bool)])
    func detectsWholeSteps(value: String, step: String, base: String, isWhole: Bool) throws {
        let (value, step) = try (#require(ExactDecimal(value)), #require(ExactDecimal(step)))
        let base = try #require(ExactDecimal(base))
        #expect(value.isWholeSteps(of: step, from: base) == isWhole)
    }

    @Test func agreesWithIntegerArithmetic() throws {
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

    @Test(
        arguments: [
            ("0.1", "0.2", "0.3"), ("5", "-5", "0"), ("-5", "3", "-2"), ("3", "-5", "-2"),
            ("-1", "-2", "-3"), ("0", "0", "0"), ("0", "-7", "-7"), ("7", "0", "7"),
            ("9.99", "0.01", "10"), ("1e20", "1", "100000000000000000001"),
            ("9223372036854775807", "1", "9223372036854775808"), ("1e300", "1", nil),
            ("1e10000", "1e-10000", nil), ("1e10000", "-1e10000", "0"),
        ] as [(String, String, String?)])
    func addsExactly(left: String, right: String, sum: String?) throws {
        let (left, right) = (try #require(ExactDecimal(left)), try #require(ExactDecimal(right)))
        #expect(left.adding(right)?.description == sum)
        #expect(right.adding(left)?.description == sum)
    }

    @Test(
        arguments: [
            ("0.1", 3, "0.3"), ("0.25", 4, "1"), ("5", -2, "-10"), ("-5", -2, "10"), ("7", 0, "0"),
            ("0", 9, "0"), ("9", .max, "83010348331692982263"),
            ("1", .min, "-9223372036854775808"),
        ] as [(String, Int, String)])
    func multipliesByACount(number: String, count: Int, product: String) throws {
        #expect(
            try #require(ExactDecimal(number)).multiplied(by: count)?.description == product)
    }

    @Test func limitsTheDigitsOfAProduct() throws {
        let long = try #require(ExactDecimal(String(repeating: "7", count: 200)))
        #expect(long.multiplied(by: 1) == long)
        #expect(long.multiplied(by: 9) == nil)
    }
}

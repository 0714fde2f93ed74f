import Testing

@testable import FaceplateSchema

struct ExactDecimalTests {
    @Test(
        arguments: [
            ("0", "0"), ("-0", "0"), ("000", "0"), ("0.000", "0"), ("1", "1"), ("+1", "1"),
            ("-1", "-1"),
            ("007", "7"), ("1.50", "1.5"), (".5", "0.5"), ("5.", "5"), ("-.25", "-0.25"),
            ("12e-1", "1.2"), ("1e2", "100"), ("1E+2", "100"), ("1.2e1", "12"), ("0e9999", "0"),
            ("0.1", "0.1"),
            ("123456789012345678901234567890.5", "123456789012345678901234567890.5"),
            ("1e40", "1" + String(repeating: "0", count: 40)), ("1e41", "1e41"), ("12e41", "12e41"),
            ("1e-41", "0." + String(repeating: "0", count: 40) + "1"), ("1e-42", "1e-42"),
            ("1e10000", "1e10000"), ("-1e-10000", "-1e-10000"),
        ])
    func readsAndWritesTheCanonicalForm(text: String, canonical: String) throws {
        let number = try #require(ExactDecimal(text))
        #expect(number.description == canonical)
        #expect(ExactDecimal(canonical) == number)
    }

    @Test(
        arguments: [
            "", "-", "+", ".", "e5", "1e", "1e+", "1ee2", "--1", "1.2.3", "1,5", " 1", "1 ", "1e5x",
            "0x10", "٣", "NaN", "inf", "1e10001", "1e-10001", "1e99999999999999999999",
            "1e-9223372036854775808", "1e9223372036854775807",
            String(repeating: "9", count: 201),
        ])
    func rejectsOtherText(text: String) {
        #expect(ExactDecimal(text) == nil)
    }

    @Test func acceptsAtMostTwoHundredDigits() {
        #expect(ExactDecimal(String(repeating: "9", count: 200)) != nil)
        #expect(ExactDecimal("0." + String(repeating: "0", count: 300) + "1") != nil)
    }

    @Test func numbersAreOrdered() throws {
        let ascending = [
            "-1e10000", "-100", "-10.5", "-10.49", "-1", "-0.001", "-1e-10000", "0", "1e-10000",
            "0.009",
            "0.01", "0.1", "0.11", "1", "1.0000001", "2", "10", "11", "1e2", "101", "1e10000",
        ]
        let numbers = try ascending.map { try #require(ExactDecimal($0)) }
        for (left, first) in numbers.enumerated() {
            for (right, second) in numbers.enumerated() {
                #expect((first < second) == (left < right))
                #expect((first == second) == (left == right))
            }
        }
    }

    @Test(arguments: [0, 1, -1, 10, -1_000, Int64.max, Int64.min] as [Int64])
    func convertsIntegersBothWays(integer: Int64) {
        #expect(ExactDecimal(integer).integer == integer)
        #expect(ExactDecimal(integer).description == String(integer))
        #expect(ExactDecimal(String(integer)) == ExactDecimal(integer))
    }
}

import Testing

@testable import FaceplateSchema

struct SteppedRulesTests {
    private static let decimals = DecimalRules(
        minimum: ExactDecimal("-1"), maximum: ExactDecimal("1"), step: ExactDecimal("0.25"))

    @Test(
        arguments: [
            (IntegerRules(), 5, 1, 6), (IntegerRules(), 5, -3, 2), (IntegerRules(), nil, 1, 1),
            (IntegerRules(), .max, 1, .max), (IntegerRules(), .min, -1, .min),
            (IntegerRules(), .max, .min, -1), (IntegerRules(), .min, .max, -1),
            (IntegerRules(step: .max), 1, .max, .max), (IntegerRules(step: .max), 0, 1, .max),
            (IntegerRules(step: 2), .max - 1, 1, .max - 1),
            (IntegerRules(minimum: 0, maximum: 10, step: 4), 8, 1, 8),
            (IntegerRules(minimum: 0, maximum: 10, step: 4), 10, -1, 6),
            (IntegerRules(minimum: 0, maximum: 10), 12, -1, 10),
            (IntegerRules(minimum: 0, maximum: 10), 12, 1, 10),
            (IntegerRules(minimum: 0, maximum: 10), -5, 1, 0),
            (IntegerRules(minimum: 0, maximum: 10), -5, -1, 0),
            (IntegerRules(minimum: 3), nil, -1, 3), (IntegerRules(maximum: -3), nil, 1, -3),
        ] as [(IntegerRules, Int64?, Int, Int64)])
    func stepUpAndDownInIntegers(rules: IntegerRules, start: Int64?, count: Int, end: Int64) {
        #expect(rules.stepped(start.map(Value.integer), by: count) == .integer(end))
    }

    @Test(
        arguments: [
            (decimals, "0.5", 1, "0.75"), (decimals, "1", 1, "1"), (decimals, "-1", -1, "-1"),
            (decimals, "0.9", 1, "1"), (decimals, "5", -1, "1"), (decimals, "-5", 1, "-1"),
            (decimals, nil, -2, "-0.5"), (DecimalRules(), "0.1", 2, "2.1"),
            (
                DecimalRules(maximum: ExactDecimal("0.3"), step: ExactDecimal("0.2")), "0.2", 1,
                "0.2"
            ),
            (DecimalRules(), "1e300", 1, "1e300"), (DecimalRules(), "1e10000", .max, "1e10000"),
            (DecimalRules(), "0", .max, "9223372036854775807"),
        ] as [(DecimalRules, String?, Int, String)])
    func stepUpAndDownInDecimals(
        rules: DecimalRules, start: String?, count: Int, end: String
    ) throws {
        let value = start.flatMap(ExactDecimal.init).map { Value($0) }
        #expect(rules.stepped(value, by: count) == Value(try #require(ExactDecimal(end))))
    }

    @Test func startAtZeroWithoutANumber() {
        #expect(Self.decimals.stepped("x", by: 1) == .decimal(ExactDecimal("0.25") ?? .zero))
        #expect(IntegerRules().stepped("x", by: 1) == 1)
    }
}

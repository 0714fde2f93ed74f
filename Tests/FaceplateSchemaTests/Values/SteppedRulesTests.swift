import Testing

@testable import FaceplateSchema

struct SteppedRulesTests {
    private static let decimals = NumberRules(
        minimum: ExactDecimal("-1"), maximum: ExactDecimal("1"), step: ExactDecimal("0.25"))

    @Test(
        arguments: [
            (NumberRules.integer(), 5, 1, 6), (NumberRules.integer(), 5, -3, 2),
            (NumberRules.integer(), nil, 1, 1),
            (NumberRules.integer(), .max, 1, .max), (NumberRules.integer(), .min, -1, .min),
            (NumberRules.integer(), .max, .min, -1), (NumberRules.integer(), .min, .max, -1),
            (NumberRules.integer(step: .max), 1, .max, .max),
            (NumberRules.integer(step: .max), 0, 1, .max),
            (NumberRules.integer(step: 2), .max - 1, 1, .max - 1),
            (NumberRules.integer(minimum: 0, maximum: 10, step: 4), 8, 1, 8),
            (NumberRules.integer(minimum: 0, maximum: 10, step: 4), 10, -1, 6),
            (NumberRules.integer(minimum: 0, maximum: 10), 12, -1, 10),
            (NumberRules.integer(minimum: 0, maximum: 10), 12, 1, 10),
            (NumberRules.integer(minimum: 0, maximum: 10), -5, 1, 0),
            (NumberRules.integer(minimum: 0, maximum: 10), -5, -1, 0),
            (NumberRules.integer(minimum: 3), nil, -1, 3),
            (NumberRules.integer(maximum: -3), nil, 1, -3),
        ] as [(NumberRules, Int64?, Int, Int64)])
    func stepUpAndDownInIntegers(rules: NumberRules, start: Int64?, count: Int, end: Int64) {
        #expect(rules.stepped(start.map(Value.integer), by: count) == .integer(end))
    }

    @Test(
        arguments: [
            (decimals, "0.5", 1, "0.75"), (decimals, "1", 1, "1"), (decimals, "-1", -1, "-1"),
            (decimals, "0.9", 1, "1"), (decimals, "5", -1, "1"), (decimals, "-5", 1, "-1"),
            (decimals, nil, -2, "-0.5"), (NumberRules(), "0.1", 2, "2.1"),
            (
                NumberRules(maximum: ExactDecimal("0.3"), step: ExactDecimal("0.2")), "0.2", 1,
                "0.2"
            ),
            (NumberRules(), "1e300", 1, "1e300"), (NumberRules(), "1e10000", .max, "1e10000"),
            (NumberRules(), "0", .max, "9223372036854775807"),
        ] as [(NumberRules, String?, Int, String)])
    func stepUpAndDownInDecimals(
        rules: NumberRules, start: String?, count: Int, end: String
    ) throws {
        let value = start.flatMap(ExactDecimal.init).map { Value($0) }
        #expect(rules.stepped(value, by: count) == Value(try #require(ExactDecimal(end))))
    }

    @Test func startAtZeroWithoutANumber() {
        #expect(Self.decimals.stepped("x", by: 1) == .decimal(ExactDecimal("0.25") ?? .zero))
        #expect(NumberRules.integer().stepped("x", by: 1) == 1)
    }
}

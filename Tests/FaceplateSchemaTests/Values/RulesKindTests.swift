import Testing

@testable import FaceplateSchema

struct RulesKindTests {
    /// Rules, and rules of the same type that accept other values.
    private static let pairs: [(any ValueRules, any ValueRules)] = [
        (NumberRules.integer(minimum: 1), NumberRules.integer(minimum: 2)),
        (NumberRules(), NumberRules(maximumFractionDigits: 2)),
        (TextRules(), TextRules(trims: false)), (SecretRules(), SecretRules(minimumLength: 8)),
        (ColorRules(), ColorRules(allowsAlpha: true)),
        (FileRules(maximumSize: 1), FileRules(maximumSize: 1, types: [".pem"])),
        (TimeRules(), TimeRules(allowsSeconds: true)),
        (DateTimeRules(), DateTimeRules(zone: Zone("Europe/Berlin"))),
        (SizeRules(), SizeRules(storesText: true)), (SizeRules(), SizeRules(units: [.byte])),
        (DurationRules(), DurationRules(unit: .h)), (OptionRules([1]), OptionRules([2])),
        (ChoicesRules(options: [1]), ChoicesRules(options: [1], minimumCount: 1)),
        (
            PickerRules(options: [1], own: TextRules()),
            PickerRules(options: [1], own: NumberRules.integer())
        ),
        (ListRules(element: TextRules()), ListRules(element: NumberRules.integer())),
        (ListRules(element: TextRules()), ListRules(element: TextRules(), isUnique: true)),
        (
            TableRules(columns: [.init(key: "a", rules: TextRules())]),
            TableRules(columns: [.init(key: "a", rules: BooleanRules())])
        ),
        (
            TableRules(columns: [.init(key: "a", rules: TextRules())]),
            TableRules(columns: [.init(key: "a", rules: TextRules(), defaultValue: "x")])
        ),
        (AnyRules(), AnyRules(schema: JSONSchemaCheck(["minimum": 1]))),
        (BooleanRules(), AnyRules()), (DateRules(), TimeRules()),
    ]

    @Test(arguments: pairs.indices)
    func differsIfOtherValuesAreAccepted(place: Int) {
        let (one, other) = Self.pairs[place]
        #expect(one.kind == one.kind && other.kind == other.kind)
        #expect(one.kind != other.kind)
    }

    /// The accepted values of a row are described from its constraints, so each must name a broken one.
    @Test func constraintsAreTheProblemsOfValuesThatBreakThem() {
        let text = TextRules(minimumLength: 2, maximumLength: 3)
        #expect(text.constraints.map(\.code) == [.tooLong])
        #expect(text.constraints[0].parameters == ["minimum": "2", "maximum": "3"])
        #expect(SecretRules(minimumLength: 2).constraints.map(\.code) == [.tooShort])
        let integer = NumberRules.integer(minimum: 1, step: 2)
        #expect(integer.constraints.map(\.code) == [.notInteger, .tooSmall, .notAStep])
        let list = ListRules(element: integer, minimumCount: 1, maximumCount: 2)
        #expect(list.constraints.map(\.code) == [.tooFew, .tooMany])
        #expect(PickerRules(options: [1], own: integer).constraints == integer.constraints)
        #expect(FileRules(maximumSize: 9).constraints.map(\.code) == [.tooLargeFile])
        #expect(BooleanRules().constraints.isEmpty && AnyRules().constraints.isEmpty)
    }
}

import Testing

@testable import FaceplateSchema

struct ChoicesRulesTests {
    private let rules = ChoicesRules(
        options: ["mon", "tue", .integer(3), .boolean(true), "a, b", "\u{E9}"])

    @Test(
        arguments: [
            ("", []), (" \n ", []), ("mon", ["mon"]), ("tue,mon", ["mon", "tue"]),
            (" tue , mon ,", ["mon", "tue"]), ("3\r\nmon\r\n\r\n", ["mon", 3]),
            ("mon,mon\nmon", ["mon"]), ("a, b", ["a, b"]), ("true,3", [3, true]),
            ("YES", [true]), ("tue\na, b", ["tue", "a, b"]),
            (#"["tue", 3.0, "mon", "mon"]"#, ["mon", "tue", 3]), ("[]", []),
            ("\u{E9}", ["\u{E9}"]),
        ] as [(String, [Value])])
    func readsTextAndArrays(text: String, values: [Value]) throws {
        let value = try rules.value(fromText: text, locale: nil)
        #expect(value == .list(values))
        #expect(rules.problem(with: value) == nil)
        #expect(
            try rules.value(fromText: rules.fieldText(of: value, locale: nil), locale: nil) == value
        )
    }

    @Test(arguments: [
        ("wed", "wed"), ("mon,wed,tue", "wed"), ("a,b", "a"), ("[mon]", "[mon]"),
        ("mon;tue", "mon;tue"), ("e\u{301}", "e\u{301}"),
    ])
    func rejectsTextThatIsNotAnOption(text: String, other: String) {
        #expect(
            throws: ValueProblem(
                .notAnOption, ["value": other, "options": "mon, tue, 3, true, a, b, \u{E9}"])
        ) { try rules.value(fromText: text, locale: nil) }
    }

    @Test func readsTheFieldsOfCheckBoxes() throws {
        #expect(
            try rules.value(fromElements: ["", "a, b", "mon", "a, b"], locale: nil)
                == .list(["mon", "a, b"]))
        #expect(throws: ValueProblem.self) {
            try rules.value(fromElements: ["mon,tue"], locale: nil)
        }
    }

    @Test func keepsStoredValuesThatAreNoLongerOptions() throws {
        let json = try JSONReader.read(#"["gone", "tue", "old", "gone", "mon"]"#)
        let value = try rules.value(fromJSON: json)
        #expect(value == .list(["mon", "tue", "gone", "old"]))
        let problem = rules.problem(with: value)
        #expect(problem?.code == .notAnOption)
        #expect(problem?.parameters["value"] == "gone")
    }

    @Test(arguments: [
        ("null", ValueProblem.Code.notAList), ("\"mon\"", .notAList), ("{}", .notAList),
        ("[null]", .notAnOption), ("[[\"mon\"]]", .notAnOption), ("[{}]", .notAnOption),
    ])
    func rejectsOtherJSON(text: String, code: ValueProblem.Code) throws {
        let json = try JSONReader.read(text)
        let error = #expect(throws: ValueProblem.self) { try rules.value(fromJSON: json) }
        #expect(error?.code == code)
        #expect(rules.problem(with: "mon") == ValueProblem(.notAList, ["value": "mon"]))
    }

    @Test(
        arguments: [
            (0, ValueProblem(.tooFew, ["count": "0", "minimum": "1"])), (1, nil), (2, nil),
            (3, ValueProblem(.tooMany, ["count": "3", "maximum": "2"])),
        ] as [(Int, ValueProblem?)])
    func countsTheChoices(count: Int, problem: ValueProblem?) {
        let rules = ChoicesRules(options: ["a", "b", "c"], minimumCount: 1, maximumCount: 2)
        #expect(rules.problem(with: .list(Array(rules.options.prefix(count)))) == problem)
    }

    @Test func keepsEarlierChoices() throws {
        let rules = ChoicesRules(options: ["a", "b"], maximumCount: 2)
        let now: [Value] = ["a", "gone", 7]
        #expect(
            try rules.value(fromElements: ["7", "gone", "b"], keeping: now, locale: nil)
                == .list(["b", 7, "gone"]))
        #expect(throws: ValueProblem.self) {
            try rules.value(fromElements: ["gone"], keeping: ["a"], locale: nil)
        }
        #expect(rules.problem(with: .list(["b", "gone"]), insteadOf: .list(now)) == nil)
        #expect(
            rules.problem(with: .list(["b", "gone"]), insteadOf: .list(["a"]))?.code
                == .notAnOption)
        #expect(rules.problem(with: .list(["b", "gone"]), insteadOf: nil)?.code == .notAnOption)
        #expect(
            rules.problem(with: .list(["a", "b", "gone"]), insteadOf: .list(now))?.code == .tooMany)
    }
}

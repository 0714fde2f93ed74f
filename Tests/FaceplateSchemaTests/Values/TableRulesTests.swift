import Testing

@testable import FaceplateSchema

struct TableRulesTests {
    private let rules = TableRules(
        columns: [
            .init(key: "host", rules: TextRules(isRequired: true, maximumLength: 5)),
            .init(key: "port", rules: NumberDouble(), defaultValue: 80),
            .init(key: "on", rules: BooleanRules(), defaultValue: true),
        ], minimumCount: nil, maximumCount: 2, uniqueColumn: "host")

    private static func row(_ host: Value, _ port: Value = 80, _ on: Value = true) -> Value {
        .record(["host": host, "port": port, "on": on])
    }

    @Test(
        arguments: [
            ("", []), (" \n", []), ("[]", []),
            (#"[{"host": "a"}]"#, [row("a")]),
            (#"[{"port": 1.0, "host": " b ", "on": "NO"}]"#, [row("b", 1, false)]),
            (#"[{"host": "a", "port": null}, {"host": "b"}]"#, [row("a"), row("b")]),
        ] as [(String, [Value])])
    func rowsHaveEveryColumn(text: String, rows: [Value]) throws {
        let value = try rules.value(fromText: text, locale: nil)
        #expect(value == .list(rows))
        #expect(rules.problem(with: value) == nil)
        #expect(
            try rules.value(fromText: rules.fieldText(of: value, locale: nil), locale: nil) == value
        )
    }

    /// A table of which rows are missing would not be what was stored.
    @Test(
        arguments: [
            ([["host": 1, "gone": 2], "b"], [row("1"), row("b")]),
            ([["host": 1, "on": nil]], [row("1")]),
            ([["host": "a"], ["host": "b", "on": "x"]], nil), ([["host": "a"], ["gone": 1]], nil),
        ] as [(JSONValue, [Value]?)])
    func convertsAStoredTableOnlyAsAWhole(json: JSONValue, rows: [Value]?) {
        #expect(rules.converted(from: json) == rows.map(Value.list))
    }

    @Test(arguments: [
        ("a", ValueProblem(.notAList, ["value": "a"])),
        ("{}", ValueProblem(.notAList, ["value": "{}"])),
        (#"[{"host": "a"}, 5]"#, ValueProblem(.notARow, ["value": "5", "row": "2"])),
        (#"[{}]"#, ValueProblem(.required, ["row": "1", "column": "host"])),
        (#"[{"host": null}]"#, ValueProblem(.required, ["row": "1", "column": "host"])),
        (
            #"[{"host": "a"}, {"host": "b", "port": "x"}]"#,
            ValueProblem(.notText, ["row": "2", "column": "port"])
        ),
        (
            #"[{"host": "a", "prt": 1}]"#,
            ValueProblem(
                .unknownPart,
                ["part": "prt", "parts": "host, port, on", "row": "1", "column": "prt"])
        ),
    ])
    func rejectsOtherForms(text: String, problem: ValueProblem) {
        #expect(throws: problem) { try rules.value(fromText: text, locale: nil) }
    }

    @Test(
        arguments: [
            (.list([row("a"), row("b")]), nil),
            (.list([row("")]), ValueProblem(.required, ["row": "1", "column": "host"])),
            (
                .list([row("a"), row("b", 100)]),
                ValueProblem(.tooLong, ["maximum": "99", "row": "2", "column": "port"])
            ),
            (
                .list([row("a"), row("a")]),
                ValueProblem(.duplicate, ["value": "a", "row": "2", "column": "host"])
            ),
            (
                .list([row("a"), row("b"), row("c")]),
                ValueProblem(.tooMany, ["count": "3", "maximum": "2"])
            ),
            (
                .list([.record(["host": "a", "on": true])]),
                ValueProblem(.required, ["row": "1", "column": "port"])
            ),
            (
                .list([.record(["host": "a", "port": 1, "on": true, "z": 1])]),
                ValueProblem(
                    .unknownPart,
                    ["part": "z", "parts": "host, port, on", "row": "1", "column": "z"])
            ),
            (.list(["a"]), ValueProblem(.notARow, ["value": "a", "row": "1"])),
            ("a", ValueProblem(.notAList, ["value": "a"])),
        ] as [(Value, ValueProblem?)])
    func checksRowsAgainstTheColumns(value: Value, problem: ValueProblem?) {
        #expect(rules.problem(with: value) == problem)
    }

    @Test func theJSONSchemaRequiresCellsWithoutADefault() {
        #expect(rules.jsonSchema["items"]?.object?["required"] == ["host"])
    }

    @Test func rejectsTooFewRows() {
        let rules = TableRules(columns: [], minimumCount: 1)
        #expect(
            rules.problem(with: .list([]))
                == ValueProblem(.tooFew, ["count": "0", "minimum": "1"]))
    }

    @Test func readsRowsInTheFormatOfTheLocale() throws {
        let value = try rules.value(
            fromRows: [["host": "a", "port": "7,0"], ["host": "b", "on": "off"]],
            locale: LocaleTag("fr"))
        #expect(value == .list([Self.row("a", 7), Self.row("b", 80, false)]))
    }

    @Test(arguments: [
        (["host": "a", "port": ""], ValueProblem(.required, ["row": "2", "column": "port"])),
        (
            ["host": "a", "port": "7,0"],
            ValueProblem(.notText, ["value": "7,0", "row": "2", "column": "port"])
        ),
        (["port": "7"], ValueProblem(.required, ["row": "2", "column": "host"])),
        (
            ["host": "a", "x": ""],
            ValueProblem(
                .unknownPart,
                ["part": "x", "parts": "host, port, on", "row": "2", "column": "x"])
        ),
    ])
    func reportsTheCellOfAProblem(cells: [String: String], problem: ValueProblem) {
        #expect(throws: problem) {
            try rules.value(fromRows: [["host": "z"], cells], locale: nil)
        }
    }
}

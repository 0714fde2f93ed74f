import Testing

@testable import FaceplateSchema

struct DraftListTests {
    private static let list = ListRules(element: TextRules())
    private static let table = TableRules(
        columns: [
            .init(key: "host", rules: TextRules()),
            .init(key: "port", rules: NumberDouble(), defaultValue: 80),
            .init(key: "on", rules: BooleanRules(), defaultValue: true),
        ])

    private static func draft(_ fields: [(String, String)]) throws -> DraftList {
        try DraftList(
            fields.map { name, text in
                (try #require(BracketName(reading: "k\(name)")).parts, text)
            })
    }

    @Test(
        arguments: [
            ([], ["a", "b"]), ([("[1]", "x")], ["a", "x"]), ([("[0]", "")], ["b"]),
            ([("[0]", " "), ("[1]", "\t")], []), ([("[2]", "c")], ["a", "b", "c"]),
            ([("[900000]", "z"), ("[7]", "y")], ["a", "b", "y", "z"]),
            ([("[10]", "z"), ("[9]", "y")], ["a", "b", "y", "z"]),
            ([("[2]", ""), ("[3]", "d")], ["a", "b", "d"]),
            ([("[0]", "NO"), ("[0]", "YES")], ["YES", "b"]),
        ] as [([(String, String)], [String])])
    func mergesElementsIntoTheList(fields: [(String, String)], elements: [String]) throws {
        let draft = try Self.draft(fields)
        #expect(try draft.elements(over: ["a", "b"], rules: Self.list, locale: nil) == elements)
    }

    @Test func keepsBlankElements() throws {
        let draft = try Self.draft([("[0]", ""), ("[1]", "")])
        #expect(
            try draft.elements(over: ["", "b", ""], rules: Self.list, locale: nil) == ["", ""])
    }

    @Test func writesStoredElementsInTheLocale() throws {
        let rules = ListRules(element: NumberDouble())
        let draft = try Self.draft([("[1]", "7,0")])
        let french = LocaleTag("fr")
        let elements = try draft.elements(over: [5, 6], rules: rules, locale: french)
        #expect(elements == ["5,0", "7,0"])
        #expect(try rules.value(fromElements: elements, locale: french) == .list([5, 7]))
    }

    private static let rows: [Value] = [
        .record(["host": "a", "port": 1, "on": false]), .record(["host": "b"]),
    ]
    private static let first = ["host": "a", "port": "1", "on": "false"]

    @Test(
        arguments: [
            ([], [first, ["host": "b"]]),
            ([("[0][port]", "2")], [first.merging(["port": "2"]) { $1 }, ["host": "b"]]),
            ([("[1][host]", "")], [first]),
            ([("[1][host]", ""), ("[1][port]", "9")], [first, ["host": "", "port": "9"]]),
            (
                [("[5][host]", "c"), ("[3][port]", "4")],
                [first, ["host": "b"], ["port": "4"], ["host": "c"]]
            ),
            // The empty row of the form, whose switch and number have their default values.
            (
                [("[2][host]", ""), ("[2][port]", "80"), ("[2][on]", "YES")],
                [first, ["host": "b"]]
            ),
            (
                [("[2][host]", ""), ("[2][on]", "NO")],
                [first, ["host": "b"], ["host": "", "on": "NO"]]
            ),
            ([("[2][host]", " ")], [first, ["host": "b"]]),
        ] as [([(String, String)], [[String: String]])])
    func mergesCellsIntoTheRows(fields: [(String, String)], rows: [[String: String]]) throws {
        let draft = try Self.draft(fields)
        #expect(try draft.rows(over: Self.rows, rules: Self.table, locale: nil) == rows)
    }

    @Test func aNewRowHasDefaultsInTheFormatOfTheLocale() throws {
        let french = LocaleTag("fr")
        let fields = [("[0][host]", ""), ("[0][port]", "80,0")]
        #expect(try Self.draft(fields).rows(over: [], rules: Self.table, locale: french) == [])
    }

    @Test func keepsBlankRows() throws {
        let draft = try Self.draft([("[0][host]", "")])
        let rows = try draft.rows(
            over: [.record(["host": ""]), "no row"], rules: Self.table, locale: nil)
        #expect(rows == [["host": ""], [:]])
    }

    @Test(arguments: ["", "[a]", "[a][0]", "[0][1]", "[0][a][b]", "[0][a][1]"])
    func rejectsOtherParts(part: String) throws {
        let parts = try #require(BracketName(reading: "k\(part)")).parts
        #expect(throws: ValueProblem(.unknownPart, ["part": part])) {
            try DraftList([(parts, "x")])
        }
    }

    @Test func rejectsColumnsOfElementsAndUnknownColumnsOfRows() throws {
        let cells = try Self.draft([("[1]", "a"), ("[0][host]", "x"), ("[0][a]", "x")])
        #expect(throws: ValueProblem(.unknownPart, ["part": "[0][a]"])) {
            try cells.elements(over: [], rules: Self.list, locale: nil)
        }
        #expect(throws: ValueProblem(.unknownPart, ["part": "[0][a]"])) {
            try cells.rows(over: [], rules: Self.table, locale: nil)
        }
        let element = try Self.draft([("[1]", "a")])
        #expect(throws: ValueProblem(.unknownPart, ["part": "[1]"])) {
            try element.rows(over: [], rules: Self.table, locale: nil)
        }
    }
}

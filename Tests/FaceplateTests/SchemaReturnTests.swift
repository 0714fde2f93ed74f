import Testing

@testable import Faceplate

/// Values while a schema changes and returns: used as they are, converted, or parked, and then back exactly.
struct SchemaReturnTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let old: String
        let new: String
        /// The value in the old schema, as JSON.
        let value: String
        /// The value in the new schema; `nil` if it is parked.
        let then: String?

        init(_ old: String, _ new: String, _ value: String, _ then: String?) {
            (self.old, self.new, self.value, self.then) = (old, new, value, then)
        }

        var testDescription: String { "\(value): \(old) -> \(new)" }
    }

    private static func table(_ columns: String...) -> String {
        let objects = columns.map { column in
            let parts = column.split(separator: " ", maxSplits: 2).map(String.init)
            let more = parts.count > 2 ? ", " + parts[2] : ""
            return "{\"itemKey\": \"\(parts[0])\", \"itemControlType\": \"\(parts[1])\"\(more)}"
        }
        return "edit_table \"itemColumns\": [\(objects.joined(separator: ", "))]"
    }

    private static let choice = #"choice "itemOptions": ["#
    private static let choices = #"choices "itemOptions": ["#
    private static let list = #"edit_list "itemElement": {"itemControlType": "edit_integer"}"#
    private static let notes = table("host edit_text", "note edit_text")
    private static let pem = #"{"name":"a.pem","type":"text/plain","data":"YQ=="}"#

    private static let single: [Case] = [
        Case(
            "switch", choice + #""quiet", "full"], "itemValueMap": {"NO": "quiet", "YES": "full"}"#,
            "true", #""full""#),
        Case("switch", choice + #""quiet", "full"]"#, "true", nil),
        Case("switch", "edit_text", "true", #""true""#),
        Case("switch", "edit_integer", "true", nil),
        Case("edit_text", "edit_integer", #""0123""#, "123"),
        Case("edit_text", "edit_integer", #""123""#, "123"),
        Case("edit_text", "edit_integer", #""hello""#, nil),
        Case("edit_text", "edit_decimal", #""1.10""#, "1.1"),
        Case("edit_text", "switch", #""yes""#, "true"),
        Case("edit_text", #"edit_text "itemMaximumLength": 2"#, #""long""#, nil),
        Case("edit_text", #"edit_text "itemPattern": "[0-9]+""#, #""long""#, nil),
        Case("edit_text", "edit_url", #""not a link""#, nil),
        Case("edit_text", "edit_duration", #""5m""#, "300"),
        Case("edit_text", "edit_date", #""2026-11-20""#, #""2026-11-20""#),
        Case("edit_multiline", "edit_text", #""a\nb""#, nil),
        Case("edit_multiline", "edit_list", #""a\nb""#, #"["a","b"]"#),
        Case("edit_multiline", "edit_list", #""a\n\nb""#, #"["a","b"]"#),
        Case("edit_multiline", #"edit_multiline "itemMaximumLines": 1"#, #""a\nb""#, nil),
        Case("edit_integer", #"edit_integer "itemMinimum": 1, "itemMaximum": 9"#, "50", nil),
        Case("edit_integer", #"edit_integer "itemStep": 7"#, "50", nil),
        Case("edit_integer", "edit_decimal", "50", "50"),
        Case("edit_integer", "edit_text", "50", #""50""#),
        Case("edit_integer", "switch", "1", "true"),
        Case("edit_integer", "stepper", "50", "50"),
        Case("edit_decimal", "edit_integer", "3.5", nil),
        Case("edit_decimal", #"edit_decimal "itemFractionDigits": 1"#, "1.25", nil),
        Case(
            #"slider "itemMinimum": 0, "itemMaximum": 100"#,
            #"slider "itemMinimum": 0, "itemMaximum": 10"#, "50", nil),
        Case("edit_date", #"edit_date "itemMinimum": "2026-12-01""#, #""2026-11-20""#, nil),
        Case("edit_datetime", "edit_date", #""2026-11-20T07:30""#, #""2026-11-20""#),
        Case("edit_datetime", "edit_time", #""2026-11-20T07:30""#, nil),
        Case(#"edit_time "itemSeconds": true"#, "edit_time", #""07:30:15""#, nil),
        Case("edit_duration", #"edit_duration "itemMaximum": "1m""#, "90", nil),
        Case("edit_duration", "edit_integer", "90", "90"),
        Case("edit_integer", "edit_size", "1024", "1024"),
        Case("edit_text", "edit_size", #""1 KiB""#, "1024"),
        Case("edit_size", #"edit_size "itemStorage": "text""#, "1024", #""1024B""#),
        Case(#"edit_size "itemStorage": "text""#, "edit_size", #""1KiB""#, "1024"),
        Case("edit_duration", "edit_text", "90", #""90""#),
        Case(#"edit_color "itemAlpha": true"#, "edit_color", ##""#11223344""##, nil),
        Case("edit_file", #"edit_file "itemFileTypes": ".png""#, pem, nil),
        Case("edit_file", "custom", pem, pem),
        Case("custom", "edit_text", #"{"a":1}"#, nil),
        Case("custom", "edit_text", "7", #""7""#),
    ]

    private static let several: [Case] = [
        Case(choice + #""a", "b"]"#, choice + #""a", "z"]"#, #""b""#, nil),
        Case(
            choice + #""a", "b"]"#, choice + #""a"], "itemValueMap": {"b": "a"}"#, #""b""#, #""a""#),
        Case(choice + #"1, 2]"#, choice + #""1", "2"]"#, "2", #""2""#),
        Case(
            #"segment "itemOptions": ["a", "b"]"#, #"segment "itemOptions": ["a", "z"]"#, #""b""#,
            nil),
        Case(
            #"picker "itemOptions": ["a"]"#, choice + #""a"]"#, #""own""#, nil),
        Case(choices + "1, 2]", choices + "1, 3]", "[1,2]", nil),
        Case(choices + "1, 2]", choices + #"1, 2], "itemMaximumCount": 1"#, "[1,2]", nil),
        Case(choices + "1, 2]", choice + "1, 2]", "[1,2]", nil),
        Case(choices + "1, 2]", choice + "1, 2]", "[2]", "2"),
        Case(choice + #""a"]"#, choices + #""a", "b"]"#, #""a""#, #"["a"]"#),
        Case("edit_list", list, #"["01","2"]"#, "[1,2]"),
        Case("edit_list", list, #"["1","x"]"#, nil),
        Case("edit_list", #"edit_list "itemUnique": true"#, #"["a","a"]"#, nil),
        Case("edit_list", #"edit_list "itemMaximumCount": 1"#, #"["a","b"]"#, nil),
        Case("edit_list", "edit_text", #"["a","b"]"#, nil),
        Case("edit_list", "switch", #"["a","b"]"#, nil),
        Case(
            "edit_list", notes, #"["a"]"#, #"[{"host":"a","note":""}]"#),
        Case(
            notes, table("host edit_text", "remark edit_text"), #"[{"host":"h","note":"by Ada"}]"#,
            #"[{"host":"h","remark":""}]"#),
        Case(
            notes, table("host edit_text", #"remark edit_text "itemRenamedFrom": "note""#),
            #"[{"host":"h","note":"by Ada"}]"#, #"[{"host":"h","remark":"by Ada"}]"#),
        Case(
            notes, table("host edit_text"), #"[{"host":"h","note":"by Ada"}]"#, #"[{"host":"h"}]"#),
        Case(notes, table("host edit_text"), "[]", "[]"),
        Case(
            notes, table("host edit_text", "note edit_integer"), #"[{"host":"h","note":"007"}]"#,
            #"[{"host":"h","note":7}]"#),
        Case(
            table("host edit_text", "port edit_integer"), table("host edit_text", "port switch"),
            #"[{"host":"h","port":5}]"#, nil),
        Case(
            table("host edit_text", "at edit_datetime"), table("host edit_text", "at edit_date"),
            #"[{"host":"h","at":"2026-11-20T07:30"}]"#, #"[{"host":"h","at":"2026-11-20"}]"#),
        Case(
            table(#"c choice "itemOptions": ["a", "b"]"#), table(#"c choice "itemOptions": ["a"]"#),
            #"[{"c":"b"}]"#, nil),
        Case(
            notes, notes + #", "itemUniqueColumn": "host""#,
            #"[{"host":"h","note":""},{"host":"h","note":""}]"#, nil),
        Case(notes, #"edit_list"#, #"[{"host":"h","note":"n"}]"#, nil),
    ]

    @Test(arguments: single + several)
    func restoresValuesWhenTheSchemaReturns(change: Case) throws {
        let bench = try Bench()
        let old = { Make.panel("a \(change.old)", "o switch", version: $0) }
        let given = try JSONReader.read(change.value)
        var settings = try bench.open(old(1))
        try settings.assign(("a", .json(given)))
        let before = try #require(settings.value("a"))
        settings.close()
        // The second time, nothing of the first one is left.
        for version in [2, 4] {
            let new = Make.panel("a \(change.new)", "o switch", version: version)
            let plan = try Settings.plan(Make.schema(new), at: bench.path)
            let named = plan.steps.filter { $0.name.hasPrefix("value_") && $0.key == "a" }
            settings = try bench.open(new)
            let isSet = settings.snapshot.isSet("a")
            let then = try change.then.flatMap { try Value(json: JSONReader.read($0)) }
            #expect((isSet ? settings.value("a") : nil) == then)
            #expect(named.isEmpty == (settings.value("a") == before), "\(plan)")
            let isParked = try !settings.parked().isEmpty
            #expect(isParked == plan.steps.contains { $0.name == "value_parked" })
            #expect(settings.problems.contains { $0.contains("are parked: 'a'.") } == isParked)
            #expect(change.then != nil || isParked)
            settings.close()
            settings = try bench.open(old(version + 1))
            #expect(settings.value("a") == before && settings.snapshot.isSet("a"))
            #expect(try settings.parked().isEmpty && settings.problems.isEmpty)
            settings.close()
        }
    }

    @Test func aRenamedItemReturnsToItsFormerKeyWithItsValue() throws {
        let bench = try Bench()
        try bench.fill(Make.panel("a edit_text", "s edit_password"), [("a", "x"), ("s", "hush")])
        let renamed = Make.panel(
            #"b edit_text "itemRenamedFrom": "a""#, #"t edit_password "itemRenamedFrom": "s""#,
            version: 2)
        try bench.fill(renamed, [("b", "y")])
        let settings = try bench.open(Make.panel("a edit_text", "s edit_password", version: 3))
        defer { settings.close() }
        #expect(settings.text("a") == "y")
        #expect(try settings.secret("s") == "hush" && settings.parked().isEmpty)
    }

    /// A change of the converted value stays, and the original stays parked.
    @Test func keepsAChangeOfTheConvertedValue() throws {
        let bench = try Bench()
        let table = Self.notes
        try bench.fill(Make.panel("a \(table)"), [("a", #"[{"host":"h","note":"n"}]"#)])
        try bench.fill(
            Make.panel("a \(Self.table("host edit_text"))", version: 2), [("a", #"[{"host":"i"}]"#)]
        )
        let settings = try bench.open(Make.panel("a \(table)", version: 3))
        defer { settings.close() }
        #expect(settings.value("a").map { "\($0)" } == #"[{"host":"i","note":""}]"#)
        #expect(try settings.parked().map(\.value) == [[["host": "h", "note": "n"]]])
    }

    /// The program gives the options while it runs, so a missing one can be there again in a moment.
    @Test func keepsAnOptionThatIsNoLongerProvided() throws {
        let bench = try Bench()
        let provided = #"a choice "itemOptions": ["x", "y"], "itemOptionsProvided": true"#
        try bench.fill(Make.panel(provided), [("a", "y")])
        let none = #"a choice "itemOptions": [], "itemOptionsProvided": true"#
        for panel in [Make.panel(none, version: 2), Make.panel(provided, version: 3)] {
            let settings = try bench.open(panel)
            defer { settings.close() }
            #expect(settings.text("a") == "y")
            #expect(try settings.parked().isEmpty)
            try settings.content.setOptions([ProvidedOption("z")], of: "a")
            #expect(settings.text("a") == "y")
        }
    }

    /// A page that was opened before a column was renamed, a script and a file still use its former key.
    @Test func findsAColumnByItsFormerKey() throws {
        let bench = try Bench()
        let now = Self.table(
            "host edit_text", #"remark edit_text "itemRenamedFrom": ["n", "note"]"#)
        let settings = try bench.open(Make.panel("a \(now)"))
        defer { settings.close() }
        try settings.assign(("a", .json([["host": "h", "note": "n"]])))
        #expect(settings.value("a")?.json == [["host": "h", "remark": "n"]])
        var fields = FormFields()
        fields.parts = [
            .init([.index(0), .name("note")], "m"), .init([.index(1), .name("host")], "i"),
            .init([.index(1), .name("n")], "o"),
        ]
        try settings.assign(("a", .form(fields)))
        #expect(
            settings.value("a")?.json == [
                ["host": "h", "remark": "m"], ["host": "i", "remark": "o"],
            ])
        let both: JSONValue = [["host": "h", "note": "n", "remark": "r"]]
        #expect(
            settings.refusals(("a", .json(both))).map(\.problem.code) == [.unknownPart])
    }

    @Test(
        arguments: [
            (#"c edit_text "itemRenamedFrom": "host""#, "'host' is still the key of a column."),
            (#"c edit_text "itemRenamedFrom": "/""#, "'/' cannot have been a key."),
            (
                #"c edit_text "itemRenamedFrom": ["x", "x"]"#,
                "'x' is already the former key of 'c'."
            ),
        ])
    func aFormerKeyOfAColumnIsChecked(column: String, problem: String) {
        let error = #expect(throws: SchemaError.self) {
            try Make.schema(Make.panel("a \(Self.table("host edit_text", column))"))
        }
        #expect(error?.problems.map(\.message) == [problem])
    }

    /// A temporary value keeps its time, and the value from before is not lost.
    @Test func keepsTheValueBeforeATemporaryOne() throws {
        let bench = try Bench()
        var settings = try bench.open(Make.panel("a edit_integer"))
        try settings.assign(("a", .text("50")))
        try settings.applyAndWait(
            Batch([Assignment("a", .text("5"))], origin: .program, lifetime: .seconds(3_600)))
        settings.close()
        settings = try bench.open(
            Make.panel(#"a edit_integer "itemMaximum": 9"#, version: 2))
        defer { settings.close() }
        #expect(settings.integer("a") == 5)
        #expect(try settings.parked().map(\.value) == [50])
    }
}

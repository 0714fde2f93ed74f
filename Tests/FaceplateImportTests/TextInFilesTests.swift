import Faceplate
import FaceplateSchema
import FaceplateTestSupport
import Testing

@testable import FaceplateImport

/// Text that looks like another type, in each format and each place; and parts of files that no setting has.
@Suite(.timeLimit(.hung))
struct TextInFilesTests {
    /// Text that a format could take for a number, a word of its own, a comment or a mark.
    static let hard = [
        "007", "1.10", "0x1F", "no", "yes", "null", "~", "true", "2026-01-01", "07:30", "a: b",
        "# x", "a # b", ";x", "a ; b", "\"", "'", "it's", "1e3", "1_000", "+1", ".5", "[x]", "[1",
        "{y", "- d", "a=b", "$HOME", "`x`", "*", "&a", "!t", "%d", "@x", "\\", "\\n", "c:\\x", "é😀",
        "<&>", "]]>", " lead", "trail ", "\u{2028}x", "two words", "-",
    ]

    static let json = """
        {"groups": [{"groupKey": "g", "items": [
          {"itemKey": "text", "itemControlType": "edit_text", "itemTrim": false},
          {"itemKey": "lines", "itemControlType": "edit_multiline", "itemTrim": false},
          {"itemKey": "list", "itemControlType": "edit_list",
           "itemElement": {"itemControlType": "edit_text", "itemTrim": false}},
          {"itemKey": "ports", "itemControlType": "edit_list",
           "itemElement": {"itemControlType": "edit_integer"}},
          {"itemKey": "table", "itemControlType": "edit_table", "itemColumns": [
            {"itemKey": "host", "itemControlType": "edit_text", "itemTrim": false},
            {"itemKey": "zip", "itemControlType": "edit_text", "itemTrim": false},
            {"itemKey": "on", "itemControlType": "switch"}]},
          {"itemKey": "single", "itemControlType": "choice", "itemOptions": OPTIONS},
          {"itemKey": "picks", "itemControlType": "choices", "itemOptions": OPTIONS},
          {"itemKey": "logo", "itemControlType": "edit_file"},
          {"itemKey": "own", "itemControlType": "custom"}]},
         {"groupKey": "net", "items": [
          {"itemKey": "port", "itemControlType": "edit_integer"},
          {"itemKey": "net.host", "itemControlType": "edit_text"},
          {"itemKey": "tls.port", "itemControlType": "edit_integer"}]}]}
        """

    private static let known = Result { try read() }

    static func schema() throws -> Schema { try known.get() }

    private static func read() throws -> Schema {
        let options = JSONWriter().text(.array(hard.map(JSONValue.text)))
        return try SchemaReader.read(
            Array(json.replacing("OPTIONS", with: options).utf8), name: "panel")
    }

    private static func plan(_ text: String, _ format: ValuesFormat) throws -> ImportPlan {
        try ImportedValues(Array(text.utf8), file: "values", format: format).plan(for: schema())
    }

    /// Returns the value of each place that holds text.
    private static func places(of text: String) -> [(key: String, value: JSONValue)] {
        let json = JSONValue.text(text)
        return [
            ("text", json), ("lines", .text("\(text)\n\(text)")), ("list", [json, json]),
            ("table", [["host": json, "zip": json]]), ("single", json), ("picks", [json]),
            ("own", json), ("own", ["a": [json, nil], "b": nil]),
        ]
    }

    @Test(arguments: ValuesFormat.allCases)
    func textIsTheSameAfterAnExportAndAnImport(format: ValuesFormat) async throws {
        let schema = try Self.schema()
        for text in Self.hard + ["", "a\r\nb"] {
            for (key, value) in Self.places(of: text) {
                let settings = try Settings.inMemory(schema)
                let batch = Batch([Assignment(key, .json(value))], origin: .program)
                guard await (try? settings.apply(batch)) != nil else { continue }
                let stored = try #require(settings.snapshot.value(key))
                let exported = ExportedValues(settings.snapshot, selection: .set)
                let file = exported.text(as: format)
                guard exported.unwritable(as: format).isEmpty else {
                    // A comment names the value.
                    #expect([.environment, .toml, .plist].contains(format))
                    #expect(file.contains(" \(key)."), "\(file)")
                    continue
                }
                let other = try Settings.inMemory(schema)
                let plan = try Self.plan(file, format)
                #expect(plan.unknown.isEmpty && plan.refusals.isEmpty, "\(file)")
                _ = try await ImportResult(
                    of: ImportTrial(plan, settings: other), isDryRun: false, isPartial: false)
                #expect(other.snapshot.value(key) == stored, "\(key): \(file)")
                let again = ExportedValues(other.snapshot, selection: .set).text(as: format)
                #expect(stored == schema.settings[key]?.plainDefault || again == file)
            }
        }
    }

    // MARK: - Files that people write

    static let written: [(ValuesFormat, String, JSONValue)] = [
        (
            .yaml, "list: [007, 1.10, 0x1F, no, 2026-01-01, 1e3, +1]",
            ["007", "1.10", "0x1F", "no", "2026-01-01", "1e3", "+1"]
        ),
        (.yaml, "list:\n  - 007\n  - '8'\n  - a\\b\n", ["007", "8", "a\\b"]),
        (.yaml, "list: 007", ["007"]), (.yaml, "text: 02142", "02142"),
        (.yaml, "text: [02142]", "02142"), (.yaml, "lines: [007, 1.10]", "007\n1.10"),
        (
            .yaml, "table:\n  - {host: a, zip: 02142, on: yes}\n",
            [["host": "a", "zip": "02142", "on": true]]
        ),
        (.yaml, "table:\n- host: 1.10\n  zip: ~\n", [["host": "1.10"]]),
        (.yaml, "table: [[a, 02142, no]]", [["host": "a", "zip": "02142", "on": false]]),
        (.yaml, "picks: [1.10, 007, no, null]", ["007", "1.10", "no", nil]),
        (.yaml, "picks: [1.10, 1e3]", ["1.10", "1e3"]), (.yaml, "single: 1.10", "1.10"),
        (.yaml, "ports: [80, '81', 0x52]", [80, 81, 82]),
        (.yaml, "own: {a: null, b: [~, 1]}", ["a": nil, "b": [nil, 1]]),
        (.json, #"{"list": [1.10, 7, true, "x"]}"#, ["1.10", "7", "true", "x"]),
        (.json, #"{"text": 1.10}"#, "1.10"), (.json, #"{"single": 1.10}"#, "1.10"),
        (.json, #"{"picks": [1.10]}"#, ["1.10"]),
        (.json, #"{"table": [["a", 2142, false]]}"#, [["host": "a", "zip": "2142", "on": false]]),
        (.json, #"{"table": [{"Host": "a", "ZIP": 1.10}]}"#, [["host": "a", "zip": "1.10"]]),
        (.json, #"{"table": ["a", "b"]}"#, [["host": "a"], ["host": "b"]]),
        (.json, "\u{FEFF}{\"text\": \"a\"}", "a"),
        (.json, #"{"own": {"a": null}}"#, ["a": nil]),
        (.toml, "list = [\"007\", 1.10, 2026-01-01]", ["007", "1.10", "2026-01-01"]),
        (.toml, "[[table]]\nhost = \"a\"\nzip = 2142\n", [["host": "a", "zip": "2142"]]),
        (.ini, "list = [1.10, \"a\"]", ["1.10", "a"]), (.ini, "list = 007", ["007"]),
        (.ini, "table = [[\"a\", \"007\", true]]", [["host": "a", "zip": "007", "on": true]]),
        (.ini, "text = #c03", "#c03"), (.ini, "text = a;b#c", "a;b#c"),
        (.ini, "list = [\"a ; b\", \"# c\"]", ["a ; b", "# c"]),
        (.environment, "LIST='[\"007\",1.10]'", ["007", "1.10"]),
        (.environment, "TEXT=007", "007"),
        (.plist, "{ list = (007, \"1.10\"); }", ["007", "1.10"]),
        (.plist, "{ table = ({ host = a; zip = 02142; }); }", [["host": "a", "zip": "02142"]]),
    ]

    @Test(arguments: written)
    func textKeepsItsSpelling(format: ValuesFormat, text: String, value: JSONValue) throws {
        let plan = try Self.plan(text, format)
        let found = plan.entries.map { JSONWriter().text($0.value) }
        let isPicks = text.hasPrefix("picks") && text.contains("null")
        // The option is the text; `null` is no option.
        guard !isPicks else {
            #expect(found == [#"["1.10","007","no",null]"#])
            return
        }
        #expect(plan.entries.map(\.value) == [value], "\(found) \(plan.refusals)")
        #expect(plan.unknown.isEmpty && plan.refusals.isEmpty)
    }

    @Test(arguments: [
        (ValuesFormat.yaml, "list:\n  - Note: check disk\n", "Element 1 is a map"),
        (.json, #"{"list": ["a", {"x": "a"}]}"#, "Element 2 is a map"),
        (.json, #"{"list": [["a"]]}"#, "Element 1 is a list"),
        (.yaml, "list: [a, ~]", "Element 2 has no value"),
        (.json, #"{"ports": [{"x": 1}]}"#, "Element 1 is a map"),
        (.json, #"{"table": [["a", "b"]]}"#, "Row 1 is a list of 2 values, and the table has 3"),
        (.json, #"{"table": [[]]}"#, "Row 1 is a list of 0 values"),
        (.json, #"{"table": [{"host": "a"}, {"comment": "x"}]}"#, "Row 2 has no cell"),
        (.json, #"{"table": [{"host": {"a": 1}}]}"#, "The cell 'host' of row 1 is a map"),
        (.json, #"{"table": [{"host": ["a"]}]}"#, "The cell 'host' of row 1 is a list"),
        (.json, #"{"table": [null]}"#, "Row 1 has no value"),
        (.yaml, "lines: [a, {b: c}]", "Element 2 is not one line of text"),
        (.ini, "list = [{\"x\": 1}]", "Element 1 is a map"),
    ])
    func rejectsAPartOfAnotherForm(format: ValuesFormat, text: String, words: String) throws {
        let plan = try Self.plan(text, format)
        #expect(plan.entries.isEmpty)
        #expect(plan.refusals.count == 1 && plan.refusals[0].message.hasPrefix(words), "\(plan)")
    }

    @Test(arguments: [
        (
            ValuesFormat.json, #"{"table": [{"host": "a", "comment": "lost"}]}"#,
            ["table[0].comment"]
        ),
        (
            .json,
            #"{"table": [{"host": "a"}, {"host": "b", "x": 1, "y": 2}, {"host": "c", "x": 3}]}"#,
            ["table[1].x", "table[1].y"]
        ),
        (.json, #"{"table": [{"host": "a", "HOST": "b"}]}"#, ["table[0].HOST"]),
        (.yaml, "table:\n- host: a\n  comment: lost\n", ["table[0].comment"]),
        (.toml, "[[table]]\nhost = 'a'\ncomment = 'b'\n", ["table[0].comment"]),
        (.ini, "table = [{\"host\":\"a\",\"comment\":\"b\"}]", ["table[0].comment"]),
        (.environment, "TABLE='[{\"host\":\"a\",\"comment\":\"b\"}]'", ["TABLE[0].comment"]),
        (.plist, "{ table = ({ host = a; comment = b; }); }", ["table[0].comment"]),
        (
            .json, #"{"logo": {"name": "a", "type": "text/plain", "data": "YQ==", "size": 1}}"#,
            ["logo.size"]
        ),
        (.json, #"{"g": {"text": "a", "other": 1}}"#, ["g.other"]),
        (.ini, "[g]\ntext = a\nother = 1\n[x]\ny = 1\n", ["g.other", "x.y"]),
    ])
    func reportsAPartWithoutAPosition(format: ValuesFormat, text: String, unknown: [String]) throws
    {
        let plan = try Self.plan(text, format)
        #expect(plan.entries.count == 1 && plan.refusals.isEmpty, "\(plan)")
        #expect(plan.unknown.map(\.key) == unknown)
    }

    @Test func reportsAnUnknownPartAndSuggestsTheNearestColumn() throws {
        let plan = try Self.plan(#"{"table": [{"host": "a", "hots": "b"}]}"#, .json)
        #expect(plan.unknown.map(\.nearest) == ["host"])
        #expect(plan.unknown { _ in true }.map(\.nearest) == ["host"])
        #expect(plan.unknown { $0 != "table" }.isEmpty)
    }

    // MARK: - Sections

    @Test(
        arguments: [
            // The group, its setting, and the values that are set.
            (ValuesFormat.ini, "[net]\nport = 1\n", ["port": 1], []),
            (.ini, "[Net]\nPORT = 1\n", ["port": 1], []),
            (.ini, "[net]\nhost = a\n", ["net.host": "a"], []),
            (.ini, "[net]\ntls.port = 1\n", ["tls.port": 1], []),
            (.ini, "[database]\nport = 1\n", [:], ["database.port"]),
            (.ini, "text = z\n[other]\ntext = y\n", ["text": "z"], ["other.text"]),
            (.ini, "[g]\nport = 1\n", [:], ["g.port"]),
            (.yaml, "net: {port: 1}", ["port": 1], []),
            (.yaml, "net:\n  host: a\n  port: 1\n", ["net.host": "a", "port": 1], []),
            (.yaml, "database: {port: 1}", [:], ["database"]),
            (.toml, "[net]\nport = 1\ntls.port = 2\n", ["port": 1, "tls.port": 2], []),
            (.toml, "[database]\nport = 1\n", [:], ["database"]),
            (.json, #"{"net": {"port": 1, "tls": {"port": 2}}}"#, ["port": 1, "tls.port": 2], []),
            (.json, #"{"g": {"port": 1}}"#, [:], ["g"]),
            (.json, #"{"g": {"list0": "a", "list1": "b"}}"#, ["list": ["a", "b"]], []),
            (.plist, "{ net = { port = 1; }; }", ["port": 1], []),
        ] as [(ValuesFormat, String, [String: JSONValue], [String])])
    func readsASectionAsAGroupOrAPartOfAKey(
        format: ValuesFormat, text: String, values: [String: JSONValue], unknown: [String]
    ) throws {
        let plan = try Self.plan(text, format)
        let found = plan.entries.reduce(into: [:]) { $0[$1.key] = $1.value }
        #expect(found == values && plan.refusals.isEmpty, "\(plan)")
        #expect(plan.unknown.map(\.key) == unknown)
    }

    @Test(arguments: [
        "text = hello ; a comment", "text = hello # a comment", "text = ; none", "text = # none",
        "text = a\t;b", "text = #c03 ; red", "text = [1] ; x", "port = 5432 ; default",
    ])
    func rejectsACommentAfterAValueOfINI(text: String) {
        let error = #expect(throws: ImportError.self) { try Self.plan(text, .ini) }
        #expect(error?.message.contains("A comment after a value is not read.") == true)
        #expect(error?.message.contains("hello") == false)
    }

    // MARK: - Variables

    /// Text, and the value of its variable; `nil` if readers would not agree on it.
    @Test(
        arguments: [
            ("8080", "8080"), ("a-b_c/d.e:f@g%h+i,j", "a-b_c/d.e:f@g%h+i,j"), ("", "''"),
            ("two words", "'two words'"), ("pa$$word", "'pa$$word'"), ("$HOME", "'$HOME'"),
            ("`x`", "'`x`'"), ("a\nb", "'a\nb'"), ("\"q\"", "'\"q\"'"), ("c:\\x", "'c:\\x'"),
            ("it's", "\"it's\""), ("it's\n#", "\"it's\n#\""), ("it's \"q\"", nil), ("it's $5", nil),
            ("it's `x`", nil), ("it's\\n", nil), ("a\\\\b", nil), ("c:\\", nil), ("${x}", nil),
            ("a\rb", nil), ("\u{1}", nil), ("\u{FFFF}", nil), ("~", "'~'"), ("a=b", "'a=b'"),
        ] as [(String, String?)])
    func aVariableHasTheSameTextForAllReaders(text: String, line: String?) {
        #expect(ValuesFormat.environment.canHold(.text(text)) == (line != nil))
        guard let line else { return }
        let rows = [ValuesFormat.Row(group: "g", key: "a", value: .text(text))]
        #expect(ValuesFormat.environment.text(of: rows) == "A=\(line)\n")
    }

    @Test(arguments: ["it's \"q\"", "a\\\\b", "c:\\", "${x}", "a\rb", "it's $5", "\u{FFFF}"])
    func aListInAVariableCanContainAnyText(text: String) throws {
        for value in [Value.list([.text(text)]), .record(["k": .text(text)])] {
            let rows = [ValuesFormat.Row(group: "g", key: "own", value: value)]
            let file = ValuesFormat.environment.text(of: rows)
            #expect(file.hasPrefix("OWN='") && file.hasSuffix("'\n") && !file.contains(#"\\"#))
            let entries = try Self.plan(file, .environment).entries
            #expect(entries.map { JSONWriter().text($0.value) } == [JSONWriter().text(value.json)])
        }
    }
}

import FaceplateSchema
import FaceplateTestSupport
import Testing

@testable import FaceplateImport

/// The readers of YAML, TOML, INI and `.env`: files that people write, and files that are refused.
struct ValuesFileTests {
    private static func entries(_ text: String, _ format: ValuesFormat) throws -> [String: String] {
        try ImportedValues(Array(text.utf8), file: "values", format: format).entries
            .reduce(into: [:]) { $0[$1.key] = shown($1.value) }
    }

    /// Returns a value as text, with its kind where formats differ.
    private static func shown(_ value: ImportedValues.Value) -> String {
        switch value {
        case .json(let json), .object(let json, _), .list(let json, _): JSONWriter().text(json)
        case .text(let text, let json): text + (json.map { "|" + JSONWriter().text($0) } ?? "")
        case .onDefault: "default"
        case .hidden: "hidden"
        case .date, .data: "other"
        case .section(let entries):
            "[" + entries.map { "\($0.key)=\(shown($0.value))" }.joined(separator: ",") + "]"
        }
    }

    private static func message(_ text: String, _ format: ValuesFormat) -> String {
        do throws(ImportError) {
            _ = try ImportedValues(Array(text.utf8), file: "values", format: format)
            return "accepted"
        } catch {
            return error.message
        }
    }

    @Test(arguments: [
        ("a: 1", ["a": "1|1"]),
        ("\u{FEFF}a: x\r\nb: 'it''s'\r\n", ["a": #"x|"x""#, "b": #""it's""#]),
        ("---\n# note\na: yes # no\n...\n", ["a": #"yes|"yes""#]),
        (
            "a: 007\nb: +1.50\nc: 0x1F\nd: 1e3\ne: .5\nf: -0\n",
            [
                "a": #"007|"007""#, "b": "+1.50|1.50", "c": "0x1F|31", "d": "1e3|1e3",
                "e": ".5|0.5",
                "f": "-0|-0",
            ]
        ),
        ("a:\nb: ~\nc: null\n", ["a": "null", "b": "null", "c": "null"]),
        (
            "a:\n- 1\n-   x: 1\n    y: 2\n- - 3\n  - '4'\n-\n",
            ["a": #"[1,{"x":1,"y":2},[3,"4"],null]"#]
        ),
        (
            "a: [1, 'b', {c: d, \"e\":f}, ]\nb: {}\n",
            ["a": #"[1,"b",{"c":"d","e":"f"}]"#, "b": "{}"]
        ),
        ("a: [1,\n  2, # two\n  3]\nb: c\n", ["a": "[1,2,3]", "b": #"c|"c""#]),
        ("a:\n  b: 1\n  c: two words\n", ["a": #"{"b":1,"c":"two words"}"#]),
        (
            "a: |\n  one\n\n    two\nb: |-\n  x\nc: >\n  y\n  z\n\n  w\n",
            [
                "a": #""one\n\n  two\n""#, "b": #""x""#, "c": #""y z\nw\n""#,
            ]
        ),
        ("a: >\n  one\n\n    two\n  three\n", ["a": #""one\n\n  two\nthree\n""#]),
        ("a: |\nb: >\n\nc: 1\n", ["a": #""""#, "b": #""""#, "c": "1|1"]),
        ("\"a\" : 1\n'b' : 2\n", ["a": "1|1", "b": "2|2"]),
        (#""a b": "x\u00e9\U0001F600\x41\n""#, ["a b": #""xé😀A\n""#]),
        ("url: http://x/#a\n", ["url": #"http://x/#a|"http://x/#a""#]),
        ("{a: 1,\n b: 2}\n", ["a": "1|1", "b": "2|2"]),
        ("a: [x#y, http://z]\n", ["a": #"["x#y","http://z"]"#]),
        ("a: 0x-5\nb: 0o+7\n", ["a": #"0x-5|"0x-5""#, "b": #"0o+7|"0o+7""#]),
        ("a: |+\n  x\n\nb: 1\n", ["a": #""x\n\n""#, "b": "1|1"]),
        ("a: one\n  two\n", ["a": #"one two|"one two""#]),
        ("%YAML 1.2\n---\n? a\n: 'x'#y\n", ["a": #""x""#]),
        // An alias has the spelling of its value, a tag the type.
        (
            "a: &x 0x1F\nb: *x\nc: &y # note\n  {d: [1]}\ne: {<<: *y, f: *y}\n",
            [
                "a": "0x1F|31", "b": "0x1F|31", "c": #"{"d":[1]}"#,
                "e": #"{"f":{"d":[1]},"d":[1]}"#,
            ]
        ),
        (
            "a: !!str 1\nb: !!int '2'\nc: ! 3\nd: !!null ''\ne: !!bool no\nf: !!map {g: !!seq []}\n",
            [
                "a": #""1""#, "b": "2", "c": #""3""#, "d": "null", "e": #""no""#,
                "f": #"{"g":[]}"#,
            ]
        ),
        ("", [:]), ("# nothing\n", [:]), ("{}\n", [:]), ("null\n", [:]), ("~\n", [:]),
    ])
    func readsYAML(text: String, values: [String: String]) throws {
        #expect(try Self.entries(text, .yaml) == values)
    }

    @Test(arguments: [
        ("a: *hush\n", "line 1, column 4: There is no anchor of this name before the alias."),
        ("<<: {a: 1}\nb: {<<: 1}\n", "line 2, column 5: '<<' needs a map"),
        ("a: !secret hush\n", "line 1, column 12: The tag (!) of this value is not read."),
        ("a: [!x {b: 1}]\n", "The tag (!) of this value is not read."),
        ("a: &x !y 1\nb: *x\n", "The tag (!) of this value is not read."),
        ("a: 1\n---\nb: 2\n", "line 2, column 1: The file has several documents"),
        ("? [a]\n: b\n", "line 1, column 3: Only text can be a name here."),
        ("a: 1\nb: 2\na: 3\n", "line 3, column 1: The name 'a' is used at line 1, column 1, too."),
        ("{a: 1, a: 2}", "column 8: The name 'a' is used at line 1, column 2, too."),
        ("a: 1\n  b: 2\n", "line 2, column 4: This is not YAML"),
        ("  a: 1\nb: 2\n", "line 2, column 1: This is not YAML"),
        ("a:\n\tb: 1\n", "line 2, column 1: This is not YAML: a line is indented with a tab."),
        ("a: \"x\nb: 1\n", "line 1, column 4: This is not YAML: the text has no end."),
        ("a: [1, 2\nb: 1\n", "line 2"), ("a: {b: 1\n", "line 2, column 1: This is not YAML"),
        ("a: \"\\q\"\n", "line 1, column 5: This is not YAML: found unknown escape character"),
        ("a: \"\\ud800\"\n", "column 7: This is not YAML: found invalid Unicode"),
        ("a: b: c\n", "line 1, column 5: This is not YAML: mapping values are not allowed"),
        ("a: 'x' y\n", "line 1, column 8: This is not YAML"),
        ("- 1\n- 2\n", "values by key were expected"),
        ("just text\n", "values by key were expected"),
        ("a: x\u{1}\n", "line 1, column 5: A control character"),
        ("a: x\ry: z\n", "line 1, column 5: A control character"),
        ("a: x\r", "line 1, column 5: A control character"),
        ("a: `b`\n", "line 1, column 4: This is not YAML"),
        ("a: | x\n  y\n", "line 1, column 6: This is not YAML"),
        ("é: *x\n", "line 1, column 4: There is no anchor"),
        ("\u{FEFF}a: *x\n", "line 1, column 4: There is no anchor"),
        (
            String(repeating: String(repeating: "k", count: 65) + ": 1\n", count: 2),
            "The name '\(String(repeating: "k", count: 64))…' is used at line 1, column 1, too."
        ),
        (String(repeating: "[", count: 5_000), "levels deep"),
        ("a: " + String(repeating: "{b: ", count: 2_000), "levels deep"),
        (String(repeating: "- ", count: 2_000) + "1", "levels deep"),
    ])
    func rejectsInvalidYAML(text: String, words: String) {
        #expect(Self.message(text, .yaml).contains(words), "\(Self.message(text, .yaml))")
    }

    @Test(arguments: [
        ("a = 1\n", ["a": "1"]),
        ("\u{FEFF}a = 'x'\r\nb=\"y\"# note\r\n", ["a": #""x""#, "b": #""y""#]),
        (
            "a = 1_000\nb = +2\nc = 0xff\nd = 0b101\ne = 1.5e3\nf = -0.0\n",
            [
                "a": "1000", "b": "2", "c": "255", "d": "5", "e": "1.5e3", "f": "-0.0",
            ]
        ),
        (
            "a = [1, 'b', # c\n [true], {x.y = 1, z = 2},\n]\n",
            ["a": #"[1,"b",[true],{"x":{"y":1},"z":2}]"#]
        ),
        (
            "[a]\nb = 1\n[a.c]\nd = 2\n[[e]]\nf = 1\n[[e]]\nf = 2\n",
            [
                "a": #"{"b":1,"c":{"d":2}}"#, "e": #"[{"f":1},{"f":2}]"#,
            ]
        ),
        ("a.b = 1\n\"a\".'c d' = 2\n", ["a": #"{"b":1,"c d":2}"#]),
        (
            "a = \"\"\"\none\\\n   two \\\"x\\\"\"\"\"\"\nb = '''x\ny'''\n",
            [
                "a": #""onetwo \"x\"\"""#, "b": #""x\ny""#,
            ]
        ),
        (
            "a = \"\"\"x\"\"\"\"\"\nb = '''y'''''\n",
            ["a": #""x\"\"""#, "b": #""y''""#]
        ),
        (
            "a = \"\"\"x\r\ny\"\"\"\r\nb = '''\r\nx\r\ny'''\r\n",
            ["a": #""x\ny""#, "b": #""x\ny""#]
        ),
        (
            "a = 2026-11-20 07:30:00\nb = 07:30\nc = 2026-11-20\n",
            [
                "a": #""2026-11-20T07:30:00""#, "b": #""07:30""#, "c": #""2026-11-20""#,
            ]
        ),
        ("a = 2026-11-20 # note\n", ["a": #""2026-11-20""#]),
        ("a = inf\nb = -nan\n", ["a": #""inf""#, "b": #""-nan""#]),
        ("", [:]), ("# nothing", [:]),
    ])
    func readsTOML(text: String, values: [String: String]) throws {
        #expect(try Self.entries(text, .toml) == values)
    }

    @Test(arguments: [
        ("a = 1\na = 2\n", "line 2, column 1: The name 'a' is used at line 1, column 1, too."),
        ("[a.b]\n[a]\nb.c = 1\n", "line 3, column 1: The name 'b' is used at line 1"),
        ("[a.b.c]\n[a]\nb.d = 1\n", "line 3, column 1: The name 'b' is used at line 1"),
        ("[a]\n[a]\n", "line 2"), ("[a.b]\n[a]\n[a]\n", "line 3"), ("a = 1\n[a]\n", "line 2"),
        ("a = {}\n[a.b]\n", "line 2, column 2: 'a' is not a table."),
        ("a.b = 1\n[a]\n", "line 2, column 2: The name 'a' is used at line 1, column 1, too."),
        ("a.b = 1\na = 2\n", "line 2"), ("a = [1]\n[[a]]\n", "line 2"),
        ("a = {b = {}, b.c = 1}\n", "line 1, column 14: The name 'b' is used"),
        ("a = word\n", "Text needs quotation marks"), ("a = 1 2\n", "after the value"),
        ("a = \n", "line 1, column 5: A value was expected."), ("a\n", "'=' was expected"),
        ("= 1\n", "A name was expected"),
        ("a = \"x\nb = 1\n", "line 1, column 5: The text has no closing quotation mark."),
        ("a = [1, 2\n", "A comma or ']'"), ("a = {b = 1\n}\n", "A comma or '}'"),
        ("a = 99999999999999999999999999x\n", "not a value of TOML"),
        ("a = 0x1ffffffffffffffff\n", "not a value of TOML"),
        ("a = 0x-5\n", "not a value of TOML"), ("a = 0o+7\n", "not a value of TOML"),
        ("a = +-5\n", "not a value of TOML"), ("a = 7:30\n", "not a value of TOML"),
        ("[a\n", "']' was expected"), ("a = \"\\q\"\n", "no such escape"),
        ("a = \"\\u+041\"\n", "line 1, column 6: This escape is not a character."),
        ("a = \"\u{7F}\"\n", "line 1, column 6: A control character"),
        ("a = 1__0\n", "not a value of TOML"), ("a = _1\n", "not a value of TOML"),
        ("a = 1_\n", "not a value of TOML"),
        ("a = " + String(repeating: "[", count: 5_000), "levels deep"),
        (String(repeating: "a.", count: 2_000) + "a = 1", "levels deep"),
        (
            "[" + String(repeating: "a.", count: 40) + "a]\n"
                + String(repeating: "b.", count: 40) + "b = 1\n", "levels deep"
        ),
        ("a = " + String(repeating: "{b.c.d = ", count: 30) + "1", "levels deep"),
    ])
    func rejectsInvalidTOML(text: String, words: String) {
        #expect(Self.message(text, .toml).contains(words), "\(Self.message(text, .toml))")
    }

    @Test(arguments: [
        ("A=1\n", ["A": "1"]), ("export A='x y'\r\nB=\"z\"\r\n", ["A": "x y", "B": "z"]),
        ("# note\n\nA='a b' # note\nB=\n", ["A": "a b", "B": ""]),
        ("A=\"x\\\"\\$y\\n\nz\"'w'/v#u # note\n", ["A": "x\"$y\n\nzw/v#u"]), ("", [:]),
        ("A=[\"x\",1] # note\n", ["A": "[\"x\",1]"]),
        ("A='x\\$y'\n", ["A": "x\\$y"]), ("A=\"x\r\ny\"\r\n", ["A": "x\ny"]),
    ])
    func readsVariables(text: String, values: [String: String]) throws {
        #expect(try Self.entries(text, .environment) == values)
    }

    @Test(arguments: [
        ("A\n", "line 1, column 1: This is no NAME=value."), ("=1\n", "This is no NAME=value."),
        ("set A=1\n", "line 1, column 1: This is no NAME=value."),
        ("A=1\nB=2\nA=3\n", "line 3, column 1: The name 'A' is used at line 1, column 1, too."),
        ("A=a b\n", "line 1, column 3: A value with spaces or backslashes needs quotation marks."),
        ("A='a' b\n", "needs quotation marks"), ("A=x\\\n", "needs quotation marks"),
        ("A=\"x\n", "line 1, column 3: The value has no closing quotation mark."),
    ])
    func rejectsInvalidVariables(text: String, words: String) {
        #expect(
            Self.message(text, .environment).contains(words), "\(Self.message(text, .environment))")
    }

    @Test(arguments: [
        ("a = 1\n", ["a": "1"]),
        ("; note\n# note\r\n[s]\r\na = x;y\r\nb: \"q\\n\"\r\n", ["s": "[a=x;y,b=q\n]"]),
        ("a=\n[s]\n[t]\nc = d=e\n[s]\nf:1\n", ["a": "", "s": "[f=1]", "t": "[c=d=e]"]),
    ])
    func readsINI(text: String, values: [String: String]) throws {
        #expect(try Self.entries(text, .ini) == values)
    }

    @Test(arguments: [
        ("a\n", "line 1, column 1: This is not name = value."), ("[s\n", "must end with ]"),
        ("= 1\n", "line 1, column 1: This is not name = value."), ("[]\n", "must end with ]"),
        (
            "[s]\na = 1\n[t]\na = 1\n[s]\na = 2\n",
            "line 6, column 1: The name 'a' is used at line 2, column 1, too."
        ),
        ("a = \"x\n", "like a string in JSON"),
    ])
    func rejectsInvalidINI(text: String, words: String) {
        #expect(Self.message(text, .ini).contains(words), "\(Self.message(text, .ini))")
    }

    @Test func rejectsBytesThatAreNotText() {
        for format in [ValuesFormat.yaml, .toml, .ini, .environment] {
            #expect(throws: ImportError.self) {
                try ImportedValues([0x61, 0x3D, 0xFF], file: "values", format: format)
            }
            #expect(throws: ImportError.self) {
                try ImportedValues([0x61, 0x3D, 0x00], file: "values", format: format)
            }
        }
    }

    @Test func reportsTheFirstByteThatIsNotText() {
        let error = #expect(throws: ImportError.self) {
            try ImportedValues(
                Array("a: 1\nb: é".utf8) + [0xFF], file: "values", format: .yaml)
        }
        #expect(error?.message == "line 2, column 5: The file is not valid UTF-8.")
    }

    /// Messages can be shown to people who must not see the values.
    @Test(arguments: ValuesFormat.allCases)
    func messagesContainNoValues(_ format: ValuesFormat) {
        for text in [
            "a = hush hush\nb", "a: hush\n  hush: 1", "A=hush hush", "{\"a\": \"hush\" hush}",
            "a: *hush", "a: !hush hush", "a: &hush 'hush' hush", "A='hush", "a = \"hush",
        ] {
            #expect(!Self.message(text, format).contains("hush"))
        }
    }

    @Test func readsArraysOfTablesAndRepeatedKeysInLinearTime() throws {
        try expectProportion(at: 64_000) { count in
            let text = String(repeating: "[[a]]\n", count: count)
            _ = try ImportedValues(Array(text.utf8), file: "a.toml")
        }
        let schema = try SchemaReader.read(
            Array(
                #"[{"groupKey":"g","items":[{"itemKey":"port","itemControlType":"edit_integer"}]}]"#
                    .utf8),
            name: "panel")
        try expectProportion(at: 32_000) { count in
            let text = (0..<count).map { "[\($0)]\nport=1\n" }.joined()
            let plan = try ImportedValues(Array(text.utf8), file: "a.ini").plan(for: schema)
            #expect(plan.unknown.count == count)
        }
        try expectProportion(at: 32_000) { count in
            let text = (0..<count).map { "\($0)=1\n" }.joined()
            _ = try ImportedValues(Array(text.utf8), file: "a.ini")
        }
        try expectProportion(at: 256_000) { count in
            let text = "A=" + String(repeating: "''x", count: count / 4)
            _ = try ImportedValues(Array(text.utf8), file: "a.env")
        }
    }

    /// Short files whose aliases would repeat their values, levels or text millions of times.
    @Test(arguments: [
        ("[x]", "[*a, *a, *a, *a, *a, *a, *a, *a]", 20, "values"), ("1", "[*a]", 70, "levels deep"),
        (
            "\"" + String(repeating: "x", count: 300_000) + "\"",
            "[*a, *a, *a, *a]", 3, "Aliases repeat too much text."
        ),
    ])
    func rejectsAliasesThatRepeatTooMuch(
        first: String, next: String, count: Int, words: String
    ) {
        let text =
            "k: &a \(first)\n"
            + (0..<count).map { "k\($0): &a \(next)\n" }.joined()
        #expect(Self.message(text, .yaml).contains(words), "\(Self.message(text, .yaml))")
    }

    @Test func findsKeysOfSectionsWithAndWithoutTheirNames() throws {
        let schema = try SchemaReader.read(
            Array(
                #"""
                [{"groupKey": "net", "items": [
                {"itemKey": "net.port", "itemControlType": "edit_integer"},
                {"itemKey": "host", "itemControlType": "edit_text"}]},
                {"groupKey": "theme", "items": [
                {"itemKey": "light", "itemControlType": "select"},
                {"itemKey": "dark", "itemControlType": "select"}]}]
                """#.utf8), name: "panel")
        let text = "[net]\nport = 8080\nhost = a\n[theme]\ntheme = dark\nother = 1\n"
        let plan = try ImportedValues(Array(text.utf8), file: "a.ini").plan(for: schema)
        #expect(plan.entries.map(\.key) == ["net.port", "host", "theme"])
        #expect(plan.entries.map(\.value) == [8080, "a", "dark"])
        #expect(plan.unknown.map(\.key) == ["theme.other"])
    }
}

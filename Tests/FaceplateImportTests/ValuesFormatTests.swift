import FaceplateSchema
import Testing

@testable import FaceplateImport

struct ValuesFormatTests {
    @Test(
        arguments: [
            ("a.env", ValuesFormat.environment), (".env", .environment), ("b/c.JSON", .json),
            ("a.yaml", .yaml), ("a.yml", .yaml), ("a.toml", .toml), ("a.ini", .ini),
            ("a.PLIST", .plist),
        ])
    func theFileExtensionSelectsTheFormat(path: String, format: ValuesFormat) {
        #expect(ValuesFormat(path: path) == format)
    }

    @Test(arguments: ["a", "env", "a.txt", "json", "a.env/", ""])
    func otherFileExtensionsHaveNoFormat(path: String) {
        #expect(ValuesFormat(path: path) == nil)
    }

    /// A value, and its line in `.env`, TOML and INI; YAML is JSON.
    static let values: [(value: Value, environment: String, toml: String, ini: String)] = [
        (true, "A_B=true", #""a.b" = true"#, "a.b = true"),
        (-7, "A_B=-7", #""a.b" = -7"#, "a.b = -7"),
        ("", "A_B=''", #""a.b" = """#, "a.b = "),
        ("two words", "A_B='two words'", #""a.b" = "two words""#, "a.b = two words"),
        (
            #"$(x) `y` "z" \ q"#, #"A_B='$(x) `y` "z" \ q'"#,
            #""a.b" = "$(x) `y` \"z\" \\ q""#, #"a.b = "$(x) `y` \"z\" \\ q""#
        ),
        ("a\nB=1", "A_B='a\nB=1'", #""a.b" = "a\nB=1""#, #"a.b = "a\nB=1""#),
        ("[c]", "A_B='[c]'", #""a.b" = "[c]""#, #"a.b = "[c]""#),
        (" x", "A_B=' x'", #""a.b" = " x""#, #"a.b = " x""#),
        ("x ", "A_B='x '", #""a.b" = "x ""#, #"a.b = "x ""#),
        ("x # y", "A_B='x # y'", #""a.b" = "x # y""#, #"a.b = "x # y""#),
        ("é", "A_B='é'", #""a.b" = "é""#, "a.b = é"),
        (
            .list([1, "x"]), #"A_B='[1,"x"]'"#, #""a.b" = [1, "x"]"#, #"a.b = [1,"x"]"#
        ),
    ]

    @Test(arguments: values)
    func aValueIsOneAssignment(
        _ row: (value: Value, environment: String, toml: String, ini: String)
    ) {
        #expect(Self.lines(row.value, .environment) == row.environment)
        #expect(Self.lines(row.value, .toml) == row.toml)
        #expect(Self.lines(row.value, .ini) == "[g]\n" + row.ini)
        let json = JSONWriter().text(row.value.json)
        #expect(Self.lines(row.value, .yaml) == "\"a.b\": " + json)
    }

    private static func lines(_ value: Value, _ format: ValuesFormat) -> String {
        let text = format.text(of: [ValuesFormat.Row(group: "g", key: "a.b", value: value)])
        #expect(text.hasSuffix("\n"))
        return String(text.dropLast())
    }

    /// A value with parts, and its lines in YAML and TOML; the others have JSON.
    static let parts: [(value: Value, yaml: String, toml: String)] = [
        (.record([:]), #""a.b": {}"#, #""a.b" = {}"#),
        (.list([.list([1]), .record([:])]), #""a.b": [[1],{}]"#, #""a.b" = [[1], {}]"#),
        (
            .record(["n m": .list([]), "b": false]),
            #"""
            "a.b":
              "b": false
              "n m": []
            """#,
            #"""

            ["a.b"]
            b = false
            "n m" = []
            """#
        ),
        (
            .list([.record(["x": 1, "y": "#"]), .record([:]), .record(["x": 2])]),
            #"""
            "a.b":
              - "x": 1
                "y": "#"
              - {}
              - "x": 2
            """#,
            #"""

            [["a.b"]]
            x = 1
            y = "#"
            [["a.b"]]
            [["a.b"]]
            x = 2
            """#
        ),
        (
            .record(["r": .record(["s": .list([.record(["t": .record(["u": 1])])])])]),
            #"""
            "a.b":
              "r":
                "s":
                  - "t":
                      "u": 1
            """#,
            #"""

            ["a.b"]
            r = { s = [{ t = { u = 1 } }] }
            """#
        ),
        (
            .list([1, .record(["x": .list([.list([.record(["y": 1])])])])]),
            #"""
            "a.b":
              - 1
              - "x": [[{"y":1}]]
            """#,
            #""a.b" = [1, { x = [[{ y = 1 }]] }]"#
        ),
    ]

    @Test(arguments: parts)
    func aMapIsASectionOrABlock(_ row: (value: Value, yaml: String, toml: String)) {
        #expect(Self.lines(row.value, .yaml) == row.yaml)
        #expect(Self.lines(row.value, .toml) == row.toml)
        #expect(Self.lines(row.value, .ini) == "[g]\na.b = " + JSONWriter().text(row.value.json))
    }

    @Test(
        arguments: [
            (.json, #"{"a":{"b":[null,{"c":null}]}}"#),
            (.yaml, "\"a\":\n  \"b\":\n    - null\n    - \"c\": null"),
            (.ini, #"[g]\#na = {"b":[null,{"c":null}]}"#),
            (.environment, #"A='{"b":[null,{"c":null}]}'"#), (.toml, nil), (.plist, nil),
        ] as [(ValuesFormat, String?)])
    func writesNullWhereTheFormatHasIt(format: ValuesFormat, text: String?) {
        let value = Value.record(["b": .list([.null, .record(["c": .null])])])
        #expect(format.canHold(value) == (text != nil))
        let row = ValuesFormat.Row(group: "g", key: "a", value: value)
        guard let text else { return }
        let file = format.text(of: [row])
        #expect(
            (format == .json ? file.filter { !$0.isWhitespace } : file) == text
                + (format == .json ? "" : "\n"))
    }

    @Test func writesSectionsOfTOMLAfterOtherValues() {
        let rows: [ValuesFormat.Row] = [
            .init(group: "g", key: "m", value: .record(["x": 1]), comments: ["Map", "Help"]),
            .init(group: "g", key: "n", value: 2, comments: ["Number"]),
            .init(group: "g", key: "none", value: nil, comments: ["None"]),
        ]
        #expect(
            ValuesFormat.toml.text(of: rows, comments: ["All"])
                == "# All\n# Number\nn = 2\n\n# Map\n# Help\n[m]\nx = 1\n")
    }

    @Test func writesADecimalNeverAsAnIntegerInTOML() throws {
        for (number, text) in [("0.5", "0.5"), ("12345678901234567890", "12345678901234567890.0")] {
            let value = Value.decimal(try #require(ExactDecimal(number)))
            let text = "x = \(text)\n"
            #expect(
                ValuesFormat.toml.text(of: [.init(group: "g", key: "x", value: value)])
                    .hasSuffix(text))
        }
    }

    @Test func aSettingWithoutAValueIsNullOrLeftOut() {
        let rows = [ValuesFormat.Row(group: "g", key: "x", value: nil)]
        #expect(ValuesFormat.json.text(of: rows) == "{\n  \"x\": null\n}\n")
        #expect(ValuesFormat.yaml.text(of: rows).hasSuffix("\"x\": null\n"))
        for format in [ValuesFormat.environment, .toml, .ini] {
            #expect(format.text(of: rows).isEmpty)
        }
    }

    @Test func writesNoValuesAsAnEmptyObject() {
        #expect(ValuesFormat.json.text(of: []) == "{}\n")
        #expect(ValuesFormat.yaml.text(of: []).hasSuffix("{}\n"))
    }

    /// Two hyphens would end a comment of XML.
    @Test func aCommentOfAPropertyListHasNoDoubleHyphen() {
        let text = ValuesFormat.plist.text(of: [], comments: ["a---b--c-d"])
        #expect(text.contains("<!-- a- - -b- -c-d -->"))
    }

    @Test func aVariableDoesNotBeginWithADigit() {
        let rows = [ValuesFormat.Row(group: "g", key: "2fa-on", value: true)]
        #expect(ValuesFormat.environment.text(of: rows).hasSuffix("_2FA_ON=true\n"))
    }

    @Test func aSectionOfINIAppearsOnce() {
        let rows = [("g", "a"), ("h", "b"), ("g", "c")].map {
            ValuesFormat.Row(group: $0.0, key: $0.1, value: 1)
        }
        #expect(ValuesFormat.ini.text(of: rows).hasSuffix("[g]\na = 1\nc = 1\n[h]\nb = 1\n"))
    }

    @Test func yamlEscapesLineSeparators() {
        let rows = [ValuesFormat.Row(group: "g", key: "a", value: "x\u{2028}\u{FEFF}\u{85}😀")]
        #expect(
            ValuesFormat.yaml.text(of: rows).hasSuffix(#""a": "x\u2028\ufeff\u0085😀""# + "\n"))
    }
}

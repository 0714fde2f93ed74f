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
        (
            .record(["n m": .list([]), "b": false]), #"A_B='{"b":false,"n m":[]}'"#,
            #""a.b" = { b = false, "n m" = [] }"#, #"a.b = {"b":false,"n m":[]}"#
        ),
    ]

    @Test(arguments: values)
    func aValueIsOneAssignment(
        _ row: (value: Value, environment: String, toml: String, ini: String)
    ) {
        let rows = [ValuesFormat.Row(group: "g", key: "a.b", value: row.value)]
        func lines(_ format: ValuesFormat) -> String {
            let text = format.text(of: rows)
            #expect(text.hasSuffix("\n"))
            return String(text.dropLast())
        }
        #expect(lines(.environment) == row.environment)
        #expect(lines(.toml) == row.toml)
        #expect(lines(.ini) == "[g]\n" + row.ini)
        let json = JSONWriter().text(row.value.json)
        #expect(lines(.yaml) == "\"a.b\": " + json)
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

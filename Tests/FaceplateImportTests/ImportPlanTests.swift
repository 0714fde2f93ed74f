import FaceplateImport
import FaceplateSchema
import FaceplateTestSupport
import Testing

/// The mapping of keys to settings, and the conversion of values.
struct ImportPlanTests {
    private static let schema = """
        [{"groupKey": "g", "items": [
          {"itemKey": "on", "itemControlType": "switch", "itemRenamedFrom": "was_on"},
          {"itemKey": "horn", "itemControlType": "switch",
           "itemData": {"importedFrom": ["horn pitch", "pitch"], "trueValue": "deep", "falseValue": 0}},
          {"itemKey": "mode", "itemControlType": "segment", "itemOptions": ["slow", "fast"]},
          {"itemKey": "skip", "itemControlType": "choice", "itemOptions": [false, true]},
          {"itemKey": "level", "itemControlType": "choice", "itemOptions": [10, 20]},
          {"itemKey": "days", "itemControlType": "choices", "itemOptions": ["mo", "tu", "we"]},
          {"itemKey": "names", "itemControlType": "edit_list"},
          {"itemKey": "ports", "itemControlType": "edit_list",
           "itemElement": {"itemControlType": "edit_integer"}},
          {"itemKey": "rows", "itemControlType": "edit_table",
           "itemColumns": [{"itemKey": "a", "itemControlType": "edit_text"}]},
          {"itemKey": "count", "itemControlType": "edit_integer"},
          {"itemKey": "ratio", "itemControlType": "slider", "itemMinimum": 0, "itemMaximum": 100,
           "itemFractionDigits": 1},
          {"itemKey": "volume", "itemControlType": "slider", "itemMinimum": 0, "itemMaximum": 11},
          {"itemKey": "note", "itemControlType": "edit_text"},
          {"itemKey": "day", "itemControlType": "edit_date"},
          {"itemKey": "alarm", "itemControlType": "edit_time"},
          {"itemKey": "moment", "itemControlType": "edit_datetime"},
          {"itemKey": "berlin", "itemControlType": "edit_datetime", "itemTimeZone": "Europe/Berlin",
           "itemSeconds": true},
          {"itemKey": "pause", "itemControlType": "edit_duration"},
          {"itemKey": "logo", "itemControlType": "edit_file"},
          {"itemKey": "secret", "itemControlType": "edit_password"},
          {"itemKey": "own", "itemControlType": "custom"},
          {"itemKey": "old", "itemControlType": "choice", "itemOptions": ["new"],
           "itemValueMap": {"former": "new"}},
          {"itemKey": "size", "itemControlType": "edit_integer",
           "itemValueMap": {"small": 1, "1": 10}},
          {"itemKey": "quiet", "itemControlType": "switch",
           "itemData": {"trueValue": "NO", "falseValue": 1}},
          {"itemKey": "photo", "itemControlType": "edit_file",
           "itemFileTypes": ["image/*", ".txt", "image/png", "image/gif"]},
          {"itemKey": "net.hosts", "itemControlType": "edit_list"},
          {"itemKey": "net.http.port", "itemControlType": "edit_integer"},
          {"itemKey": "words", "itemControlType": "text"}]},
         {"groupKey": "theme", "items": [
          {"itemKey": "theme_light", "itemControlType": "select", "itemValue": "YES"},
          {"itemKey": "theme_dark", "itemControlType": "select"}]}]
        """

    private func plan(_ text: String) throws -> ImportPlan {
        let schema = try SchemaReader.read(Array(Self.schema.utf8), name: "x")
        return try ImportedValues(Array(text.utf8), file: "values").plan(for: schema)
    }

    private func xml(_ key: String, _ value: String) -> String {
        "<plist><dict>\(entry(key, value))</dict></plist>"
    }

    @Test(
        arguments: [
            ("on", "<integer>1</integer>", "true"), ("on", "<integer>0</integer>", "false"),
            ("on", "<string>YES</string>", "true"), ("was_on", "<true/>", "true"),
            ("On", "<false/>", "false"), ("horn pitch", "<string>deep</string>", "true"),
            ("pitch", "<integer>0</integer>", "false"), ("horn", "<true/>", "true"),
            ("mode", "<string>fast</string>", #""fast""#),
            ("mode", "<integer>1</integer>", #""fast""#), ("mode", "<integer>2</integer>", "2"),
            ("skip", "<string>YES</string>", "true"), ("skip", "<string>no</string>", "false"),
            ("skip", "<integer>1</integer>", "true"),
            ("skip", "<string>later</string>", #""later""#),
            ("mode", "<integer>-1</integer>", "-1"), ("level", "<integer>1</integer>", "1"),
            ("level", "<integer>20</integer>", "20"), ("level", "<string>20</string>", "20"),
            ("days", "<array><integer>0</integer><string>we</string></array>", #"["mo","we"]"#),
            ("days", "<string>tu</string>", #"["tu"]"#),
            (
                "days", "<array><integer>2</integer><string>mo</string><string>tu</string></array>",
                #"["we","mo","tu"]"#
            ),
            ("names", "<array><string>a</string><integer>1</integer></array>", #"["a","1"]"#),
            ("names", "<string>a</string>", #"["a"]"#),
            ("ports", "<array><string>80</string></array>", "[80]"),
            ("count", "<string>12</string>", "12"), ("count", "<real>12.0</real>", "12"),
            ("count", "<real>12.5</real>", "12.5"), ("count", "<string>x</string>", #""x""#),
            ("ratio", "<real>33.3712</real>", "33.4"), ("ratio", "<string>50.06</string>", "50.1"),
            ("volume", "<real>10.6</real>", "11"), ("note", "<integer>7</integer>", #""7""#),
            ("note", "<date>2026-11-20T07:30:05Z</date>", #""2026-11-20T07:30:05Z""#),
            ("day", "<date>2026-11-20T23:30:00Z</date>", #""2026-11-20""#),
            ("alarm", "<integer>450</integer>", #""07:30""#),
            ("alarm", "<date>2001-01-01T07:30:59Z</date>", #""07:30""#),
            ("moment", "<date>2026-11-20T07:30:05Z</date>", #""2026-11-20T07:30""#),
            ("berlin", "<date>2026-11-20T07:30:05Z</date>", #""2026-11-20T08:30:05""#),
            ("pause", "<integer>90</integer>", "90"), ("pause", "<string>5m</string>", "300"),
            (
                "logo", "<data>YWJj</data>",
                #"{"name":"logo","type":"application/octet-stream","data":"YWJj"}"#
            ),
            (
                "photo", "<data>YWJj</data>",
                #"{"name":"photo","type":"image/png","data":"YWJj"}"#
            ),
            ("secret", "<string>hush</string>", #""hush""#),
            ("secret", "<integer>1234</integer>", #""1234""#),
            ("own", "<dict><key>a</key><array><true/></array></dict>", #"{"a":[true]}"#),
            ("own", "<data>YWJj</data>", #""YWJj""#),
            (
                "own", "<array><date>2026-11-20T07:30:05Z</date><data>YWJj</data></array>",
                #"["2026-11-20T07:30:05Z","YWJj"]"#
            ),
            ("old", "<string>former</string>", #""new""#),
            ("size", "<string>small</string>", "1"), ("size", "<integer>1</integer>", "1"),
            ("theme", "<string>theme_dark</string>", #""theme_dark""#),
            ("theme_dark", "<true/>", #""theme_dark""#),
        ] as [(String, String, String)])
    func readsValuesLikeTheSetting(key: String, value: String, expected: String) throws {
        let plan = try plan(xml(key, value))
        #expect(plan.entries.map { JSONWriter().text($0.value) } == [expected])
        #expect(plan.entries.first?.sources == [key])
        #expect(plan.refusals.isEmpty && plan.unknown.isEmpty)
    }

    /// The other formats have only text, which is read first.
    @Test(arguments: [
        ("ratio = 33.3712", "33.4"), ("volume = 10.6", "11"), ("pause = 90", "90"),
        ("pause = 5m", "300"), ("pause = null", #""null""#), ("pause = [5]", #""[5]""#),
    ])
    func readsANumberInTextToo(text: String, expected: String) throws {
        let schema = try SchemaReader.read(Array(Self.schema.utf8), name: "x")
        let plan = try ImportedValues(Array(text.utf8), file: "values", format: .ini)
            .plan(for: schema)
        #expect(plan.entries.map { JSONWriter().text($0.value) } == [expected])
    }

    @Test func theFirstItemImportedFromAKeyGetsItsValue() throws {
        let schema = try SchemaReader.read(
            Array(
                """
                [{"groupKey": "g", "items": [
                  {"itemKey": "one", "itemControlType": "edit_text",
                   "itemData": {"importedFrom": ["old name", "name"]}},
                  {"itemKey": "two", "itemControlType": "edit_text",
                   "itemData": {"importedFrom": "old name"}}]}]
                """.utf8), name: "x")
        let plan = try ImportedValues(Array("old name = a".utf8), file: "values", format: .ini)
            .plan(for: schema)
        #expect(plan.entries.map(\.key) == ["one"])
    }

    @Test func prefersASimilarCurrentKeyToAFormerOne() throws {
        let schema = try SchemaReader.read(
            Array(
                """
                [{"groupKey": "g", "items": [
                  {"itemKey": "user_name", "itemControlType": "edit_text"},
                  {"itemKey": "login", "itemControlType": "edit_text",
                   "itemRenamedFrom": "User-Name"}]}]
                """.utf8), name: "x")
        let plan = try ImportedValues(Array("USER_NAME = a".utf8), file: "values", format: .ini)
            .plan(for: schema)
        #expect(plan.entries.map(\.key) == ["user_name"])
    }

    @Test(arguments: [
        ("{ names1 = b; names0 = a; names10 = c; }", #"["a","b","c"]"#),
        ("{ names1 = one; names2 = two; }", #"["one","two"]"#),
        ("{ names10 = b; names9 = a; }", #"["a","b"]"#),
        ("{ Names0 = a; }", #"["a"]"#),
        ("{ rows0 = { a = x; }; rows1 = { a = y; }; }", #"[{"a":"x"},{"a":"y"}]"#),
        ("{ ports0 = 80; ports1 = 81; }", "[80,81]"),
    ])
    func gathersTheElementsOfAList(text: String, expected: String) throws {
        let plan = try plan(text)
        #expect(plan.entries.map { JSONWriter().text($0.value) } == [expected])
        #expect(plan.unknown.isEmpty)
    }

    @Test(arguments: ["names01", "names-1", "names", "note0", "names1234567", "0", "theme0"])
    func acceptsOnlyIndexesAsKeysOfElements(key: String) throws {
        let plan = try plan("{ \"\(key)\" = a; }")
        #expect(plan.entries.isEmpty == (key != "names"))
    }

    @Test(arguments: [
        ("{ alarm = { }; }", ["alarm"], []),
        ("{ was = { on = YES; other = 1; }; }", ["on"], ["was.other"]),
        ("{ was = { other = 1; }; }", [], ["was"]),
        ("{ own = { on = 1; }; }", ["own"], []),
        ("{ net = { hosts0 = a; hosts1 = b; }; }", ["net.hosts"], []),
        (
            "{ net = { http = { port = 80; other = 1; }; }; }", ["net.http.port"],
            ["net.http.other"]
        ),
    ])
    func readsDictionariesThatAreNotValues(
        text: String, keys: [String], unknown: [String]
    ) throws {
        let plan = try plan(text)
        #expect(plan.entries.map(\.key) == keys)
        #expect(plan.unknown.map(\.key) == unknown)
    }

    @Test(arguments: [("0", #""slow""#), ("1", #""fast""#), ("\"fast\"", #""fast""#)])
    func readsAnIndexAsTheOptionAtIt(value: String, expected: String) throws {
        let plan = try plan("{\"mode\": \(value)}")
        #expect(plan.entries.map { JSONWriter().text($0.value) } == [expected])
    }

    @Test func joinsRowsOfOneChoice() throws {
        let plan = try plan("{ theme_light = NO; theme_dark = YES; }")
        #expect(plan.entries.map(\.key) == ["theme"] && plan.silent.isEmpty)
        #expect(try self.plan("{ theme_dark = NO; }").silent == ["theme"])
        #expect(try self.plan("{ theme_dark = maybe; }").refusals.count == 1)
    }

    @Test(arguments: [
        ("note", "<data>YWJj</data>", "It is data there, which 'edit_text' does not accept."),
        ("words", "<string>a</string>", "It has no value of its own."),
        ("theme_dark", "<data>YWJj</data>", "An option of 'theme' is on or off."),
        ("names0", "<data>YWJj</data>", "It is not an element of a list."),
    ])
    func rejectsValuesOfOtherTypes(key: String, value: String, message: String) throws {
        #expect(try plan(xml(key, value)).refusals.map(\.message) == [message])
    }

    @Test func twoKeysOfOneSettingMustHaveEqualValues() throws {
        let same = try plan("{ on = 1; was_on = YES; }")
        #expect(same.entries.map(\.sources) == [["on", "was_on"]])
        let other = try plan("{ on = 1; was_on = NO; }")
        #expect(
            other.refusals.map(\.message) == ["'on' is the same setting, and has another value."])
    }

    /// Keys in the order of `defaults export`: uppercase first.
    @Test(arguments: [
        (#"{ "Count": 45, "count": 30 }"#, ["count": "30"], ["Count"]),
        (#"{ "count": 30, "Count": 45 }"#, ["count": "30"], ["Count"]),
        (#"{ "Pitch": 0, "pitch": "deep" }"#, ["horn": "true"], ["Pitch"]),
        (#"{ "HORN": false, "pitch": "deep" }"#, ["horn": "true"], ["HORN"]),
        (#"{ "Was_On": false, "was_on": true }"#, ["on": "true"], ["Was_On"]),
        (#"{ "Count": 45 }"#, ["count": "45"], []),
        (#"{ "app": { "count": 1 }, "Count": 2 }"#, ["count": "2"], ["app"]),
    ])
    func prefersTheExactKeyToASimilarOne(
        text: String, values: [String: String], unknown: [String]
    ) throws {
        let plan = try plan(text)
        let found = plan.entries.map { ($0.key, JSONWriter().text($0.value)) }
        #expect(Dictionary(uniqueKeysWithValues: found) == values)
        #expect(plan.unknown.map(\.key) == unknown)
        #expect(plan.refusals.isEmpty)
    }

    @Test func prefersTheExactKeyInALaterSectionToo() throws {
        let schema = try SchemaReader.read(Array(Self.schema.utf8), name: "x")
        let text = "Count = 45\n[g]\ncount = 30\n"
        let plan = try ImportedValues(Array(text.utf8), file: "values.ini", format: .ini)
            .plan(for: schema)
        #expect(plan.entries.map(\.key) == ["count"])
        #expect(plan.entries.map(\.value) == [30])
        #expect(plan.unknown.map(\.key) == ["Count"])
        #expect(plan.refusals.isEmpty)
    }

    @Test func findsElementsOfAListInASection() throws {
        let schema = try SchemaReader.read(Array(Self.schema.utf8), name: "x")
        let text = "[g]\nnames0 = a\nnames1 = b\n"
        let plan = try ImportedValues(Array(text.utf8), file: "values.ini").plan(for: schema)
        #expect(plan.entries.map(\.key) == ["names"])
        #expect(plan.entries.map(\.value) == [["a", "b"]])
        #expect(plan.unknown.isEmpty)
    }

    /// A property list says so with a string or a number, and the other formats with text.
    @Test(arguments: [
        (ValuesFormat.plist, "{ quiet = NO; }", true), (.plist, "{ quiet = 1; }", false),
        (.ini, "quiet = NO", true), (.ini, "quiet = 1", false), (.environment, "quiet=NO", true),
        (.environment, "quiet=1", false), (.yaml, "quiet: NO", true), (.yaml, "quiet: 1", false),
        (.json, #"{"quiet": "NO"}"#, true), (.toml, "quiet = 1", false), (.ini, "quiet = on", true),
    ])
    func readsASwitchWhoseOnValueMeansNo(
        format: ValuesFormat, text: String, isOn: Bool
    ) throws {
        let schema = try SchemaReader.read(Array(Self.schema.utf8), name: "x")
        let plan = try ImportedValues(Array(text.utf8), file: "values", format: format)
            .plan(for: schema)
        #expect(plan.entries.map(\.value) == [.boolean(isOn)])
    }

    /// A setting of any type has no rules by which it could read text.
    @Test(arguments: [
        (ValuesFormat.yaml, "own: 0x1F", Value.integer(31)), (.yaml, "own: two", "two"),
        (.yaml, "own: '7'", "7"),
    ])
    func readsASettingOfAnyTypeInTheTypeOfTheFile(
        format: ValuesFormat, text: String, value: Value
    ) throws {
        let schema = try SchemaReader.read(Array(Self.schema.utf8), name: "x")
        let plan = try ImportedValues(Array(text.utf8), file: "values", format: format)
            .plan(for: schema)
        #expect(plan.entries.map(\.value) == [value.json])
    }

    @Test func suggestsTheNearestKeyForTwentyUnknownKeys() throws {
        let keys = "abcdefghijklmnopqrstuvwxy".map { "count\($0)" }
        let plan = try plan("{ \(keys.map { "\($0) = 1;" }.joined()) }")
        #expect(plan.unknown.map(\.key) == keys)
        #expect(
            plan.unknown.map(\.nearest)
                == Array(repeating: "count", count: 20) + Array(repeating: nil, count: 5))
    }

    @Test func suggestsTheNearestKeyForUnknownKeys() throws {
        let plan = try plan("{ AppleLanguages = (en); cuont = 1; }")
        #expect(plan.unknown.map(\.key) == ["AppleLanguages", "cuont"])
        #expect(plan.unknown.map(\.nearest) == [nil, "count"])
    }

    @Test func readsThePrintedListOfSettings() throws {
        let plan = try plan(
            """
            {"on": {"value": true, "default": false, "isSet": true},
             "count": {"value": 5, "default": 5, "isSet": false},
             "secret": {"value": {"set": true}, "default": null, "isSet": true}, "note": null}
            """)
        #expect(plan.entries.map(\.key) == ["on"])
        #expect(plan.silent == ["count", "secret", "note"])
    }

    /// Tries random values for all settings.
    ///
    /// A setting has at most one entry, and every key of the file is in the plan, either as an imported
    /// key or as the key of its setting.
    @Test func everyKeyOfAnyFileIsInThePlan() throws {
        let schema = try SchemaReader.read(Array(Self.schema.utf8), name: "x")
        var random = SplitMix(seed: 41)
        let values = [
            "1", "-1", "9223372036854775807", "1e9999", "-0.0", "1e-9999", "true", "null", "\"\"",
            "\"a\"", "[]", "{}", "[[null]]", "[1,\"a\",{\"b\":[]}]", "{\"value\":1,\"isSet\":true}",
            "{\"value\":{\"set\":true},\"isSet\":true}", "\"2026-11-20T07:30:00Z\"", "\"\\u0000\"",
            "{\"name\":\"x\",\"type\":\"\",\"data\":\"!\"}",
        ]
        let settings = [
            "names0": "names", "names1": "names", "ports0": "ports", "horn pitch": "horn",
            "was_on": "on", "theme_light": "theme", "theme_dark": "theme",
        ]
        let keys = schema.keys + settings.keys.sorted() + ["days0", "words", ""]
        var plans = 0
        for _ in 0..<200 {
            var chosen: [String: String] = [:]
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                let key = keys.randomElement(using: &random) ?? ""
                chosen[key] = values.randomElement(using: &random)
            }
            let members = chosen.sorted { $0.key < $1.key }
                .map { "\"\($0.key)\": \($0.value)" }.joined(separator: ",")
            guard let read = try? ImportedValues(Array("{\(members)}".utf8), file: "x") else {
                continue
            }
            plans += 1
            let plan = read.plan(for: schema)
            #expect(Set(plan.entries.map(\.key)).count == plan.entries.count)
            for entry in plan.entries {
                let rules = try #require(schema.settings[entry.key]?.rules, "\(members)")
                if let value = try? rules.value(fromJSON: entry.value) {
                    _ = rules.problem(with: value)
                }
            }
            let named = Set(
                plan.entries.flatMap { $0.sources + [$0.key] }
                    + plan.refusals.flatMap { [$0.source, $0.key] } + plan.unknown.map(\.key)
                    + plan.silent)
            for key in chosen.keys {
                #expect(
                    named.contains(key) || named.contains(settings[key] ?? key),
                    "'\(key)' of {\(members)}")
            }
        }
        #expect(plans > 50)
    }

    /// An option has no value of its own: on its default, it leaves its group as it is.
    @Test(arguments: ["null", #"{"value": false, "default": false, "isSet": false}"#])
    func anOptionWithItsDefaultIsNotAValue(value: String) throws {
        let plan = try plan(#"{"theme_dark": \#(value)}"#)
        #expect(plan.silent == ["theme"])
        #expect(plan.entries.isEmpty && plan.refusals.isEmpty && plan.unknown.isEmpty)
    }
}

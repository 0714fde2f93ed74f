import Faceplate
import FaceplateSchema
import FaceplateTestSupport
import Foundation
import Testing

@testable import FaceplateImport

/// Exports, and imports of what was exported.
@Suite(.timeLimit(.hung))
struct ExportedValuesTests {
    static let schemas = ["reader", "showcase", "controls"]

    /// A setting of each control without narrow limits.
    private static let controls = #"""
        {"panelKey": "controls", "groups": [{"groupKey": "g", "items": [
        {"itemKey": "on", "itemControlType": "switch"},
        {"itemKey": "choice", "itemControlType": "choice", "itemOptions": ["a", "1", 2, true, "[x]"]},
        {"itemKey": "segment", "itemControlType": "segment", "itemOptions": [0.5, "b"]},
        {"itemKey": "choices", "itemControlType": "choices", "itemOptions": ["a, b", "c", 3]},
        {"itemKey": "picker", "itemControlType": "picker", "itemOptions": ["x"], "itemAdds": true},
        {"itemKey": "2text", "itemControlType": "edit_text", "itemTrim": false},
        {"itemKey": "lines", "itemControlType": "edit_multiline", "itemTrim": false},
        {"itemKey": "secret", "itemControlType": "edit_password"},
        {"itemKey": "integer", "itemControlType": "edit_integer"},
        {"itemKey": "decimal", "itemControlType": "edit_decimal"},
        {"itemKey": "slider", "itemControlType": "slider", "itemMinimum": -5, "itemMaximum": 99},
        {"itemKey": "stepper", "itemControlType": "stepper"},
        {"itemKey": "date", "itemControlType": "edit_date"},
        {"itemKey": "time", "itemControlType": "edit_time", "itemSeconds": true},
        {"itemKey": "moment", "itemControlType": "edit_datetime"},
        {"itemKey": "span", "itemControlType": "edit_duration", "itemDurationUnit": "min"},
        {"itemKey": "color", "itemControlType": "edit_color", "itemAlpha": true},
        {"itemKey": "list", "itemControlType": "edit_list"},
        {"itemKey": "table", "itemControlType": "edit_table", "itemColumns": [
          {"itemKey": "n-m", "itemControlType": "edit_text"},
          {"itemKey": "b", "itemControlType": "switch"}]},
        {"itemKey": "map", "itemControlType": "edit_map",
          "itemMapKey": {"itemControlType": "edit_text"},
          "itemElement": {"itemControlType": "edit_text"}},
        {"itemKey": "kinds", "itemControlType": "edit_alternatives", "itemNullable": true,
          "itemValue": 5, "itemAlternatives": [
            {"itemTitle": "Number", "itemControlType": "edit_integer"},
            {"itemTitle": "Word", "itemControlType": "edit_text"}]},
        {"itemKey": "file", "itemControlType": "edit_file"},
        {"itemKey": "any.thing", "itemControlType": "custom"}]},
        {"groupKey": "theme", "items": [
        {"itemKey": "light", "itemControlType": "select"},
        {"itemKey": "dark", "itemControlType": "select"}]}]}
        """#

    /// Values that one or several controls accept.
    private static let pool: [JSONValue] = [
        nil, true, false, 0, 1, 2, 3, -4, 42, 60, 90, 3_600, "", "a", "1", "007", "true", "null",
        "~",
        "x", "b", "c", "dark", "[x]", "{y}", "two words", " padded ", "a: b # c", "- d", "'q'",
        "\"q\"", "$(x) `y` \\ z", "é\u{301}😀", "\u{2028}\u{85}x", "a\nb\n\n c", "<&>]]>", "=", ";x",
        "2026-11-20", "07:30", "07:30:15", "2026-11-20T07:30", "#0af5", "#102030", "1e3", "0x10",
        ["a"], ["c", "a, b"], [], ["1", "two", "[three]"], [1, true, "x", [], ["y": "\t"]],
        [["n-m": "x\"y", "b": true], ["n-m": ""]],
        ["a.b": "1", "two words": "#", "é\n\"": "null", "[x]": "[y]"],
        [["n-m": "x", "b": false], ["n-m": "y", "b": true]], [["k": [["l": 1], 2]], []],
        ["name": "a b.txt", "type": "text/plain", "data": "aGk="], ["k": ["l": 1]],
        JSONValue(.number(JSONNumber(validated: "0.5"))),
        JSONValue(.number(JSONNumber(validated: "-12.25"))),
        JSONValue(.number(JSONNumber(validated: "12345678901234567890"))), 9_007_199_254_740_993,
    ]

    private static let known: [String: Result<Schema, any Error>] = Dictionary(
        uniqueKeysWithValues: schemas.map { name in (name, Result { try read(name) }) })

    private static func schema(_ name: String) throws -> Schema {
        try #require(known[name]).get()
    }

    private static func read(_ name: String) throws -> Schema {
        guard name != "controls" else {
            return try SchemaReader.read(Array(controls.utf8), name: name)
        }
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try SchemaFile(path: folder.appending(path: "Schemas/\(name).json").path).schema
    }

    /// Returns settings with random values of every control.
    private static func settings(_ name: String, seed: UInt64) async throws -> Settings {
        let settings = try Settings.inMemory(schema(name))
        var random = SplitMix(seed: seed)
        // Each setting gets the first value of its own order that it takes.
        var orders = settings.snapshot.schema.settings.map {
            ($0.key, pool.shuffled(using: &random)[...])
        }
        while !orders.isEmpty {
            var batch = Batch(
                orders.map { Assignment($0.0, .json($0.1.first ?? nil)) }, origin: .program)
            batch.acceptance = .partial
            guard let outcome = try? await settings.apply(batch) else { break }
            let refused = Set(outcome.refused.map(\.key))
            orders = orders.filter { refused.contains($0.0) && $0.1.count > 1 }
                .map { ($0.0, $0.1.dropFirst()) }
        }
        return settings
    }

    private static func values(_ settings: Settings) -> [String: Value] {
        settings.snapshot.schema.settings.reduce(into: [:]) {
            $0[$1.key] = settings.snapshot.value(of: $1)
        }
    }

    private static func imported(
        _ text: String, _ format: ValuesFormat, into settings: Settings
    ) async throws -> ImportResult {
        let values = try ImportedValues(Array(text.utf8), file: "values", format: format)
        let trial = ImportTrial(values.plan(for: settings.snapshot.schema), settings: settings)
        return try await ImportResult(of: trial, isDryRun: false, isPartial: false)
    }

    @Test(arguments: schemas, ValuesFormat.allCases)
    func importingAnOwnExportChangesNothing(name: String, format: ValuesFormat) async throws {
        for seed in 0..<3 as Range<UInt64> {
            let settings = try await Self.settings(name, seed: seed)
            let revision = settings.revision
            for selection in ExportedValues.Selection.allCases {
                let exported = ExportedValues(
                    settings.snapshot, selection: selection,
                    comments: seed == 0 ? nil : LocaleTag(seed == 1 ? "ar" : "ja"))
                // Some formats have no null.
                let leftOut = exported.unwritable(as: format)
                #expect(leftOut.allSatisfy { settings.snapshot.value($0) == .null })
                let text = exported.text(as: format)
                if seed == 0 {
                    let again = ExportedValues(settings.snapshot, selection: selection)
                    #expect(again.text(as: format) == text)
                }
                let result = try await Self.imported(text, format, into: settings)
                #expect(result.outcome.changes.isEmpty, "\(result.outcome.changes)\n\(text)")
                #expect(result.trial.refused.isEmpty && result.trial.plan.unknown.isEmpty)
                #expect(settings.revision == revision)
            }
        }
    }

    @Test(arguments: schemas, ValuesFormat.allCases)
    func anExportSetsItsValuesInOtherSettings(name: String, format: ValuesFormat) async throws {
        for seed in 3..<6 as Range<UInt64> {
            let settings = try await Self.settings(name, seed: seed)
            let other = try await Self.settings(name, seed: seed + 100)
            // A button changes its state only itself.
            let wanted = Self.values(settings).filter {
                other.snapshot.schema.settings[$0.key]?.control != .button
            }
            let before = other.revision
            let text = ExportedValues(settings.snapshot).text(as: format)
            let result = try await Self.imported(text, format, into: other)
            let found = Self.values(other)
            // Some formats have no null.
            for (key, value) in wanted where format.canHold(value) {
                #expect(found[key] == value, "\(key)")
            }
            #expect(other.revision == before + 1)
            #expect(try other.history.revision(other.revision)?.origin == .import)
            #expect(result.isSaved)
        }
    }

    /// Text that could end a comment, or continue it on the next line.
    private static let titles = [
        "Two\nlines = 1", "a\r\nb: 2", "x\u{2028}y\u{85}z", "--> <key>on</key>", "-", "--", "\\",
        "a\u{0}\u{1B}[0m\u{FEFF}\u{FFFE}", "[on]", "# ; \"'", "é😀", "a\tb",
    ]

    @Test(arguments: ValuesFormat.allCases)
    func everyTitleIsOneLineOfAComment(format: ValuesFormat) async throws {
        let items = Self.titles.enumerated().map { place, title -> JSONValue in
            [
                "itemKey": .text("k\(place)"), "itemControlType": "edit_integer",
                "itemTitle": .text(title), "itemHelp": .text("\n" + title + "\nsecond"),
            ]
        }
        let json: JSONValue = ["groups": [["groupKey": "g", "items": .array(items)]]]
        let schema = try SchemaReader.read(JSONWriter().bytes(json), name: "panel")
        let settings = try Settings.inMemory(schema)
        let wanted = Self.titles.indices.map { Assignment("k\($0)", .json(.number($0))) }
        try await settings.apply(Batch(wanted, origin: .program))
        let text = ExportedValues(settings.snapshot, comments: .english).text(as: format)
        #expect(text.contains("[on]") == (format != .json) && !text.contains("second"))
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\t" || $0.value > 0x1F })
        let other = try Settings.inMemory(schema)
        let result = try await Self.imported(text, format, into: other)
        #expect(result.trial.plan.unknown.isEmpty && result.trial.refused.isEmpty, "\(text)")
        #expect(Self.values(other) == Self.values(settings), "\(text)")
    }

    @Test(arguments: [("en", "Deprecated."), ("de", "Veraltet.")])
    func commentsSayWhatReplacesADeprecatedSetting(locale: String, words: String) throws {
        let schema = try SchemaReader.read(
            Array(
                #"""
                {"panelLocales": ["en", "de"], "groups": [{"groupKey": "g", "items": [
                {"itemKey": "a", "itemControlType": "switch", "itemDeprecated": "Use\nb"},
                {"itemKey": "b", "itemControlType": "switch", "itemDeprecated": true},
                {"itemKey": "c", "itemControlType": "switch", "itemDeprecated": false}]}]}
                """#.utf8), name: "panel")
        let settings = try Settings.inMemory(schema)
        let text = ExportedValues(settings.snapshot, comments: LocaleTag(locale)).text(as: .ini)
        #expect(
            text.hasSuffix(
                "\n; A\n; Use b\na = false\n; B\n; \(words)\nb = false\n; C\nc = false\n"))
    }

    @Test(arguments: [
        ("en", "Port", "Short"), ("de", "Anschluss", "Kurz"), ("fr", "Port", "Short"),
    ])
    func commentsAreInTheirLanguage(locale: String, title: String, help: String) throws {
        let schema = try SchemaReader.read(
            Array(
                #"""
                {"panelLocales": ["en", "de"], "groups": [{"groupKey": "g", "items": [
                {"itemKey": "port", "itemControlType": "edit_integer", "itemValue": 80,
                 "itemTitle": {"en": "Port", "de": "Anschluss"},
                 "itemHelp": {"en": "Short", "de": "Kurz"}},
                {"itemKey": "name", "itemControlType": "edit_text", "itemTitle": "N",
                 "itemHelp": "LONG"}]}]}
                """#.replacing("LONG", with: String(repeating: "x", count: 101)).utf8),
            name: "panel")
        let settings = try Settings.inMemory(schema)
        let text = ExportedValues(settings.snapshot, comments: LocaleTag(locale)).text(as: .ini)
        #expect(text.hasSuffix("[g]\n; \(title)\n; \(help)\nport = 80\n; N\nname = \n"), "\(text)")
    }

    @Test func mapsAreSectionsOfINI() async throws {
        func map(_ key: String, _ element: String) -> String {
            #"""
            {"itemKey": "\#(key)", "itemControlType": "edit_map",
              "itemMapKey": {"itemControlType": "edit_text"},
              "itemElement": {"itemControlType": \#(element)}}
            """#
        }
        let schema = try SchemaReader.read(
            Array(
                #"""
                {"groups": [{"groupKey": "g", "items": [
                \#(map("limits", #""edit_integer""#)), \#(map("odd", #""edit_text""#)),
                \#(map("times", #""edit_duration", "itemDurationUnit": "min""#)),
                \#(map("hosts", #""edit_text""#)),
                {"itemKey": "hosts.name", "itemControlType": "edit_text"}]}]}
                """#.utf8), name: "panel")
        let settings = try Settings.inMemory(schema)
        let values: [String: JSONValue] = [
            "limits": ["mailers": 4, "web.a": 2], "odd": ["a=b": "x"], "times": ["a": 5_400],
            "hosts": ["a": "b"],
        ]
        try await settings.apply(
            Batch(values.map { Assignment($0, .json($1)) }, origin: .cli))
        let text = ExportedValues(settings.snapshot).text(as: .ini)
        #expect(
            text.hasSuffix(
                """

                [g]
                odd = {"a=b":"x"}
                hosts = {"a":"b"}
                hosts.name = 
                [limits]
                mailers = 4
                web.a = 2
                [times]
                a = 5400

                """), "\(text)")
        let plan = try ImportedValues(Array(text.utf8), file: "values.ini").plan(for: schema)
        #expect(plan.unknown.isEmpty && plan.refusals.isEmpty)
        let read = Dictionary(uniqueKeysWithValues: plan.entries.map { ($0.key, $0.value) })
        #expect(read.filter { $0.key != "hosts.name" } == values)
        // A section without names is no empty map.
        let empty = try ImportedValues(Array("[limits]\n; web = 1\n".utf8), file: "values.ini")
        #expect(empty.plan(for: schema).entries.isEmpty)
    }

    @Test func importsOnlySetValues() async throws {
        let settings = try Settings.inMemory(Self.schema("controls"))
        try await settings.apply(
            Batch([Assignment("integer", .json(7)), Assignment("on", .json(false))], origin: .cli))
        let exported = ExportedValues(settings.snapshot, selection: .set)
        #expect(exported.text(as: .json) == "{\n  \"on\": false,\n  \"integer\": 7\n}\n")
    }

    @Test func aPortableExportOmitsMachineSettings() async throws {
        let schema = try SchemaReader.read(
            Array(
                #"""
                [{"groupKey": "g", "items": [
                {"itemKey": "path", "itemControlType": "edit_text", "itemScope": "machine"},
                {"itemKey": "serial", "itemControlType": "edit_text", "itemReadOnly": true},
                {"itemKey": "held", "itemControlType": "edit_integer"},
                {"itemKey": "token", "itemControlType": "edit_password", "itemScope": "machine"},
                {"itemKey": "name", "itemControlType": "edit_text"}]}]
                """#.utf8), name: "panel")
        let settings = try Settings.inMemory(
            schema, locks: [Settings.Lock("held", .text("5"), source: .other("test"))])
        try await settings.apply(
            Batch(
                [Assignment("token", .text("hush-hush")), Assignment("name", .text("Ada"))],
                origin: .program))
        let portable = ExportedValues(settings.snapshot, isPortable: true)
        #expect(portable.rows.map(\.key) == ["name"])
        #expect(portable.machineKeys == ["path", "serial", "held", "token"])
        #expect(portable.secrets.isEmpty)
        let whole = ExportedValues(settings.snapshot)
        #expect(whole.rows.map(\.key) == ["path", "serial", "held", "name"])
        #expect(whole.secrets == ["token"])
        for format in ValuesFormat.allCases {
            #expect(!whole.text(as: format).contains("hush"))
        }
        #expect(whole.text(as: .yaml).contains("# Secrets that are left out: token.\n"))
    }

    @Test func namesASecretThatOnlyALockSets() throws {
        let settings = try Settings.inMemory(
            Self.schema("controls"),
            locks: [Settings.Lock("secret", .text("hush"), source: .other("test"))])
        #expect(ExportedValues(settings.snapshot).secrets == ["secret"])
        #expect(ExportedValues(settings.snapshot, isPortable: true).machineKeys == ["secret"])
    }

    @Test(arguments: ValuesFormat.allCases)
    func decryptsSecretsWithTheirPassPhrase(_ format: ValuesFormat) async throws {
        let settings = try Settings.inMemory(Self.schema("controls"))
        try await settings.apply(Batch([Assignment("secret", .text("hush $x\""))], origin: .cli))
        var exported = ExportedValues(settings.snapshot)
        try exported.seal(from: settings, passPhrase: "correct horse")
        #expect(exported.secrets.isEmpty)
        let text = exported.text(as: format)
        #expect(!text.contains("hush"))
        let other = try Settings.inMemory(Self.schema("controls"))
        var values = try ImportedValues(Array(text.utf8), file: "values", format: format)
        #expect(values.hasSealedSecrets)
        let error = #expect(throws: ImportError.self) {
            try values.openSecrets(passPhrase: "battery")
        }
        #expect(error?.message == "The pass phrase does not open the secrets in '_secrets'.")
        #expect(values.hasSealedSecrets)
        try values.openSecrets(passPhrase: "correct horse")
        #expect(!values.hasSealedSecrets)
        let trial = ImportTrial(values.plan(for: other.snapshot.schema), settings: other)
        let result = try await ImportResult(of: trial, isDryRun: false, isPartial: false)
        #expect(result.outcome.changes.map(\.key) == ["secret"])
        #expect(try other.secret("secret") == "hush $x\"")
    }

    /// A key beside the sealed secrets would be another value of the same setting.
    @Test func anEncryptedSecretReplacesTheKeyBesideIt() throws {
        let sealed = try SealedSecrets([("secret", "hush")], passPhrase: "p", rounds: 100_000).text
        let text = #"{"secret": "plain", "_secrets": "\#(sealed)"}"#
        var values = try ImportedValues(Array(text.utf8), file: "values", format: .json)
        try values.openSecrets(passPhrase: "p")
        let plan = values.plan(for: try Self.schema("controls"))
        #expect(plan.entries.map(\.value) == ["hush"] && plan.refusals.isEmpty)
    }

    @Test func damagedSecretsAreRejected() throws {
        let sealed = try SealedSecrets([("a", "b")], passPhrase: "p", rounds: 100_000).text
        let parts = sealed.split(separator: "$").map(String.init)
        for text in [
            "", "$$$", sealed + "$", "x" + sealed, sealed.replacing("100000", with: "99999"),
            sealed.replacing("100000", with: "4000000000"),
            [parts[0], parts[1], "", parts[3]].joined(separator: "$"),
            [parts[0], parts[1], parts[2], "AAAA"].joined(separator: "$"),
        ] {
            #expect(throws: SealedSecrets.Failure.self) {
                try SealedSecrets(text: text).opened(with: "p")
            }
        }
        #expect(try SealedSecrets(text: sealed).opened(with: "p").map(\.name) == ["a"])
    }

    /// `{"a":"b"}`, `{"a":1}` and `["a"]`, encrypted by another program.
    @Test(
        arguments: [
            ("qbpg7Bm1ErhwKkDIHmtIqK8VACqlnDQwQQ==", true),
            ("qbpg7BmmDYKgJyZ6GQQfOkRat0EShdg=", false),
            ("ibpg7H5MUDx8JkCZZaoFe0fQuj92", false),
        ])
    func acceptsOnlyAnObjectOfStringsAsSecrets(sealed: String, isSo: Bool) throws {
        let text = "pbkdf2-sha256$100000$AAECAwQFBgcICQoLDA0ODw==$AAAAAAAAAAAAAAAA" + sealed
        if isSo {
            let members = try SealedSecrets(text: text).opened(with: "p")
            #expect(members.map(\.name) == ["a"] && members.first?.value.string == "b")
        } else {
            #expect(throws: SealedSecrets.Failure.form) {
                try SealedSecrets(text: text).opened(with: "p")
            }
        }
    }

    @Test func anExportWithoutASecretIsNotEncrypted() throws {
        let settings = try Settings.inMemory(Self.schema("controls"))
        var exported = ExportedValues(settings.snapshot)
        let rows = exported.rows.map(\.key)
        try exported.seal(from: settings, passPhrase: "correct horse")
        #expect(exported.rows.map(\.key) == rows)
    }

    @Test func anEmptyPassPhraseEncryptsNothing() async throws {
        let settings = try Settings.inMemory(Self.schema("controls"))
        try await settings.apply(Batch([Assignment("secret", .text("hush"))], origin: .cli))
        var exported = ExportedValues(settings.snapshot)
        #expect(throws: ExportError(message: "The pass phrase is empty.")) {
            try exported.seal(from: settings, passPhrase: "")
        }
        #expect(exported.secrets == ["secret"])
    }

    /// The text of a custom control can have line ends of any kind.
    @Test(arguments: ["a\r\nb", "\r", "a\nb\r", "\t", "\"\r\n\"", " $x\r "], ValuesFormat.allCases)
    func keepsLineEnds(text: String, format: ValuesFormat) async throws {
        let settings = try Settings.inMemory(Self.schema("controls"))
        try await settings.apply(
            Batch([Assignment("any.thing", .json(.text(text)))], origin: .program))
        let other = try Settings.inMemory(Self.schema("controls"))
        let file = ExportedValues(settings.snapshot, selection: .set).text(as: format)
        let result = try await Self.imported(file, format, into: other)
        #expect(result.isSaved && other.snapshot.value("any.thing") == .text(text), "\(file)")
    }

    @Test func checksTheContentOfListsAndRecordsForAFormat() {
        for format in ValuesFormat.allCases {
            #expect(format.canHold("x\u{0}") == (format != .plist && format != .environment))
            // A variable has lists and records as JSON, in which the character is escaped.
            let isSafe = format != .plist
            #expect(format.canHold(.list(["x\u{0}"])) == isSafe)
            #expect(format.canHold(.record(["x\u{0}": 1])) == isSafe)
            #expect(format.canHold("\t\n") && format.canHold(.record(["x": .list([1])])))
        }
    }

    @Test(arguments: ValuesFormat.allCases)
    func leavesOutValuesThatAFormatCannotContain(_ format: ValuesFormat) async throws {
        let settings = try Settings.inMemory(Self.schema("controls"))
        let file: JSONValue = ["name": "a\u{FFFE}", "type": "text/plain", "data": "aGk="]
        try await settings.apply(
            Batch(
                [Assignment("file", .json(file)), Assignment("integer", .json(7))],
                origin: .program))
        let exported = ExportedValues(settings.snapshot, selection: .set)
        let unwritable = exported.unwritable(as: format)
        #expect(unwritable == (format == .plist ? ["file"] : []))
        let other = try Settings.inMemory(Self.schema("controls"))
        let result = try await Self.imported(exported.text(as: format), format, into: other)
        #expect(
            Set(result.outcome.changes.map(\.key))
                == Set(["file", "integer"]).subtracting(unwritable))
    }

    @Test func propertyListsLeaveOutInvalidCharacters() throws {
        let row = ValuesFormat.Row(group: "g", key: "a", value: "x\u{1}")
        #expect(!ValuesFormat.plist.canHold("x\u{1}") && ValuesFormat.json.canHold("x\u{1}"))
        #expect(ValuesFormat.json.text(of: [row]).contains("\\u0001"))
    }

    @Test func disabledSettingsAreImported() async throws {
        let schema = try SchemaReader.read(
            Array(
                #"""
                [{"groupKey": "g", "items": [
                {"itemKey": "proxy", "itemControlType": "switch"},
                {"itemKey": "host", "itemControlType": "edit_text", "itemEnabledWhen": "proxy"}]}]
                """#.utf8), name: "panel")
        let settings = try Settings.inMemory(schema)
        let result = try await Self.imported(
            #"{"proxy": false, "host": "a"}"#, .json, into: settings)
        #expect(result.isSaved && settings.snapshot.value("host") == "a")
    }
}

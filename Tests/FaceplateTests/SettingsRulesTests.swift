import FaceplateTestSupport
import Testing

@testable import Faceplate

/// The rules of a schema, which `apply` checks for changes from any source.
struct SettingsRulesTests {
    private static let schema = """
        {"panelChecks": [{"require": {"key": "low", "atMost": {"key": "high"}}, "message": "first"}],
         "groups": [
          {"groupKey": "proxy", "items": [
            {"itemKey": "on", "itemControlType": "switch"},
            {"itemKey": "host", "itemControlType": "edit_text", "itemMaximumLength": 5,
             "itemVisibleWhen": "on"},
            {"itemKey": "port", "itemControlType": "edit_integer", "itemValue": 80,
             "itemVisibleWhen": "on", "itemWhenHidden": "clear"},
            {"itemKey": "secret", "itemControlType": "edit_password", "itemVisibleWhen": "on",
             "itemWhenHidden": "clear"}]},
          {"groupKey": "mail", "items": [
            {"itemKey": "send", "itemControlType": "switch"},
            {"itemKey": "address", "itemControlType": "edit_text", "itemRequiredWhen": "send"},
            {"itemKey": "token", "itemControlType": "edit_password", "itemRequiredWhen": "send"},
            {"itemKey": "copies", "itemControlType": "edit_integer", "itemValue": 1,
             "itemEnabledWhen": "send"}]},
          {"groupKey": "range", "groupChecks": [
             {"require": {"not": {"key": "level", "equals": "expert"}}, "message": "second", "items": ["low"]}],
           "items": [
            {"itemKey": "low", "itemControlType": "edit_integer", "itemValue": 1},
            {"itemKey": "high", "itemControlType": "edit_integer", "itemValue": 5},
            {"itemKey": "more", "itemControlType": "switch"},
            {"itemKey": "level", "itemControlType": "choice",
             "itemOptions": ["plain", "fine", {"value": "expert", "when": "more"}]},
            {"itemKey": "tags", "itemControlType": "choices",
             "itemOptions": ["a", {"value": "b", "when": "more"}]}]}]}
        """

    private static let origins: [Origin] = [.browser, .script, .cli, .program]

    private static func problems(_ problems: [KeyProblem]) -> [String] {
        problems.map { "\($0.key): \($0.problem.code.rawValue)" }
    }

    private static func changed(_ outcome: Outcome) -> [String] { outcome.changes.map(\.key) }

    private static let bounded = """
        {"groups": [{"groupKey": "g", "items": [
          {"itemKey": "tls", "itemControlType": "switch"},
          {"itemKey": "shown", "itemControlType": "switch", "itemValue": true},
          {"itemKey": "port", "itemControlType": "edit_integer", "itemValue": 2000, "itemMinimum": 1,
           "itemBoundsWhen": [{"when": "tls", "itemMinimum": 1024, "itemMaximum": 9000},
             {"when": {"key": "port", "greater": 0}, "itemMaximum": 5000}]},
          {"itemKey": "time", "itemControlType": "edit_duration", "itemValue": "1m",
           "itemVisibleWhen": "shown", "itemBoundsWhen": [{"when": "tls", "itemMaximum": "2m"}]},
          {"itemKey": "day", "itemControlType": "edit_date",
           "itemBoundsWhen": [{"when": "tls", "itemMinimum": "2026-01-01"}]}]}]}
        """

    private static let guests = """
        {"groups": [{"groupKey": "g", "items": [
          {"itemKey": "guests", "itemControlType": "edit_table", "itemColumns": [
            {"itemKey": "until", "itemControlType": "edit_date",
             "itemVisibleWhen": {"key": "kind", "equals": "guest"}},
            {"itemKey": "kind", "itemControlType": "choice", "itemValue": "guest", "itemOptions": ["guest", "owner"]},
            {"itemKey": "code", "itemControlType": "edit_text", "itemRequired": true, "itemVisibleWhen": "locked"},
            {"itemKey": "note", "itemControlType": "edit_text", "itemRequiredWhen": "locked"},
            {"itemKey": "locked", "itemControlType": "switch"}]}]}]}
        """

    /// A row as JSON and as cells of a form, and its problem.
    @Test(
        arguments: [
            (#"{"kind":"owner"}"#, ["kind": "owner"], nil),
            (#"{"kind":"owner"}"#, ["kind": "owner", "until": "", "code": ""], nil),
            (#"{"note":"n"}"#, ["kind": "guest", "note": "n"], "until: required"),
            (#"{"until":"2026-01-01"}"#, ["until": "2026-01-01"], nil),
            (
                #"{"kind":"owner","until":"2026-01-01"}"#,
                ["kind": "owner", "until": "2026-01-01"], nil
            ),
            (
                #"{"kind":"owner","until":"x"}"#, ["kind": "owner", "until": "x"],
                "until: not_a_date"
            ),
            (
                #"{"kind":"owner","locked":true}"#, ["kind": "owner", "locked": "YES"],
                "code: required"
            ),
            (
                #"{"kind":"owner","locked":true,"code":"7"}"#,
                ["kind": "owner", "locked": "YES", "code": "7"], "note: required"
            ),
            (
                #"{"kind":"owner","locked":true,"code":"7","note":"n"}"#,
                ["kind": "owner", "locked": "YES", "code": "7", "note": "n"], nil
            ),
        ] as [(String, [String: String], String?)])
    func conditionsOfColumnsTestTheirRow(
        _ json: String, _ cells: [String: String], _ problem: String?
    ) throws {
        let settings = try Make.memory(Self.guests)
        var form = FormFields()
        form.parts = cells.sorted { $0.key < $1.key }
            .map { FormFields.Part([.index(0), .name($0.key)], $0.value) }
        let inputs: [Assignment.Input] = [.json(try JSONReader.read("[\(json)]")), .form(form)]
        for input in inputs {
            let found = Self.refusals(of: [Assignment("guests", input)], settings).map {
                "\($0.problem.parameters["column"] ?? "?"): \($0.problem.code.rawValue)"
            }
            #expect(found == [problem].compactMap(\.self), "\(input)")
        }
    }

    private static let following = """
        {"groups": [{"groupKey": "g", "items": [
          {"itemKey": "tls", "itemControlType": "switch"},
          {"itemKey": "port", "itemControlType": "edit_integer", "itemValue": 80, "itemRestart": true,
           "itemBoundsWhen": [{"when": "strict", "itemMaximum": 100}],
           "itemValueWhen": [{"when": "tls", "itemValue": 443}, {"when": {"not": "shown"}, "itemValue": 81}]},
          {"itemKey": "shown", "itemControlType": "switch", "itemValue": true},
          {"itemKey": "strict", "itemControlType": "switch"},
          {"itemKey": "name", "itemControlType": "edit_text", "itemValueWhen": [{"when": "tls", "itemValue": "x"}],
           "itemRequired": false},
          {"itemKey": "note", "itemControlType": "edit_text", "itemWhenHidden": "clear",
           "itemVisibleWhen": {"key": "port", "equals": 443}}]}]}
        """

    /// Steps of form posts (`-` is a reset), the values of port and name, and the keys of the last revision.
    @Test(
        arguments: [
            ([["shown": "YES"]], "80", nil, ["shown"]),
            ([["tls": "YES"]], "443", "x", ["tls"]),
            ([["tls": "YES"], ["tls": "NO"]], "80", nil, ["tls"]),
            ([["shown": "NO"]], "81", nil, ["shown"]),
            ([["shown": "NO"], ["tls": "YES"]], "443", "x", ["tls"]),
            ([["port": "80"], ["tls": "YES"]], "80", "x", ["tls"]),
            ([["port": "90"], ["tls": "YES", "port": "-"]], "443", "x", ["port", "tls"]),
            ([["tls": "YES"], ["note": "n"], ["tls": "NO"]], "80", nil, ["note", "tls"]),
            ([["tls": "YES"], ["name": "y"], ["tls": "NO"]], "80", "y", ["tls"]),
        ] as [([[String: String]], String, String?, [String])])
    func defaultsFollowTheirConditions(
        _ steps: [[String: String]], _ port: String, _ name: String?, _ keys: [String]
    ) throws {
        let settings = try Make.memory(Self.following)
        let known = Locked<[String]>([])
        let observation = settings.didChange("port") { change in
            let (old, new) = (change.old?.plainText ?? "", change.new?.plainText ?? "")
            known.withLock { $0 += ($0.isEmpty ? [old] : []) + [new] }
        }
        defer { observation.cancel() }
        var before: [String?] = []
        var outcome = Outcome(revision: 0, changes: [])
        for step in steps {
            before = ["port", "name", "note"].map { settings.snapshot.value($0)?.plainText }
            outcome = try settings.applyAndWait(
                Batch(
                    step.sorted { $0.key < $1.key }.map {
                        Assignment($0.key, $0.value == "-" ? .reset : .text($0.value))
                    }, origin: .script))
        }
        #expect(settings.snapshot.value("port")?.plainText == port)
        #expect(settings.snapshot.value("name")?.plainText == name)
        #expect(outcome.changes.map(\.key).sorted() == keys)
        // Rules of other settings see the value.
        #expect(settings.snapshot.rules.isVisible("note") == (port == "443"))
        // The handlers saw each value, and no other.
        #expect(known.withLock { $0.last ?? "80" } == port)
        #expect(known.withLock { $0.first ?? "80" } == "80")
        // A revision knows the defaults of its time.
        if let change = outcome.changes.first(where: { $0.key == "port" }) {
            #expect(change.new == .onDefault)
            #expect(settings.recentRevision(outcome.revision)?.defaults["port"]?.plainText == port)
        }
        guard !outcome.changes.isEmpty else { return }
        try settings.applyAndWait(
            Batch([], origin: .script, reversal: Reversal(.undo(outcome.revision))))
        let after = ["port", "name", "note"].map { settings.snapshot.value($0)?.plainText }
        #expect(after == before)
    }

    /// A default that would break the bounds of its setting is refused there.
    @Test(
        arguments: [
            ([], [("strict", "YES")], []),
            ([("strict", "YES")], [("tls", "YES")], ["port: too_large"]),
            ([("tls", "YES")], [("strict", "YES")], ["port: too_large"]),
            ([("tls", "YES"), ("port", "80")], [("strict", "YES")], []),
        ] as [([(String, String)], [(String, String)], [String])])
    func defaultsUnderAConditionAreChecked(
        _ first: [(String, String)], _ then: [(String, String)], _ problems: [String]
    ) throws {
        let settings = try Make.memory(Self.following)
        try settings.applyAndWait(
            Batch(first.map { Assignment($0.0, .text($0.1)) }, origin: .script))
        let found = Self.refusals(of: then.map { Assignment($0.0, .text($0.1)) }, settings)
        #expect(Self.problems(found) == problems)
    }

    private struct Ports: Preferences {
        @Setting var tls = false
        @Setting var port = 80
    }

    @Test func propertiesFollowADefault() async throws {
        let preferences = try Ports(Make.memory(Self.following))
        let changes = preferences.$port.changes
        #expect(preferences.port == 80)
        preferences.tls = true
        #expect(preferences.port == 443)
        preferences.port = 8_443
        preferences.tls = false
        try await preferences.$port.reset()
        #expect(preferences.port == 80)
        var known: [[Int]] = []
        for await change in changes {
            known.append([change.old, change.new])
            if known.count == 3 { break }
        }
        #expect(known == [[80, 443], [443, 8_443], [8_443, 80]])
        // A value that is set beside the condition is stored, though it is the default until then.
        let draft = try preferences.draft()
        draft.port = 80
        draft.tls = true
        _ = try await draft.commit()
        #expect(preferences.port == 80 && preferences.$port.isSet)
    }

    /// Values of a profile or an import, and if each is the value already and stays.
    @Test(
        arguments: [
            ([("port", 80)], [true]), ([("tls", true), ("port", 80)], [false, false]),
            ([("tls", true), ("port", 443)], [false, false]),
            ([("tls", true), ("port", nil)], [false, true]), ([("tls", false)], [true]),
            ([("strict", true), ("port", 80)], [false, true]),
        ] as [([(String, JSONValue)], [Bool])])
    func aDefaultIsNotTheValueOfAnImportThatMovesIt(
        _ values: [(String, JSONValue)], _ expected: [Bool]
    ) throws {
        let snapshot = try Make.memory(Self.following).snapshot
        let json = SnapshotMirror.json(of: snapshot, digest: "") { _ in nil }
        let elsewhere = try SnapshotMirror(json)?.snapshot
        for snapshot in [snapshot, try #require(elsewhere)] {
            #expect(snapshot.has(values.map { (snapshot.schema.settings[$0], $1) }) == expected)
        }
    }

    private struct Program: ValueSource {
        let values = Locked<[String: Value]>(["tls": false, "port": 80])
        var keys: [String] { ["tls", "port"] }
        func get() -> [String: Value] { values.withLock { $0 } }
        func set(_ new: [String: Value?]) -> Veto? { nil }
    }

    @Test func aProgramsOwnValueIsNotADefault() throws {
        let settings = try Make.memory(Self.following)
        let program = Program()
        try settings.use(program)
        program.values.withLock { $0["tls"] = true }
        settings.readSource()
        #expect(settings.snapshot.value("tls") == true && settings.snapshot.value("port") == 80)
    }

    @Test func revisionsOfOneCommitHaveTheirOwnDefaults() throws {
        let settings = try Make.memory(Self.following)
        try settings.applyAndWait(Batch([Assignment("port", .text("8080"))], origin: .script))
        let known = Locked<[String]>([])
        let changes = settings.didChange("port") { change in
            known.withLock { $0.append("\(change.old ?? "") \(change.new ?? "")") }
        }
        defer { changes.cancel() }
        let observation = settings.observe { revision in
            guard revision.changes.first?.key == "name" else { return }
            for assignment in [Assignment("port", .reset), Assignment("tls", .text("YES"))] {
                settings.apply(Batch([assignment], origin: .script)) { _ in }
            }
        }
        defer { observation.cancel() }
        try settings.applyAndWait(Batch([Assignment("name", .text("n"))], origin: .script))
        #expect(
            eventually { known.withLock { $0 } == ["8080 80", "80 443"] },
            "\(known.withLock { $0 })")
    }

    /// A page posts all its fields, and one with a default that it showed sets nothing.
    @Test(
        arguments: [
            (false, "80", "YES", nil), (false, "81", "YES", "81"), (true, "80", "YES", nil),
            (true, "443", "YES", nil), (true, "90", "YES", "90"), (true, "80", "NO", nil),
        ] as [(Bool, String, String, String?)])
    func aPageLeavesADefaultThatItShowed(
        _ isChangedElsewhere: Bool, _ port: String, _ tls: String, _ stored: String?
    ) throws {
        let settings = try Make.memory(Self.following)
        try settings.applyAndWait(
            Batch([Assignment("strict", .text("NO"))], origin: .script))
        let base = Batch.Base(revision: settings.revision)
        if isChangedElsewhere {
            try settings.applyAndWait(Batch([Assignment("tls", .text("YES"))], origin: .script))
        }
        try settings.applyAndWait(
            Batch(
                [Assignment("tls", .text(tls)), Assignment("port", .text(port))],
                origin: .browser, base: base))
        #expect(settings.snapshot.isSet("port") == (stored != nil))
        if let stored { #expect(settings.snapshot.value("port")?.plainText == stored) }
    }

    /// The first changes, the next ones, and the problems of those.
    @Test(
        arguments: [
            ([], [("port", "80")], []), ([], [("port", "6000")], ["port: too_large"]),
            ([("tls", "YES")], [("port", "80")], ["port: too_small"]),
            ([("tls", "YES")], [("port", "9000")], []),
            ([("tls", "YES")], [("port", "9001")], ["port: too_large"]),
            ([("port", "80")], [("tls", "YES")], ["port: too_small"]),
            ([("port", "80")], [("tls", "YES"), ("port", "1024")], []),
            ([], [("tls", "YES"), ("port", "80")], ["port: too_small"]),
            ([("time", "5m")], [("tls", "YES")], ["time: too_large"]),
            ([("time", "5m"), ("shown", "NO")], [("tls", "YES")], []),
            (
                [("time", "5m"), ("shown", "NO"), ("tls", "YES")], [("shown", "YES")],
                ["time: too_large"]
            ),
            ([("tls", "YES")], [("day", "2025-12-31")], ["day: too_small"]),
            ([("tls", "YES")], [("day", "2026-01-01"), ("time", "90")], []),
            ([], [("day", "2025-12-31"), ("time", "5m")], []),
        ] as [([(String, String)], [(String, String)], [String])])
    func boundsUnderAConditionAreThoseAfterTheChange(
        _ first: [(String, String)], _ then: [(String, String)], _ problems: [String]
    ) throws {
        let settings = try Make.memory(Self.bounded)
        if !first.isEmpty {
            try settings.applyAndWait(
                Batch(first.map { Assignment($0.0, .text($0.1)) }, origin: .script))
        }
        let found = Self.refusals(of: then.map { Assignment($0.0, .text($0.1)) }, settings)
        #expect(Self.problems(found) == problems)
    }

    private static func refusals(of assignments: [Assignment], _ settings: Settings) -> [KeyProblem]
    {
        do throws(ApplyError) {
            try settings.applyAndWait(Batch(assignments, origin: .script))
            return []
        } catch {
            if case .refused(let problems) = error { return problems }
            Issue.record("\(error)")
            return []
        }
    }

    /// The condition names an option, and the change is one of its group.
    @Test(arguments: ["theme", "dark"])
    func aChosenOptionCanRequireAnotherSetting(key: String) throws {
        let settings = try Make.memory(
            """
            {"groups": [
              {"groupKey": "theme", "items": [
                {"itemKey": "light", "itemControlType": "select", "itemValue": "YES"},
                {"itemKey": "dark", "itemControlType": "select"}]},
              {"groupKey": "g", "items": [
                {"itemKey": "lamp", "itemControlType": "edit_text", "itemRequiredWhen": "dark"}]}]}
            """)
        let text = key == "dark" ? "YES" : "dark"
        let lamp = try #require(settings.snapshot.schema.items["lamp"])
        #expect(settings.snapshot.rules(with: [Assignment(key, .text(text))]).isRequired(lamp))
        #expect(Self.problems(settings.refusals((key, .text(text)))) == ["lamp: required"])
        try settings.assign((key, .text(text)), ("lamp", .text("x")))
        #expect(settings.text("theme") == "dark")
    }

    // MARK: - Hidden

    @Test(arguments: origins)
    func aHiddenItemAcceptsOnlyValidValues(origin: Origin) throws {
        let settings = try Make.memory(Self.schema)
        try settings.assign(("on", .text("YES")), ("host", .text("h1")), origin: origin)
        #expect(
            Self.problems(
                settings.refusals(
                    ("on", .text("NO")), ("host", .text("far too long")), origin: origin))
                == ["host: too_long"])
        #expect(settings.text("host") == "h1" && settings.revision == 1)
        try settings.assign(("on", .text("NO")), ("host", .text("h2")), origin: origin)
        #expect(settings.text("host") == "h2")
        #expect(
            Self.problems(
                settings.refusals(("on", .text("YES")), ("host", .text("far too long"))))
                == ["host: too_long"])
    }

    @Test(arguments: origins)
    func clearsAHiddenItemInTheSameRevision(origin: Origin) throws {
        let settings = try Make.memory(Self.schema)
        try settings.assign(
            ("on", .text("YES")), ("port", .text("8080")), ("secret", .text("s")), origin: origin)
        let outcome = try settings.assign(("on", .text("NO")), origin: origin)
        #expect(Self.changed(outcome) == ["on", "port", "secret"])
        #expect(
            outcome.changes.dropFirst() == [
                Change(key: "port", old: .value(8080), new: .onDefault),
                Change(key: "secret", old: .secret, new: .onDefault),
            ])
        #expect(!settings.snapshot.isSet("port") && settings.value("port") == 80)
        #expect(try settings.secret("secret") == nil)
    }

    @Test(arguments: origins)
    func aClearedHiddenItemRejectsValues(origin: Origin) throws {
        let settings = try Make.memory(Self.schema)
        for (key, text, code) in [
            ("port", "1", "not_enabled"), ("port", "x", "not_integer"),
            ("secret", "s", "not_enabled"),
        ] {
            #expect(
                Self.problems(settings.refusals((key, .text(text)), origin: origin))
                    == ["\(key): \(code)"])
        }
        // The default and an empty secret are the current values.
        #expect(
            try settings.assign(
                ("port", .text("80")), ("secret", .text("")), ("port", .reset), origin: origin
            ).changes.isEmpty)
        try settings.assign(("on", .text("YES")), ("port", .text("8080")), origin: origin)
        #expect(
            Self.problems(
                settings.refusals(("on", .text("NO")), ("port", .text("9090")), origin: origin))
                == ["port: not_enabled"])
        let outcome = try settings.assign(
            ("on", .text("NO")), ("port", .text("8080")), origin: origin)
        #expect(Self.changed(outcome) == ["on", "port"])
        #expect(!settings.snapshot.isSet("port"))
        try settings.assign(("on", .text("YES")), ("port", .text("8080")), origin: origin)
        let back = try settings.assign(("on", .text("NO")), ("port", .text("80")), origin: origin)
        #expect(Self.changed(back) == ["on", "port"])
    }

    /// The reason is the same for every kind of input and from every source, even if the item is also hidden.
    @Test(arguments: [
        ("host", "far too long", "too_long"), ("port", "x", "not_integer"),
        ("copies", "x", "not_integer"), ("copies", "2", "not_enabled"),
        ("fixed", "NO", "read_only"), ("hiddenfixed", "NO", "read_only"),
        ("locked", "2", "locked"), ("hiddenlocked", "2", "locked"), ("nobody", "1", "unknown_key"),
    ])
    func rejectsReadOnlyAndLockedSettingsForEveryInput(key: String, text: String, code: String)
        throws
    {
        let rows = """
            {"groupKey": "states", "items": [
              {"itemKey": "fixed", "itemControlType": "switch", "itemReadOnly": true, "itemValue": true},
              {"itemKey": "hiddenfixed", "itemControlType": "switch", "itemReadOnly": true,
               "itemValue": true, "itemVisibleWhen": "on"},
              {"itemKey": "locked", "itemControlType": "edit_integer"},
              {"itemKey": "hiddenlocked", "itemControlType": "edit_integer", "itemVisibleWhen": "on"}]}
            """
        let schema = try Make.schema(
            Self.schema.replacing(#"{"groupKey": "mail""#, with: rows + #", {"groupKey": "mail""#))
        let locks = ["LOCKED", "HIDDENLOCKED"].map { (Settings.Locks.prefix + $0, "1") }
        let settings = try Settings.inMemory(
            schema,
            locks: Settings.Locks(environment: Dictionary(uniqueKeysWithValues: locks)))
        var fields = FormFields()
        fields.texts = [text]
        let number = Int64(text).map { JSONValue(.number(JSONNumber($0))) }
        let inputs: [Assignment.Input] = [
            .text(text), .form(fields), .json(number ?? JSONValue(.string(text))),
        ]
        for origin in [Origin.browser, .script, .cli] {
            for input in inputs {
                #expect(
                    Self.problems(settings.refusals((key, input), origin: origin))
                        == ["\(key): \(code)"], "\(input)")
            }
        }
        #expect(settings.revision == 0)
    }

    // MARK: - Enabled

    @Test(arguments: origins)
    func aDisabledItemAcceptsOnlyItsValue(origin: Origin) throws {
        let settings = try Make.memory(Self.schema)
        #expect(
            Self.problems(settings.refusals(("copies", .text("2")), origin: origin))
                == ["copies: not_enabled"])
        #expect(try settings.assign(("copies", .reset), origin: origin).changes.isEmpty)
        let token: Settings.Wish = ("token", .text("t"))
        let address: Settings.Wish = ("address", .text("a"))
        try settings.assign(
            ("copies", .text("2")), token, address, ("send", .text("YES")), origin: origin)
        #expect(settings.value("copies") == 2)
        #expect(
            try settings.assign(("send", .text("NO")), ("copies", .text("2"))).changes.count == 1)
        #expect(
            Self.problems(settings.refusals(("copies", .reset), origin: origin))
                == ["copies: not_enabled"])
    }

    // MARK: - Required

    @Test(arguments: origins)
    func requiresAValueWhenItsConditionIsMet(origin: Origin) throws {
        let settings = try Make.memory(Self.schema)
        #expect(
            Self.problems(settings.refusals(("send", .text("YES")), origin: origin))
                == ["address: required", "token: required"])
        #expect(
            Self.problems(
                settings.refusals(
                    ("send", .text("YES")), ("address", .text("")), ("token", .text("t")),
                    origin: origin)) == ["address: required"])
        try settings.assign(
            ("address", .text("a")), ("token", .text("t")), ("send", .text("YES")), origin: origin)
        #expect(
            Self.problems(
                settings.refusals(("address", .text("")), ("token", .clear), origin: origin))
                == ["address: required", "token: required"])
        #expect(
            Self.problems(settings.refusals(("address", .reset), origin: origin))
                == ["address: required"])
        // An empty password field leaves the secret unchanged.
        #expect(try settings.assign(("token", .text("")), origin: origin).changes.isEmpty)
    }

    @Test func requiresAValueWhenItsItemBecomesVisible() throws {
        let settings = try Make.memory(
            """
            {"groupKey": "g", "items": [
              {"itemKey": "always", "itemControlType": "switch", "itemValue": true},
              {"itemKey": "on", "itemControlType": "switch"},
              {"itemKey": "name", "itemControlType": "edit_text", "itemVisibleWhen": "on",
               "itemRequiredWhen": "always"}]}
            """)
        #expect(Self.problems(settings.refusals(("on", .text("YES")))) == ["name: required"])
        #expect(
            Self.changed(try settings.assign(("on", .text("YES")), ("name", .text("n"))))
                == ["on", "name"])
    }

    // MARK: - Options

    @Test(arguments: origins)
    func rejectsAnOptionThatIsNotOffered(origin: Origin) throws {
        let settings = try Make.memory(Self.schema)
        let problems = settings.refusals(
            ("level", .text("expert")), ("tags", .json(["a", "b"])), origin: origin)
        #expect(Self.problems(problems) == ["level: not_an_option", "tags: not_an_option"])
        #expect(
            problems.map(\.problem.parameters) == [
                ["value": "expert", "options": "plain, fine"], ["value": "b", "options": "a"],
            ])
        try settings.assign(
            ("tags", .json(["b"])), ("more", .text("YES")), origin: origin)
        #expect(settings.value("tags") == .list(["b"]))
    }

    @Test(arguments: origins)
    func aStoredInvalidValueBlocksNoOtherChange(origin: Origin) throws {
        let settings = try Make.memory(Self.schema)
        try settings.assign(("tags", .json(["b"])), ("more", .text("YES")))
        try settings.assign(("more", .text("NO")), origin: origin)
        #expect(Self.changed(try settings.assign(("high", .text("9")))) == ["high"])
        // The page posts the value together with the changed one.
        let outcome = try settings.assign(
            ("tags", .json(["b"])), ("high", .text("8")), origin: origin,
            base: Batch.Base(revision: settings.revision))
        #expect(Self.changed(outcome) == ["high"])
        // It may stay next to values that are added, but cannot be chosen again once it is removed.
        try settings.assign(("tags", .json(["a", "b"])), origin: origin)
        try settings.assign(("tags", .json(["a"])), origin: origin)
        #expect(
            Self.problems(settings.refusals(("tags", .json(["a", "b"])), origin: origin))
                == ["tags: not_an_option"])
    }

    // MARK: - Checks

    @Test(arguments: origins)
    func reportsAFailedCheckAtEachSetting(origin: Origin) throws {
        let settings = try Make.memory(Self.schema)
        let problems = settings.refusals(("low", .text("6")), origin: origin)
        #expect(
            problems
                == ["low", "high"].map {
                    KeyProblem(
                        key: $0,
                        problem: ValueProblem(.checkFailed, ["check": "0", "text": "first"]))
                })
        #expect(problems.map(\.description) == ["First.", "First."])
        #expect(
            Self.changed(
                try settings.assign(("low", .text("6")), ("high", .text("6")), origin: origin))
                == ["low", "high"])
        let second = settings.refusals(
            ("level", .text("expert")), ("more", .text("YES")), origin: origin)
        #expect(
            second == [
                KeyProblem(
                    key: "low",
                    problem: ValueProblem(.checkFailed, ["check": "1", "text": "second"]))
            ])
        #expect(settings.revision == 1)
    }

    @Test func aCheckThatAlreadyFailedBlocksNoOtherChange() throws {
        let bench = try Bench()
        try bench.fill(
            Make.panel("a edit_integer \"itemValue\": 1", "b edit_integer \"itemValue\": 2"),
            [("a", "9")])
        let settings = try bench.open(
            """
            {"panelKey": "test", "panelChecks": [{"require": {"key": "a", "less": {"key": "b"}}, "message": "M"}],
             "groups": [{"groupKey": "g", "items": [
              {"itemKey": "a", "itemControlType": "edit_integer", "itemValue": 1},
              {"itemKey": "b", "itemControlType": "edit_integer", "itemValue": 2},
              {"itemKey": "c", "itemControlType": "switch"}]}]}
            """)
        defer { settings.close() }
        #expect(Self.changed(try settings.assign(("c", .text("YES")))) == ["c"])
        #expect(
            Self.problems(settings.refusals(("b", .text("3"))))
                == ["a: check_failed", "b: check_failed"])
    }

    @Test func reportsARejectedValueOnceBesideOtherProblems() throws {
        let settings = try Make.memory(Self.schema)
        #expect(
            Self.problems(
                settings.refusals(
                    ("low", .text("x")), ("send", .text("YES")), ("address", .text("a")),
                    ("nobody", .text("1"))))
                == ["nobody: unknown_key", "low: not_integer", "token: required"])
    }

    // MARK: - Dry runs and conflicts

    @Test func aDryRunReportsClearedSettings() throws {
        let settings = try Make.memory(Self.schema)
        try settings.assign(("on", .text("YES")), ("port", .text("8080")))
        let outcome = try settings.assign(("on", .text("NO")), isDryRun: true)
        #expect(Self.changed(outcome) == ["on", "port"] && outcome.revision == 1)
        #expect(settings.value("port") == 8080 && settings.revision == 1)
        #expect(
            Self.problems(settings.refusals(("send", .text("YES"))))
                == ["address: required", "token: required"])
    }

    @Test func reportsAConflictBesideTheRules() throws {
        let settings = try Make.memory(Self.schema)
        try settings.assign(("on", .text("YES")), ("host", .text("h1")))
        try settings.assign(("host", .text("h2")), origin: .program)
        let base = Batch.Base(revision: 1)
        #expect(settings.conflicts(("host", .text("h3")), base: base).map(\.key) == ["host"])
        // The field was not touched: the displayed value is not a request to change it.
        let outcome = try settings.assign(
            ("host", .text("h1")), ("on", .text("NO")), base: base)
        #expect(Self.changed(outcome) == ["on"] && settings.text("host") == "h2")
    }

    @Test func theOrderOfABatchDoesNotMatter() throws {
        let wishes: [Settings.Wish] = [
            ("send", .text("YES")), ("address", .text("a")), ("token", .text("t")),
            ("copies", .text("3")),
        ]
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 3, 0, 1]] {
            let settings = try Make.memory(Self.schema)
            let assignments = order.map { Assignment(wishes[$0].key, wishes[$0].input) }
            let outcome = try settings.applyAndWait(Batch(assignments, origin: .script))
            #expect(outcome.changes.count == 4)
        }
    }
}

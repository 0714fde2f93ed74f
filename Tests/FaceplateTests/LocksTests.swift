import Foundation
import Testing

@testable import Faceplate

struct LocksTests {
    private static let source = Settings.Lock.Source.environment(variable: "X")

    private static func lock(
        _ key: String, _ input: Assignment.Input, file: String = "site.json"
    ) -> Settings.Lock {
        Settings.Lock(key, input, source: .file(file))
    }

    private static func make(_ locks: Settings.Locks) throws -> Settings {
        try Settings.inMemory(Make.schema(Make.panel), locks: locks)
    }

    // MARK: - Effect of a lock

    @Test func theLockedValueHidesTheStoredOne() throws {
        let bench = try Bench()
        try bench.fill(Make.panel, [("name", "Eve")])
        let locked = try Settings.open(
            Make.schema(Make.panel), at: bench.path, locks: [Self.lock("name", .text("Kim"))],
            watches: false)
        #expect(locked.value("name") == .text("Kim"))
        #expect(try locked.secret("name") == nil)
        let name = try #require(locked.snapshot.schema.settings["name"])
        #expect(locked.snapshot.state(of: name).value == .text("Kim"))
        #expect(locked.snapshot.provenance("name") == .locked(by: .file("site.json")))
        #expect(locked.snapshot.isSet("name"))
        locked.close()
        let free = try bench.open()
        defer { free.close() }
        #expect(free.value("name") == .text("Eve"))
        #expect(free.snapshot.provenance("name") == .set(revision: 1))
        #expect(free.snapshot.provenance("titles") == .onDefault)
        #expect(free.snapshot.provenance("enter") == nil)
    }

    @Test func aLockedSettingIsNotModified() throws {
        let bench = try Bench()
        try bench.fill(Make.panel, [("name", "Eve"), ("titles", "NO")])
        let locked = try Settings.open(
            Make.schema(Make.panel), at: bench.path, locks: [Self.lock("name", .text("Kim"))],
            watches: false)
        defer { locked.close() }
        #expect(locked.snapshot.modified.map(\.key) == ["titles"])
    }

    @Test func anOptionHasTheProvenanceOfItsGroup() throws {
        let settings = try Make.memory()
        #expect(settings.snapshot.provenance("light") == .onDefault)
        try settings.assign(("dark", .text("YES")))
        for key in ["theme", "dark", "light"] {
            #expect(settings.snapshot.provenance(key) == .set(revision: 1), "\(key)")
            #expect(settings.snapshot.isSet(key), "\(key)")
        }
        let locked = try Self.make([Self.lock("theme", .text("blue"))])
        #expect(locked.snapshot.provenance("blue") == .locked(by: .file("site.json")))
        #expect(locked.boolean("blue") == true && locked.boolean("light") == false)
        #expect(locked.snapshot.provenance("none") == nil)
    }

    static let writes: [(key: String, input: Assignment.Input, isAccepted: Bool)] = [
        ("name", .text("Kim"), true), ("name", .json("Kim"), true),
        ("name", .value(.text("Kim")), true), ("name", .text("Eve"), false),
        ("name", .text("much too long"), false), ("name", .reset, true),
        ("level", .text("3"), true), ("level", .text("low"), false),
        ("level", .text("none of them"), false),
        ("dark", .text("YES"), true), ("theme", .text("dark"), true),
        ("theme", .text("blue"), false), ("blue", .text("YES"), false),
        ("dark", .text("NO"), false),
        // The result must not reveal whether a secret is the right one.
        ("password", .text("s3cr3t"), false), ("password", .text(""), true),
    ]

    @Test(arguments: writes, [Origin.browser, .script, .cli, .program, .import])
    func acceptsTheLockedValueAndRejectsAnother(
        write: (key: String, input: Assignment.Input, isAccepted: Bool), origin: Origin
    ) throws {
        let settings = try Self.make([
            Self.lock("name", .text("Kim")), Self.lock("level", .json(3)),
            Self.lock("dark", .text("YES")), Self.lock("password", .text("s3cr3t")),
        ])
        if write.isAccepted {
            let outcome = try settings.assign((write.key, write.input), origin: origin)
            #expect(outcome.changes.isEmpty && outcome.revision == 0)
        } else {
            let problems = settings.refusals((write.key, write.input), origin: origin)
            #expect(problems.map(\.problem.code) == [.locked])
            #expect(problems.first?.problem.parameters == ["file": "site.json"])
        }
    }

    @Test func rejectsAResetBelowALock() throws {
        let bench = try Bench()
        try bench.fill(Make.panel, [("name", "Eve")])
        let settings = try Settings.open(
            Make.schema(Make.panel), at: bench.path, locks: [Self.lock("name", .text("Kim"))],
            watches: false)
        defer { settings.close() }
        #expect(throws: ApplyError.self) { try settings.assign(("name", .reset)) }
    }

    @Test(arguments: [Reversal.Extent.undo(1), .restore(0)])
    func aReversalLeavesOutLockedSettings(extent: Reversal.Extent) throws {
        let bench = try Bench()
        let free = try bench.open()
        try free.assign(("name", .text("Eve")), ("titles", .text("NO")))
        free.close()
        let settings = try Settings.open(
            Make.schema(Make.panel), at: bench.path, locks: [Self.lock("name", .text("Kim"))],
            watches: false)
        defer { settings.close() }
        let outcome = try settings.reverse(extent)
        #expect(outcome.changes.map(\.key) == ["titles"])
        #expect(outcome.skipped.map { "\($0.key) \($0.problem.code.rawValue)" } == ["name locked"])
    }

    @Test func onlyTheProgramReadsALockedSecret() throws {
        let settings = try Self.make([Self.lock("password", .text("s3cr3t"))])
        #expect(try settings.secret("password") == "s3cr3t")
        #expect(settings.value("password") == nil)
        let setting = try #require(settings.snapshot.schema.settings["password"])
        #expect(settings.snapshot.hasSecret(setting) && !settings.snapshot.isSet("password"))
        #expect(settings.snapshot.provenance("password") == .locked(by: .file("site.json")))
        #expect("\(Self.lock("password", .text("s3cr3t")))" == "the file 'site.json': password")
    }

    @Test func rulesUseLockedValues() throws {
        let json = Make.panel(
            #"proxy switch "itemValue": "NO""#,
            #"host edit_text "itemVisibleWhen": "proxy""#,
            #"port edit_integer "itemEnabledWhen": "proxy""#)
        let locked = try Settings.inMemory(
            Make.schema(json), locks: [Self.lock("proxy", .text("on"))])
        #expect(locked.snapshot.rules.isVisible("host"))
        try locked.assign(("port", .text("80")))
        // An assignment to a locked setting changes nothing for the rules of other settings.
        let wish = [Assignment("proxy", .text("off"))]
        #expect(locked.snapshot.rules(with: wish).isVisible("host"))
    }

    @Test func rulesKnowThatALockSetsASecret() throws {
        let json = Make.panel(
            "pin edit_password",
            #"host edit_text "itemVisibleWhen": {"key": "pin", "empty": false}"#)
        let locked = try Settings.inMemory(
            Make.schema(json), locks: [Self.lock("pin", .text("1234"))])
        #expect(locked.snapshot.rules.isVisible("host"))
        #expect(try !Make.memory(json).snapshot.rules.isVisible("host"))
    }

    @Test func aHiddenItemKeepsTheValueBelowItsLock() throws {
        let json = Make.panel(
            #"proxy switch "itemValue": "YES""#,
            #"host edit_text "itemVisibleWhen": "proxy", "itemWhenHidden": "clear""#)
        let bench = try Bench()
        try bench.fill(json, [("host", "a")])
        let locked = try Settings.open(
            Make.schema(json), at: bench.path, locks: [Self.lock("host", .text("b"))],
            watches: false)
        defer { locked.close() }
        #expect(try locked.assign(("proxy", .text("off"))).changes.map(\.key) == ["proxy"])
        #expect(locked.snapshot.isSet("host"))
    }

    /// A hidden setting that is cleared has its default for the rules, and its lock once it appears.
    @Test func aNewLockCanMakeAnotherSettingRequired() throws {
        let json = Make.panel(
            #"on switch "itemValue": "NO""#,
            #"proxy switch "itemVisibleWhen": "on", "itemWhenHidden": "clear", "itemValue": "NO""#,
            #"host edit_text "itemRequiredWhen": "proxy""#)
        let locked = try Settings.inMemory(
            Make.schema(json), locks: [Self.lock("proxy", .text("on"))])
        let problems = locked.refusals(("on", .text("YES")))
        #expect(problems.map(\.key) == ["host"] && problems.first?.problem.code == .required)
        try locked.assign(("on", .text("YES")), ("host", .text("h")))
        #expect(locked.snapshot.rules.isVisible("proxy"))
    }

    // MARK: - Sources of locks

    @Test(arguments: [
        ("net.port", "FACEPLATE_SET_NET_PORT"), ("net-port", "FACEPLATE_SET_NET_PORT"),
        ("net_port", "FACEPLATE_SET_NET_PORT"), ("Q1", "FACEPLATE_SET_Q1"),
    ])
    func readsAVariableForEachKey(key: String, variable: String) {
        #expect(Settings.Locks.variable(for: key) == variable)
    }

    @Test func prefersTheEnvironmentThenLaterFiles() throws {
        let locks = Settings.Locks(
            [
                Self.lock("name", .text("one"), file: "a"),
                Self.lock("name", .text("two"), file: "b"),
                Self.lock("titles", .text("NO"), file: "b"),
            ], environment: ["FACEPLATE_SET_TITLES": "YES", "PATH": "/bin"])
        let settings = try Self.make(locks)
        #expect(settings.value("name") == .text("two"))
        #expect(settings.snapshot.provenance("name") == .locked(by: .file("b")))
        #expect(settings.boolean("titles") == true)
        #expect(
            settings.snapshot.provenance("titles")
                == .locked(by: .environment(variable: "FACEPLATE_SET_TITLES")))
    }

    @Test(arguments: [
        ("FACEPLATE_SET_DARK", "yes", "theme", Value.text("dark")),
        ("FACEPLATE_SET_THEME", "blue", "theme", .text("blue")),
        // Former keys still work.
        ("FACEPLATE_SET_NICK", "Kim", "name", .text("Kim")),
        ("FACEPLATE_SET_FIXED", "off", "fixed", .boolean(false)),
    ])
    func variablesAreReadAsText(name: String, text: String, key: String, value: Value) throws {
        let settings = try Self.make(Settings.Locks(environment: [name: text]))
        #expect(settings.value(key) == value)
    }

    /// As secrets are given to containers.
    @Test(
        arguments: [
            ("Kim\n", Value.text("Kim"), nil), ("Kim\r\n", .text("Kim"), nil),
            ("Kim", .text("Kim"), nil),
            ("much too long\n", nil, "'name' must be 5 characters or fewer."),
            (nil, nil, "There is no such file."),
        ] as [(String?, Value?, String?)])
    func aVariableCanNameAFile(text: String?, value: Value?, problem: String?) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        if let text { try Data(text.utf8).write(to: URL(filePath: path)) }
        let settings = try Self.make(Settings.Locks(environment: ["FACEPLATE_SET_NAME_FILE": path]))
        #expect(
            settings.snapshot.isLocked(try #require(settings.snapshot.schema.settings["name"]))
                == (value != nil))
        if let value { #expect(settings.value("name") == value) }
        #expect(settings.problems.count == (problem == nil ? 0 : 1))
        #expect(settings.problems.first?.hasSuffix(problem ?? "") ?? true, "\(settings.problems)")
    }

    @Test func aVariableWithTheValueWinsOverAFile() throws {
        let locks = Settings.Locks(environment: [
            "FACEPLATE_SET_NAME": "Kim", "FACEPLATE_SET_NAME_FILE": "/nowhere",
            "FACEPLATE_SET_TITLES_FILE": "", "FACEPLATE_SET_NONE_FILE": "/nowhere",
        ])
        let settings = try Self.make(locks)
        #expect(settings.value("name") == .text("Kim"))
        #expect(
            settings.problems == [
                "environment variable FACEPLATE_SET_NAME_FILE: FACEPLATE_SET_NAME is set, too, and counts."
            ])
        let schema = settings.snapshot.schema
        #expect(locks.unknownVariables(in: schema).map(\.name) == ["FACEPLATE_SET_NONE_FILE"])
        #expect(locks.blankVariables(in: schema) == ["FACEPLATE_SET_TITLES_FILE"])
    }

    @Test func ignoresAVariableOfNoSetting() throws {
        let locks = Settings.Locks(environment: [
            "FACEPLATE_SET_TITELS": "NO", "FACEPLATE_SET_ZZZZZZZZ": "1", "FACEPLATE_SET_": "1",
        ])
        let settings = try Self.make(locks)
        let unknown = locks.unknownVariables(in: settings.snapshot.schema)
        #expect(
            unknown.map(\.name)
                == ["FACEPLATE_SET_", "FACEPLATE_SET_TITELS", "FACEPLATE_SET_ZZZZZZZZ"])
        #expect(unknown[1].nearest == "FACEPLATE_SET_TITLES")
    }

    @Test(
        arguments: [
            "FACEPLATE_SET_NAME", "FACEPLATE_SET_LEVEL", "FACEPLATE_SET_PASSWORD",
            "FACEPLATE_SET_NAME_FILE",
        ], ["", " ", "\t\r\n\u{A0}"])
    func ignoresABlankVariable(name: String, blank: String) throws {
        let locks = Settings.Locks(environment: [
            name: blank, "FACEPLATE_SET_OTHER": blank, "FACEPLATE_BLANK": blank,
        ])
        let settings = try Self.make(locks)
        #expect(settings.snapshot.schema.settings.allSatisfy { !settings.snapshot.isLocked($0) })
        #expect(locks.blankVariables(in: settings.snapshot.schema) == [name])
        #expect(settings.problems.isEmpty && settings.findings.isEmpty)
        // A file can lock at empty text.
        let file = try Self.make([Self.lock("name", .json(""))])
        #expect(file.value("name") == .text(""))
    }

    @Test(
        arguments: [
            ("set", "SET_NAME", "", nil), ("set", "SET_NAME_FILE", " ", nil),
            // Surrounding spaces are removed.
            ("set", "SET_NAME", " ", nil),
            ("set", "SET_TITLES", "", "SET_TITLES: 'titles' must be on or off."),
            ("Set", "SET_NAME", "", "BLANK: 'Set' has no meaning. Use 'set', or remove it."),
        ] as [(String, String, String, String?)])
    func aBlankVariableCanBeAValue(rule: String, name: String, text: String, problem: String?)
        throws
    {
        let variables = ["FACEPLATE_\(name)": text, "FACEPLATE_BLANK": rule]
        let settings = try Self.make(Settings.Locks(environment: variables))
        let isLocked = problem == nil && name == "SET_NAME"
        #expect(settings.snapshot.locked.map(\.key) == (isLocked ? ["name"] : []))
        #expect(!isLocked || settings.value("name") == .text(""))
        let sentence = problem.map { "environment variable FACEPLATE_\($0)" }
        #expect(settings.problems == [sentence].compactMap(\.self))
    }

    @Test(arguments: [
        ("FACEPLATE_SET_TITLES", "perhaps", "'titles' must be on or off."),
        ("FACEPLATE_SET_NAME", "much too long", "'name' must be 5 characters or fewer."),
        ("FACEPLATE_SET_LEVEL", "9", "'level' cannot be “9”. Choose low, mid or 3."),
        (
            "FACEPLATE_SET_DARK", "no",
            "'dark' cannot be turned off. Choose another option of theme."
        ),
    ])
    func anInvalidVariableLeavesOtherLocks(name: String, text: String, words: String) throws {
        let locks = Settings.Locks(environment: [name: text, "FACEPLATE_SET_FIXED": "no"])
        let settings = try Self.make(locks)
        let problem = "environment variable \(name): \(words)"
        #expect(settings.problems == [problem] && settings.findings == [problem])
        #expect(settings.boolean("fixed") == false)
        try settings.assign(("titles", .text("NO")))
    }

    // MARK: - Locks that do not fit

    static let misfits: [(Settings.Locks, [String])] = [
        (
            [lock("titels", .json(true))],
            ["the file 'site.json': No setting is named 'titels'. Did you mean 'titles'?"]
        ),
        (
            [lock("name", .json("much too long"))],
            ["the file 'site.json': 'name' must be 5 characters or fewer."]
        ),
        (
            [lock("level", .json("high"))],
            ["the file 'site.json': 'level' cannot be “high”. Choose low, mid or 3."]
        ),
        ([lock("titles", .json(nil))], ["the file 'site.json': 'titles' must be on or off."]),
        ([lock("enter", .json("x"))], ["the file 'site.json': 'enter' is read-only."]),
        ([lock("password", .json(""))], ["the file 'site.json': 'password' is missing."]),
        (
            [lock("a", .json(1)), Settings.Lock("dark", .text("NO"), source: .other("the host"))],
            [
                "the file 'site.json': No setting is named 'a'.",
                "the host: 'dark' cannot be turned off. Choose another option of theme.",
            ]
        ),
    ]

    @Test(arguments: misfits)
    func anInvalidLockLeavesOtherLocks(locks: Settings.Locks, words: [String]) throws {
        let bench = try Bench()
        let all = Settings.Locks(locks.list + [Self.lock("fixed", .json(false))])
        let check = { (settings: Settings) in
            #expect(settings.problems == words && settings.findings == words)
            #expect(settings.boolean("fixed") == false)
            try settings.assign(("titles", .text("NO")))
            settings.close()
        }
        try check(
            Settings.open(Make.schema(Make.panel), at: bench.path, locks: all, watches: false))
        // With the stored schema, too.
        try check(Settings.open(at: bench.path, locks: all, watches: false))
    }

    /// Its state comes from its action.
    @Test func theStateOfAButtonCannotBeLocked() throws {
        let schema = try Make.schema(
            Make.panel(#"lamp button "itemStates": [{"state": "off"}, {"state": "on"}]"#))
        let settings = try Settings.inMemory(schema, locks: [Self.lock("lamp", .text("on"))])
        #expect(settings.problems == ["the file 'site.json': 'lamp' is read-only."])
    }

    @Test func theProblemOfALockedSecretContainsNoValue() throws {
        let long = String(repeating: "s3cr3t", count: 10)
        let settings = try Self.make([Self.lock("password", .text(long))])
        #expect(
            settings.problems
                == ["the file 'site.json': 'password' must be 40 characters or fewer."])
    }

    @Test func aLaterSchemaReportsInvalidLocks() throws {
        let settings = try Self.make([Self.lock("name", .text("Kim"))])
        let next = try Make.schema(Make.panel(#"name edit_integer"#, version: 2))
        try settings.adopt(next, labels: LabelCatalog())
        #expect(settings.snapshot.provenance("name") == .onDefault)
        #expect(
            settings.problems
                == ["the file 'site.json': 'name' must be a whole number, like 30."])
        try settings.adopt(
            Make.schema(Make.panel), labels: LabelCatalog(),
            adoption: Settings.Adoption(isForced: true))
        #expect(settings.value("name") == .text("Kim"))
        #expect(settings.problems == [])
    }
}

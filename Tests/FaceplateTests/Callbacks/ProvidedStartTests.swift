import FaceplateTestSupport
import Testing

@testable import Faceplate

struct ProvidedStartTests {
    private static func content(
        initial: [String: Value] = [:], defaults: [String: Value] = [:]
    ) -> ProvidedContent {
        var content = ProvidedContent()
        content.initialValues = { initial }
        content.defaults = { defaults }
        return content
    }

    /// The former key of a setting means the setting.
    @Test(arguments: ["name", "nick"])
    func initialValuesAreSetOnce(key: String) throws {
        let bench = try Bench()
        let content = Self.content(initial: [key: "Bob", "dark": true])
        func open() throws -> Settings {
            try Settings.open(
                Make.schema(Make.panel), at: bench.path, content: content, watches: false)
        }
        let settings = try open()
        #expect(settings.text("name") == "Bob" && settings.text("theme") == "dark")
        #expect(settings.revision == 1 && settings.recentRevision(1)?.note == "initial values")
        try settings.assign(("name", .reset), ("dark", .value(true)))
        settings.close()
        let again = try open()
        #expect(again.text("name") == "Ann" && again.revision == 2)
    }

    /// A storage can have less history than values.
    @Test func keepsAValueWithoutHistory() throws {
        let bench = try Bench()
        try bench.fill(Make.panel, [("name", "Eve")])
        try bench.sqlite("DELETE FROM change")
        let settings = try Settings.open(
            Make.schema(Make.panel), at: bench.path,
            content: Self.content(initial: ["name": "Bob", "dark": true]), watches: false)
        defer { settings.close() }
        #expect(settings.text("name") == "Eve" && settings.text("theme") == "dark")
    }

    /// A locked setting has a value already, which is no mistake of the program.
    @Test(arguments: ["name", "nick"])
    func aLockedSettingNeedsNoInitialValue(key: String) throws {
        let bench = try Bench()
        for (locks, name) in [
            ([Settings.Lock("name", .text("Kim"), source: .other("x"))], "Kim"), ([], "Bob"),
        ] {
            let settings = try Settings.open(
                Make.schema(Make.panel), at: bench.path,
                content: Self.content(initial: [key: "Bob", "dark": true]),
                locks: Settings.Locks(locks), watches: false)
            #expect(settings.text("name") == name && settings.problems.isEmpty)
            #expect(settings.text("theme") == "dark")
            settings.close()
        }
    }

    @Test
    func reportsRejectedInitialValues() throws {
        let settings = try Settings.inMemory(
            Make.schema(Make.panel),
            content: Self.content(
                initial: ["name": "Bernadette", "titels": false, "level": "low", "own": 1]))
        #expect(settings.text("level") == "low" && settings.text("name") == "Ann")
        #expect(
            settings.problems == [
                "The program gives an initial value of 'name', which was rejected (too_long).",
                "The program gives an initial value of 'own', and there is no such setting.",
                "The program gives an initial value of 'titels', and there is no such setting. Did you "
                    + "mean 'titles'?",
            ])
    }

    @Test
    func logsInitialValuesThatCouldNotBeStored() throws {
        let (storage, log) = (FailingStorage(), RecordedLog())
        let settings = try Settings.open(
            Make.schema(Make.panel), in: storage, watches: false, logger: log.logger)
        storage.fail(at: .commit)
        try settings.content.provide(Self.content(initial: ["name": "Bob"]))
        #expect(settings.text("name") == "Ann")
        #expect(log.lines.contains("the initial values were not set"))
    }

    @Test
    func providedDefaultsReplaceThoseOfTheSchema() throws {
        let settings = try Settings.inMemory(
            Make.schema(Make.panel),
            content: Self.content(defaults: ["name": "Host", "theme": "blue", "titles": false]))
        #expect(settings.text("name") == "Host" && !settings.snapshot.isSet("name"))
        #expect(settings.text("theme") == "blue" && settings.boolean("blue") == true)
        #expect(settings.boolean("light") == false && settings.boolean("titles") == false)
        #expect(settings.revision == 0 && settings.problems.isEmpty)
        try settings.adopt(Make.schema(Make.panel))
        #expect(settings.text("name") == "Host" && settings.text("theme") == "blue")
    }

    @Test
    func providedDefaultsApplyToUnsetSettings() throws {
        let bench = try Bench()
        func open(_ name: String) throws -> Settings {
            try Settings.open(
                Make.schema(Make.panel("name edit_text", "nick edit_text")), at: bench.path,
                content: Self.content(defaults: ["name": .text(name), "nick": .text(name)]),
                watches: false)
        }
        let first = try open("a")
        try first.assign(("nick", .text("mine")))
        first.close()
        let second = try open("b")
        #expect(second.text("name") == "b" && second.text("nick") == "mine")
    }

    @Test
    func reportsDefaultsOfUnknownNames() throws {
        let settings = try Settings.inMemory(
            Make.schema(Make.panel),
            content: Self.content(defaults: ["nmae": "x", "titles": false]))
        #expect(settings.boolean("titles") == false)
        #expect(
            settings.problems == [
                "The program gives a default of 'nmae', and there is no such setting. Did you mean "
                    + "'name'?"
            ])
    }

    @Test
    func usesValuesOfLaterContentToo() throws {
        let settings = try Make.memory()
        try settings.content.provide(
            Self.content(initial: ["name": "Bob"], defaults: ["titles": false]))
        #expect(settings.text("name") == "Bob" && settings.boolean("titles") == false)
    }
}

import FaceplateTestSupport
import Testing

@testable import Faceplate

struct SettingsApplyTests {
    private let settings: Settings

    init() throws {
        settings = try Make.memory()
    }

    @Test func startsOnDefaultsAtRevisionZero() {
        #expect(settings.revision == 0)
        #expect(settings.boolean("titles") == true)
        #expect(settings.text("name") == "Ann")
        #expect(settings.text("theme") == "light")
        #expect(settings.boolean("light") == true && settings.boolean("dark") == false)
        #expect(
            settings.value("password") == nil && settings.value("enter") == nil
                && settings.value("none") == nil)
        #expect(settings.schema.settings.keys.allSatisfy { !settings.snapshot.isSet($0) })
        #expect(settings.path == nil)
    }

    @Test(
        arguments: [
            ("titles", .text("no"), .boolean(false)), ("titles", .json(false), .boolean(false)),
            ("titles", .value(false), .boolean(false)), ("titles", .json("NO"), .boolean(false)),
            ("name", .text("  Bob "), "Bob"), ("name", .json(""), ""), ("name", .value("é"), "é"),
            ("level", .text("3"), .integer(3)), ("level", .json("low"), "low"),
            ("level", .json(3), .integer(3)),
            ("theme", .text("dark"), "dark"), ("theme", .value("blue"), "blue"),
            ("theme", .text("night"), "dark"),
        ] as [(String, Assignment.Input, Value)])
    func setsAValue(key: String, input: Assignment.Input, value: Value) throws {
        let outcome = try settings.assign((key, input))
        #expect(
            outcome
                == Outcome(
                    revision: 1, changes: [Change(key: key, old: .onDefault, new: .value(value))]))
        #expect(settings.value(key) == value)
        #expect(settings.snapshot.isSet(key))
        #expect(settings.snapshot.lastChange(of: key) == 1)
    }

    @Test func resetsToTheDefault() throws {
        try settings.assign(("name", .text("Bob")))
        let outcome = try settings.assign(("name", .reset))
        #expect(outcome.changes == [Change(key: "name", old: .value("Bob"), new: .onDefault)])
        #expect(settings.text("name") == "Ann" && !settings.snapshot.isSet("name"))
        #expect(try settings.assign(("name", .reset)) == Outcome(revision: 2, changes: []))
    }

    /// An assignment that is wrong by itself, unknown, or rejected by the program, is left out and named.
    @Test(
        arguments: [
            (["titles": false, "name": "Bob"], ["name", "titles"], []),
            (["titles": false, "name": "Bernadette"], ["titles"], ["name"]),
            (["name": "Bernadette", "nope": 1], [], ["name", "nope"]),
            (["titles": false, "level": 77, "theme": "blue"], ["theme"], ["level", "titles"]),
        ] as [([String: JSONValue], [String], [String])])
    func savesAPart(
        values: [String: JSONValue], changed: [String], refused: [String]
    ) async throws {
        if values["level"] != nil {
            settings.willSave { save in
                save.changes.contains { $0.key == "titles" } ? .key("titles", "No.") : nil
            }
        }
        var batch = Batch(
            values.sorted { $0.key < $1.key }.map { Assignment($0.key, .json($0.value)) },
            origin: .program)
        if !refused.isEmpty {
            let whole = batch
            await #expect(throws: ApplyError.self) { try await settings.apply(whole) }
        }
        batch.acceptance = .partial
        for isDryRun in [true, false] {
            batch.isDryRun = isDryRun
            let outcome = try await settings.apply(batch)
            #expect(outcome.changes.map(\.key).sorted() == changed)
            #expect(outcome.refused.map(\.key).sorted() == refused)
            #expect(settings.revision == (changed.isEmpty || isDryRun ? 0 : 1))
        }
    }

    /// No assignment of the batch can help against a conflict.
    @Test func rejectsAPartThatIsInConflict() async throws {
        try settings.assign(("name", .text("Bob")))
        var batch = Batch(
            [Assignment("name", .text("Eve")), Assignment("titles", .text("NO"))],
            origin: .program, base: Batch.Base(revision: 0, leavesShownValues: false))
        batch.acceptance = .partial
        let part = batch
        await #expect(throws: ApplyError.self) { try await settings.apply(part) }
        #expect(settings.revision == 1)
    }

    @Test func choosingAnOptionTurnsOffTheOthers() throws {
        let outcome = try settings.assign(("dark", .text("YES")))
        #expect(outcome.changes == [Change(key: "theme", old: .onDefault, new: .value("dark"))])
        #expect(["light", "dark", "blue"].map { settings.boolean($0) } == [false, true, false])
        try settings.assign(("blue", .json(true)))
        #expect(["light", "dark", "blue"].map { settings.boolean($0) } == [false, false, true])
        try settings.assign(("blue", .reset))
        #expect(settings.text("theme") == "light" && !settings.snapshot.isSet("blue"))
    }

    @Test(arguments: ["dark", "light", "night"])
    func anOptionCannotBeTurnedOff(key: String) {
        #expect(
            settings.refusals((key, .text("NO"))) == [
                KeyProblem(key: key, problem: ValueProblem(.optionNotCleared, ["group": "theme"]))
            ])
        #expect(settings.refusals((key, .text("maybe"))).first?.problem.code == .notBoolean)
    }

    @Test func acceptsFormerKeys() throws {
        let outcome = try settings.assign(("nick", .text("Bob")), ("night", .text("on")))
        #expect(outcome.changes.map(\.key) == ["name", "theme"])
        #expect(settings.text("nick") == "Bob" && settings.boolean("night") == true)
    }

    @Test(
        arguments: [
            ("titels", "titles"), ("Name", "name"), ("dakr", "dark"), ("them", "theme"),
            ("nothing_like_it", nil),
        ] as [(String, String?)])
    func rejectsAnUnknownKeyAndSuggestsTheNearest(key: String, nearest: String?) {
        #expect(
            settings.refusals((key, .text("x"))) == [
                KeyProblem(key: key, problem: ValueProblem(.unknownKey), nearest: nearest)
            ])
    }

    @Test func rejectsAValueForARowWithoutOne() {
        #expect(
            settings.refusals(("enter", .text("press"))).map(\.problem) == [ValueProblem(.readOnly)]
        )
        #expect(settings.refusals(("display", .text("x"))).first?.problem.code == .unknownKey)
    }

    @Test(
        arguments: [
            ("titles", .text("maybe"), .notBoolean), ("titles", .json(1), .notBoolean),
            ("name", .text("toolong"), .tooLong),
            ("name", .text("a\u{0}"), .controlCharacter), ("name", .json(5), .notText),
            ("name", .value(true), .notText),
            ("level", .text("max"), .notAnOption), ("level", .json("max"), .notAnOption),
            ("level", .json(nil), .notAnOption),
            ("theme", .text("green"), .notAnOption), ("name", .clear, .notASecret),
            ("dark", .clear, .notASecret),
        ] as [(String, Assignment.Input, ValueProblem.Code)])
    func rejectsInvalidValues(key: String, input: Assignment.Input, code: ValueProblem.Code) {
        #expect(settings.refusals((key, input)).map(\.problem.code) == [code])
        #expect(settings.revision == 0)
    }

    @Test func anEmptyFieldResetsOnlyASettingWithoutADefault() throws {
        let settings = try Make.memory(
            Make.panel(#"port edit_integer "itemValue": 80"#, "limit edit_integer"))
        try settings.assign(("port", .text("1")), ("limit", .text("1")))
        #expect(settings.refusals(("port", .text(""))).map(\.problem.code) == [.required])
        let outcome = try settings.assign(("limit", .text("")))
        #expect(outcome.changes == [Change(key: "limit", old: .value(1), new: .onDefault)])
    }

    @Test func batchesOfOneTransactionHaveTheirOwnResults() throws {
        let (settings, results) = (settings, Locked<[String: Bool]>([:]))
        // Batches that are sent during a commit wait, and are saved in one transaction.
        settings.apply(Batch([Assignment("level", .text("low"))], origin: .program)) { _ in
            for (key, text) in [("titles", "NO"), ("name", "toolong"), ("theme", "dark")] {
                settings.apply(Batch([Assignment(key, .text(text))], origin: .program)) { result in
                    results.withLock { $0[key] = (try? result.get()) != nil }
                }
            }
        }
        #expect(eventually { results.withLock { $0.count } == 3 })
        #expect(results.withLock { $0 } == ["titles": true, "name": false, "theme": true])
        #expect(settings.boolean("titles") == false && settings.text("theme") == "dark")
    }

    @Test func closingStoresWaitingBatches() {
        let (stored, count) = (Locked(0), Settings.commitLimit * 3)
        // On the queue, so that all of them still wait when the settings are closed.
        settings.synchronously {
            for number in 1...count {
                let assignment = Assignment("name", .text("\(number)"))
                settings.apply(Batch([assignment], origin: .program)) { result in
                    if case .success = result { stored.withLock { $0 += 1 } }
                }
            }
            settings.close()
        }
        #expect(stored.withLock { $0 } == count && settings.revision == count)
    }

    @Test func savesAllOrNothingAndReportsEveryProblem() throws {
        let problems = settings.refusals(
            ("titles", .text("no")), ("nope", .text("1")), ("name", .text("toolong")),
            ("level", .text("max")),
            ("light", .text("no")), ("theme2", .reset), ("enter", .text("x")))
        #expect(Set(problems.map(\.key)) == ["nope", "name", "level", "light", "theme2", "enter"])
        #expect(problems.count == 6)
        #expect(settings.revision == 0 && settings.boolean("titles") == true)
        #expect(try settings.assign(("titles", .text("no"))).revision == 1)
    }

    @Test func theLastAssignmentOfAKeyWins() throws {
        let outcome = try settings.assign(
            ("titles", .text("NO")), ("name", .text("Bob")), ("titles", .text("YES")),
            ("nick", .text("Cid")),
            ("light", .text("YES")), ("theme", .text("dark")), ("blue", .text("YES")))
        #expect(
            outcome.changes == [
                Change(key: "titles", old: .onDefault, new: .value(true)),
                Change(key: "name", old: .onDefault, new: .value("Cid")),
                Change(key: "theme", old: .onDefault, new: .value("blue")),
            ])
    }

    @Test func aSetDefaultCountsAsSet() throws {
        let outcome = try settings.assign(("name", .text("Ann")))
        #expect(outcome.changes == [Change(key: "name", old: .onDefault, new: .value("Ann"))])
        #expect(settings.snapshot.isSet("name"))
    }

    @Test func anEqualValueMakesNoRevision() throws {
        try settings.assign(("name", .text("Bob")))
        let outcome = try settings.assign(("name", .text(" Bob")), ("theme", .reset))
        #expect(outcome == Outcome(revision: 1, changes: []))
        #expect(try settings.assign() == Outcome(revision: 1, changes: []))
        #expect(settings.revision == 1)
    }

    @Test func composedAndDecomposedTextDiffers() throws {
        try settings.assign(("name", .text("\u{E9}")))
        #expect(try settings.assign(("name", .text("e\u{301}"))).changes.count == 1)
        #expect(settings.text("name").map { Array($0.utf8) } == Array("e\u{301}".utf8))
    }

    @Test(arguments: [Origin.browser, .script, .cli, .sync, .undo])
    func onlyTheProgramChangesAReadOnlySetting(origin: Origin) throws {
        #expect(
            settings.refusals(("fixed", .text("NO")), origin: origin)
                == [KeyProblem(key: "fixed", problem: ValueProblem(.readOnly))])
        // The current value is no change, and is not rejected.
        #expect(try settings.assign(("fixed", .text("YES")), origin: origin).changes.isEmpty)
        #expect(try settings.assign(("fixed", .reset), origin: origin).changes.isEmpty)
        #expect(settings.revision == 0 && !settings.snapshot.isSet("fixed"))
        try settings.assign(("fixed", .text("NO")), origin: .program)
        #expect(settings.boolean("fixed") == false)
        #expect(try settings.assign(("fixed", .text("NO")), origin: origin).changes.isEmpty)
        #expect(
            settings.refusals(("fixed", .reset), origin: origin).first?.problem.code == .readOnly)
    }

    @Test func anImportChangesAReadOnlySettingToo() throws {
        let change = Change(key: "fixed", old: .onDefault, new: .value(false))
        #expect(try settings.assign(("fixed", .text("NO")), origin: .import).changes == [change])
        #expect(settings.boolean("fixed") == false)
    }

    @Test func aDryRunReportsChangesAndSavesNothing() throws {
        let outcome = try settings.assign(
            ("name", .text("Bob")), ("password", .text("pw")), isDryRun: true)
        #expect(
            outcome
                == Outcome(
                    revision: 0,
                    changes: [
                        Change(key: "name", old: .onDefault, new: .value("Bob")),
                        Change(key: "password", old: .onDefault, new: .secret),
                    ]))
        #expect(
            settings.revision == 0 && settings.text("name") == "Ann"
                && !settings.snapshot.isSet("password"))
        #expect(throws: ApplyError.self) {
            try settings.assign(("name", .text("toolong")), isDryRun: true)
        }
        var shared = Batch([Assignment("name", .text("Bob"))], origin: .sync, isDryRun: true)
        shared.agreements = { _ in ["name": "Bob"] }
        try settings.applyAndWait(shared)
        #expect(try settings.agreements().isEmpty)
    }

    /// Two machines can reach the same value on their own.
    @Test func anAgreementIsRecordedWithoutAChange() throws {
        let settings = try Make.memory()
        try settings.assign(("name", .text("Bob")))
        var shared = Batch([Assignment("name", .text("Bob"))], origin: .sync)
        shared.agreements = { _ in ["name": "Bob"] }
        #expect(try settings.applyAndWait(shared) == Outcome(revision: 1, changes: []))
        #expect(try settings.agreements() == ["name": "Bob"])
    }

    @Test func anOutcomeOmitsWithheldSettings() {
        func outcome(of keys: [String]) -> Outcome {
            Outcome(
                revision: 3,
                changes: keys.map { Change(key: $0, old: .onDefault, new: .value("x")) },
                restart: keys,
                skipped: keys.map { KeyProblem(key: $0, problem: ValueProblem(.secretNotKept)) },
                until: Dictionary(uniqueKeysWithValues: keys.map { ($0, nil) }))
        }
        #expect(outcome(of: ["a", "b", "c"]).omitting { $0 == "b" } == outcome(of: ["a", "c"]))
    }

    @Test func asyncCallersGetTheSameOutcome() async throws {
        #expect(try await settings.set("name", to: "Bob").revision == 1)
        #expect(settings.recentRevision(1)?.origin == .program)
        await #expect(throws: ApplyError.self) { try await settings.set("name", to: true) }
    }

    /// Each search takes time, and other writers wait.
    @Test func suggestsTheNearestKeyForTwentyUnknownKeys() throws {
        let wishes = (1...25).map { Assignment("titles\($0)", .text("x")) }
        do throws(ApplyError) {
            try settings.applyAndWait(Batch(wishes, origin: .script))
            Issue.record("was accepted")
        } catch {
            guard case .refused(let problems) = error else { throw error }
            #expect(problems.count == 25)
            #expect(problems.compactMap(\.nearest) == Array(repeating: "titles", count: 20))
        }
    }

    /// A picker adds its own value to its options, unless the same batch sets these.
    @Test func aBatchThatSetsTheOptionsAddsNone() throws {
        let json = Make.panel(
            #"voice picker "itemAdds": true, "itemOptions": ["x"], "itemValue": "x""#)
        for (more, added) in [([], ["z"]), ([("voice.added", .json(["q"]))], ["q"])]
            as [([Settings.Wish], [String])]
        {
            let settings = try Make.memory(json)
            var fields = FormFields()
            fields.addsOwn = true
            fields.texts = ["z"]
            let wishes = [("voice", .form(fields))] + more
            try settings.applyAndWait(
                Batch(wishes.map { Assignment($0.key, $0.input) }, origin: .browser))
            #expect(settings.text("voice") == "z")
            #expect(settings.value("voice.added") == .list(added.map(Value.text)))
        }
    }
}

extension Settings {
    fileprivate var schema: Schema { snapshot.schema }
}

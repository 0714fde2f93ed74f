import Testing

@testable import Faceplate

/// Saves of a page that was opened at an earlier revision.
struct SettingsBaseTests {
    private let settings: Settings

    init() throws {
        settings = try Make.memory()
        try settings.assign(("name", .text("one")))
        try settings.assign(("name", .text("two")), ("level", .text("low")))
    }

    @Test func aFieldWithItsShownValueIsUnchanged() throws {
        let base = Batch.Base(revision: 1)
        let outcome = try settings.assign(
            ("titles", .text("YES")), ("name", .text("one")), ("level", .text("mid")),
            ("theme", .text("light")),
            base: base)
        #expect(outcome == Outcome(revision: 2, changes: []))
        #expect(!settings.snapshot.isSet("titles") && settings.text("name") == "two")
    }

    /// It is set, and no longer follows a default that changes later.
    @Test func choosingTheDefaultResetsAValueThatEqualsIt() throws {
        let settings = try Make.memory(
            Make.panel(#"voice picker "itemOptions": ["x"], "itemValue": "x""#))
        try settings.assign(("voice", .text("x")))
        var fields = FormFields()
        fields.parts = [FormFields.Part([.name("pick")], "default")]
        let outcome = try settings.assign(
            ("voice", .form(fields)), base: Batch.Base(revision: 1))
        #expect(outcome.changes == [Change(key: "voice", old: .value("x"), new: .onDefault)])
    }

    @Test func emptyingAFieldWithAUnitResetsIt() throws {
        let settings = try Make.memory(Make.panel("pause edit_duration"))
        try settings.assign(("pause", .text("2h")))
        var fields = FormFields()
        fields.texts = [""]
        fields.parts = [FormFields.Part([.name("unit")], "h")]
        let outcome = try settings.assign(
            ("pause", .form(fields)), base: Batch.Base(revision: 1))
        #expect(outcome.changes.map(\.new) == [.onDefault])
    }

    /// Without a value, only the unit is shown, and the field beside it is empty.
    @Test func readsAnEntryForASettingWithoutAValue() throws {
        let settings = try Make.memory(Make.panel("pause edit_duration"))
        func save(_ text: String) throws(ApplyError) -> Outcome {
            var fields = FormFields()
            fields.texts = [text]
            fields.parts = [FormFields.Part([.name("unit")], "h")]
            return try settings.assign(("pause", .form(fields)), base: Batch.Base(revision: 0))
        }
        #expect(try save("").changes.isEmpty)
        let error = #expect(throws: ApplyError.self) { try save("soon") }
        guard case .refused(let problems) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(problems.map(\.key) == ["pause"])
        #expect(try save("2").changes.map(\.key) == ["pause"])
    }

    @Test func savesTheOtherFieldsOfThePage() throws {
        let outcome = try settings.assign(
            ("titles", .text("NO")), ("name", .text("one")), base: Batch.Base(revision: 1))
        #expect(outcome.changes == [Change(key: "titles", old: .onDefault, new: .value(false))])
        #expect(settings.text("name") == "two")
    }

    @Test func aStaleKeyIsAConflict() throws {
        let conflicts = settings.conflicts(
            ("titles", .text("NO")), ("name", .text("mine")), ("level", .text("3")),
            base: Batch.Base(revision: 1))
        #expect(
            conflicts.map { [$0.key, "\($0.theirs)", "\($0.revision)"] } == [
                ["name", "\(Change.Side.value("two"))", "2"],
                ["level", "\(Change.Side.value("low"))", "2"],
            ])
        #expect(settings.revision == 2 && settings.boolean("titles") == true)
    }

    @Test func reportsRejectedValuesBeforeConflicts() {
        let error = #expect(throws: ApplyError.self) {
            try settings.assign(
                ("titles", .text("maybe")), ("name", .text("mine")), base: Batch.Base(revision: 1))
        }
        guard case .refused(let problems) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(problems.map(\.key) == ["titles"])
    }

    /// A page or script read another store, or one that was since restored to an earlier state.
    @Test(arguments: [true, false])
    func aRevisionFromTheFutureIsAConflict(leavesShownValues: Bool) throws {
        let base = Batch.Base(revision: 3, leavesShownValues: leavesShownValues)
        #expect(
            settings.conflicts(("titles", .text("NO")), ("name", .text("two")), base: base)
                .map(\.key) == ["titles"])
        #expect(settings.conflicts(("name", .text("two")), base: base).isEmpty)
        #expect(settings.revision == 2 && settings.boolean("titles") == true)
    }

    @Test func equalChangesAreNotAConflict() throws {
        let outcome = try settings.assign(("name", .text("two")), base: Batch.Base(revision: 1))
        #expect(outcome == Outcome(revision: 2, changes: []))
        // The others reset it, and the page chooses what it is then.
        try settings.assign(("titles", .text("NO")))
        try settings.assign(("titles", .reset))
        let reset = try settings.assign(("titles", .text("YES")), base: Batch.Base(revision: 3))
        #expect(reset == Outcome(revision: 4, changes: []))
    }

    @Test func resettingAStaleKeyIsAConflict() {
        #expect(
            settings.conflicts(("name", .reset), base: Batch.Base(revision: 1)).map(\.key) == [
                "name"
            ])
    }

    @Test func theNewestBaseNeverConflicts() throws {
        let outcome = try settings.assign(
            ("name", .text("three")), ("titles", .text("YES")), base: Batch.Base(revision: 2))
        #expect(outcome.changes == [Change(key: "name", old: .value("two"), new: .value("three"))])
    }

    @Test func aScriptSetsValuesEqualToTheShownOnes() throws {
        let base = Batch.Base(revision: 2, leavesShownValues: false)
        let outcome = try settings.assign(
            ("titles", .text("YES")), ("name", .text("two")), base: base)
        #expect(outcome.changes == [Change(key: "titles", old: .onDefault, new: .value(true))])
    }

    @Test func aStaleKeyOfAScriptIsAConflictEvenWithTheOldValue() {
        let base = Batch.Base(revision: 1, leavesShownValues: false)
        #expect(settings.conflicts(("name", .text("one")), base: base).map(\.key) == ["name"])
    }

    @Test func withoutABaseTheLastWriteWins() throws {
        #expect(try settings.assign(("name", .text("one"))).revision == 3)
        #expect(settings.text("name") == "one")
    }

    @Test func anUnchangedFieldCanHaveAnInvalidValue() throws {
        let bench = try Bench()
        let panel = Make.panel("a edit_text \"itemMaximumLength\": 3", "b switch")
        try bench.fill(panel, [("a", "abc")])
        // A new schema would park such a value, so another program writes it.
        try bench.sqlite(#"UPDATE setting SET value = '"long text"' WHERE item_key = 'a'"#)
        let narrow = try bench.open(panel)
        defer { withExtendedLifetime(bench) { narrow.close() } }
        #expect(narrow.text("a") == "long text")
        let outcome = try narrow.assign(
            ("a", .text("long text")), ("b", .text("YES")),
            base: Batch.Base(revision: narrow.revision))
        #expect(outcome.changes.map(\.key) == ["b"])
        #expect(narrow.refusals(("a", .text("long text"))).map(\.problem.code) == [.tooLong])
    }

    @Test func anEmptyPasswordOnAStalePageIsUnchanged() throws {
        try settings.assign(("password", .text("secret")))
        #expect(
            try settings.assign(("password", .text("")), base: Batch.Base(revision: 1)).changes
                .isEmpty)
        #expect(
            settings.conflicts(("password", .text("other")), base: Batch.Base(revision: 1)).map(
                \.key) == ["password"])
        #expect(
            settings.conflicts(("password", .clear), base: Batch.Base(revision: 1)).map(\.theirs)
                == [.secret])
    }
}

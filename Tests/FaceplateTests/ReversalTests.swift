import Foundation
import Testing

@testable import Faceplate

extension Settings {
    @discardableResult
    func reverse(
        _ extent: Reversal.Extent, isForced: Bool = false, base: Int? = nil,
        choices: [String: Batch.Choice] = [:], isDryRun: Bool = false, origin: Origin = .browser
    ) throws(ApplyError) -> Outcome {
        try applyAndWait(
            Batch(
                [], origin: origin, base: base.map { Batch.Base(revision: $0) },
                reversal: Reversal(extent, isForced: isForced), choices: choices,
                isDryRun: isDryRun))
    }

    fileprivate func refusals(
        _ extent: Reversal.Extent, origin: Origin = .browser
    ) -> [KeyProblem] {
        do throws(ApplyError) {
            try reverse(extent, origin: origin)
            Issue.record("was accepted")
        } catch {
            if case .refused(let problems) = error { return problems }
            Issue.record("\(error)")
        }
        return []
    }

    fileprivate func conflicts(
        _ extent: Reversal.Extent, base: Int? = nil, choices: [String: Batch.Choice] = [:]
    ) -> [KeyConflict] {
        do throws(ApplyError) {
            try reverse(extent, base: base, choices: choices)
            Issue.record("was accepted")
        } catch {
            if case .conflict(let conflicts) = error { return conflicts }
            Issue.record("\(error)")
        }
        return []
    }
}

struct ReversalTests {
    // MARK: - Undo

    /// History holds the change under the former key.
    @Test func restoresARenamedSettingUnderItsNewKey() throws {
        let bench = try Bench()
        try bench.fill(Make.panel("a edit_text"), [("a", "1"), ("a", "2")])
        let settings = try bench.open(Make.panel("b edit_text \"itemRenamedFrom\": \"a\""))
        defer { settings.close() }
        try settings.reverse(.undo(2), isForced: true)
        #expect(settings.text("b") == "1")
        #expect(try bench.sqlite("SELECT item_key FROM setting") == ["b"])
    }

    @Test func restoresTheOldValueOfEachChange() throws {
        let settings = try Make.memory()
        try settings.assign(("name", .text("A")))
        try settings.assign(("name", .text("B")), ("titles", .text("NO")), ("dark", .text("YES")))
        let outcome = try settings.reverse(.undo(2))
        #expect(outcome.revision == 3 && outcome.changes.count == 3 && outcome.skipped.isEmpty)
        #expect(settings.text("name") == "A")
        #expect(settings.snapshot.isSet("titles") == false && settings.boolean("titles") == true)
        #expect(settings.boolean("light") == true && !settings.snapshot.isSet("theme"))
        let revision = try #require(settings.recentRevision(3))
        #expect(revision.origin == .undo && revision.note == "undo 2")
        #expect(revision.reversal == .undo(2))
    }

    @Test func anUndoOfAnUndoIsARedo() throws {
        let settings = try Make.memory()
        try settings.assign(("name", .text("A")))
        try settings.reverse(.undo(1))
        #expect(settings.text("name") == "Ann")
        try settings.reverse(.undo(2))
        #expect(settings.text("name") == "A" && settings.revision == 3)
        // The value that revision 1 set is current again, so the same undo works once more.
        try settings.reverse(.undo(1))
        #expect(settings.text("name") == "Ann" && settings.revision == 4)
    }

    @Test func undoesOneKeyOfARevision() throws {
        let settings = try Make.memory()
        try settings.assign(("name", .text("B")), ("titles", .text("NO")))
        #expect(try settings.reverse(.undo(1, key: "titles")).changes.map(\.key) == ["titles"])
        #expect(settings.text("name") == "B" && settings.boolean("titles") == true)
        #expect(settings.recentRevision(2)?.note == "undo 1 titles")
        #expect(settings.recentRevision(2)?.reversal == .undo(1, key: "titles"))
        #expect(
            settings.refusals(.undo(1, key: "level"))
                == [
                    KeyProblem(
                        key: "level", problem: ValueProblem(.notChangedThen, ["revision": "1"]))
                ])
    }

    @Test func undoingTwiceChangesNothing() throws {
        let settings = try Make.memory()
        try settings.assign(("name", .text("A")))
        try settings.reverse(.undo(1))
        let outcome = try settings.reverse(.undo(1))
        #expect(outcome.changes.isEmpty && outcome.revision == 2)
    }

    @Test func aDryRunSavesNothing() throws {
        let settings = try Make.memory()
        try settings.assign(("name", .text("A")))
        #expect(try settings.reverse(.undo(1), isDryRun: true).changes.map(\.new) == [.onDefault])
        #expect(settings.revision == 1 && settings.text("name") == "A")
    }

    @Test(
        arguments: [
            (Reversal.Extent.undo(0), "0", "1"), (.undo(3), "3", "1"), (.undo(-1), "-1", "1"),
            (.undo(.max), "\(Int.max)", "1"), (.undo(.min), "\(Int.min)", "1"),
            (.restore(3), "3", "0"), (.restore(-1), "-1", "0"),
            (.restore(.min), "\(Int.min)", "0"), (.restore(.max), "\(Int.max)", "0"),
        ])
    func rejectsAnUnknownRevisionAndNamesTheRange(
        extent: Reversal.Extent, name: String, first: String
    ) throws {
        let settings = try Make.memory()
        try settings.assign(("name", .text("A")))
        try settings.assign(("name", .text("B")))
        let problem = ValueProblem(
            .noSuchRevision, ["revision": name, "first": first, "last": "2"])
        #expect(settings.refusals(extent) == [KeyProblem(key: name, problem: problem)])
    }

    @Test func hasNothingToUndoBeforeTheFirstChange() throws {
        let settings = try Make.memory()
        #expect(settings.refusals(.undo(1)).map(\.problem) == [ValueProblem(.noRevisions)])
        #expect(try settings.reverse(.restore(0)).changes.isEmpty)
        #expect(try settings.reverse(.restoreTime(Date())).changes.isEmpty)
    }

    @Test func undoWorksAfterARestart() throws {
        let bench = try Bench()
        try bench.fill(Make.panel, [("name", "A"), ("name", "B")])
        let settings = try bench.open()
        try settings.reverse(.undo(2))
        #expect(settings.text("name") == "A")
        settings.close()
    }

    // MARK: - Conflicts

    @Test func aNewerChangeIsAConflict() throws {
        let settings = try Make.memory()
        try settings.assign(("name", .text("A")), ("titles", .text("NO")))
        try settings.assign(("name", .text("B")), origin: .cli)
        let conflicts = settings.conflicts(.undo(1))
        #expect(conflicts.map(\.key) == ["name"])
        #expect(conflicts.first?.theirs == .value("B") && conflicts.first?.mine == .onDefault)
        #expect(conflicts.first?.origin == .cli && conflicts.first?.revision == 2)
        #expect(conflicts.first?.time != nil)
        #expect(settings.text("name") == "B" && settings.boolean("titles") == false)
        try settings.reverse(.undo(1), isForced: true)
        #expect(settings.text("name") == "Ann" && settings.boolean("titles") == true)
    }

    @Test(
        arguments: [
            (Batch.Choice.mine, 2, "Ann"), (.mine, nil, "Ann"), (.theirs, 2, "B"),
            (.theirs, nil, "B"), (.mine, 1, nil), (.undecided, 2, nil),
        ] as [(Batch.Choice, Int?, String?)])
    func aChoiceResolvesTheConflictThatItHasSeen(choice: Batch.Choice, base: Int?, name: String?)
        throws
    {
        let settings = try Make.memory()
        try settings.assign(("name", .text("A")), ("titles", .text("NO")))
        try settings.assign(("name", .text("B")))
        guard let name else {
            #expect(
                settings.conflicts(.undo(1), base: base, choices: ["name": choice]).map(\.key)
                    == ["name"])
            return
        }
        try settings.reverse(.undo(1), base: base, choices: ["name": choice])
        #expect(settings.text("name") == name && settings.boolean("titles") == true)
    }

    /// The page also posts the field of the setting, whose text is no answer to the conflict.
    @Test(arguments: ["Ann", "C", "B"])
    func aFieldOfThePageIsNotPartOfItsConflict(text: String) throws {
        let settings = try Make.memory()
        try settings.assign(("name", .text("A")))
        try settings.assign(("name", .text("B")))
        let error = #expect(throws: ApplyError.self) {
            try settings.applyAndWait(
                Batch(
                    [Assignment("name", .text(text))], origin: .browser, base: .init(revision: 1),
                    reversal: Reversal(.undo(1))))
        }
        guard case .conflict(let conflicts) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(conflicts.map(\.key) == ["name"])
        #expect(conflicts.map(\.mine) == [.onDefault])
    }

    /// It was typed before the undo was pressed, which says what the value shall be.
    @Test func aFieldOfThePageDoesNotReplaceARestoredValue() throws {
        let settings = try Make.memory()
        try settings.assign(("name", .text("A")))
        try settings.assign(("name", .text("B")))
        let outcome = try settings.applyAndWait(
            Batch(
                [Assignment("name", .text("C"))], origin: .browser, base: .init(revision: 2),
                reversal: Reversal(.undo(2))))
        #expect(
            outcome.changes == [Change(key: "name", old: .value("B"), new: .value("A"))])
        #expect(settings.text("name") == "A")
    }

    @Test func fieldsOfThePageAreSavedWithIt() throws {
        let settings = try Make.memory()
        try settings.assign(("name", .text("A")))
        try settings.applyAndWait(
            Batch(
                [Assignment("titles", .text("NO")), Assignment("name", .text("A"))],
                origin: .browser, base: .init(revision: 1), reversal: Reversal(.undo(1))))
        #expect(settings.text("name") == "Ann" && settings.boolean("titles") == false)
        #expect(settings.revision == 2)
    }

    // MARK: - Values that cannot be restored

    @Test func skipsAndNamesSecrets() throws {
        let settings = try Make.memory()
        try settings.assign(("password", .text("one")))
        try settings.assign(("password", .text("two")), ("name", .text("A")))
        try settings.assign(("password", .clear))
        let lost = [KeyProblem(key: "password", problem: ValueProblem(.secretNotKept))]
        #expect(settings.refusals(.undo(3)) == lost)
        let outcome = try settings.reverse(.undo(2), isForced: true)
        #expect(outcome.skipped == lost && outcome.changes.map(\.key) == ["name"])
        #expect(settings.text("name") == "Ann" && !settings.snapshot.isSet("password"))
    }

    @Test func aRestoreByTheProgramOverridesLaterChanges() async throws {
        let settings = try Make.memory()
        for name in ["A", "B", "C"] { try settings.assign(("name", .text(name))) }
        let outcome = try await settings.history.restore(1)
        #expect(outcome.changes == [Change(key: "name", old: .value("C"), new: .value("A"))])
        #expect(settings.text("name") == "A")
    }

    @Test func anUndoByTheProgramRestoresOneKeyOrAll() async throws {
        let settings = try Make.memory()
        try settings.assign(("name", .text("A")), ("titles", .text("NO")))
        #expect(try await settings.history.undo(1, key: "titles").changes.map(\.key) == ["titles"])
        #expect(settings.text("name") == "A" && settings.boolean("titles") == true)
        try await settings.history.undo(2)
        #expect(settings.boolean("titles") == false)
        try settings.assign(("name", .text("B")))
        await #expect(throws: ApplyError.self) { try await settings.history.undo(1) }
        try await settings.history.undo(1, isForced: true)
        #expect(settings.text("name") == "Ann" && settings.boolean("titles") == true)
    }

    @Test func aSecretThatWasSetFirstIsRemoved() throws {
        let settings = try Make.memory()
        try settings.assign(("password", .text("one")))
        #expect(
            try settings.reverse(.undo(1)).changes
                == [Change(key: "password", old: .secret, new: .onDefault)])
        #expect(try settings.secret("password") == nil)
        try settings.assign(("password", .text("two")))
        try settings.assign(("password", .text("three")))
        #expect(settings.conflicts(.undo(3)).map(\.theirs) == [.secret])
        #expect(try settings.secret("password") == "three")
    }

    @Test func reportsAValueThatTheCurrentSchemaRejects() throws {
        let bench = try Bench()
        try bench.fill(
            Make.panel("a edit_text", "b switch"), [("a", "long enough"), ("a", "x")])
        let settings = try bench.open(
            Make.panel("a edit_text \"itemMaximumLength\": 3", "b switch"))
        #expect(
            settings.refusals(.undo(2)).map(\.problem.code) == [.tooLong])
        #expect(settings.text("a") == "x")
        // A restore leaves the value out and continues.
        let outcome = try settings.reverse(.restore(1))
        #expect(outcome.changes.isEmpty && outcome.skipped.map(\.problem.code) == [.tooLong])
        settings.close()
    }

    @Test func anUndoRestoresTheOtherChangesOfARevision() throws {
        let bench = try Bench()
        try bench.fill(Make.panel("a edit_text", "b switch"), [("a", "long enough")])
        let first = try bench.open(Make.panel("a edit_text", "b switch"))
        try first.assign(("a", .text("x")), ("b", .text("YES")))
        first.close()
        let settings = try bench.open(
            Make.panel("a edit_text \"itemMaximumLength\": 3", "b switch"))
        let revision = try #require(settings.recentRevision(2))
        #expect(settings.snapshot.undoing(revision).map(\.key) == ["b"])
        let outcome = try settings.reverse(.undo(2))
        #expect(outcome.changes.map(\.key) == ["b"])
        #expect(outcome.skipped.map { "\($0.key) \($0.problem.code.rawValue)" } == ["a too_long"])
        #expect(settings.text("a") == "x" && settings.boolean("b") == false)
        settings.close()
    }

    @Test func aRemovedKeyIsNamed() throws {
        let bench = try Bench()
        try bench.fill(
            Make.panel("a edit_text", "b edit_text"), [("a", "x"), ("a", "z"), ("b", "y")])
        let settings = try bench.open(Make.panel("b edit_text"))
        #expect(
            settings.refusals(.undo(2))
                == [KeyProblem(key: "a", problem: ValueProblem(.removedKey))])
        let outcome = try settings.reverse(.restore(0))
        #expect(outcome.changes.map(\.key) == ["b"] && outcome.skipped.isEmpty)
        #expect(try settings.reverse(.restore(1)).skipped.map(\.key) == ["a"])
        settings.close()
    }

    @Test func onlyTheProgramUndoesReadOnlySettings() throws {
        let settings = try Make.memory()
        try settings.assign(("fixed", .value(.boolean(false))), origin: .program)
        #expect(settings.refusals(.undo(1)).map(\.problem.code) == [.readOnly])
        try settings.reverse(.undo(1), origin: .program)
        #expect(settings.boolean("fixed") == true)
        #expect(settings.recentRevision(2)?.origin == .undo)
    }

    /// A key that no schema ever had is private to a program; another program wrote it into the file.
    @Test func undoesPrivateKeysOfTheProgramToo() throws {
        let bench = try Bench()
        try bench.fill(Make.panel, [("name", "A")])
        try bench.sqlite(
            """
            INSERT INTO setting VALUES ('my.window', '{"w":2}', 2);
            INSERT INTO revision(number, time, origin)
                VALUES (2, '2026-11-20T07:30:00.000Z', 'program');
            INSERT INTO change(revision, item_key, old, new)
                VALUES (2, 'my.window', '{"w":1}', '{"w":2}');
            """)
        let settings = try bench.open()
        let one = Change.Side.value(.record(["w": .integer(1)]))
        let two = Change.Side.value(.record(["w": .integer(2)]))
        let change = Change(key: "my.window", old: two, new: one)
        #expect(try settings.reverse(.undo(2)).changes == [change])
        #expect(settings.snapshot.side(of: "my.window") == one)
        settings.close()
        #expect(
            try bench.sqlite("SELECT value FROM setting WHERE item_key = 'my.window'")
                == [#"{"w":1}"#])
    }

    /// A key that once belonged to a secret must not get the mark of the secret in history as its value.
    @Test func theMarkOfASecretIsNeverAValue() throws {
        let bench = try Bench()
        try bench.fill(Make.panel("a edit_password"), [("a", "one"), ("a", "two")])
        let settings = try bench.open(Make.panel("a edit_text"))
        #expect(settings.refusals(.undo(2)).map(\.problem.code) == [.secretNotKept])
        settings.close()
    }

    // MARK: - Restore

    @Test func restoresAllSettingsToARevision() throws {
        let settings = try Make.memory()
        try settings.assign(("name", .text("A")))
        try settings.assign(("name", .text("B")), ("titles", .text("NO")))
        try settings.assign(("level", .text("low")), ("name", .text("C")))
        try settings.assign(("titles", .reset))
        let difference = try settings.reverse(.restore(1), isDryRun: true)
        #expect(difference.changes.map(\.key).sorted() == ["level", "name"])
        let outcome = try settings.reverse(.restore(1))
        #expect(outcome.changes == difference.changes && outcome.revision == 5)
        #expect(settings.text("name") == "A" && settings.text("level") == "mid")
        #expect(settings.recentRevision(5)?.reversal == .restore(1))
        try settings.reverse(.undo(5))
        #expect(settings.text("name") == "C" && settings.text("level") == "low")
        #expect(try settings.reverse(.restore(6)).changes.isEmpty)
        try settings.reverse(.restore(0))
        #expect(!settings.snapshot.isSet("name") && !settings.snapshot.isSet("level"))
    }

    @Test func aTimeMeansTheNewestRevisionAtThatTime() throws {
        let bench = try Bench()
        try bench.fill(Make.panel, [("name", "A"), ("name", "B"), ("name", "C")])
        for number in 1...3 {
            try bench.sqlite(
                "UPDATE revision SET time = '2026-11-20T0\(number):00:00.000Z' "
                    + "WHERE number = \(number)")
        }
        let settings = try bench.open()
        for (time, name) in [
            ("2026-11-20T00:59:59Z", nil), ("2026-11-20T01:00:00Z", "A"),
            ("2026-11-20T01:59:59Z", "A"), ("2026-11-20T03:00:00+01:00", "B"),
            ("2026-11-21T00:00:00.000Z", "C"),
        ] as [(String, String?)] {
            let date = try #require(RevisionTime.date(time))
            let changes = try settings.reverse(.restoreTime(date), isDryRun: true).changes
            #expect(
                changes.first?.new ?? .value("C") == name.map { .value(.text($0)) } ?? .onDefault)
        }
        settings.close()
    }

    @Test func aChangeAfterThePreviewIsAConflict() throws {
        let settings = try Make.memory()
        try settings.assign(("name", .text("A")))
        try settings.assign(("name", .text("B")), ("titles", .text("NO")))
        try settings.assign(("name", .text("C")))
        #expect(settings.conflicts(.restore(1), base: 2).map(\.key) == ["name"])
        try settings.reverse(.restore(1), base: 3)
        #expect(settings.text("name") == "A" && settings.boolean("titles") == true)
    }

    @Test(arguments: ["undo 7", "undo 7 a.b", "restore 0", "restore 5"])
    func theNoteIsReadBack(note: String) {
        #expect(Reversal.Extent(note: note)?.note == note)
    }

    @Test(arguments: [
        "", "undo", "undo x", "undo -1", "undo 7 a b", "restore", "restore 5 a", "x 7",
    ])
    func ignoresANoteWithOtherText(note: String) {
        #expect(Reversal.Extent(note: note) == nil)
    }

    // MARK: - Available undos

    @Test func offersOnlyWhatWouldWork() throws {
        let settings = try Make.memory()
        try settings.assign(("name", .text("A")), ("titles", .text("NO")))
        try settings.assign(("password", .text("one")))
        try settings.assign(("password", .text("two")))
        func offered(_ number: Int, key: String? = nil, isForced: Bool = false) throws -> [String] {
            let revision = try #require(settings.recentRevision(number))
            return settings.snapshot.undoing(revision, key: key, isForced: isForced).map(\.key)
        }
        #expect(try offered(1) == ["name", "titles"])
        #expect(try offered(1, key: "name") == ["name"])
        #expect(try offered(2) == [] && offered(2, isForced: true) == ["password"])
        #expect(try offered(3, isForced: true) == [])
        try settings.assign(("name", .text("B")))
        #expect(try offered(1) == [] && offered(1, key: "titles") == ["titles"])
        #expect(try offered(1, isForced: true) == ["name", "titles"])
        try settings.reverse(.undo(1), isForced: true)
        #expect(try offered(1, isForced: true) == [])
    }
}

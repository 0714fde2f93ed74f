import Dispatch
import FaceplateTestSupport
import Foundation
import Testing

@testable import Faceplate

/// A save is applied by the program, and undone when that fails.
@Suite(.timeLimit(.hung))
struct OnApplyTests {
    /// The saves that a handler has seen, in short.
    private final class Seen: Sendable {
        private let saves = Locked<[String]>([])

        func add(_ save: AppliedSave) {
            let changes = save.changes.map { "\($0.key)=\($0.new.json.string ?? "-")" }
            let words = [String(save.revision)] + changes + (save.isTakingBack ? ["back"] : [])
            saves.withLock { $0.append(words.joined(separator: " ")) }
        }

        var all: [String] { saves.withLock { $0 } }
    }

    /// Rejects the name Eve.
    private static func judge(_ save: AppliedSave) throws {
        if save.change(of: "name")?.new == .value("Eve"), !save.isTakingBack {
            throw ApplyFailure("Eve is\n not welcome.")
        }
    }

    private func reasons(_ problems: [KeyProblem]) -> [String] {
        problems.map {
            "\($0.key) \($0.problem.code.rawValue): \($0.problem.parameters["reason"] ?? "")"
        }
    }

    @Test func anAppliedSaveStays() throws {
        let (settings, seen) = (try Make.memory(), Seen())
        settings.onApply { seen.add($0) }
        try settings.assign(("name", .text("Bob")), ("password", .text("hunter2")))
        #expect(settings.text("name") == "Bob")
        try settings.assign(("name", .text("Bob")))
        try settings.assign(("name", .text("Kim")), isDryRun: true)
        #expect(seen.all == ["1 name=Bob password=-"])
    }

    @Test func findsAChangeByOptionKeyAndByFormerKey() throws {
        let (settings, found) = (try Make.memory(), Locked<[String?]>([]))
        settings.onApply { save in
            found.withLock { $0 = ["dark", "nick"].map { save.change(of: $0)?.key } }
        }
        try settings.assign(("theme", .text("dark")), ("name", .text("Bob")))
        #expect(found.withLock { $0 } == ["theme", "name"])
        try settings.assign(("name", .reset))
        #expect(found.withLock { $0 } == [nil, "name"])
    }

    @Test func aFailedSaveIsUndoneInARevision() throws {
        let (settings, seen) = (try Make.memory(), Seen())
        settings.onApply {
            seen.add($0)
            try Self.judge($0)
        }
        try settings.assign(("name", .text("Bob")))
        let problems = settings.refusals(("name", .text("Eve")), ("titles", .text("no")))
        #expect(
            reasons(problems) == [
                "name undone: Eve is not welcome.", "titles undone: Eve is not welcome.",
            ])
        #expect(settings.text("name") == "Bob" && settings.boolean("titles") == true)
        #expect(seen.all == ["1 name=Bob", "2 name=Eve titles=-", "3 name=Bob titles=- back"])
        let restored = try #require(try settings.history.revision(3))
        #expect(restored.origin == .undo && restored.note == "undo 2: Eve is not welcome.")
        #expect(restored.reversal == .undo(2) && restored.undoReason == "Eve is not welcome.")
        #expect(try settings.history.revision(2)?.undoReason == nil)
    }

    @Test(arguments: Origin.allCases)
    func appliesSavesOfEveryOrigin(origin: Origin) throws {
        let settings = try Make.memory()
        settings.onApply { _ in throw ApplyFailure("No.") }
        #expect(settings.refusals(("titles", .value(false)), origin: origin).count == 1)
    }

    @Test func anErrorOrALateHandlerUndoesTheSave() throws {
        struct Broken: Error {}
        for isLate in [false, true] {
            let (settings, isCancelled) = (try Make.memory(), Locked(false))
            settings.onApply(within: isLate ? .milliseconds(50) : .hung) { save in
                if isLate {
                    do {
                        try await Task.sleep(for: .hung)
                    } catch {
                        isCancelled.withLock { $0 = true }
                    }
                }
                throw Broken()
            }
            let problems = settings.refusals(("name", .text("Bob")))
            let reason = isLate ? "did not apply the change in time" : "could not apply the change"
            #expect(reasons(problems) == ["name undone: The program \(reason)."])
            #expect(settings.text("name") == "Ann" && settings.revision == 2)
            #expect(eventually { isCancelled.withLock { $0 } == isLate })
        }
    }

    @Test func callsEachHandlerInTurn() throws {
        let (settings, seen) = (try Make.memory(), Seen())
        for _ in 0..<2 { settings.onApply { seen.add($0) } }
        settings.onApply(Self.judge)
        #expect(settings.refusals(("name", .text("Eve"))).count == 1)
        #expect(seen.all == ["1 name=Eve", "1 name=Eve", "2 name=- back", "2 name=- back"])
    }

    @Test func appliesTheEndOfATemporaryValue() throws {
        let (clock, seen) = (MovedClock(), Seen())
        let settings = try Settings.open(
            Make.schema(Make.panel), in: MemoryStorage(), adoption: clock.adoption(),
            watches: false)
        settings.onApply { seen.add($0) }
        try settings.applyAndWait(
            Batch(
                [Assignment("name", .text("Bob"))], origin: .browser, lifetime: .seconds(60)))
        clock.move(by: 60)
        #expect(eventually { seen.all == ["1 name=Bob", "2 name=-"] })
    }

    /// A save of the handler itself is not applied again.
    @Test func aHandlerCanSave() throws {
        let (settings, seen) = (try Make.memory(), Seen())
        settings.onApply { [unowned settings] save in
            seen.add(save)
            try await settings.set("level", to: "low")
        }
        try settings.assign(("name", .text("Bob")))
        #expect(settings.text("level") == "low" && seen.all == ["1 name=Bob"])
    }

    private func wait(for semaphore: DispatchSemaphore) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                semaphore.wait()
                continuation.resume()
            }
        }
    }

    /// Saves are judged one at a time: a later one is based on the restored settings.
    @Test func laterSavesWait() async throws {
        let (settings, seen) = (try Make.memory(), Seen())
        let (began, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        settings.onApply { save in
            seen.add(save)
            if save.revision == 1 {
                began.signal()
                end.wait()
                throw ApplyFailure("No.")
            }
        }
        let first = Task { try await settings.set("name", to: "Bob") }
        await wait(for: began)
        let second = Task { try await settings.set("level", to: "low") }
        end.signal()
        await #expect(throws: ApplyError.self) { try await first.value }
        #expect(try await second.value.revision == 3)
        #expect(seen.all == ["1 name=Bob", "2 name=- back", "3 level=low"])
        #expect(settings.text("name") == "Ann" && settings.text("level") == "low")
    }

    @Test func laterSavesWaitForACanceledHandler() async throws {
        let settings = try Make.memory()
        let (began, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let observation = settings.onApply { _ in
            began.signal()
            end.wait()
            throw ApplyFailure("No.")
        }
        let first = Task { try await settings.set("name", to: "Bob") }
        await wait(for: began)
        observation.cancel()
        let second = try await withCheckedThrowingContinuation { continuation in
            settings.apply(Batch([Assignment("level", .text("low"))], origin: .browser)) {
                continuation.resume(with: $0)
            }
            end.signal()
        }
        await #expect(throws: ApplyError.self) { try await first.value }
        #expect(second.revision == 3)
    }

    /// A value that another process changed in the meantime stays.
    @Test func keepsANewerValueOfAnotherProcess() throws {
        let bench = try Bench()
        let (settings, other) = (try bench.open(), try bench.open())
        defer {
            settings.close()
            other.close()
        }
        settings.onApply { save in
            guard save.change(of: "name")?.new == .value("Bob") else { return }
            try other.assign(("name", .text("Kim")))
            throw ApplyFailure("No.")
        }
        #expect(settings.refusals(("name", .text("Bob")), ("titles", .text("no"))).count == 2)
        #expect(settings.text("name") == "Kim" && settings.boolean("titles") == true)
    }

    @Test func appliesAndUndoesASaveOfAnotherProcess() throws {
        let bench = try Bench()
        let (settings, other) = (try bench.open(watches: true), try bench.open())
        defer {
            settings.close()
            other.close()
        }
        settings.onApply(Self.judge)
        try other.assign(("name", .text("Eve")))
        #expect(eventually { settings.revision == 2 && settings.text("name") == "Ann" })
        #expect(try settings.history.revision(2)?.undoReason == "Eve is not welcome.")
    }

    /// A value that was changed again before it is applied would be applied in the wrong order.
    @Test func appliesTheNewerOfTwoSavesOfAnotherProcess() async throws {
        let (storage, seen) = (MemoryStorage(), Seen())
        let settings = try Settings.open(Make.schema(Make.panel), in: storage, watches: false)
        let other = try Settings.open(in: storage, watches: false)
        settings.onApply { seen.add($0) }
        try other.assign(("name", .text("Bob")), ("titles", .text("no")))
        try other.assign(("name", .text("Kim")))
        await settings.catchUp()
        #expect(eventually { seen.all.contains("2 name=Kim") })
        #expect(seen.all == ["1 titles=-", "2 name=Kim"])
    }

    @Test func appliesASaveOfAnotherProcessOnceWithTwoHandlers() async throws {
        let (storage, seen) = (MemoryStorage(), Seen())
        let settings = try Settings.open(Make.schema(Make.panel), in: storage, watches: false)
        let other = try Settings.open(in: storage, watches: false)
        settings.onApply { seen.add($0) }
        settings.onApply { _ in }
        try other.assign(("name", .text("Bob")))
        await settings.catchUp()
        // This save waits for those of the other process.
        try settings.assign(("name", .text("Kim")))
        #expect(seen.all == ["1 name=Bob", "2 name=Kim"])
    }

    /// A copy of the database can be older than what was applied.
    @Test func theAppliedRevisionIsNeverNewerThanTheNewest() throws {
        let bench = try Bench()
        try bench.fill(Make.panel, [("name", "Bob")])
        try bench.sqlite("INSERT INTO record VALUES ('handled', 'revision', '99')")
        let (settings, seen) = (try bench.open(), Seen())
        defer { settings.close() }
        settings.onApply { seen.add($0) }
        #expect(
            eventually {
                (try? bench.sqlite("SELECT record FROM record WHERE kind = 'handled'")) == ["1"]
            })
        #expect(seen.all.isEmpty)
    }

    /// Saves that were made while no handler ran, or whose handler did not end, are applied at the next start.
    @Test(arguments: [("Kim", 4), ("Eve", 5)])
    func aStartAppliesMissedSaves(name: String, revision: Int) throws {
        let (bench, seen) = (try Bench(), Seen())
        let first = try bench.open()
        first.onApply { seen.add($0) }
        try first.assign(("name", .text("Bob")))
        first.close()
        let without = try bench.open()
        for text in ["Tom", "Tim", name] { try without.assign(("name", .text(text))) }
        without.close()
        let settings = try bench.open()
        defer { settings.close() }
        let old = Locked<Change.Side?>(nil)
        settings.onApply { save in
            old.withLock { $0 = $0 ?? save.change(of: "name")?.old }
            seen.add(save)
            try Self.judge(save)
        }
        #expect(eventually { seen.all.count == (name == "Eve" ? 3 : 2) })
        #expect(eventually { settings.revision == revision })
        #expect(seen.all.prefix(2) == ["1 name=Bob", "4 name=\(name)"])
        // The program knows none of the values between.
        #expect(old.withLock { $0 } == .value("Bob"))
        #expect(settings.text("name") == (name == "Eve" ? "Bob" : "Kim"))
        if name == "Eve" {
            #expect(try settings.history.revision(5)?.note == "restore 1: Eve is not welcome.")
        }
        #expect(
            eventually {
                (try? bench.sqlite("SELECT record FROM record WHERE kind = 'handled'")) == [
                    "\(revision)"
                ]
            })
    }

    /// The program started before anything was saved.
    @Test func aStartAppliesTheFirstSave() throws {
        let (bench, seen) = (try Bench(), Seen())
        let first = try bench.open()
        first.onApply { seen.add($0) }
        #expect(
            eventually {
                (try? bench.sqlite("SELECT record FROM record WHERE kind = 'handled'")) == ["0"]
            })
        first.close()
        try bench.fill(Make.panel, [("name", "Bob")])
        let settings = try bench.open()
        defer { settings.close() }
        settings.onApply { seen.add($0) }
        #expect(eventually { !seen.all.isEmpty })
        #expect(seen.all == ["1 name=Bob"])
    }

    /// A secret looks the same before and after.
    @Test func aStartAppliesAReplacedSecret() throws {
        let (bench, seen) = (try Bench(), Seen())
        let first = try bench.open()
        first.onApply { seen.add($0) }
        try first.assign(("password", .text("hunter2")))
        first.close()
        try bench.fill(Make.panel, [("password", "hunter3")])
        let settings = try bench.open()
        defer { settings.close() }
        settings.onApply { seen.add($0) }
        #expect(eventually { seen.all.count == 2 })
        #expect(seen.all == ["1 password=-", "2 password=-"])
    }

    @Test func aSecretIsNotUndone() throws {
        let settings = try Make.memory()
        try settings.assign(("password", .text("hunter2")))
        settings.onApply { _ in throw ApplyFailure("No.") }
        #expect(
            settings.refusals(("password", .text("hunter3")), ("name", .text("Bob"))).count == 2)
        #expect(settings.text("name") == "Ann")
        #expect(try settings.secret("password") == "hunter3")
    }

    @Test func appliesNoRestoreIfNothingWasUndone() throws {
        let (bench, seen) = (try Bench(), Seen())
        let (settings, other) = (try bench.open(), try bench.open())
        defer {
            settings.close()
            other.close()
        }
        settings.onApply { save in
            seen.add(save)
            guard save.change(of: "name")?.new == .value("Bob") else { return }
            try other.assign(("name", .text("Kim")))
            throw ApplyFailure("No.")
        }
        #expect(settings.refusals(("name", .text("Bob"))).count == 1)
        #expect(settings.text("name") == "Kim")
        #expect(!seen.all.contains { $0.hasSuffix("back") })
    }

    @Test func aSaveStaysIfItsApplicationCannotBeRecorded() throws {
        let (storage, log) = (FailingStorage(), RecordedLog())
        let settings = try Settings.open(
            Make.schema(Make.panel), in: storage, watches: false, logger: log.logger)
        settings.onApply { _ in storage.fail(at: .commit) }
        try settings.assign(("name", .text("Bob")))
        #expect(settings.text("name") == "Bob" && settings.problems.isEmpty)
        #expect(log.lines.contains("the store: The disk is gone."))
    }

    /// History stores it in the note.
    @Test(arguments: [(500, 500), (501, 500), (3_000, 500)])
    func limitsTheLengthOfAReason(count: Int, stored: Int) {
        #expect(ApplyFailure(String(repeating: "x", count: count)).reason.count == stored)
    }

    @Test func doesNotCallACanceledHandler() throws {
        let settings = try Make.memory()
        let observation = settings.onApply { _ in throw ApplyFailure("No.") }
        observation.cancel()
        try settings.assign(("name", .text("Bob")))
        #expect(settings.text("name") == "Bob")
    }
}

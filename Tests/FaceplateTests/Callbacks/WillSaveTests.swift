import Dispatch
import FaceplateTestSupport
import Testing

@testable import Faceplate

@Suite(.timeLimit(.hung))
struct WillSaveTests {
    private static func words(_ problems: [KeyProblem]) -> [String] {
        problems.map {
            "\($0.key): \($0.problem.parameters["message"] ?? $0.problem.code.rawValue)"
        }
    }

    @Test
    func receivesTheProposedChanges() throws {
        let settings = try Make.memory()
        let seen = Locked<[ProposedSave]>([])
        settings.willSave { save in
            seen.withLock { $0.append(save) }
            return nil
        }
        try settings.assign(
            ("name", .text("Bob")), ("titles", .text("YES")), ("dark", .text("YES")),
            ("password", .text("hunter2")), origin: .script)
        let save = try #require(seen.withLock { $0.first })
        #expect(save.changes.map(\.key) == ["name", "titles", "theme", "password"])
        #expect(save.change(of: "dark")?.new == .value("dark"))
        #expect(save.change(of: "level") == nil && save.origin == .script && !save.isDryRun)
        #expect(save.snapshot.value("name") == "Bob")
        #expect(save.change(of: "password")?.new == .secret && !"\(save)".contains("hunter2"))
        #expect(settings.text("name") == "Bob" && settings.revision == 1)
    }

    @Test
    func handlersOfOneKindKeepTheirOrder() throws {
        let settings = try Make.memory()
        let seen = Locked<[Int]>([])
        for number in 0..<9 {
            settings.observe { _ in seen.withLock { $0.append(number) } }
            settings.willSave { save in
                save.change(of: "name")?.new == .value("Eve")
                    ? .key("name", "\(number)") : nil
            }
        }
        #expect(
            Self.words(settings.refusals(("name", .text("Eve")))) == (0..<9).map { "name: \($0)" })
        try settings.assign(("name", .text("Bob")))
        #expect(seen.withLock { $0 } == Array(0..<9))
    }

    @Test
    func rejectsWithItsOwnMessage() throws {
        let settings = try Make.memory()
        let observation = settings.willSave { save in
            if save.change(of: "name")?.new == .value("Eve") {
                return .key("name", "Eve is not welcome.")
            }
            return save.change(of: "level") == nil ? nil : .all("Not today.")
        }
        #expect(
            Self.words(settings.refusals(("name", .text("Eve")), ("titles", .text("NO")))) == [
                "name: Eve is not welcome."
            ])
        #expect(
            Self.words(settings.refusals(("level", .text("low")), ("titles", .text("NO")))) == [
                "level: Not today.", "titles: Not today.",
            ])
        #expect(settings.revision == 0 && settings.boolean("titles") == true)
        try settings.assign(("name", .text("Bob")))
        observation.cancel()
        try settings.assign(("name", .text("Eve")))
        #expect(settings.text("name") == "Eve")
    }

    @Test(arguments: Origin.allCases)
    func isCalledForEveryOrigin(origin: Origin) throws {
        let settings = try Make.memory()
        settings.willSave { _ in .all("No.") }
        #expect(settings.refusals(("titles", .value(false)), origin: origin).count == 1)
    }

    @Test
    func receivesTheOriginOfAnUndo() throws {
        let settings = try Make.memory()
        try settings.assign(("name", .text("Bob")))
        let seen = Locked<[Origin]>([])
        settings.willSave { save in
            seen.withLock { $0.append(save.origin) }
            return nil
        }
        try settings.applyAndWait(Batch([], origin: .browser, reversal: Reversal(.undo(1))))
        #expect(seen.withLock { $0 } == [.undo])
    }

    @Test
    func isNotCalledForInvalidValues() throws {
        let settings = try Make.memory()
        settings.willSave { _ in
            Issue.record("was asked")
            return nil
        }
        #expect(settings.refusals(("name", .text("Bernadette"))).map(\.problem.code) == [.tooLong])
        try settings.assign(("titles", .reset))
        #expect(settings.revision == 0)
    }

    @Test
    func isCalledForADryRun() throws {
        let settings = try Make.memory()
        let count = Locked(0)
        settings.willSave { save in
            count.withLock { $0 += save.isDryRun ? 1 : 0 }
            return nil
        }
        let outcome = try settings.assign(("titles", .value(false)), isDryRun: true)
        #expect(outcome.changes.count == 1 && settings.revision == 0)
        #expect(count.withLock { $0 } == 1)
    }

    @Test
    func rejectsIfItThrowsOrDoesNotReturn() throws {
        struct Failure: Error {}
        let settings = try Make.memory()
        let throwing = settings.willSave { _ in throw Failure() }
        #expect(
            Self.words(settings.refusals(("titles", .value(false)))) == [
                "titles: The program rejected the change."
            ])
        throwing.cancel()
        let isCancelled = Locked(false)
        let never = settings.willSave(within: .milliseconds(20)) { _ in
            try? await Task.sleep(for: .seconds(3600))
            isCancelled.withLock { $0 = Task.isCancelled }
            return nil
        }
        #expect(
            Self.words(settings.refusals(("titles", .value(false)))) == [
                "titles: The program did not answer in time. Try again."
            ])
        // The save no longer waits for the handler, whose task is cancelled.
        #expect(eventually { isCancelled.withLock { $0 } })
        never.cancel()
        try settings.assign(("titles", .value(false)))
    }

    @Test
    func canSaveChangesItself() async throws {
        let settings = try Make.memory()
        settings.willSave { save in
            guard save.change(of: "titles") != nil else { return nil }
            _ = try await settings.set("level", to: "low")
            try settings.applyAndWait(Batch([Assignment("name", .value("Bob"))], origin: .program))
            return nil
        }
        try await settings.set("titles", to: false)
        #expect(settings.revision == 3 && settings.text("level") == "low")
        #expect(settings.boolean("titles") == false && settings.text("name") == "Bob")
    }

    @Test
    func isCalledAgainAfterChangesOfOthers() throws {
        let settings = try Make.memory()
        let asked = Locked<[Change]>([])
        settings.willSave { save in
            let isFirst = asked.withLock { asked in
                asked += save.changes
                return asked.count == 1
            }
            if isFirst { _ = try await settings.set("name", to: "Cyd") }
            return nil
        }
        try settings.assign(("name", .text("Bob")))
        #expect(asked.withLock { $0.map(\.old) } == [.onDefault, .value("Cyd")])
        #expect(settings.text("name") == "Bob" && settings.revision == 2)
    }

    @Test
    func isCalledAFewTimesAtMost() throws {
        let settings = try Make.memory()
        let number = Locked(0)
        settings.willSave { _ in
            let next = number.withLock { number in
                number += 1
                return number
            }
            _ = try await settings.set("name", to: .text("n\(next)"))
            return nil
        }
        #expect(refusal { try settings.assign(("name", .text("Bob"))) } == .busy)
        #expect(number.withLock { $0 } == 5)
    }

    @Test
    func keepsTheOrderOfSaves() async throws {
        let settings = try Make.memory(Make.panel("count edit_integer"))
        settings.willSave { _ in
            await Task.yield()
            return nil
        }
        let order = Locked<[Int]>([])
        await withCheckedContinuation { continuation in
            for number in 1...50 {
                let batch = Batch(
                    [Assignment("count", .value(.integer(Int64(number))))], origin: .program)
                settings.apply(batch) { _ in
                    order.withLock { $0.append(number) }
                    if number == 50 { continuation.resume() }
                }
            }
        }
        #expect(order.withLock { $0 } == Array(1...50) && settings.integer("count") == 50)
    }

    @Test
    func doesNotBlockOnWaitingThreads() async throws {
        struct Counts: Preferences {
            @Setting var count = 0
        }
        let settings = try Make.memory()
        settings.willSave { _ in nil }
        await withTaskGroup(of: Void.self) { group in
            for number in 1...16 {
                group.addTask {
                    // A plain assignment blocks its thread until it is saved.
                    try? Counts(settings).count = number
                }
            }
        }
        #expect(settings.revision == 16)
    }

    /// Otherwise a handler that hangs would collect batches without bound.
    @Test
    func limitsTheNumberOfWaitingSaves() throws {
        let settings = try Make.memory()
        let (began, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        settings.willSave(within: .hung) { _ in
            began.signal()
            end.wait()
            return nil
        }
        let (refused, answered) = (Locked(0), DispatchSemaphore(value: 0))
        func post(_ batch: Batch) {
            settings.apply(batch) { result in
                if case .failure(.store(let error)) = result, error.code == .busy {
                    refused.withLock { $0 += 1 }
                }
                answered.signal()
            }
        }
        post(Batch([Assignment("titles", .value(false))], origin: .script))
        began.wait()
        for _ in 0..<Settings.inboxLimit { post(Batch([], origin: .script)) }
        #expect(refused.withLock { $0 } == 0)
        post(Batch([], origin: .script))
        #expect(refused.withLock { $0 } == 1)
        end.signal()
        for _ in 0..<Settings.inboxLimit + 2 { answered.wait() }
        #expect(refused.withLock { $0 } == 1 && settings.boolean("titles") == false)
    }

    @Test
    func isNotCalledForClosedSettings() throws {
        let settings = try Make.memory()
        settings.willSave { _ in nil }
        settings.close()
        #expect(refusal { try settings.assign(("titles", .value(false))) } == .closed)
    }
}

import FaceplateTestSupport
import Foundation
import Testing

@testable import Faceplate

/// Concurrent use of the same file, or of the same settings.
@Suite(.timeLimit(.hung))
struct SettingsProcessesTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
    }

    /// A notification of the system can arrive before a commit is visible; the timer then looks again.
    @Test func eachProcessSeesRevisionsOfTheOther() throws {
        let (one, two) = (try bench.open(watches: true), try bench.open(watches: true))
        defer {
            one.close()
            two.close()
        }
        let seen = Locked<[Int]>([])
        let observation = two.observe { revision in seen.withLock { $0.append(revision.number) } }
        defer { observation.cancel() }
        for round in 1...9 {
            try one.assign(("name", .text("n\(round)")))
            #expect(eventually { two.text("name") == "n\(round)" })
        }
        #expect(eventually { seen.withLock { $0 } == Array(1...9) })
        #expect(two.recentRevision(9)?.changes == one.recentRevision(9)?.changes)
    }

    @Test func appliesLocksToASchemaOfAnotherProcess() throws {
        let locks = Settings.Locks(environment: ["FACEPLATE_SET_EXTRA": "YES"])
        try bench.fill(Make.panel("a edit_text"), [("a", "1")])
        let one = try Settings.open(
            Make.schema(Make.panel("a edit_text")), at: bench.path, locks: locks, watches: false)
        defer { one.close() }
        let other = try bench.open(Make.panel("a edit_text", "extra switch"))
        other.close()
        try one.assign(("a", .text("2")))
        let setting = try #require(one.snapshot.schema.settings["extra"])
        #expect(one.snapshot.isLocked(setting) && one.snapshot.value(of: setting) == .boolean(true))
    }

    @Test func aWriteIncludesWritesOfTheOtherProcess() throws {
        let (one, two) = (try bench.open(), try bench.open())
        defer {
            one.close()
            two.close()
        }
        try one.assign(("name", .text("Bob")))
        #expect(two.revision == 0)
        let outcome = try two.assign(("name", .text("Bob")), ("level", .text("low")))
        #expect(
            outcome
                == Outcome(
                    revision: 2,
                    changes: [Change(key: "level", old: .onDefault, new: .value("low"))]))
        #expect(two.recentRevision(1)?.changes.map(\.key) == ["name"])
    }

    @Test func detectsAStalePageAcrossProcesses() throws {
        let (one, two) = (try bench.open(), try bench.open())
        defer {
            one.close()
            two.close()
        }
        try one.assign(("name", .text("Bob")))
        #expect(
            two.conflicts(("name", .text("Eve")), base: Batch.Base(revision: 0)).map(\.theirs) == [
                .value("Bob")
            ])
    }

    @Test func aNewSchemaReachesTheOtherProcess() throws {
        let (one, two) = (try bench.open(watches: true), try bench.open(watches: true))
        defer {
            one.close()
            two.close()
        }
        try one.assign(("name", .text("Bob")))
        var labels = LabelCatalog()
        labels.set("Name", for: "FULL_NAME", in: .english)
        let json = Make.panel("full_name edit_text \"itemRenamedFrom\": \"name\"", version: 2)
        let plan = try one.adopt(Make.schema(json), labels: labels)
        #expect(!plan.isEmpty && one.text("full_name") == "Bob" && one.revision == 2)
        #expect(eventually { two.snapshot.digest == one.snapshot.digest })
        #expect(two.text("full_name") == "Bob" && two.snapshot.schema == one.snapshot.schema)
        #expect(two.snapshot.labels[.english] == ["FULL_NAME": "Name"])
        #expect(two.recentRevision(2)?.origin == .migration)
        #expect(two.refusals(("titles", .text("NO"))).map(\.problem.code) == [.removedKey])
        #expect(try one.adopt(Make.schema(json), labels: labels).isEmpty)
        // Without labels, the current ones stay.
        #expect(try one.adopt(Make.schema(json)).isEmpty)
        #expect(one.snapshot.labels[.english] == ["FULL_NAME": "Name"])
    }

    @Test func sixteenThreadsLoseNothing() async throws {
        let settings = try bench.open(Make.panel((0..<16).map { "k\($0) edit_text" }))
        defer { settings.close() }
        let seen = Locked<[Int]>([])
        let observation = settings.observe { revision in
            seen.withLock { $0.append(revision.number) }
        }
        defer { observation.cancel() }
        let numbers = try await withThrowingTaskGroup(of: [Int].self) { group in
            for thread in 0..<16 {
                group.addTask {
                    var numbers: [Int] = []
                    for round in 1...50 {
                        numbers.append(
                            try await settings.set("k\(thread)", to: .text("\(round)")).revision)
                    }
                    return numbers
                }
            }
            return try await group.reduce(into: [[Int]]()) { $0.append($1) }
        }
        #expect(numbers.allSatisfy { $0 == $0.sorted() })
        #expect(numbers.joined().sorted() == Array(1...800))
        #expect(seen.withLock { $0 } == Array(1...800))
        #expect((0..<16).allSatisfy { settings.text("k\($0)") == "50" })
        #expect(
            settings.recentRevision(800 - 255) != nil && settings.recentRevision(800 - 256) == nil)
        #expect(
            try bench.sqlite("SELECT count(*), min(number), max(number) FROM revision") == [
                "800|1|800"
            ])
        // Each old value equals the previous new value.
        let broken = """
            SELECT count(*) FROM (SELECT old, lag(new) OVER (PARTITION BY item_key ORDER BY revision) AS before
            FROM change) WHERE old IS NOT before
            """
        #expect(try bench.sqlite(broken) == ["0"])
    }

    @Test func twoSettingsOnOneFileLoseNothing() async throws {
        let json = Make.panel("a edit_text", "b edit_text", "both edit_text")
        let (one, two) = (try bench.open(json), try bench.open(json))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (settings, key) in [(one, "a"), (two, "b")] {
                group.addTask {
                    for round in 1...100 {
                        _ = try await settings.apply(
                            Batch(
                                [
                                    Assignment(key, .text("\(round)")),
                                    Assignment("both", .text("\(key)\(round)")),
                                ],
                                origin: .program))
                    }
                }
            }
            try await group.waitForAll()
        }
        one.close()
        two.close()
        let settings = try bench.open(json)
        defer { settings.close() }
        #expect(
            settings.revision == 200 && settings.text("a") == "100" && settings.text("b") == "100")
        #expect(
            try bench.sqlite("PRAGMA integrity_check; SELECT count(*) FROM revision") == [
                "ok", "200",
            ])
    }

    @Test func onlyTheInvalidBatchesFail() throws {
        let settings = try bench.open()
        defer { settings.close() }
        let results = Locked<[Int: Int]>([:])
        for number in 0..<100 {
            let text = number.isMultiple(of: 3) ? "far too long" : "n\(number)"
            settings.apply(Batch([Assignment("name", .text(text))], origin: .script)) { result in
                let revision = (try? result.get().revision) ?? -1
                results.withLock { $0[number] = revision }
            }
        }
        #expect(eventually { results.withLock { $0.count } == 100 })
        let answered = results.withLock { $0 }
        #expect(answered.filter { $0.value == -1 }.keys.allSatisfy { $0.isMultiple(of: 3) })
        #expect(
            answered.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map(\.value)
                == Array(1...66))
    }

    @Test func observersSeeTheSameValuesAsReaders() throws {
        let settings = try bench.open()
        defer { settings.close() }
        let seen = Locked<[String]>([])
        let observation = settings.observe { [weak settings] revision in
            let text = settings?.text("name") ?? ""
            seen.withLock { $0.append("\(revision.number) \(text)") }
        }
        try settings.assign(("name", .text("a")))
        try settings.assign(("name", .text("b")))
        observation.cancel()
        try settings.assign(("name", .text("c")))
        #expect(seen.withLock { $0 } == ["1 a", "2 b"])
    }

    @Test func aStreamOfRevisionsIsInOrder() async throws {
        let settings = try bench.open()
        defer { settings.close() }
        let stream = settings.revisions()
        for number in 1...5 { try await settings.set("name", to: .text("n\(number)")) }
        var numbers: [Int] = []
        for await revision in stream {
            numbers.append(revision.number)
            if numbers.count == 5 { break }
        }
        #expect(numbers == [1, 2, 3, 4, 5])
    }

    @Test(arguments: ["flock", "sqlite3"])
    func aLockOfAnotherProcessRejectsAWriteAsBusy(tool: String) throws {
        let settings = try bench.open()
        defer { settings.close() }
        try settings.assign(("name", .text("Bob")))
        let holder =
            tool == "flock"
            ? Child("flock", [bench.path + "-lock", "sh", "-c", "echo ready; read line"])
            : Child("sqlite3", ["-bail", bench.path])
        if tool == "sqlite3" { holder.say("BEGIN IMMEDIATE; SELECT 'ready';") }
        #expect(holder.line() == "ready")
        let start = ContinuousClock.now
        #expect(refusal { try settings.assign(("name", .text("Eve"))) } == .busy)
        // The time limit of the suite detects a hang; here, the write must not give up immediately.
        #expect(ContinuousClock.now - start > .seconds(4))
        #expect(settings.text("name") == "Bob" && settings.revision == 1)
        #expect(try settings.parked().isEmpty)
        holder.say("")
        holder.finish()
        #expect(try settings.assign(("name", .text("Eve"))).revision == 2)
    }

    @Test func reportsAProblemUntilItEnds() throws {
        let settings = try Make.memory()
        settings.report(["The schema cannot be read."])
        #expect(settings.problems == ["The schema cannot be read."])
        settings.report([])
        #expect(settings.problems.isEmpty)
    }
}

extension Make {
    fileprivate static func panel(_ items: [String]) -> String {
        let objects = items.map { item in
            let parts = item.split(separator: " ")
            return "{\"itemKey\": \"\(parts[0])\", \"itemControlType\": \"\(parts[1])\"}"
        }
        return "{\"groupKey\": \"g\", \"items\": [\(objects.joined(separator: ", "))]}"
    }
}

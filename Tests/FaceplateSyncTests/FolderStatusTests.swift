import Faceplate
import FaceplateSchema
import FaceplateTestSupport
import Foundation
import Testing

@testable import FaceplateSync

/// The status of a machine whose folder is away, cannot be read, or is no longer carried.
@Suite(.timeLimit(.hung))
struct FolderStatusTests {
    private typealias Folder = FolderTests.Folder
    private typealias Machine = FolderTests.Machine

    private static let start = Date(timeIntervalSince1970: 1_800_000_000)
    private static let now = SuspendingClock.now

    private static func file(
        _ machine: String, at seconds: Double, run: String = "r", every: Int? = 300
    ) -> MachineContents {
        MachineContents(
            machine: machine,
            life: LifeSign(time: start + seconds, run: run, every: every))
    }

    // MARK: - Judgement

    @Test func reportsAFileThatIsUnreadableForAMinute() {
        var findings = FolderFindings(machine: "hall", run: "own", start: Self.start)
        func problems(_ failed: Set<String>, after seconds: Int) -> Int {
            findings.judge([:], failed: failed, now: Self.now + .seconds(seconds)).problems.count
        }
        #expect(problems(["desk.json"], after: 0) == 0)
        #expect(problems(["desk.json"], after: 59) == 0)
        #expect(problems(["desk.json", "loft.json"], after: 60) == 1)
        #expect(problems([], after: 61) == 0)
        #expect(problems(["desk.json"], after: 62) == 0)
    }

    /// The seconds after which the folder brings no further sign of some machines.
    @Test(
        arguments: [
            // One machine that has promised signs.
            ([("desk", 300)], 900, ["desk"], false), ([("desk", 300)], 901, ["desk"], true),
            // A machine that has stopped, or has an older version, has promised none.
            ([("desk", nil)], 9_999, [], false),
            // Another one that is alive shows that the folder is carried.
            ([("desk", 300), ("loft", 3_000)], 901, ["desk"], false),
            ([("desk", 300), ("loft", 3_000)], 9_001, ["desk", "loft"], true),
            ([("desk", 300), ("loft", nil)], 901, ["desk"], true),
        ] as [([(String, Int?)], Int, [String], Bool)])
    func reportsAStoppedFolderSync(
        machines: [(String, Int?)], seconds: Int, silent: [String], isProblem: Bool
    ) {
        var findings = FolderFindings(machine: "hall", run: "own", start: Self.start)
        let files: [String: MachineContents] = machines.reduce(into: [:]) {
            $0[$1.0 + ".json"] = Self.file($1.0, at: 0, every: $1.1)
        }
        _ = findings.judge(files, failed: [], now: Self.now)
        let later = findings.judge(files, failed: [], now: Self.now + .seconds(seconds))
        #expect(later.machines.map(\.name) == machines.map(\.0))
        if seconds > 900 {
            #expect(later.machines.filter(\.isSilent).map(\.name) == silent)
        }
        #expect(later.problems.count == (isProblem ? 1 : 0))
        #expect(
            later.problems.allSatisfy {
                $0.contains("'desk'") && $0.contains("2027-01-15T08:00:00")
            })
        // A sign that arrives ends it.
        let back = files.mapValues { file in
            Self.file(file.machine, at: 1_000, every: file.life?.every)
        }
        let ended = findings.judge(back, failed: [], now: Self.now + .seconds(seconds + 1))
        #expect(ended.problems.isEmpty && ended.machines.allSatisfy { !$0.isSilent })
    }

    @Test(
        arguments: [
            // The sign of another program that is newer than the start of this one.
            (10, "other", 300, true),
            // The sign of this program, of the one before, of one that stopped, and an old one.
            (10, "own", 300, false), (-10, "other", 300, false), (10, "other", nil, false),
        ] as [(Double, String, Int?, Bool)])
    func reportsTwoMachinesWithTheSameName(
        seconds: Double, run: String, every: Int?, isReported: Bool
    ) {
        var findings = FolderFindings(machine: "hall", run: "own", start: Self.start)
        func problems(_ files: [String: MachineContents], after passed: Double) -> [String] {
            findings.judge(
                files, failed: [], now: Self.now + .seconds(passed), date: Self.start + passed
            ).problems
        }
        let copy = [
            "hall.sync-conflict.json": Self.file("hall", at: seconds, run: run, every: every)
        ]
        let words = isReported ? [SyncEngine.sameName("hall")] : []
        #expect(problems(copy, after: 20) == words)
        // The own file has replaced it, and it may come again.
        #expect(problems([:], after: 900) == words)
        #expect(problems([:], after: 921).isEmpty)
    }

    @Test func limitsTheIntervalOfHeartbeats() {
        let sign = LifeSign(time: Self.start, run: "r", every: 300)
        #expect(LifeSign(sign.json) == sign)
        for (every, read) in [(1, 300), (301, 301), (999_999_999, 86_400)] {
            let json = LifeSign(time: Self.start, run: "r", every: every).json
            #expect(LifeSign(json)?.every == read)
        }
        #expect(LifeSign(nil) == nil && LifeSign("x") == nil && LifeSign(["time": "x"]) == nil)
        #expect(LifeSign.interval(size: 0) == 300 && LifeSign.interval(size: 1_000_000) == 1_000)
    }

    // MARK: - A queue that blocks

    @Test func reportsAHangingFolderAndCanStop() async throws {
        let late = ClusterError("Late.")
        let queue = PatientQueue(label: "test", patience: .milliseconds(50), late: late)
        let gate = DispatchSemaphore(value: 0)
        await #expect(throws: late) { try await queue.run { gate.wait() } }
        let ran = Locked(0)
        // No work is added while the first still blocks.
        await #expect(throws: late) { try await queue.run { ran.withLock { $0 += 1 } } }
        let patient = PatientQueue(label: "test", patience: .hung, late: late)
        let stopped = Task { try await patient.run { gate.wait() } }
        stopped.cancel()
        await #expect(throws: CancellationError.self) { try await stopped.value }
        for _ in 1...2 { gate.signal() }
        while (try? await queue.run { ran.withLock { $0 += 1 } }) == nil { await Task.yield() }
        #expect(ran.withLock { $0 } == 1)
    }

    // MARK: - Machines

    @Test func aMachineStartsWithoutItsFolderAndCatchesUp() async throws {
        let (folder, log) = (try Folder(), RecordedLog())
        try FileManager.default.removeItem(atPath: folder.path)
        let one = try Machine("one", folder, log: log)
        try one.set("volume", "70")
        await one.sync.wait { $0.waiting == 1 && $0.state == .failing }
        #expect(one.sync.report.problems == ["The folder '\(folder.path)' cannot be read."])
        try FileManager.default.createDirectory(
            atPath: folder.path, withIntermediateDirectories: true)
        await one.sync.wait { $0.waiting == 0 && $0.sentences.isEmpty && $0.lastSync != nil }
        #expect(try folder.text("test/one.json").contains("70"))
        while !log.lines.contains("sync: works again") { await Task.yield() }
    }

    /// Other machines see that a program runs, and that it has stopped.
    @Test func aMachineWritesHeartbeatsUntilItStops() async throws {
        let folder = try Folder()
        let one = try Machine("one", folder)
        let two = try Machine("two", folder)
        await two.sync.wait { $0.machines.map(\.name) == ["one"] }
        func life() -> LifeSign? {
            let data = FileManager.default.contents(atPath: folder.path + "/test/one.json")
            return MachineFile.contents([UInt8](data ?? Data()), limit: 1_000, keys: nil)?.life
        }
        func every() -> Int? { life()?.every }
        while every() != 300 { await Task.yield() }
        #expect(two.sync.report.machines.first?.isSilent == false)
        await one.stop()
        #expect(life() != nil)
        #expect(every() == nil)
        // A machine that changes nothing is in contact.
        let contact = try #require(two.sync.report.lastContact)
        await two.sync.wait { ($0.lastSync ?? .distantPast) > contact + 0.01 }
    }

    @Test(arguments: [
        (#""volume":7"#, "is not a synced value."),
        (#""volume":{"value":1,"machine":"two"}"#, "has no time."),
        (
            #""volume":{"value":1,"time":"2026-01-01T00:00:00Z"}"#,
            "does not name the machine that it is from."
        ),
    ])
    func reportsAnInvalidEntry(member: String, words: String) async throws {
        let folder = try Folder()
        let one = try Machine("one", folder)
        await one.met()
        try #"{"machine":"two","values":{\#(member)}}"#.write(
            toFile: folder.path + "/test/two.json", atomically: true, encoding: .utf8)
        await one.sync.wait { !$0.settingProblems.isEmpty }
        #expect(
            one.sync.report.settingProblems == [
                .init(
                    key: "volume", words: "'volume' in the file 'two.json' of the folder \(words)")
            ])
        try FileManager.default.removeItem(atPath: folder.path + "/test/two.json")
        await one.sync.wait { $0.sentences.isEmpty }
    }

    /// A file that cannot be written does not keep this machine from receiving.
    @Test func aMachineWithoutWriteAccessStillReceives() async throws {
        let folder = try Folder()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/test/one.json", withIntermediateDirectories: true)
        let one = try Machine("one", folder)
        try one.set("name", "One")
        await one.sync.wait { !$0.problems.isEmpty }
        let two = try Machine("two", folder)
        for volume in 1...3 {
            try two.set("volume", "\(volume)")
            await one.becomes("volume", .integer(Int64(volume)))
        }
        await one.sync.wait { $0.waiting == 1 }
        #expect(one.sync.report.problems.first?.contains("one.json' cannot be written") == true)
        try FileManager.default.removeItem(atPath: folder.path + "/test/one.json")
        await two.becomes("name", .text("One"))
        await one.sync.wait { $0.sentences.isEmpty && $0.waiting == 0 }
    }
}

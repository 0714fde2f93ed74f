import Faceplate
import FaceplateSchema
import FaceplateTestSupport
import Foundation
import Testing

@testable import FaceplateSync

/// The status of sync, and its lines in the log.
@Suite(.timeLimit(.hung))
struct SyncReportTests {
    private let cluster = MemoryCluster()
    private let log = RecordedLog()

    @Test func aChangeWaitsWhileTheClusterHangs() async throws {
        let den = try TestMachine("den", cluster)
        await den.start()
        let board = den.engine.board
        cluster.beforeNextWrite { _ in await board.wait { $0.waiting == 1 } }
        try den.set("volume", "10")
        await den.met()
        #expect(cluster.text("volume") != nil)
    }

    /// Returns the notices of a machine without their times.
    private func notices(_ machine: TestMachine) -> [Substring] {
        machine.engine.board.report.notices.map { $0.dropFirst("2026-11-20T07:30:00.000Z: ".count) }
    }

    @Test func aClusterThatWasEmptiedIsReported() async throws {
        let den = try TestMachine("den", cluster, log: log)
        try den.set("volume", "10")
        await den.start()
        #expect(notices(den).isEmpty && log.lines.isEmpty)
        cluster.forget()
        await den.met()
        let words = "The cluster was empty, or had lost its name. It is filled again."
        #expect(notices(den) == [words[...]])
        #expect(log.lines.filter { $0 == "sync: \(words)" }.count == 1)
        #expect(cluster.text("volume")?.contains("10") == true)
        // Other processes and the next start read the stored status.
        await den.stop()
        let records = try den.settings.agreements()
        let stored = records[StoredReport.key].flatMap(StoredReport.report)
        #expect(stored?.notices == den.engine.board.report.notices)
    }

    @Test func storesAProblemWithoutASync() async throws {
        let den = try TestMachine("den", cluster)
        try den.set("volume", "10")
        await den.start()
        cluster.down()
        await den.engine.board.wait { !$0.problems.isEmpty }
        await den.stop()
        #expect(try Sync.lastReport(of: den.settings)?.problems.count == 1)
    }

    /// Changes after the last sync count, though no program syncs them at present.
    @Test func theStoredStatusCountsWaitingChanges() async throws {
        let den = try TestMachine("den", cluster)
        #expect(try Sync.lastReport(of: den.settings) == nil)
        try den.set("volume", "10")
        await den.start()
        await den.stop()
        let report = try #require(try Sync.lastReport(of: den.settings))
        #expect(report.isEnabled && report.waiting == 0 && report.lastSync != nil)
        try den.set("volume", "20")
        try den.set("name", "Den")
        try den.set("port", "81")
        #expect(try Sync.lastReport(of: den.settings)?.waiting == 2)
        try den.set("sharing", "NO")
        #expect(try Sync.lastReport(of: den.settings)?.isEnabled == false)
    }

    @Test func anOlderClusterIsReported() async throws {
        let den = try TestMachine("den", cluster, log: log)
        try den.set("volume", "10")
        await den.start()
        let older = try #require(cluster.text("volume"))
        try den.set("volume", "20")
        await den.met()
        #expect(notices(den).isEmpty)
        cluster.change("volume", older)
        await den.met()
        let words =
            "The cluster had older contents than before, such as a restored copy. It gets the newer "
            + "values again."
        #expect(notices(den) == [words[...]])
        #expect(log.lines == ["sync: \(words)"])
        #expect(cluster.text("volume")?.contains("20") == true)
        await den.met()
        #expect(log.lines.count == 1)
        // The same again is another event.
        cluster.change("volume", older)
        await den.met()
        #expect(log.lines == ["sync: \(words)", "sync: \(words)"])
    }

    @Test func reportsALastingEventOnce() async throws {
        let den = try TestMachine("den", cluster)
        try den.set("volume", "10")
        await den.start()
        let older = try #require(cluster.text("volume"))
        try den.set("volume", "20")
        await den.met()
        cluster.setFull(true)
        cluster.change("volume", older)
        for _ in 1...3 { #expect(await den.syncNow().problems == [MemoryCluster.full.message]) }
        #expect(notices(den).count == 1)
    }

    /// The cluster never held what this machine has, so each event follows the one before.
    @Test func reportsANewEventDuringALastingOne() async throws {
        let den = try TestMachine("den", cluster, log: log)
        try den.set("volume", "10")
        await den.start()
        let older = try #require(cluster.text("volume"))
        try den.set("volume", "20")
        await den.met()
        cluster.setFull(true)
        cluster.change("volume", older)
        await den.syncNow()
        cluster.forget()
        await den.engine.board.wait { $0.notices.count == 2 }
        #expect(
            notices(den).map { $0.prefix(22) } == [
                "The cluster had older ", "The cluster was empty,",
            ])
    }

    @Test func aClusterWithOtherContentsIsReported() async throws {
        let den = try TestMachine("den", cluster, log: log)
        try den.set("volume", "10")
        await den.start()
        let loft = try TestMachine("loft", MemoryCluster())
        await loft.start()
        cluster.forget()
        cluster.put(
            ClusterName.key,
            String(decoding: ClusterName.entry("another", "loft").bytes, as: UTF8.self))
        await den.met()
        #expect(notices(den).map { $0.prefix(31) } == ["The cluster had other contents "])
        #expect(log.lines.contains { $0.hasPrefix("sync: The cluster had other contents ") })
    }

    /// No user asks for a sync.
    @Test func reportsContentsReplacedDuringTheWatch() async throws {
        let den = try TestMachine("den", cluster)
        try den.set("volume", "10")
        await den.start()
        cluster.put(
            ClusterName.key,
            String(decoding: ClusterName.entry("another", "loft").bytes, as: UTF8.self))
        let report = await answer(within: .hung) { [board = den.engine.board] in
            await board.wait { !$0.notices.isEmpty }
            return board.report
        }
        #expect(report?.notices.first?.contains("The cluster had other contents ") == true)
    }

    /// A machine with the previous schema and a wrong clock sends the text again at the same moment.
    @Test func reportsTheRemovedTextOfASecretAfterItsRemoval() async throws {
        let text = #"{"value":"was shown","time":"2999-01-01T00:00:00Z","machine":"loft"}"#
        cluster.put("token", text)
        cluster.beforeNextRemoval { $0.put("token", text) }
        let den = try TestMachine("den", cluster, log: log)
        den.begin()
        await den.engine.board.wait { $0.lastSync != nil }
        #expect(log.lines.isEmpty && cluster.keys == ["token"])
        await den.syncNow()
        #expect(cluster.keys.isEmpty)
        #expect(
            log.lines == ["sync: the text of the secret 'token' was removed from the cluster"])
    }

    @Test func reportsProblemsOfSettingsEvenIfNothingCanBeSent() async throws {
        let den = try TestMachine("den", cluster)
        cluster.put("volume", "{broken")
        try den.set("name", "Den")
        cluster.setFull(true)
        den.begin()
        await den.engine.board.wait { !$0.problems.isEmpty }
        #expect(
            den.engine.board.report.sentences == [
                MemoryCluster.full.message, "The entry of 'volume' in the cluster is not JSON.",
            ])
    }

    /// A single sync ends as soon as the report has a time.
    @Test func reportsTheTimeOfASyncTogetherWithItsProblems() async throws {
        let den = try TestMachine("den", cluster)
        cluster.put("name", "{broken")
        cluster.put("volume", #"{"value":7,"time":"2099-01-01T00:00:00Z","machine":"attic"}"#)
        let first = Locked<SyncReport?>(nil)
        den.begin()
        await den.engine.board.wait { report in
            guard report.lastSync != nil || !report.sentences.isEmpty else { return false }
            first.withLock { $0 = report }
            return true
        }
        let report = try #require(first.withLock { $0 })
        #expect(report.lastSync != nil)
        #expect(report.problems.count == 1 && report.settingProblems.map(\.key) == ["name"])
    }

    @Test func theErrorThatEndsAWatchIsReported() async throws {
        let den = try TestMachine("den", cluster, log: log)
        await den.start()
        // The second watch begins after the report.
        for _ in 1...2 { await cluster.endWatch() }
        #expect(log.lines.first == "sync: The cluster has ended the connection.")
    }

    /// The next start would otherwise not know whether the first entry arrived.
    @Test func storesEntriesAcceptedBeforeAStop() async throws {
        var limits = SyncLimits()
        limits.operations = 1
        let den = try TestMachine("den", cluster, limits: limits)
        await den.start()
        let (second, began) = AsyncStream<Void>.makeStream()
        cluster.beforeNextWrite { cluster in
            cluster.beforeNextWrite { cluster in
                began.yield()
                while !Task.isCancelled { await Task.yield() }
                cluster.setFull(true)
            }
        }
        try den.settings.applyAndWait(
            Batch(
                [Assignment("name", .text("Den")), Assignment("volume", .text("10"))],
                origin: .browser))
        for await _ in second { break }
        await den.stop()
        let written = try #require(cluster.keys.first)
        #expect(cluster.keys.count == 1)
        let stored = Replica(machine: "den", records: try den.settings.agreements()).agreements
        #expect(stored[written]?.entry != nil && stored[written]?.sent == [])
    }

    /// Without sync, the connection to a cluster is not a problem.
    @Test func theSwitchEndsTheProblemOfTheConnection() async throws {
        let den = try TestMachine("den", cluster)
        cluster.down()
        den.begin()
        await den.engine.board.wait { !$0.problems.isEmpty }
        try den.set("sharing", "NO")
        await den.engine.board.wait { !$0.isEnabled }
        #expect(den.engine.board.report.problems.isEmpty)
    }

    /// Another program can sync the settings right after.
    @Test func aSingleSyncClosesItsConnection() async throws {
        let isClosed = Locked(false)
        let schema = try SchemaReader.read(Array(TestMachine.panel.utf8), name: "test")
        let sync = Sync(
            try Settings.inMemory(schema), machine: "den", limits: SyncLimits(),
            logger: log.logger
        ) { [cluster] in
            OpenCluster(cluster: cluster) {
                for _ in 1...100 { await Task.yield() }
                isClosed.withLock { $0 = true }
            }
        }
        let report = await sync.syncOnce()
        #expect(report.lastSync != nil && report.problems.isEmpty)
        #expect(isClosed.withLock { $0 })
        #expect(!sync.report.isEnabled)
    }

    /// A stop interrupts a call of the cluster.
    @Test func aStopIsNotReportedAsAFailure() async throws {
        let hanging = HangingCluster()
        let den = try TestMachine("den", hanging, log: log)
        den.begin()
        for await _ in hanging.reads { break }
        let asked = Task { [mailbox = den.engine.mailbox] in await mailbox.request() }
        while !den.engine.mailbox.hasWish { await Task.yield() }
        await den.stop()
        #expect(await asked.value?.isEnabled == false)
        #expect(log.lines.isEmpty && den.engine.board.report.problems.isEmpty)
    }

    /// The first pause has a millisecond, and each can be a fifth shorter than twice the one before.
    @Test func pausesGrowWhileTheClusterIsUnreachable() async throws {
        let away = HangingCluster(patience: .zero)
        let den = try TestMachine("den", away, longest: .hung)
        den.begin()
        var times: [ContinuousClock.Instant] = []
        for await time in away.reads.prefix(9) { times.append(time) }
        #expect(times[8] - times[7] >= .milliseconds(128) * 0.8)
        await den.stop()
    }

    @Test func aCanceledTaskDoesNotWaitForAStatus() async {
        let board = SyncBoard(name: "den")
        let waiting = Task {
            while !Task.isCancelled { await Task.yield() }
            await board.wait { _ in false }
        }
        waiting.cancel()
        let ended: Void? = await answer(within: .hung) { await waiting.value }
        #expect(ended != nil)
    }

    /// Only these are checked again without an event.
    @Test(arguments: SyncBoard.Problem.allCases)
    func problemsOfTheStoreAndOfClocksEnd(problem: SyncBoard.Problem) {
        let board = SyncBoard(name: "den")
        board.set(problem, "It does not work.")
        #expect(board.hasPassingProblem == (problem != .connection))
        board.set(problem, nil)
        #expect(!board.hasPassingProblem)
    }

    @Test func theLastThreeNoticesAreRetained() {
        let board = SyncBoard(name: "den")
        for number in 1...5 { board.note("\(number)") }
        #expect(board.report.notices == ["3", "4", "5"])
    }

    /// A database stores the last synced state of one program only.
    @Test func onlyOneOfTwoProgramsOnADatabaseSyncs() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try TestMachine("den", cluster, database: folder + "/a.sqlite")
        try first.set("volume", "10")
        await first.start()
        let second = try TestMachine("den", cluster, database: folder + "/a.sqlite", log: log)
        second.begin()
        await second.engine.board.wait { !$0.problems.isEmpty }
        let words =
            "Another program syncs the settings of this database, and only one can. This one "
            + "continues when the other has stopped."
        // The first report can be that of an attempt that is not over yet.
        for _ in 1...2 { #expect(await second.syncNow().problems == [words]) }
        // The stored status is that of the program that syncs, also after the end of another one.
        let third = try TestMachine("den", cluster, database: folder + "/a.sqlite")
        third.begin()
        await third.engine.board.wait { $0.problems == [words] }
        await third.stop()
        let status = try first.settings.agreements()[StoredReport.key]
        #expect(status.flatMap(StoredReport.report)?.problems == [])
        for number in 11...20 {
            try first.set("volume", "\(number)")
            #expect(await second.syncNow().problems == [words])
        }
        #expect(second.engine.board.report.waiting == 0)
        #expect(log.lines == ["sync: \(words)"])
        await first.met()
        await first.stop()
        // A process that starts at this moment can still have the lock for a short time.
        await second.met()
        try second.set("volume", "30")
        await second.met()
        #expect(cluster.text("volume")?.contains("30") == true)
        await second.stop()
    }

    /// Two programs could sync the settings at the same time.
    @Test func withoutItsLockFileNothingIsSynced() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        let lock = folder + "/a.sqlite-sync"
        try FileManager.default.createDirectory(atPath: lock, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let den = try TestMachine("den", cluster, database: folder + "/a.sqlite")
        try den.set("volume", "10")
        den.begin()
        await den.engine.board.wait { $0.lastSync != nil || !$0.problems.isEmpty }
        let problems = den.engine.board.report.problems
        #expect(problems.first?.hasPrefix("The lock file '\(lock)' cannot be opened: ") == true)
        #expect(cluster.keys.isEmpty)
        await den.stop()
    }
}

/// A cluster that fails after a time.
private struct HangingCluster: Cluster {
    /// The times of the attempts to read it.
    let reads: AsyncStream<ContinuousClock.Instant>
    private let told: AsyncStream<ContinuousClock.Instant>.Continuation
    private let patience: Duration

    init(patience: Duration = .hung) {
        self.patience = patience
        (reads, told) = AsyncStream.makeStream()
    }

    func read(_ keys: Set<String>) async throws -> ClusterContent {
        told.yield(.now)
        try await Task.sleep(for: patience)
        throw MemoryCluster.down
    }

    func write(_ puts: [SyncedPut]) async throws -> Int64? { throw MemoryCluster.down }

    func remove(_ keys: [String: Int64]) async throws -> Bool { throw MemoryCluster.down }

    func watch(
        after revision: Int64, _ tell: @escaping @Sendable ([ClusterNews]) async -> Void
    ) async throws {
        throw MemoryCluster.down
    }
}

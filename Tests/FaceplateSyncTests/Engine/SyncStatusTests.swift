import Faceplate
import FaceplateSchema
import FaceplateTestSupport
import Foundation
import Testing

@testable import FaceplateSync

/// The status tells of life, of recovery, and of values of one machine.
@Suite(.timeLimit(.hung))
struct SyncStatusTests {
    private let cluster = MemoryCluster()
    private let log = RecordedLog()
    private static let time = Date(timeIntervalSince1970: 1_800_000_000)

    @Test func aReportIsReadFromItsJSON() throws {
        var report = SyncReport(
            name: "hall", isEnabled: true, lastSync: Self.time, waiting: 2, problems: ["No."],
            notices: ["Yes."])
        report.lastContact = Self.time + 1
        report.isRunning = true
        report.onlyReceives = true
        report.ownValues = ["volume"]
        report.machines = [
            .init(name: "desk", lastSign: Self.time, isSilent: true),
            .init(name: "old", lastSign: nil),
        ]
        #expect(SyncReport(json: report.json) == report)
        var paused = SyncReport(name: "hall", isEnabled: false)
        paused.isPaused = true
        #expect(SyncReport(json: paused.json) == paused && paused.state == .paused)
        #expect(SyncReport(json: ["enabled": true]) == nil)
    }

    @Test(
        arguments: [
            // No program syncs: it has stopped, was killed, or is of an older version.
            (false, nil, [], false), (true, nil, ["ended without a stop"], false),
            (nil, nil, [], nil),
            // A program syncs, and had contact just now, a while ago, or never.
            (true, 1, [], true), (true, 59, [], true), (true, 61, ["no contact since"], true),
            (true, -1, [], true),
        ] as [(Bool?, Double?, [String], Bool?)])
    func theStoredStatusReportsWhetherSyncRuns(
        stored: Bool?, age: Double?, problems: [String], isRunning: Bool?
    ) {
        var report = SyncReport(name: "hall", isEnabled: true, lastSync: Self.time)
        report.isRunning = stored
        let now = Self.time + 1_000
        let contact = age.flatMap { $0 < 0 ? nil : now - $0 }
        report.add(age == nil ? nil : SyncSign(lastContact: contact), now: now)
        #expect(report.isRunning == isRunning)
        #expect(report.lastContact == contact && report.lastSync == contact ?? Self.time)
        #expect(report.problems.count == problems.count)
        for (problem, words) in zip(report.problems, problems) { #expect(problem.contains(words)) }
    }

    /// The lock tells other programs of life, and nothing is written for it.
    @Test func aClaimShowsItsContactAndReceivesRequests() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let schema = try SchemaReader.read(Array(TestMachine.panel.utf8), name: "test")
        let settings = try Settings.open(schema, at: folder + "/a.sqlite", watches: false)
        defer { settings.close() }
        #expect(settings.syncSign == nil)
        var claim = try settings.claimSync()
        #expect(settings.syncSign?.lastContact == nil && settings.syncSign != nil)
        let reader = try Settings.openForReading(at: folder + "/a.sqlite")
        defer { reader.close() }
        #expect(reader.hasSyncSigns && reader.syncSign != nil)
        for second in [5, 1, 1, 2, 900] as [Double] {
            claim?.show(contact: Self.time + second)
            #expect(settings.syncSign?.lastContact == Self.time + second)
        }
        #expect(claim?.hasWish == false)
        var wishes = [try settings.wishSync(), try settings.wishSync()]
        #expect(claim?.hasWish == true && wishes.count == 2)
        wishes.removeFirst()
        #expect(claim?.hasWish == true)
        wishes = []
        #expect(claim?.hasWish == false)
        claim = nil
        #expect(settings.syncSign == nil)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/a.sqlite-sync")
        #expect(attributes[.size] as? Int == 0)
    }

    /// Another program asks through the lock, and this one then reads everything.
    @Test func theSyncingProgramServesRequestsOfAnother() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let den = try TestMachine("den", cluster, database: folder + "/a.sqlite", longest: .hung)
        try den.set("volume", "10")
        await den.start()
        cluster.down()
        await den.engine.board.wait { !$0.problems.isEmpty }
        cluster.up()
        await den.met()
        let report = try await Sync.syncElsewhere(den.settings) {
            // Each message of the cluster is a contact.
            cluster.put("other", "{}")
            return try Settings.openForReading(at: folder + "/a.sqlite")
        }
        #expect(report?.isRunning == true)
        #expect(report?.sentences == [])
        await den.met()
        await den.stop()
        #expect(
            try await Sync.syncElsewhere(den.settings) { throw CancellationError() } == nil)
        let stored = try #require(try Sync.lastReport(of: den.settings))
        #expect(stored.isRunning == false && stored.sentences.isEmpty)
        #expect(stored.lastContact != nil)
    }

    @Test func aRecoveryIsLogged() async throws {
        let den = try TestMachine("den", cluster, log: log)
        await den.start()
        #expect(!log.lines.contains("sync: works again"))
        cluster.down()
        await den.engine.board.wait { !$0.problems.isEmpty }
        cluster.up()
        await den.met()
        #expect(log.lines.filter { $0 == "sync: works again" }.count == 1)
    }

    @Test func aSwitchThatIsOffIsNotAProblem() async throws {
        let den = try TestMachine("den", cluster)
        await den.start()
        #expect(den.engine.board.report.state == .on)
        try den.set("sharing", "NO")
        await den.engine.board.wait { $0.isPaused }
        #expect(den.engine.board.report.state == .paused)
        #expect(try Sync.lastReport(of: den.settings)?.state == .paused)
    }

    /// A lock gives this machine a value of its own; others change theirs.
    @Test func aLockIsAnOwnValueAndNotAProblem() async throws {
        let lock = Settings.Lock("volume", .value(.integer(5)), source: .other("the installer"))
        let den = try TestMachine("den", cluster, locks: [lock])
        let loft = try TestMachine("loft", cluster)
        await den.start()
        await loft.start()
        for volume in 1...2 {
            try loft.set("volume", "\(volume)")
            await loft.met()
            await den.met()
            let report = den.engine.board.report
            #expect(report.sentences.isEmpty && report.ownValues == ["volume"])
            #expect(report.state == .on && report.waiting == 0)
            #expect(den.settings.integer("volume") == 5)
        }
        #expect(loft.settings.integer("volume") == 2)
        #expect(loft.engine.board.report.ownValues.isEmpty)
    }

    @Test func aSecondMachineOfTheSameNameIsReported() async throws {
        let den = try TestMachine("den", cluster, log: log)
        await den.start()
        try den.set("volume", "10")
        await den.met()
        #expect(den.engine.board.report.problems.isEmpty)
        cluster.put("volume", #"{"value":11,"time":"2026-01-01T00:00:00Z","machine":"den"}"#)
        await den.engine.board.wait { !$0.problems.isEmpty }
        #expect(den.engine.board.report.problems == [SyncEngine.sameName("den")])
        #expect(log.lines.contains("sync: \(SyncEngine.sameName("den"))"))
    }

    /// The log names the machine of a change.
    @Test func theLogNamesTheMachineOfAReceivedChange() async throws {
        let settings = try Settings.inMemory(
            SchemaReader.read(Array(TestMachine.panel.utf8), name: "test"), logger: log.logger)
        try settings.applyAndWait(
            Batch([Assignment("volume", .text("7"))], origin: .sync, actor: "loft"))
        try settings.applyAndWait(
            Batch([Assignment("volume", .text("8"))], origin: .browser, actor: "ada"))
        #expect(log.details.contains { $0.contains("machine") && $0.contains("loft") })
        #expect(!log.details.contains { $0.contains("ada") })
    }
}

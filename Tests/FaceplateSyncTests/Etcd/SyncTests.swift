import Faceplate
import FaceplateSchema
import FaceplateTestSupport
import Foundation
import Testing

@testable import FaceplateSync

/// The guarantees of sync, tested with machines on a real etcd.
@Suite(.timeLimit(.hung))
struct SyncTests {
    private let etcd: EtcdServer

    init() throws {
        etcd = try EtcdServer()
    }

    private func machine(_ name: String, panel: String = TestMachine.panel) throws
        -> EtcdMachine
    {
        try EtcdMachine(name, [etcd.endpoint], panel: panel)
    }

    @Test func syncsOnlySyncedSettings() async throws {
        let (den, loft) = (try machine("den"), try machine("loft"))
        await den.start()
        await loft.start()
        try den.set(
            ("port", "8080"), ("token", "very secret"), ("theme", "dark"), ("volume", "70"))
        await loft.becomes("theme", .text("dark"))
        #expect(loft.settings.integer("volume") == 70)
        #expect(loft.settings.integer("port") == 80)
        #expect(try loft.settings.secret("token") == nil)
        let values = try await etcd.values("/faceplate/test/")
        #expect(values.keys.sorted() == ["theme", "volume"])
        #expect(try await etcd.values("/").count == 2)
    }

    @Test func eachMachineHasItsOwnSyncSwitch() async throws {
        let (den, loft) = (try machine("den"), try machine("loft"))
        await den.start()
        await loft.start()
        try loft.set(("sharing", "NO"))
        await loft.sync.wait { !$0.isEnabled }
        try den.set(("volume", "70"))
        await den.met()
        #expect(loft.settings.integer("volume") == 50)
        #expect(den.settings.boolean("sharing") == true)
        // An entry from another program does not change the switch either.
        try await etcd.put(
            "/faceplate/test/sharing",
            #"{"value":false,"time":"2030-01-01T00:00:00Z","machine":"attic"}"#)
        await den.met()
        #expect(den.settings.boolean("sharing") == true)
        try loft.set(("sharing", "YES"))
        await loft.becomes("volume", .integer(70))
    }

    @Test func syncsABatchInOneTransaction() async throws {
        let (den, loft) = (try machine("den"), try machine("loft"))
        await den.start()
        await loft.start()
        let before = try await etcd.revision()
        try den.set(("volume", "10"), ("night", "YES"), ("name", "Den"))
        await loft.becomes("name", .text("Den"))
        // Several settings are one transaction in the cluster and one revision on the other machine.
        #expect(try await etcd.revision() == before + 1)
        #expect(try loft.syncRevisions.map(\.changes.count) == [3])
    }

    @Test func savesWithoutWaitingAndSyncsLater() async throws {
        let (den, loft) = (try machine("den"), try machine("loft"))
        await den.start()
        await loft.start()
        etcd.kill()
        for number in 0..<50 { try den.set(("volume", "\(number)")) }
        try den.set(("name", "Den"))
        #expect(den.settings.revision == 51)
        await den.sync.wait { $0.waiting == 2 && !$0.sentences.isEmpty }
        try etcd.start()
        await loft.becomes("name", .text("Den"))
        await loft.becomes("volume", .integer(49))
        await den.met()
    }

    @Test func sendsManySettingsInSeveralRequests() async throws {
        let items = (0..<300).map {
            #"{"itemKey": "k\#($0)", "itemControlType": "edit_integer", "itemSynced": true}"#
        }
        let groups = #"[{"groupKey": "g", "items": [\#(items.joined(separator: ","))]}]"#
        let panel = #"{"panelKey": "test", "groups": \#(groups)}"#
        let (den, loft) = (try machine("den", panel: panel), try machine("loft", panel: panel))
        await loft.start()
        try den.settings.applyAndWait(
            Batch((0..<300).map { Assignment("k\($0)", .text("1")) }, origin: .browser))
        await den.start()
        for key in 0..<300 { await loft.becomes("k\(key)", .integer(1)) }
        #expect(try await etcd.values("/faceplate/test/").count == 300)
    }

    @Test func notifiesOfChangesOfAnotherMachine() async throws {
        let (den, loft) = (try machine("den"), try machine("loft"))
        await den.start()
        await loft.start()
        let told = loft.settings.revisions()
        try den.set(("volume", "70"), ("servers", #"["a","b"]"#))
        let revision = try #require(await told.first { _ in true })
        #expect(revision.origin == .sync)
        #expect(revision.actor == "den")
        #expect(revision.changes.map(\.key).sorted() == ["servers", "volume"])
        // The received change is in history, undo reverts it, and the undo is synced without an echo.
        try await loft.settings.history.undo(revision.number)
        await den.becomes("volume", .integer(50))
        await den.met()
        await loft.met()
        #expect(loft.settings.revision == 2)
        #expect(den.settings.revision == 2)
    }

    @Test func aRejectedValueDoesNotStopTheOthers() async throws {
        let narrow = TestMachine.panel.replacing(
            #""itemMaximum": 100"#, with: #""itemMaximum": 60"#)
        let (den, loft) = (try machine("den"), try machine("loft", panel: narrow))
        await den.start()
        await loft.start()
        try den.set(("volume", "70"), ("name", "Den"))
        await loft.becomes("name", .text("Den"))
        await loft.sync.wait { $0.sentences.count == 1 }
        #expect(
            loft.sync.report.sentences.first?.hasPrefix(
                "'volume' of the machine 'den' is not accepted: ") == true)
        #expect(loft.settings.integer("volume") == 50)
        try den.set(("volume", "60"))
        await loft.becomes("volume", .integer(60))
        await loft.met()
    }

    @Test func syncNowSyncsAndReportsTheStatus() async throws {
        let den = try machine("den")
        #expect(den.sync.report == SyncReport(name: "den", isEnabled: false))
        #expect(await den.sync.syncNow().lastSync == nil)
        await den.start()
        let first = try #require(den.sync.report.lastSync)
        try den.set(("volume", "70"))
        let report = await den.sync.syncNow()
        #expect(report.isEnabled)
        #expect(report.waiting == 0)
        #expect(report.sentences.isEmpty)
        #expect(try #require(report.lastSync) > first)
        #expect(try await etcd.values("/faceplate/test/").keys.sorted() == ["volume"])
        etcd.kill()
        try den.set(("volume", "71"))
        let offline = await den.sync.syncNow()
        #expect(offline.waiting == 1)
        #expect(
            offline.sentences.contains {
                $0.contains("cannot be reached") || $0.contains("ended")
            })
        try await den.stop()
        #expect(!den.sync.report.isEnabled)
    }
}

import Faceplate
import FaceplateSchema
import FaceplateTestSupport
import Foundation
import Testing

@testable import FaceplateSync

/// Synced values after a restart with other database files or another cluster.
@Suite(.timeLimit(.hung))
struct SyncedFilesTests {
    private let cluster = MemoryCluster()

    private static func inFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder + "/a.sqlite")
    }

    private static func remove(_ database: String) throws {
        for file in ["", "-wal", "-shm", "-lock"] {
            let path = database + file
            guard FileManager.default.fileExists(atPath: path) else { continue }
            try FileManager.default.removeItem(atPath: path)
        }
    }

    @Test func aNewDatabaseOverwritesNothing() async throws {
        try await Self.inFolder { database in
            do {
                let den = try TestMachine("den", cluster, database: database)
                try den.set("volume", "60")
                await den.start()
                await den.stop()
                den.settings.close()
            }
            try Self.remove(database)
            let den = try TestMachine("den", cluster, database: database)
            await den.start()
            #expect(den.settings.integer("volume") == 60)
            #expect(cluster.text("volume")?.hasPrefix(#"{"value":60,"#) == true)
        }
    }

    /// - Parameter changes: The number of changes in the older copy before it is synced again.
    @Test(arguments: [0, 1, 2, 5]) func anOlderCopyOfADatabaseOverwritesNothing(
        changes: Int
    ) async throws {
        try await Self.inFolder { database in
            do {
                let den = try TestMachine("den", cluster, database: database)
                try den.set("volume", "10")
                await den.start()
                await den.stop()
                den.settings.close()
            }
            let copy = database + ".copy"
            try FileManager.default.copyItem(atPath: database, toPath: copy)
            do {
                let den = try TestMachine("den", cluster, database: database)
                await den.start()
                try den.set("volume", "60")
                try den.set("port", "81")
                try den.set("name", "Den")
                await den.met()
                await den.stop()
                den.settings.close()
            }
            try Self.remove(database)
            try FileManager.default.moveItem(atPath: copy, toPath: database)
            let den = try TestMachine("den", cluster, database: database)
            for change in 0..<changes { try den.set("port", "\(9_000 + change)") }
            await den.start()
            #expect(den.settings.integer("volume") == 60)
            #expect(den.settings.text("name") == "Den")
            #expect(cluster.text("volume")?.hasPrefix(#"{"value":60,"#) == true)
        }
    }

    @Test func aRevisionRemovedFromHistoryIsNotANewChange() async throws {
        let panel = TestMachine.panel.replacing(
            #""panelKey": "test","#, with: #""panelKey": "test", "panelHistoryRevisions": 5,"#)
        try await Self.inFolder { database in
            do {
                let den = try TestMachine("den", cluster, panel: panel, database: database)
                try den.set("volume", "10")
                await den.start()
                await den.stop()
                for port in 1...40 { try den.set("port", "\(port)") }
                try den.set("volume", "20")
                den.settings.close()
            }
            let den = try TestMachine("den", cluster, panel: panel, database: database)
            #expect(try #require(try den.settings.oldestRevision()) > 1)
            await den.start()
            #expect(den.settings.integer("volume") == 20)
        }
    }

    /// The time of the last change is stored even if history has deleted its revision.
    @Test func theLaterOfTwoOfflineEditsWinsAfterItLeftHistory() async throws {
        let panel = TestMachine.panel.replacing(
            #""panelKey": "test","#, with: #""panelKey": "test", "panelHistoryRevisions": 5,"#)
        try await Self.inFolder { database in
            let loft = try TestMachine(
                "loft", cluster, now: { Date(timeIntervalSinceNow: -60) })
            await loft.start()
            do {
                let den = try TestMachine("den", cluster, panel: panel, database: database)
                try den.set("volume", "10")
                await den.start()
                await loft.becomes("volume", .integer(10))
                await den.stop()
                try loft.set("volume", "30")
                await loft.met()
                try den.set("volume", "20")
                for port in 1...40 { try den.set("port", "\(port)") }
                den.settings.close()
            }
            let den = try TestMachine("den", cluster, panel: panel, database: database)
            #expect(try #require(try den.settings.oldestRevision()) > 3)
            await den.start()
            #expect(den.settings.integer("volume") == 20)
            await loft.becomes("volume", .integer(20))
        }
    }

    /// A setting that another machine has reset in the meantime stays reset.
    @Test func anOlderCopyRestoresNoResetValue() async throws {
        try await Self.inFolder { database in
            let loft = try TestMachine("loft", cluster)
            do {
                let den = try TestMachine("den", cluster, database: database)
                try den.set("volume", "10")
                await den.start()
                await loft.start()
                await den.stop()
                den.settings.close()
            }
            try loft.reset("volume")
            await loft.met()
            let den = try TestMachine("den", cluster, database: database)
            await den.start()
            #expect(den.settings.integer("volume") == 50)
            #expect(loft.settings.integer("volume") == 50)
        }
    }

    /// The later of the two choices wins.
    @Test(arguments: [-3_600.0, 3_600])
    func anotherClusterStartsAFirstSynchronization(later: TimeInterval) async throws {
        try await Self.inFolder { database in
            do {
                let den = try TestMachine("den", MemoryCluster(), database: database)
                try den.set("volume", "10")
                await den.start()
                await den.stop()
                den.settings.close()
            }
            let long = Date(timeIntervalSinceNow: later)
            let loft = try TestMachine("loft", cluster, now: { long })
            try loft.set("volume", "60")
            // A clock that is ahead is a problem that lasts, so this does not wait for the end of all problems.
            loft.begin()
            await loft.engine.board.wait { $0.lastSync != nil }
            let den = try TestMachine("den", cluster, database: database)
            den.begin()
            let wanted: Int64 = later > 0 ? 60 : 10
            await den.becomes("volume", .integer(wanted))
            await loft.becomes("volume", .integer(wanted))
        }
    }

    /// Values from another cluster are not sent to this one, even if they are later.
    @Test func sendsNoValuesOfAnotherCluster() async throws {
        try await Self.inFolder { database in
            let trial = MemoryCluster()
            let loft = try TestMachine("loft", cluster)
            await loft.start()
            try loft.set("volume", "60")
            await loft.met()
            for (cluster, volume) in [(cluster, nil), (trial, "10"), (cluster, nil)] {
                let den = try TestMachine("den", cluster, database: database)
                await den.start()
                if let volume {
                    try den.set("volume", volume)
                    try den.set("name", "trial")
                    await den.met()
                } else {
                    #expect(den.settings.integer("volume") == 60)
                    #expect(den.settings.text("name") == "none")
                }
                await den.stop()
                den.settings.close()
            }
            await loft.met()
            #expect(loft.settings.integer("volume") == 60)
            #expect(loft.settings.text("name") == "none")
        }
    }

    @Test func anEmptiedClusterGetsANewName() async throws {
        try await Self.inFolder { database in
            let loft = try TestMachine("loft", cluster, database: database + "-of-loft")
            do {
                let den = try TestMachine("den", cluster, database: database)
                try den.set("volume", "10")
                await den.start()
                await loft.start()
                await den.stop()
                den.settings.close()
            }
            try loft.set("volume", "60")
            await loft.met()
            await loft.stop()
            let name = cluster.text(ClusterName.key)
            cluster.forget()
            // The machine with the older state fills the cluster first, and the newer value of the other wins.
            let den = try TestMachine("den", cluster, database: database)
            await den.start()
            #expect(cluster.text("volume")?.hasPrefix(#"{"value":10,"#) == true)
            loft.begin()
            await den.becomes("volume", .integer(60))
            #expect(
                try ClusterName.name(entry(name))
                    != ClusterName.name(entry(cluster.text(ClusterName.key))))
        }
    }

    private func entry(_ text: String?) throws -> SyncedEntry {
        try SyncedEntry(bytes: Array(try #require(text).utf8))
    }

    @Test func replacedContentsStartAFirstSynchronization() async throws {
        let den = try TestMachine("den", cluster)
        try den.set("volume", "10")
        await den.start()
        try den.set("night", "YES")
        await den.met()
        let later = SyncedEntry(.set(60), SyncedTime(Date(timeIntervalSinceNow: 10)), "attic")
        let earlier = SyncedEntry(.set(false), SyncedTime(Date(timeIntervalSince1970: 5)), "attic")
        cluster.put([
            ClusterName.key: ClusterName.entry("another", "attic").bytes,
            "volume": later.bytes, "night": earlier.bytes,
        ])
        await den.becomes("volume", .integer(60))
        await den.met()
        #expect(cluster.text("volume") == String(decoding: later.bytes, as: UTF8.self))
        #expect(den.settings.boolean("night") == true)
        #expect(cluster.text("night")?.contains(#""value":true"#) == true)
    }

    /// Without these agreements, the cluster would have other contents for the second program.
    @Test func aSecondProgramReadsTheAgreementsOfTheFirst() async throws {
        try await Self.inFolder { database in
            let first = try TestMachine("den", cluster, database: database)
            try first.set("volume", "10")
            await first.start()
            let second = try TestMachine("den", cluster, database: database)
            second.begin()
            await second.engine.board.wait { !$0.problems.isEmpty }
            let name = cluster.text(ClusterName.key)
            cluster.forget()
            await first.met()
            #expect(cluster.text(ClusterName.key) != name)
            await first.stop()
            await second.met()
            #expect(second.engine.board.report.notices.isEmpty)
            await second.stop()
        }
    }

    // MARK: - Writes without a response

    @Test(arguments: [nil, "80"]) func recognizesItsOwnWriteAfterALostResponse(
        next: String?
    ) async throws {
        let den = try TestMachine("den", cluster)
        await den.start()
        cluster.loseNextAnswer()
        cluster.beforeNextWrite { _ in
            if let next { try? den.set("volume", next) } else { try? den.reset("volume") }
        }
        try den.set("volume", "70")
        await den.met()
        #expect(den.settings.integer("volume") == (next.flatMap { Int64($0) } ?? 50))
        #expect(try den.syncRevisions.isEmpty)
        #expect(
            cluster.text("volume")?.hasPrefix(
                next.map { #"{"value":\#($0),"# } ?? #"{"reset":true"#) == true)
    }

    @Test func recognizesItsOwnFirstWriteAfterALostResponse() async throws {
        let den = try TestMachine("den", cluster)
        try den.set("volume", "70")
        cluster.loseNextAnswer()
        cluster.beforeNextWrite { _ in try? den.set("volume", "80") }
        await den.start()
        #expect(den.settings.integer("volume") == 80)
        #expect(try den.syncRevisions.isEmpty)
    }

    @Test func aWriteWithALostResponseSurvivesARestart() async throws {
        try await Self.inFolder { database in
            do {
                let den = try TestMachine("den", cluster, database: database)
                await den.start()
                cluster.loseNextAnswer()
                cluster.beforeNextWrite { $0.down() }
                try den.set("volume", "70")
                await den.engine.board.wait { !$0.sentences.isEmpty }
                await den.stop()
                try den.reset("volume")
                den.settings.close()
            }
            #expect(cluster.text("volume")?.hasPrefix(#"{"value":70,"#) == true)
            cluster.up()
            let den = try TestMachine("den", cluster, database: database)
            await den.start()
            #expect(den.settings.integer("volume") == 50)
            #expect(cluster.text("volume")?.hasPrefix(#"{"reset":true"#) == true)
        }
    }

    // MARK: - Failures

    /// The machine applies a received value, and the cluster fails before anything was sent.
    @Test func storesAReceivedValueWhenTheClusterFails() async throws {
        try await Self.inFolder { database in
            let den = try TestMachine("den", cluster, database: database)
            await den.start()
            cluster.beforeNextWrite { cluster in
                let entry = SyncedEntry(.set("attic"), SyncedTime(Date()), "attic")
                let revision = cluster.put(["name": entry.bytes])
                let value = ClusterValue(bytes: entry.bytes, revision: revision)
                den.engine.mailbox.put([
                    ClusterNews(revision: revision + 1, values: ["name": value])
                ])
                Task { await den.syncNow() }
                while !den.engine.mailbox.hasWish { await Task.yield() }
                cluster.down()
            }
            try den.set("volume", "70")
            await den.engine.board.wait { $0.sentences == [MemoryCluster.down.message] }
            #expect(den.settings.text("name") == "attic")
            let record = try #require(try den.settings.agreements()["name"])
            #expect(Agreement(record: record)?.entry?.state == .set("attic"))
        }
    }
}

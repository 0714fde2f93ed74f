import Faceplate
import FaceplateSchema
import FaceplateTestSupport
import Foundation
import Testing

@testable import FaceplateSync

@Suite(.timeLimit(.hung))
struct SyncEngineTests {
    private let cluster = MemoryCluster()

    /// Returns two machines that are in sync; the clock of the second is slow by `behind` seconds.
    private func pair(behind: TimeInterval = 0) async throws -> (TestMachine, TestMachine) {
        let machines = (
            try TestMachine("den", cluster),
            try TestMachine("loft", cluster, now: { Date(timeIntervalSinceNow: -behind) })
        )
        await machines.0.start()
        await machines.1.start()
        return machines
    }

    @Test func aChangeIsSyncedAndRecorded() async throws {
        let (den, loft) = try await pair()
        try den.set("volume", "70")
        await loft.becomes("volume", .integer(70))
        let revision = try #require(try loft.syncRevisions.last)
        #expect(revision.actor == "den")
        #expect(
            revision.changes == [
                Change(key: "volume", old: .onDefault, new: .value(.integer(70)))
            ])
        await den.met()
        #expect(try den.syncRevisions.isEmpty)
        await loft.met()
        #expect(loft.settings.revision == 1)
        #expect(cluster.writes == [["volume"]])
    }

    @Test func sendsOnlySyncedSettings() async throws {
        let (den, loft) = try await pair()
        try den.set("port", "8080")
        try den.set("token", "very secret")
        try den.set("theme", "dark")
        await loft.becomes("theme", .text("dark"))
        #expect(cluster.keys == ["theme"])
        #expect(loft.settings.integer("port") == 80)
    }

    @Test func sendsABatchInOneRequest() async throws {
        let (den, loft) = try await pair()
        try den.settings.applyAndWait(
            Batch(
                [
                    Assignment("volume", .text("10")), Assignment("night", .text("YES")),
                    Assignment("name", .text("Den")),
                ], origin: .browser))
        await loft.becomes("name", .text("Den"))
        #expect(cluster.writes == [["name", "night", "volume"]])
        #expect(
            try loft.syncRevisions.map { $0.changes.map(\.key).sorted() } == [
                ["name", "night", "volume"]
            ])
    }

    @Test func aResetIsSynced() async throws {
        let (den, loft) = try await pair()
        try den.set("volume", "70")
        await loft.becomes("volume", .integer(70))
        try den.reset("volume")
        await loft.becomes("volume", .integer(50))
        #expect(!loft.settings.snapshot.isSet("volume"))
        #expect(cluster.text("volume")?.hasPrefix(#"{"reset":true,"#) == true)
    }

    /// Neither the default after the migration nor the restored value is a choice.
    @Test func aValueParkedByANewSchemaStaysOnOtherMachines() async throws {
        let (den, loft) = try await pair()
        func adopt(_ panel: String) throws {
            try loft.settings.adopt(
                SchemaReader.read(Array(panel.utf8), name: "test"), labels: LabelCatalog())
        }
        try den.set("volume", "70")
        await loft.becomes("volume", .integer(70))
        await loft.met()
        let other = TestMachine.panel.replacing(
            /"slider", "itemMinimum": 0, "itemMaximum": 100,\s+"itemValue": 50/, with: "\"switch\"")
        #expect(other != TestMachine.panel)
        try adopt(other)
        #expect(loft.settings.value("volume") == .boolean(false))
        let report = await loft.syncNow()
        #expect(report.sentences.contains { $0.contains("'volume'") })
        #expect(den.settings.value("volume") == .integer(70))
        #expect(cluster.text("volume")?.contains("70") == true)
        try den.set("volume", "55")
        await den.met()
        try adopt(TestMachine.panel)
        await loft.becomes("volume", .integer(55))
        #expect(den.settings.value("volume") == .integer(55))
    }

    /// The value was chosen before the migration, and was not synced yet.
    ///
    /// Both choices are made in the same millisecond, because the clock of the machine does not advance.
    @Test(arguments: [1, 3])
    func sendsAnUnsyncedValueConvertedByANewSchema(migrations: Int) async throws {
        let moment = Date()
        let den = try TestMachine("den", cluster, now: { moment })
        let loft = try TestMachine("loft", cluster)
        for machine in [den, loft] { await machine.start() }
        try den.set("volume", "70")
        await loft.becomes("volume", .integer(70))
        await den.met()
        cluster.down()
        try den.set("volume", "30")
        let other = TestMachine.panel.replacing(
            /"slider", "itemMinimum": 0, "itemMaximum": 100,\s+"itemValue": 50/,
            with: "\"edit_text\"")
        for (machine, count) in [(den, migrations), (loft, 1)] {
            for panel in [other, TestMachine.panel, other].prefix(count) {
                try machine.settings.adopt(
                    SchemaReader.read(Array(panel.utf8), name: "test"), labels: LabelCatalog())
            }
        }
        #expect(loft.settings.text("volume") == "70")
        cluster.up()
        await den.met()
        #expect(den.settings.text("volume") == "30")
        await loft.becomes("volume", .text("30"))
        // The new schema reads values that were written before it changed.
        cluster.put("name", #"{"value":7,"time":"2020-01-01T00:00:00Z","machine":"attic"}"#)
        await loft.becomes("name", .text("7"))
    }

    /// Its conversions are later than the choice of the other machine.
    @Test(arguments: [1, 3])
    func aConvertedValueKeepsItsTime(migrations: Int) async throws {
        let moment = Locked(Date())
        func later() { moment.withLock { $0 += 10 } }
        let den = try TestMachine("den", cluster, now: { moment.withLock { $0 } })
        let loft = try TestMachine("loft", cluster, now: { moment.withLock { $0 } })
        for machine in [den, loft] { await machine.start() }
        cluster.down()
        for (machine, volume) in [(den, "30"), (loft, "40")] {
            later()
            try machine.set("volume", volume)
        }
        let other = TestMachine.panel.replacing(
            /"slider", "itemMinimum": 0, "itemMaximum": 100,\s+"itemValue": 50/,
            with: "\"edit_text\"")
        for (machine, count) in [(loft, 1), (den, migrations)] {
            for panel in [other, TestMachine.panel, other].prefix(count) {
                later()
                try machine.settings.adopt(
                    SchemaReader.read(Array(panel.utf8), name: "test"), labels: LabelCatalog())
            }
        }
        cluster.up()
        for machine in [den, loft, den] { await machine.met() }
        for machine in [den, loft] { #expect(machine.settings.text("volume") == "40") }
    }

    /// The cluster has had the value for longer than this machine has had the setting.
    @Test func aNewlySyncedSettingIsReadFromTheCluster() async throws {
        let panel = TestMachine.panel.replacing(
            #""itemValue": 80}"#, with: #""itemValue": 80, "itemSynced": true}"#)
        let den = try TestMachine("den", cluster, panel: panel)
        let loft = try TestMachine("loft", cluster)
        for machine in [den, loft] { await machine.start() }
        try den.set("port", "81")
        await den.met()
        try loft.settings.adopt(
            SchemaReader.read(Array(panel.utf8), name: "test"), labels: LabelCatalog())
        await loft.becomes("port", .integer(81))
    }

    /// In some rounds, the change happens before the received value is marked as synced.
    @Test func sendsAChangeMadeRightAfterAReceivedValue() async throws {
        let (den, loft) = try await pair()
        let last = Locked<Value?>(nil)
        let settings = loft.settings
        let observation = settings.observe { revision in
            guard revision.origin == .sync, let new = settings.snapshot.value("volume"),
                last.withLock({ last in
                    defer { last = new }
                    return last != new
                })
            else { return }
            settings.apply(Batch([Assignment("volume", .reset)], origin: .browser)) { _ in }
        }
        defer { observation.cancel() }
        for volume in 1...40 {
            try den.set("volume", "\(volume)")
            await den.becomes("volume", .integer(50))
        }
        await den.met()
        await loft.met()
        for machine in [den, loft] { #expect(machine.settings.integer("volume") == 50) }
        // Each of the values was there, and was reset.
        #expect(last.withLock { $0 } == .integer(40))
    }

    @Test func undoRestoresAnOverwrittenValue() async throws {
        let den = try TestMachine("den", cluster)
        let loft = try TestMachine("loft", cluster)
        try loft.set("name", "Loft")
        try den.set("name", "Den")
        await den.start()
        await loft.start()
        #expect(loft.settings.text("name") == "Den")
        let accepted = try #require(try loft.syncRevisions.last)
        #expect(accepted.changes.map(\.old) == [.value(.text("Loft"))])
        try await loft.settings.history.undo(accepted.number)
        await den.becomes("name", .text("Loft"))
    }

    @Test func theSwitchPausesSync() async throws {
        let (den, loft) = try await pair()
        try loft.set("sharing", "NO")
        await loft.engine.board.wait { !$0.isEnabled }
        try den.set("volume", "70")
        await den.met()
        try loft.set("name", "Loft")
        #expect(await loft.syncNow().waiting == 1)
        #expect(loft.settings.integer("volume") == 50)
        try loft.set("sharing", "YES")
        await loft.becomes("volume", .integer(70))
        await den.becomes("name", .text("Loft"))
        #expect(!cluster.keys.contains("sharing"))
    }

    @Test func changesSavedWithTheSwitchAreNotSent() async throws {
        let (den, loft) = try await pair()
        try loft.settings.applyAndWait(
            Batch(
                [Assignment("sharing", .text("NO")), Assignment("name", .text("private"))],
                origin: .browser))
        await loft.engine.board.wait { !$0.isEnabled }
        try den.set("volume", "70")
        await den.met()
        #expect(cluster.keys == ["volume"])
        #expect(await loft.syncNow().waiting == 1)
        #expect(loft.settings.integer("volume") == 50)
    }

    /// The request comes after the switch is turned on, but before the engine has noticed it.
    @Test func syncNowRightAfterTheSwitchReports() async throws {
        let den = try TestMachine("den", cluster)
        try den.set("sharing", "NO")
        den.begin()
        #expect(await !den.syncNow().isEnabled)
        let told = Locked<SyncReport?>(nil)
        let wishes = AsyncStream<Void>.makeStream()
        let engine = den.engine
        let observation = den.settings.observe { _ in
            Task {
                let report = await engine.mailbox.request()
                told.withLock { $0 = report }
                wishes.continuation.finish()
            }
            while !engine.mailbox.hasWish, told.withLock({ $0 == nil }) { sched_yield() }
        }
        defer { observation.cancel() }
        try den.set("sharing", "YES")
        for await _ in wishes.stream {}
        #expect(told.withLock { $0?.isEnabled } == true)
        #expect(told.withLock { $0?.lastSync } != nil)
    }

    @Test func aSilentClusterIsReadAgain() async throws {
        let den = try TestMachine("den", cluster)
        await den.start()
        let problems = Locked(0)
        let watcher = Task { [board = den.engine.board] in
            await board.wait { !$0.sentences.isEmpty }
            if !Task.isCancelled { problems.withLock { $0 += 1 } }
        }
        cluster.change("volume", #"{"value":7,"time":"2020-01-01T00:00:00Z","machine":"attic"}"#)
        await cluster.fallSilent()
        await den.becomes("volume", .integer(7))
        watcher.cancel()
        await watcher.value
        #expect(problems.withLock { $0 } == 0)
    }

    /// A user changes the same setting after the merge was planned, but before it is written.
    @Test func sendsAChangeMadeDuringAMerge() async throws {
        let (den, loft) = try await pair()
        let isFirst = Locked(true)
        let handler = loft.settings.willSave { [settings = loft.settings] save in
            guard save.origin == .sync, isFirst.withLock({ $0.take() }) else { return nil }
            // Of two changes in the same millisecond, that of the cluster wins.
            let next = Date(timeIntervalSinceNow: 0.002)
            while Date() < next { await Task.yield() }
            try await settings.apply(Batch([Assignment("volume", .text("5"))], origin: .browser))
            return nil
        }
        defer { handler.cancel() }
        try den.set("volume", "70")
        await den.becomes("volume", .integer(5))
        #expect(loft.settings.integer("volume") == 5)
        #expect(try loft.syncRevisions.isEmpty)
    }

    /// The size of a replaced value does not count.
    @Test func replacesAValueAtTheSizeLimit() async throws {
        let den = try TestMachine("den", cluster)
        try den.set("name", String(repeating: "x", count: 100))
        await den.start()
        let size = ["name", ClusterName.key].reduce(0) { $0 + (cluster.text($1)?.utf8.count ?? 0) }
        let elm = try TestMachine("elm", cluster, limits: SyncLimits(total: size))
        await elm.start()
        try elm.set("name", String(repeating: "y", count: 100))
        await elm.met()
        #expect(cluster.text("name")?.contains("yyy") == true)
        try elm.set("name", String(repeating: "y", count: 101))
        await elm.engine.board.wait {
            $0.sentences.first?.contains("\(size) bytes at most") == true
        }
    }

    @Test func removesTheFormerTextOfASecretFromTheCluster() async throws {
        let den = try TestMachine("den", cluster)
        cluster.put(
            "token", #"{"value":"was shown","time":"2026-01-01T00:00:00Z","machine":"loft"}"#)
        await den.start()
        #expect(cluster.keys.isEmpty)
        #expect(den.settings.revision == 0)
    }

    @Test func aJoinMakesARevisionForEachSourceMachine() async throws {
        cluster.put("volume", #"{"value":7,"time":"2026-01-01T00:00:00Z","machine":"loft"}"#)
        cluster.put("night", #"{"value":true,"time":"2026-01-01T00:00:00Z","machine":"attic"}"#)
        cluster.put("name", #"{"value":"x","time":"2026-01-01T00:00:00Z","machine":"loft"}"#)
        let den = try TestMachine("den", cluster)
        await den.start()
        let revisions = try den.syncRevisions
        #expect(revisions.map(\.actor) == ["attic", "loft"])
        #expect(revisions.map { $0.changes.map(\.key) } == [["night"], ["name", "volume"]])
    }

    /// Values of two machines that are only accepted together, and then values that are always rejected.
    @Test func reportsTheMessageOfARuleOverSeveralSettings() async throws {
        let panel = TestMachine.panel.replacing(
            #"{ "groupKey": "g", "items": ["#,
            with: #"{ "groupKey": "g", "groupChecks": [{"require":{"any":["#
                + #"{"key":"volume","atLeast":50},{"key":"night","equals":true}]},"#
                + #""message":"Loud only by day","items":["volume","night"]}], "items": ["#)
        cluster.put("night", #"{"value":true,"time":"2026-01-01T00:00:00Z","machine":"loft"}"#)
        cluster.put("volume", #"{"value":7,"time":"2026-01-01T00:00:00Z","machine":"attic"}"#)
        let den = try TestMachine("den", cluster, panel: panel)
        await den.start()
        #expect(den.settings.integer("volume") == 7)
        cluster.put("night", #"{"value":false,"time":"2026-02-01T00:00:00Z","machine":"loft"}"#)
        await den.engine.board.wait { !$0.settingProblems.isEmpty }
        let problem = try #require(den.engine.board.report.settingProblems.first)
        #expect(problem.key == "night")
        #expect(
            problem.words == "'night' of the machine 'loft' is not accepted: Loud only by day.")
    }

    @Test func aClockThatIsAheadIsReported() async throws {
        let den = try TestMachine("den", cluster)
        cluster.put("volume", #"{"value":7,"time":"2099-01-01T00:00:00Z","machine":"attic"}"#)
        den.begin()
        await den.becomes("volume", .integer(7))
        await den.engine.board.wait { $0.problems.first?.contains("clock of 'attic'") == true }
    }

    /// Clocks differ a little, and the name of the contents is not a value.
    @Test(arguments: [(30, false), (300, true)])
    func clocksMayDifferByAMinute(seconds: Double, isReported: Bool) async throws {
        let time = RevisionTime.text(Date(timeIntervalSinceNow: seconds))
        cluster.put(
            ClusterName.key,
            #"{"value":"here","time":"2099-01-01T00:00:00Z","machine":"attic"}"#)
        cluster.put("volume", #"{"value":7,"time":"\#(time)","machine":"attic"}"#)
        let den = try TestMachine("den", cluster)
        den.begin()
        await den.becomes("volume", .integer(7))
        #expect(await den.syncNow().problems.isEmpty != isReported)
    }

    /// Each machine is named with the number of seconds by which its clock was ahead when it set a value.
    @Test(
        arguments: [
            ([("attic", 7_200.0)], "The clock of 'attic' was ahead"),
            ([("attic", 7_200), ("loft", -5), ("hall", 0)], "The clock of 'attic' was ahead"),
            ([("attic", 7_200), ("loft", 3_600)], "The clock of this machine is behind"),
            ([("attic", 7_200), ("loft", 9_000_000)], "The clock of 'attic', 'loft' was ahead"),
            ([("attic", -7_200), ("loft", -3_600)], nil), ([("den", 7_200)], nil),
        ] as [([(String, Double)], String?)])
    func reportsOnlyTheMachineWithAWrongClock(
        machines: [(String, Double)], words: String?
    ) async throws {
        for ((machine, ahead), key) in zip(machines, ["volume", "night", "name"]) {
            let value = ["volume": "7", "night": "true", "name": "\"x\""][key] ?? ""
            let time = RevisionTime.text(Date(timeIntervalSinceNow: ahead))
            cluster.put(key, #"{"value":\#(value),"time":"\#(time)","machine":"\#(machine)"}"#)
        }
        let den = try TestMachine("den", cluster)
        den.begin()
        await den.engine.board.wait { $0.lastSync != nil }
        let problems = await den.syncNow().problems
        #expect(problems.count == (words == nil ? 0 : 1))
        if let words { #expect(problems.first?.hasPrefix(words) == true) }
    }

    /// The machine that follows has to use a time that is later than its clock.
    @Test(arguments: [false, true])
    func aLaterChangeOfAnotherMachineEndsAClockReport(isReset: Bool) async throws {
        let (den, loft) = try await pair()
        let time = RevisionTime.text(Date(timeIntervalSinceNow: 7_200))
        cluster.put("volume", #"{"value":7,"time":"\#(time)","machine":"attic"}"#)
        for machine in [den, loft] {
            await machine.engine.board.wait { $0.problems.first?.contains("'attic'") == true }
        }
        if isReset { try den.reset("volume") } else { try den.set("volume", "8") }
        await loft.becomes("volume", isReset ? .integer(50) : .integer(8))
        for machine in [den, loft] { await machine.met() }
        #expect(cluster.text("volume")?.contains("clock") == true)
    }

    /// Its clock is right now, which nothing tells it.
    @Test func aCorrectedClockEndsItsReport() async throws {
        let time = RevisionTime.text(Date(timeIntervalSinceNow: 31_536_000))
        cluster.put("volume", #"{"value":7,"time":"\#(time)","machine":"attic"}"#)
        let attic = try TestMachine("attic", cluster, passing: .milliseconds(5))
        let den = try TestMachine("den", cluster)
        den.begin()
        await den.engine.board.wait { $0.problems.first?.contains("'attic'") == true }
        await attic.start()
        await den.becomes("volume", .integer(7))
        for machine in [attic, den] { await machine.met() }
        #expect(cluster.text("volume")?.contains("clock") == true)
        #expect(den.settings.integer("volume") == 7)
    }

    /// Both clocks are right, but the last common value has the time of one that was ahead.
    @Test(arguments: [false, true])
    func theLaterChangeWinsAfterAClockWasAhead(isFirst: Bool) async throws {
        let (den, loft) = try await pair(behind: 30)
        let time = RevisionTime.text(Date(timeIntervalSinceNow: 7_200))
        cluster.put("name", #"{"value":"ahead","time":"\#(time)","machine":"attic"}"#)
        for machine in [den, loft] { await machine.becomes("name", .text("ahead")) }
        for machine in [den, loft] { try machine.set("sharing", "NO") }
        for machine in [den, loft] { await machine.engine.board.wait { !$0.isEnabled } }
        try loft.set("name", "early")
        try den.set("name", "late")
        for machine in isFirst ? [loft, den] : [den, loft] {
            try machine.set("sharing", "YES")
            await machine.engine.board.wait { $0.isEnabled }
            _ = await machine.syncNow()
        }
        for machine in [den, loft] { await machine.becomes("name", .text("late")) }
    }

    /// A value of another machine that a new schema rejects does not wait to be sent.
    @Test func aValueParkedByANewSchemaIsNotWaiting() async throws {
        let (den, loft) = try await pair()
        try den.set("volume", "70")
        await loft.becomes("volume", .integer(70))
        await loft.met()
        let other = TestMachine.panel.replacing(#""itemMaximum": 100"#, with: #""itemMaximum": 60"#)
        try loft.settings.adopt(
            SchemaReader.read(Array(other.utf8), name: "test"), labels: LabelCatalog())
        await loft.engine.board.wait { !$0.settingProblems.isEmpty }
        #expect(await loft.syncNow().waiting == 0)
        #expect(try Sync.lastReport(of: loft.settings)?.waiting == 0)
        try loft.set("volume", "40")
        await den.becomes("volume", .integer(40))
    }

    /// Only one of the machines has the newer schema.
    @Test func aRenamedSettingIsSyncedBetweenBothSchemas() async throws {
        let renamed = TestMachine.panel.replacing(
            #""volume", "itemControlType""#,
            with: #""loudness", "itemRenamedFrom": ["volume"], "itemControlType""#)
        let (den, loft) = (
            try TestMachine("den", cluster), try TestMachine("loft", cluster, panel: renamed)
        )
        await den.start()
        await loft.start()
        try den.set("volume", "70")
        await loft.becomes("loudness", .integer(70))
        try loft.set("loudness", "30")
        await den.becomes("volume", .integer(30))
        await den.met()
        await loft.met()
        #expect(cluster.keys == ["volume", "loudness"])
        // A machine whose schema does not have the former key.
        let attic = try TestMachine(
            "attic", cluster, panel: TestMachine.panel.replacing(#""volume""#, with: #""loudness""#)
        )
        await attic.start()
        #expect(attic.settings.integer("loudness") == 30)
        try attic.set("loudness", "20")
        await loft.becomes("loudness", .integer(20))
        await den.becomes("volume", .integer(20))
    }

    /// A handler that rejected a value, or was too slow, is called again.
    @Test func aRejectedValueIsTriedAgain() async throws {
        let (den, loft) = try await pair()
        let isInTheWay = Locked(true)
        let handler = loft.settings.willSave { _ in
            isInTheWay.withLock { $0 } ? .all("Not now.") : nil
        }
        defer { handler.cancel() }
        try den.set("volume", "70")
        await loft.engine.board.wait { $0.sentences.first?.contains("Not now.") == true }
        #expect(await loft.syncNow().sentences.count == 1)
        isInTheWay.withLock { $0 = false }
        #expect(await loft.syncNow().sentences.isEmpty)
        #expect(loft.settings.integer("volume") == 70)
    }

    @Test(
        arguments: [
            (nil, 0, 2), (2, 0, 4), (4, 30, 8), (16, 0, 30), (30, 29, 30), (30, 31, 2),
            (nil, 31, 2),
        ] as [(Int?, Int, Int)])
    func pausesGrowAfterFailures(last: Int?, lasted: Int, next: Int) {
        let pauses = SyncEngine.Pauses(first: .seconds(2), longest: .seconds(30))
        #expect(
            pauses.next(after: last.map { .seconds($0) }, lasted: .seconds(lasted))
                == .seconds(next))
    }

    @Test func syncsOfflineChangesAfterReconnecting() async throws {
        let (den, loft) = try await pair()
        cluster.down()
        try den.set("volume", "70")
        try den.set("night", "YES")
        await den.engine.board.wait { $0.waiting == 2 && !$0.sentences.isEmpty }
        #expect(await den.syncNow().sentences == [MemoryCluster.down.message])
        try loft.set("name", "Loft")
        cluster.up()
        await den.becomes("name", .text("Loft"))
        await loft.becomes("night", .boolean(true))
        await loft.becomes("volume", .integer(70))
        await den.met()
    }

    /// The pause after a failure is longer than a test here.
    @Test func aRequestToSyncEndsThePause() async throws {
        let den = try TestMachine(
            "den", cluster, first: .seconds(3_600), longest: .seconds(3_600))
        cluster.down()
        den.begin()
        await den.engine.board.wait { !$0.sentences.isEmpty }
        #expect(await den.syncNow().sentences == [MemoryCluster.down.message])
        cluster.up()
        #expect(await den.syncNow().lastSync != nil)
    }

    @Test func theLaterOfTwoOfflineEditsWins() async throws {
        let (den, loft) = try await pair(behind: 60)
        cluster.down()
        try loft.set("name", "early")
        try den.set("name", "late")
        cluster.up()
        await loft.becomes("name", .text("late"))
        await den.met()
        #expect(den.settings.text("name") == "late")
        let lost = try #require(try loft.syncRevisions.last?.changes.first)
        #expect(lost.old == .value(.text("early")))
    }

    /// The news of the faster write may be late: the rejected write alone must lead to the merge.
    @Test(arguments: [false, true]) func mergesWithAFasterWrite(isAnnounced: Bool) async throws {
        let (den, loft) = try await pair()
        cluster.beforeNextWrite {
            let entry = #"{"value":"other","time":"2020-01-01T00:00:00Z","machine":"attic"}"#
            if isAnnounced { $0.put("name", entry) } else { $0.change("name", entry) }
        }
        try den.settings.applyAndWait(
            Batch(
                [Assignment("volume", .text("10")), Assignment("name", .text("mine"))],
                origin: .browser))
        await loft.becomes("name", .text("mine"))
        await loft.becomes("volume", .integer(10))
        await den.met()
        #expect(den.settings.text("name") == "mine" && den.settings.integer("volume") == 10)
    }

    @Test func anEmptyClusterIsFilledAgain() async throws {
        let (den, loft) = try await pair()
        try den.set("volume", "70")
        await loft.becomes("volume", .integer(70))
        try loft.set("name", "Loft")
        await den.becomes("name", .text("Loft"))
        cluster.forget()
        #expect(await den.syncNow().sentences == [])
        #expect(await loft.syncNow().sentences == [])
        #expect(cluster.keys == ["volume", "name"])
        #expect(den.settings.integer("volume") == 70)
        #expect(loft.settings.text("name") == "Loft")
    }

    /// A machine that is killed before the answer of the cluster must still know the entry as its own.
    @Test func storesAnEntryBeforeSendingIt() async throws {
        let den = try TestMachine("den", cluster)
        await den.start()
        let stored = Locked<[[String: String]]>([])
        cluster.beforeNextWrite { [settings = den.settings] _ in
            let rows = (try? settings.agreements()) ?? [:]
            stored.withLock { $0.append(rows) }
        }
        try den.set("volume", "70")
        await den.met()
        let row = try #require(stored.withLock { $0 }.first?["volume"])
        #expect(Agreement(record: row)?.sent.map(\.state) == [.set(70)])
    }

    @Test func agreementsSurviveARestart() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let loft = try TestMachine("loft", cluster)
        do {
            let den = try TestMachine("den", cluster, database: folder + "/a.sqlite")
            try den.set("name", "Den")
            try den.set("volume", "10")
            await den.start()
            await den.stop()
        }
        await loft.start()
        try loft.set("volume", "20")
        await loft.met()
        let den = try TestMachine("den", cluster, database: folder + "/a.sqlite")
        // Since then, only this machine has changed the setting.
        try den.set("name", "New")
        await den.start()
        #expect(den.settings.text("name") == "New")
        #expect(den.settings.integer("volume") == 20)
        #expect(
            try Set(den.settings.agreements().keys) == [
                "name", "volume", ClusterNames.key, StoredReport.key,
            ])
        await den.stop()
    }
}

extension Bool {
    /// Returns the value and sets it to false.
    fileprivate mutating func take() -> Bool {
        defer { self = false }
        return self
    }
}

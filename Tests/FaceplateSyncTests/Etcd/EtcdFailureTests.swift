import Faceplate
import FaceplateSchema
import FaceplateTestSupport
import Foundation
import Logging
import Testing

@testable import FaceplateSync

/// The values after failures of the cluster, its contents or its history.
@Suite(.timeLimit(.hung))
struct EtcdFailureTests {
    @Test func aSetValueIsNeverOverwrittenByADefault() async throws {
        let etcd = try EtcdServer()
        let den = try EtcdMachine("den", [etcd.endpoint])
        let loft = try EtcdMachine("loft", [etcd.endpoint])
        try loft.set(("name", "Loft"), ("night", "YES"))
        try den.set(("volume", "10"), ("name", "Den"))
        await den.start()
        await loft.start()
        await den.becomes("night", .boolean(true))
        #expect(loft.settings.integer("volume") == 10)
        #expect(den.settings.text("name") == "Den")
        #expect(loft.settings.text("name") == "Den")
        // The replaced value is in the history of the machine.
        let lost = try loft.syncRevisions.flatMap(\.changes).first { $0.key == "name" }
        #expect(lost?.old == .value(.text("Loft")))
    }

    @Test func machinesRestoreLostData() async throws {
        let etcd = try EtcdServer()
        let den = try EtcdMachine("den", [etcd.endpoint])
        let loft = try EtcdMachine("loft", [etcd.endpoint])
        await den.start()
        await loft.start()
        try den.set(("volume", "10"))
        await loft.becomes("volume", .integer(10))
        try loft.set(("name", "Loft"))
        await den.becomes("name", .text("Loft"))
        etcd.kill()
        try etcd.loseData()
        try den.set(("night", "YES"))
        try etcd.start()
        await loft.becomes("night", .boolean(true))
        await den.met()
        await loft.met()
        #expect(
            try await etcd.values("/faceplate/test/").keys.sorted() == [
                "name", "night", "volume",
            ])
        for machine in [den, loft] {
            #expect(machine.settings.integer("volume") == 10)
            #expect(machine.settings.text("name") == "Loft")
        }
    }

    @Test func readsAllAgainAfterACompaction() async throws {
        let etcd = try EtcdServer()
        let den = try EtcdMachine("den", [etcd.endpoint])
        await den.start()
        try den.set(("volume", "10"))
        await den.met()
        let revision = try await etcd.revision()
        for number in 0..<20 { try await etcd.put("/other/\(number)", "x") }
        let newest = try await etcd.revision()
        try await etcd.ask("kv/compaction", ["revision": JSONValue(.string(String(newest)))])
        // Only a watch from before the compaction is rejected.
        let keys = EtcdKeys(prefix: "/faceplate", panel: "test")
        let connection = try EtcdConnection(
            SyncConfiguration(endpoints: [etcd.endpoint], machine: "m"))
        let cluster = EtcdCluster(keys: keys, connection: connection, limit: 1_000)
        await #expect(
            throws: ClusterError("The cluster has forgotten its changes of a while ago.")
        ) {
            try await cluster.watch(after: revision - 1) { _ in }
        }
        let loft = try EtcdMachine("loft", [etcd.endpoint])
        await loft.start()
        #expect(loft.settings.integer("volume") == 10)
    }

    /// The watch begins after this revision, and reports the changes that are made while the other pages are read.
    @Test func contentsInPagesHaveTheRevisionOfTheFirstPage() async throws {
        let keys = EtcdKeys(prefix: "/faceplate", panel: "test")
        func answer(_ key: String, revision: Int, hasMore: Bool) -> String {
            func text(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
            let body =
                #"{"header":{"revision":"\#(revision)"},"more":\#(hasMore),"kvs":[{"key":"#
                + #""\#(text(keys.name + key))","value":"\#(text("1"))","mod_revision":"3"}]}"#
            return "HTTP/1.1 200 OK\r\nConnection: close\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        let server = try StallingServer(
            answer("name", revision: 7, hasMore: true),
            answer("volume", revision: 9, hasMore: false))
        let connection = try EtcdConnection(
            SyncConfiguration(endpoints: [server.endpoint], machine: "m"))
        let cluster = EtcdCluster(keys: keys, connection: connection, limit: 1_000)
        let content = try await cluster.read(["name", "volume"])
        #expect(content.revision == 7)
        #expect(content.values.keys.sorted() == ["name", "volume"])
    }

    @Test func reportsHostileContentsAndLeavesThemUnchanged() async throws {
        let etcd = try EtcdServer()
        let start = "/faceplate/test/"
        let long = String(repeating: "x", count: 1_400_000)
        for (key, value) in [
            ("volume", "{broken"), ("name", long), ("night", #"{"value":true}"#),
            ("nobody", "?"), ("\u{0}\n", "?"), (String(repeating: "k", count: 5_000), "?"),
        ] {
            try await etcd.put(start + key, value)
        }
        for number in 0..<30 { try await etcd.put("\(start)more\(number)", long) }
        try await etcd.put(
            start + "theme",
            #"{"value":"dark","time":"2026-01-01T00:00:00Z","machine":"attic"}"#)
        let den = try EtcdMachine("den", [etcd.endpoint])
        den.begin()
        await den.becomes("theme", .text("dark"))
        await den.sync.wait { $0.sentences.count == 3 && $0.waiting == 0 }
        #expect(
            den.sync.report.sentences == [
                "The entry of 'name' in the cluster has more than 524288 bytes.",
                "The entry of 'night' in the cluster has no time.",
                "The entry of 'volume' in the cluster is not JSON.",
            ])
    }

    @Test func anotherMemberIsUsedAfterAFailure() async throws {
        let etcd = try EtcdServer()
        let nobody = try EtcdServer(isStarted: false)
        let den = try EtcdMachine("den", [nobody.endpoint, etcd.endpoint])
        try den.set(("volume", "10"))
        await den.start()
        #expect(try await etcd.values("/faceplate/test/").count == 1)
    }

    /// Another server at the address of a member is no reason to stop, whatever its status is.
    @Test(arguments: [
        "200 OK", "301 Moved Permanently", "404 Not Found", "502 Bad Gateway",
    ]) func triesTheNextMemberAfterAServerThatIsNotEtcd(status: String) async throws {
        func answer(_ status: String, _ body: String) throws -> StallingServer {
            try StallingServer(
                "HTTP/1.1 \(status)\r\nConnection: close\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        }
        let other = try answer(status, "<p>Hello</p>")
        let member = try answer("200 OK", #"{"header":{"revision":"7"}}"#)
        let connection = try EtcdConnection(
            SyncConfiguration(
                endpoints: [other.endpoint, member.endpoint], machine: "m"))
        let keys = EtcdKeys(prefix: "/faceplate", panel: "test")
        let cluster = EtcdCluster(keys: keys, connection: connection, limit: 1_000)
        let content = try? await cluster.read(["volume"])
        #expect(content?.revision == 7)
    }

    @Test(arguments: [
        "", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{",
        "HTTP/1.1 500 Oh\r\nContent-Length: 100\r\n\r\n{",
    ]) func aStalledMemberBlocksNoRequest(answer: String) async throws {
        let stalling = try StallingServer(answer)
        let etcd = try EtcdServer()
        try await etcd.put("/faceplate/test/volume", "x")
        let keys = EtcdKeys(prefix: "/faceplate", panel: "test")
        for endpoints in [[stalling.endpoint], [stalling.endpoint, etcd.endpoint]] {
            let connection = try EtcdConnection(
                SyncConfiguration(endpoints: endpoints, machine: "m"),
                // A healthy member must have time to respond.
                patience: endpoints.count == 1 ? .milliseconds(500) : .seconds(5))
            let cluster = EtcdCluster(keys: keys, connection: connection, limit: 1_000)
            if endpoints.count == 1 {
                await #expect(
                    throws: ClusterError(
                        "The cluster at \(stalling.endpoint) does not answer in time.")
                ) { try await cluster.read(["volume"]) }
            } else {
                #expect(try await cluster.read(["volume"]).values.count == 1)
            }
        }
    }

    @Test func syncNowReportsAClusterThatDoesNotRespond() async throws {
        let stalling = try StallingServer("")
        let schema = try SchemaReader.read(Array(TestMachine.panel.utf8), name: "test")
        let sync = try Sync(
            Settings.inMemory(schema),
            SyncConfiguration(endpoints: [stalling.endpoint], machine: "den"),
            limits: SyncLimits(), pauses: SyncEngine.Pauses(),
            patience: .milliseconds(100),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let task = Task { try await sync.runUntilCanceled() }
        await sync.wait { $0.isEnabled }
        #expect(await sync.syncNow().problems == ["The cluster has not answered yet."])
        task.cancel()
        try await task.value
    }

    /// One of two members has no majority.
    @Test func aWatchEndsWhenItsMemberLosesTheMajority() async throws {
        let etcd = try EtcdServer.members(2)
        try await etcd[0].put("/faceplate/test/volume", "x")
        let connection = try EtcdConnection(
            SyncConfiguration(endpoints: [etcd[0].endpoint], machine: "m"))
        let cluster = EtcdCluster(
            keys: EtcdKeys(prefix: "/faceplate", panel: "test"), connection: connection,
            limit: 1_000)
        let revision = try await cluster.read(["volume"]).revision
        await #expect(throws: ClusterError.self) {
            try await cluster.watch(after: revision - 1) { _ in etcd[1].kill() }
        }
    }

    /// A member that hangs keeps its connections, so that only a check notices it.
    @Test func aHangingMemberIsReplacedByAnother() async throws {
        let etcd = try EtcdServer.members(3)
        try await etcd[0].put("/faceplate/test/volume", "x")
        let connection = try EtcdConnection(
            SyncConfiguration(endpoints: etcd.map(\.endpoint), machine: "m"),
            pulse: EtcdConnection.Pulse(pause: .milliseconds(50), patience: .seconds(2)))
        let cluster = EtcdCluster(
            keys: EtcdKeys(prefix: "/faceplate", panel: "test"), connection: connection,
            limit: 1_000)
        let revision = try await cluster.read(["volume"]).revision
        // Without the check, the silence of the connection would end the watch, after 120 seconds.
        let hasMoved = await answer(within: .hung) {
            (try? await cluster.watch(after: revision - 1) { _ in etcd[0].pause() }) != nil
        }
        #expect(hasMoved == true)
        #expect(try await cluster.read(["volume"]).values.count == 1)
    }

    @Test func reportsTheOnlyMemberWhenItHangs() async throws {
        let etcd = try EtcdServer()
        let keys = EtcdKeys(prefix: "/faceplate", panel: "test")
        let schema = try SchemaReader.read(Array(TestMachine.panel.utf8), name: "test")
        let settings = try Settings.inMemory(schema)
        let sync = Sync(
            settings, machine: "den", limits: SyncLimits(),
            pauses: SyncEngine.Pauses(first: .milliseconds(5), longest: .milliseconds(50)),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ) {
            let connection = try EtcdConnection(
                SyncConfiguration(endpoints: [etcd.endpoint], machine: "den"),
                pulse: EtcdConnection.Pulse(pause: .milliseconds(50), patience: .seconds(1)))
            return OpenCluster(
                cluster: EtcdCluster(keys: keys, connection: connection, limit: 1_000)
            )
        }
        let task = Task { try await sync.runUntilCanceled() }
        await sync.wait { $0.lastSync != nil && $0.problems.isEmpty }
        // The value comes by the watch, so that only the watch is under way.
        try await etcd.put(
            "/faceplate/test/volume",
            #"{"value":60,"time":"2026-01-01T00:00:00Z","machine":"attic"}"#)
        for await snapshot in settings.snapshots where snapshot.value("volume") == 60 { break }
        etcd.pause()
        // Without the check, only the silence of the connection would end the watch, after 120 seconds.
        let report = await answer(within: .hung) {
            await sync.wait { !$0.problems.isEmpty }
            return sync.report
        }
        #expect(
            report?.problems == ["The cluster at \(etcd.endpoint) does not answer in time."])
        task.cancel()
        try await task.value
    }

    /// Late answers with others between them are no reason to end a watch.
    @Test func onlyConsecutiveLateResponsesCount() async throws {
        let inTime = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
        let last = #"{"message":"the end"}"#
        let server = try StallingServer(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "", inTime, "", inTime,
            "HTTP/1.1 400 Bad Request\r\nContent-Length: \(last.utf8.count)\r\n\r\n\(last)")
        let connection = try EtcdConnection(
            SyncConfiguration(endpoints: [server.endpoint], machine: "m"),
            pulse: EtcdConnection.Pulse(
                pause: .milliseconds(1), patience: .seconds(2)))
        await #expect(
            throws: ClusterError("The cluster has rejected the request: the end.")
        ) {
            _ = try await connection.listen(
                "watch", [:], asking: ("kv/range", [:]), alive: {}
            ) { _ in }
        }
    }

    @Test func detectsAHangingMemberWithinTenSeconds() {
        let pulse = EtcdConnection.Pulse()
        #expect((pulse.pause + pulse.patience) * (pulse.misses + 1) <= .seconds(10))
    }

    @Test func sendsARequestedClientCertificate() async throws {
        let etcd = try EtcdServer(isSecure: true, asksForCertificates: true)
        let stranger = try EtcdMachine("stranger", [etcd.endpoint], authority: etcd.certificate)
        stranger.begin()
        await stranger.sync.wait { !$0.sentences.isEmpty }
        let own = (etcd.certificate, etcd.key)
        for name in ["den", "loft"] {
            let machine = try EtcdMachine(
                name, [etcd.endpoint], authority: etcd.certificate, own: own)
            if name == "den" { try machine.set(("volume", "10")) }
            await machine.start()
            #expect(machine.settings.integer("volume") == 10)
        }
        #expect(stranger.sync.report.lastSync == nil)
    }

    @Test func signsInAgainWhenTheTokenIsLost() async throws {
        let etcd = try EtcdServer()
        for (path, json) in [
            ("auth/user/add", ["name": "root", "password": "p-w"]),
            ("auth/role/add", ["name": "root"]),
            ("auth/user/grant", ["user": "root", "role": "root"]), ("auth/enable", [:]),
        ] as [(String, JSONValue)] {
            try await etcd.ask(path, json)
        }
        let wrong = try EtcdMachine("wrong", [etcd.endpoint], user: ("root", "no-p-w"))
        wrong.begin()
        await wrong.sync.wait { !$0.sentences.isEmpty }
        let words = wrong.sync.report.sentences.joined()
        #expect(words.contains("authentication failed"))
        #expect(!words.contains("no-p-w"))
        // The correct password is written later.
        let file = FileManager.default.temporaryDirectory
            .appending(path: "faceplate-password-\(UUID())")
        try Data("not yet\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let den = try EtcdMachine(
            "den", [etcd.endpoint], user: ("root", ""), passwordFile: file.path)
        den.begin()
        await den.sync.wait { !$0.sentences.isEmpty }
        try Data("p-w\r\n".utf8).write(to: file)
        await den.met()
        try den.set(("volume", "10"))
        await den.met()
        // A cluster loses its tokens when it restarts.
        etcd.kill()
        try etcd.start()
        try den.set(("volume", "11"))
        await den.met()
        let loft = try EtcdMachine("loft", [etcd.endpoint], user: ("root", "p-w"))
        await loft.start()
        await loft.becomes("volume", .integer(11))
    }

    @Test func connectsOnlyToATrustedCluster() async throws {
        let etcd = try EtcdServer(isSecure: true)
        let stranger = try EtcdMachine("stranger", [etcd.endpoint])
        try stranger.set(("volume", "99"))
        stranger.begin()
        await stranger.sync.wait { $0.sentences.first?.contains("is not trusted") == true }
        let den = try EtcdMachine("den", [etcd.endpoint], authority: etcd.certificate)
        try den.set(("volume", "10"))
        await den.start()
        let loft = try EtcdMachine("loft", [etcd.endpoint], authority: etcd.certificate)
        await loft.start()
        #expect(loft.settings.integer("volume") == 10)
        #expect(stranger.sync.report.lastSync == nil)
    }

    @Test func agreementsSurviveARestart() async throws {
        let etcd = try EtcdServer()
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            .path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        do {
            let den = try EtcdMachine("den", [etcd.endpoint], database: folder + "/a.sqlite")
            try den.set(("name", "Den"), ("volume", "10"))
            await den.start()
            try await den.stop()
        }
        let loft = try EtcdMachine("loft", [etcd.endpoint])
        await loft.start()
        try loft.set(("volume", "20"))
        await loft.met()
        let den = try EtcdMachine("den", [etcd.endpoint], database: folder + "/a.sqlite")
        try den.set(("name", "New"))
        await den.start()
        #expect(den.settings.text("name") == "New")
        #expect(den.settings.integer("volume") == 20)
        try await den.stop()
    }
}

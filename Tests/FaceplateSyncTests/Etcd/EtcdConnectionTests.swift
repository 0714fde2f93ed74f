import Faceplate
import FaceplateTestSupport
import Foundation
import Testing

@testable import FaceplateSync

/// The errors for members that do not answer, or not like etcd.
@Suite(.timeLimit(.hung))
struct EtcdConnectionTests {
    private static let keys = EtcdKeys(prefix: "/faceplate", panel: "test")

    private static func response(_ body: String, status: String = "200 OK") -> String {
        "HTTP/1.1 \(status)\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
            + body
    }

    /// Runs `body` with a cluster.
    private func withCluster<Result>(
        _ endpoints: [String], patience: Duration = .seconds(10),
        _ change: (inout SyncConfiguration) -> Void = { _ in },
        _ body: (EtcdCluster) async throws -> Result
    ) async throws -> Result {
        var configuration = SyncConfiguration(endpoints: endpoints, machine: "m")
        change(&configuration)
        let connection = try EtcdConnection(configuration, patience: patience)
        let cluster = EtcdCluster(keys: Self.keys, connection: connection, limit: 1_000)
        return try await body(cluster)
    }

    @Test(arguments: [1, 2]) func reportsTheLastTriedMember(count: Int) async {
        let endpoints = (1...count).map { "http://127.0.0.1:\($0)" }
        await #expect(
            throws: ClusterError("The cluster cannot be reached at \(endpoints[count - 1]).")
        ) {
            try await withCluster(endpoints) { try await $0.read(["volume"]) }
        }
    }

    @Test func sendsNothingWithoutItsPasswordFile() async {
        await #expect(throws: ClusterError("The file '/nowhere' cannot be read.")) {
            try await withCluster(
                ["http://127.0.0.1:1"], { ($0.user, $0.passwordFile) = ("ada", "/nowhere") }
            ) { try await $0.read(["volume"]) }
        }
    }

    @Test func returnsAResponseBeforeItsTimeLimit() async throws {
        let server = try StallingServer(Self.response(#"{"header":{"revision":"7"}}"#))
        try await withCluster([server.endpoint], patience: .hung * 2) { cluster in
            let content = await answer(within: .hung) { try? await cluster.read(["volume"]) }
            #expect(content??.revision == 7)
        }
    }

    /// A message can be larger than what is read at a time.
    @Test func readsAMessageOfAWatchInParts() async throws {
        let pair = Data((Self.keys.name + "volume").utf8).base64EncodedString()
        let spaces = String(repeating: " ", count: 1 << 20)
        let message =
            #"{"result":{"events":[{"kv":{"key":"\#(pair)",\#(spaces)"mod_revision":"3"}}]}}"#
        let server = try StallingServer(Self.response(message + "\n"))
        let revisions = Locked<[Int64]>([])
        await #expect(throws: ClusterError("The cluster has ended the connection.")) {
            try await withCluster([server.endpoint]) { cluster in
                try await cluster.watch(after: 1) { news in
                    revisions.withLock { $0 += news.map(\.revision) }
                }
            }
        }
        #expect(revisions.withLock { $0 } == [3])
    }

    /// A member without a quorum answers with an error, and another one may have it.
    @Test(arguments: ["500 Internal Server Error", "503 Service Unavailable"])
    func triesTheNextMemberWhenOneFails(status: String) async throws {
        let failing = try StallingServer(
            Self.response(#"{"error":"no leader","code":14}"#, status: status))
        let server = try StallingServer(Self.response(#"{"header":{"revision":"7"}}"#))
        let content = try await withCluster([failing.endpoint, server.endpoint]) {
            _ = try await $0.read(["volume"])
            return try await $0.read(["volume"])
        }
        #expect(content.revision == 7)
        // The member that answered last is asked first.
        #expect(failing.requests.withLock { $0.count } == 1)
    }

    @Test func triesTheLastWorkingMemberFirst() async throws {
        let answer = Self.response(#"{"header":{"revision":"7"}}"#)
        let failure = Self.response(#"{"error":"no leader"}"#, status: "503 Oh")
        let (first, second) = try (
            StallingServer(failure, answer), StallingServer(answer, failure)
        )
        try await withCluster([first.endpoint, second.endpoint]) {
            for _ in 1...3 { _ = try await $0.read(["volume"]) }
        }
        #expect(first.requests.withLock { $0.count } == 3)
        #expect(second.requests.withLock { $0.count } == 2)
    }

    /// One address leads to several members, of which the one of the watch hangs and another one responds.
    @Test(arguments: [("1", true), ("2", false)])
    func onlyTheMemberOfTheWatchIsShownAsResponding(member: String, isAlive: Bool) async throws {
        let watch =
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3e\r\n"
            + #"{"result":{"header":{"member_id":"1"},"created":true}}       "# + "\n\r\n"
        let server = try StallingServer(
            watch, Self.response(#"{"header":{"member_id":"\#(member)"}}"#))
        var pulse = EtcdConnection.Pulse()
        (pulse.pause, pulse.attempts) = (.milliseconds(20), 3)
        let connection = try EtcdConnection(
            SyncConfiguration(endpoints: [server.endpoint], machine: "m"), pulse: pulse)
        let (signs, sign) = AsyncStream<Void>.makeStream()
        let watching = Task {
            try await connection.listen("watch", [:], asking: ("kv/range", [:])) {
                sign.yield()
            } _: { _ in
            }
        }
        if isAlive {
            for await _ in signs.prefix(3) {}
            watching.cancel()
            _ = await watching.result
        } else {
            #expect(try await watching.value == .moved)
            let closing = server.requests.withLock { $0.dropFirst(2) }
            #expect(closing.contains { $0.lowercased().contains("connection: close") })
        }
    }

    @Test func acceptsAnAddressThatEndsWithASlash() async throws {
        let server = try StallingServer(Self.response(#"{"header":{"revision":"7"}}"#))
        _ = try await withCluster([server.endpoint + "/"]) { try await $0.read(["volume"]) }
        let request = server.requests.withLock { $0.first }
        #expect(request?.hasPrefix("POST /v3/kv/range HTTP/1.1\r\n") == true)
    }

    @Test(arguments: ["[]", "null", "7", #""text""#, "{"])
    func rejectsAResponseThatIsNotAnObject(body: String) async throws {
        let server = try StallingServer(Self.response(body))
        let words = "The server at \(server.endpoint) is not the JSON gateway of etcd."
        await #expect(throws: ClusterError(words)) {
            try await withCluster([server.endpoint]) { try await $0.read(["volume"]) }
        }
    }

    @Test(arguments: [#"a\r\nb"#, "a b", "é", String(repeating: "a", count: 8_193)])
    func doesNotSendATokenThatIsNotAValidHeader(token: String) async throws {
        let server = try StallingServer(Self.response(#"{"token":"\#(token)"}"#))
        let words = "The server at \(server.endpoint) is not the JSON gateway of etcd."
        await #expect(throws: ClusterError(words)) {
            try await withCluster(
                [server.endpoint], { ($0.user, $0.password) = ("ada", "secret") }
            ) { try await $0.read(["volume"]) }
        }
        #expect(!server.requests.withLock { $0 }.contains { $0.contains("/kv/range") })
    }

    @Test(arguments: ["400 Bad Request", "401 Unauthorized", "403 Forbidden"])
    func renewsAnExpiredToken(status: String) async throws {
        let server = try StallingServer(
            Self.response(#"{"token":"one"}"#),
            Self.response(#"{"header":{"revision":"7"}}"#),
            Self.response("{}", status: status), Self.response(#"{"token":"two"}"#),
            Self.response(#"{"header":{"revision":"8"}}"#))
        let revision = try await withCluster(
            [server.endpoint], { ($0.user, $0.password) = ("ada", "secret") }
        ) {
            _ = try await $0.read(["volume"])
            return try await $0.read(["volume"]).revision
        }
        #expect(revision == 8)
        let last = server.requests.withLock { $0.last?.lowercased() }
        #expect(last?.contains("authorization: two\r\n") == true)
    }

    @Test func sendsNothingWhileTheSwitchIsOff() async throws {
        let server = try StallingServer()
        let machine = try EtcdMachine("den", [server.endpoint])
        try machine.set(("sharing", "false"))
        let report = await machine.sync.syncOnce()
        #expect(report == SyncReport(name: "den", isEnabled: false))
        #expect(server.requests.withLock { $0 }.isEmpty)
    }

    /// A redirect must not bring the token or values to another server.
    @Test func followsNoRedirect() async throws {
        let other = try StallingServer(Self.response(#"{"header":{"revision":"7"}}"#))
        let status = "307 Temporary Redirect\r\nLocation: \(other.endpoint)/v3/kv/range"
        let server = try StallingServer(Self.response("", status: status))
        await #expect(throws: ClusterError.self) {
            try await withCluster([server.endpoint]) { try await $0.read(["volume"]) }
        }
        #expect(other.requests.withLock { $0 }.isEmpty)
    }

    /// Without the header, a member that has lost the others stays silent instead of ending the watch.
    @Test func aWatchRequiresALeader() async throws {
        let server = try StallingServer(Self.response("what?\n"))
        await #expect(throws: ClusterError.self) {
            try await withCluster([server.endpoint]) { cluster in
                try await cluster.watch(after: 1) { _ in }
            }
        }
        let watch = server.requests.withLock { $0 }.first { $0.contains("/watch") }
        #expect(watch?.lowercased().contains("grpc-metadata-hasleader: true\r\n") == true)
    }

    @Test func treatsATruncatedResponseAsLate() async throws {
        let server = try StallingServer(
            "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{", closes: true)
        await #expect(
            throws: ClusterError("The cluster at \(server.endpoint) does not answer in time.")
        ) {
            try await withCluster([server.endpoint]) { try await $0.read(["volume"]) }
        }
    }

    @Test(arguments: [
        (6, "what?\n", "The cluster's watch is not one of etcd's."),
        (6, "what?!", "The cluster has ended the connection."),
        (100, "{", "The connection to the cluster has ended."),
    ])
    func theEndOfAWatchHasAReason(length: Int, text: String, reason: String) async throws {
        let server = try StallingServer(
            "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n\(text)", closes: true)
        await #expect(throws: ClusterError(reason)) {
            try await withCluster([server.endpoint]) { cluster in
                try await cluster.watch(after: 1) { _ in }
            }
        }
    }

    /// A cluster can be configured for values that are larger than a whole response may be.
    @Test func reportsAnUnreadableValueAsTooLarge() async throws {
        let huge = Self.response(String(repeating: " ", count: 16 * 1024 * 1024 + 1))
        let key = Data((Self.keys.name + "volume").utf8).base64EncodedString()
        let pair =
            #"{"header":{"revision":"7"},"kvs":[{"key":"\#(key)","mod_revision":"3"}]}"#
        let next = Data((Self.keys.name + "zone").utf8).base64EncodedString()
        let rest =
            #"{"header":{"revision":"7"},"kvs":[{"key":"\#(next)","mod_revision":"4"}]}"#
        // The pages become smaller, down to one pair, which is then read without its value.
        let server = try StallingServer(
            huge, huge, huge, huge, Self.response(pair), Self.response(rest))
        let content = try await withCluster([server.endpoint]) {
            try await $0.read(["volume", "zone"])
        }
        #expect(content.values.mapValues(\.revision) == ["volume": 3, "zone": 4])
        #expect(content.values["volume"] == ClusterValue(bytes: nil, revision: 3))
    }
}

import FaceplateHTTPClient
import FaceplateSchema
import Foundation

final class EtcdConnection: Sendable {
    struct TooLarge: SpokenError {
        var description: String { "The response has more than \(mostBytes) bytes." }
    }

    /// An error for a member that does not respond; another member may respond.
    private struct Unreachable: SpokenError {
        let words: String

        var description: String { words }
    }

    private struct State {
        var member = 0
        var token: String?
    }

    /// In bytes.
    private static let mostBytes = 16 * 1024 * 1024

    /// With the defaults, a member that hangs is noticed within ten seconds.
    struct Pulse: Sendable {
        var pause: Duration = .seconds(3)
        var patience: Duration = .milliseconds(1_500)
        /// The number of late responses in a row that are accepted.
        var misses = 1
        /// The number of attempts to reach the member of the watch through a URL that leads to several members.
        var attempts = 24
    }

    /// One URL may lead to several members, so that a check may reach another member than the watch.
    private static let silence = Duration.seconds(120)
    private static let connecting = Duration.seconds(2)

    private let endpoints: [String]
    private let user: String?
    private let password: @Sendable () throws(SyncError) -> String
    private let configuration: SyncConfiguration
    private let patience: Duration
    private let pulse: Pulse
    private let credentials: EtcdCredentials
    private let state = Locked(State())

    init(
        _ configuration: SyncConfiguration, patience: Duration = .seconds(10),
        pulse: Pulse = Pulse()
    ) throws(SyncError) {
        self.patience = patience
        self.pulse = pulse
        endpoints = configuration.endpoints.map {
            $0.hasSuffix("/") ? String($0.dropLast()) : $0
        }
        user = configuration.user
        password = { () throws(SyncError) in try configuration.currentPassword() }
        self.configuration = configuration
        credentials = try EtcdCredentials(configuration)
    }

    // MARK: - Requests

    func post(_ path: String, _ body: JSONValue) async throws -> JSONObject {
        try await withMember { endpoint in
            let response = try await self.send(path, body, endpoint)
            let json = try await Self.json(response, endpoint)
            guard let object = json.object else { throw Unreachable(words: Self.odd(endpoint)) }
            return object
        }.result
    }

    enum WatchEnding: Sendable {
        case closed
        /// The member no longer responds, or requests now go to another member.
        case moved
    }

    func listen(
        _ path: String, _ body: JSONValue, asking pulse: (path: String, body: JSONValue),
        alive: @escaping @Sendable () async -> Void,
        _ hear: @escaping @Sendable (JSONValue) async throws -> Void
    ) async throws -> WatchEnding {
        let credentials = credentials.current
        // If the member fails during the watch, the caller starts again from the beginning.
        let (response, member) = try await withMember { endpoint in
            // Without this header, a member that has lost its leader stays silent forever.
            try await self.send(
                path, body, endpoint, more: [("Grpc-Metadata-hasleader", "true")])
        }
        return try await withThrowingTaskGroup(of: WatchEnding.self) { group in
            defer { group.cancelAll() }
            let watched = Locked<String?>(nil)
            group.addTask {
                try await Self.readLines(of: response) { message in
                    if let member = EtcdAnswer.member(message.object?["result"]) {
                        watched.withLock { $0 = member }
                    }
                    try await hear(message)
                }
            }
            group.addTask {
                try await self.outlive(member, credentials, pulse.path, pulse.body) {
                    watched.withLock { $0 }
                } alive: {
                    await alive()
                }
            }
            return try await group.next() ?? .closed
        }
    }

    /// Returns when a member no longer responds, when requests go to another member, or when there are new
    /// certificates.
    private func outlive(
        _ member: Int, _ credentials: TLSCredentials?, _ path: String, _ body: JSONValue,
        _ watched: @escaping @Sendable () -> String?,
        alive: @escaping @Sendable () async -> Void
    ) async throws -> WatchEnding {
        var missed = 0
        while state.withLock({ $0.member }) == member, self.credentials.current === credentials {
            try await Task.sleep(for: pulse.pause)
            do {
                let isAlive = try await inTime(endpoints[member], pulse.patience) { endpoint in
                    try await self.responds(endpoint, path, body, watched())
                }
                guard isAlive else {
                    // Only other members respond at this URL.
                    missed += 1
                    if missed > pulse.misses { return .moved }
                    continue
                }
                missed = 0
                await alive()
            } catch let error as Unreachable {
                missed += 1
                guard missed > pulse.misses else { continue }
                guard endpoints.count > 1 else { throw ClusterError(error.words) }
                state.withLock { state in
                    if state.member == member { state.member = (member + 1) % endpoints.count }
                }
            }
        }
        return .moved
    }

    /// One URL can lead to several members, and each attempt uses another connection.
    ///
    /// - Returns: False if only other members respond.
    private func responds(
        _ endpoint: String, _ path: String, _ body: JSONValue, _ watched: String?
    ) async throws -> Bool {
        for _ in 0..<pulse.attempts {
            let response = try await send(path, body, endpoint)
            let member = EtcdAnswer.member(try await Self.json(response, endpoint))
            if watched == nil || member == nil || member == watched { return true }
        }
        return false
    }

    private static func readLines(
        of response: HTTPExchange, _ hear: (JSONValue) async throws -> Void
    ) async throws -> WatchEnding {
        var line: [UInt8] = []
        while true {
            let bytes: [UInt8]
            do {
                bytes = try await response.read(patience: silence)
            } catch HTTPError.late {
                return .moved
            } catch is HTTPError {
                throw ClusterError("The connection to the cluster has ended.")
            }
            if bytes.isEmpty { return .closed }
            var rest = bytes[...]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                line += rest[..<end]
                rest = rest[(end + 1)...]
                try await hear(message(line))
                line.removeAll(keepingCapacity: line.count < 1 << 16)
            }
            line += rest
            guard line.count <= mostBytes else {
                throw ClusterError("A message of the cluster's is too long.")
            }
        }
    }

    private static func message(_ line: [UInt8]) throws -> JSONValue {
        do {
            return try JSONReader.read(line)
        } catch {
            throw ClusterError("The cluster's watch is not one of etcd's.")
        }
    }

    /// Tries the members in turn, beginning with the one that responded last.
    private func withMember<T: Sendable>(
        _ body: @escaping @Sendable (String) async throws -> T
    ) async throws -> (result: T, member: Int) {
        let first = state.withLock { $0.member }
        var problem = ""
        for offset in 0..<endpoints.count {
            let index = (first + offset) % endpoints.count
            do {
                let result = try await inTime(endpoints[index], patience, body)
                state.withLock { $0.member = index }
                return (result, index)
            } catch let error as Unreachable {
                problem = error.words
            }
            try Task.checkCancellation()
        }
        throw ClusterError(problem)
    }

    /// The time limit includes the body of the response.
    private func inTime<T: Sendable>(
        _ endpoint: String, _ patience: Duration,
        _ body: @escaping @Sendable (String) async throws -> T
    ) async throws -> T {
        try await withThrowingTaskGroup(of: T?.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await body(endpoint) }
            group.addTask {
                try await Task.sleep(for: patience)
                return nil
            }
            guard let result = try await group.next() ?? nil else {
                throw Unreachable(words: Self.late(endpoint))
            }
            return result
        }
    }

    // MARK: - Sending

    private func send(
        _ path: String, _ body: JSONValue, _ endpoint: String,
        more: [(String, String)] = []
    ) async throws -> HTTPExchange {
        guard user != nil else {
            return try await accepted(sendOnce(path, body, endpoint, more), endpoint)
        }
        let known = state.withLock { $0.token }
        let token = if let known { known } else { try await authenticate(endpoint) }
        let response = try await sendOnce(
            path, body, endpoint, more + [("Authorization", token)])
        guard [400, 401, 403].contains(response.status), known != nil else {
            return try await accepted(response, endpoint)
        }
        // A token expires after some time, or when the cluster restarts.
        state.withLock { $0.token = nil }
        let new = try await authenticate(endpoint)
        return try await accepted(
            sendOnce(path, body, endpoint, more + [("Authorization", new)]), endpoint)
    }

    private func authenticate(_ endpoint: String) async throws -> String {
        guard let user else { return "" }
        let password: String
        do throws(SyncError) {
            password = try self.password()
        } catch {
            throw ClusterError(error.description)
        }
        let response = try await accepted(
            sendOnce(
                "auth/authenticate", EtcdRequest.authenticate(user, password), endpoint, []),
            endpoint)
        guard let token = try await Self.json(response, endpoint).object?["token"]?.string,
            token.utf8.count <= 8_192, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { throw Unreachable(words: Self.odd(endpoint)) }
        state.withLock { $0.token = token }
        return token
    }

    private func sendOnce(
        _ path: String, _ body: JSONValue, _ endpoint: String, _ more: [(String, String)]
    ) async throws -> HTTPExchange {
        guard let url = URLComponents(string: endpoint), let address = ServerAddress(url) else {
            throw Unreachable(words: Self.unreachable(endpoint))
        }
        let client = HTTPClient(
            address: address, credentials: credentials.current, mostBytes: Self.mostBytes)
        let request = HTTPRequest(
            method: "POST", path: "/v3/\(path)", headers: more, body: JSONWriter().bytes(body))
        do {
            return try await HTTPExchange.start(
                request, with: client, connecting: Self.connecting, patience: Self.silence)
        } catch HTTPError.tls(let failure) {
            throw Unreachable(words: Self.words(failure, endpoint, client.credentials))
        } catch HTTPError.tooLarge {
            throw TooLarge()
        } catch is HTTPError {
            throw Unreachable(words: Self.unreachable(endpoint))
        }
    }

    /// - Throws: `ClusterError` with the error of the cluster, or `Unreachable` if another member should be
    ///   tried.
    private func accepted(
        _ response: HTTPExchange, _ endpoint: String
    ) async throws -> HTTPExchange {
        guard response.status != 200 else { return response }
        let json = try? await Self.json(response, endpoint)
        try Task.checkCancellation()
        let words = json.map(EtcdAnswer.words) ?? Self.odd(endpoint)
        // A member without a quorum responds like this, and so does a server that is not etcd.
        if response.status >= 500 || json == nil { throw Unreachable(words: words) }
        var error = ClusterError(words)
        error.isRefusal = true
        throw error
    }

    private static func json(
        _ response: HTTPExchange, _ endpoint: String
    ) async throws -> JSONValue {
        var bytes: [UInt8] = []
        do {
            while case let part = try await response.read(patience: silence), !part.isEmpty {
                guard bytes.count + part.count <= mostBytes else { throw TooLarge() }
                bytes += part
            }
        } catch HTTPError.tooLarge {
            throw TooLarge()
        } catch is HTTPError {
            throw Unreachable(words: late(endpoint))
        }
        guard let json = try? JSONReader.read(bytes) else {
            throw Unreachable(words: odd(endpoint))
        }
        return json
    }

    static func unreachable(_ endpoint: String) -> String {
        "The cluster cannot be reached at \(endpoint)."
    }

    private static func late(_ endpoint: String) -> String {
        "The cluster at \(endpoint) does not answer in time."
    }

    private static func odd(_ endpoint: String) -> String {
        "The server at \(endpoint) is not the JSON gateway of etcd."
    }
}

#if Sync
    import AsyncHTTPClient
    import FaceplateSchema
    import Foundation
    import NIOCore
    import NIOHTTP1
    import NIOSSL

    /// Requests to the members of a cluster, tried in turn, with the token of the user.
    final class EtcdConnection: Sendable {
        /// An answer has more bytes than are read.
        struct TooLarge: Error {}

        /// A member does not answer; another one may.
        private struct Unreachable: Error {
            let words: String
        }

        private struct State {
            /// The member that answered last.
            var member = 0
            var token: String?
        }

        /// The bytes of an answer, and of one message of a watch.
        private static let mostBytes = 16 * 1024 * 1024

        /// How often the member of a watch is asked whether it still answers, and how long it may take:
        /// a member that hangs is noticed within ten seconds.
        struct Pulse: Sendable {
            var pause: Duration = .seconds(3)
            var patience: Duration = .milliseconds(1_500)
            /// How often in a row it may be late.
            var misses = 1
        }

        /// How long nothing may be said on a connection: behind one address there may be several members,
        /// and the one that is asked need not be the one of the watch.
        private static let silence: TimeAmount = .seconds(120)

        private let endpoints: [String]
        /// `nil` where the cluster knows no users.
        private let user: String?
        private let password: @Sendable () throws(SharingError) -> String
        private let client: HTTPClient
        /// How long a member may take for a whole answer.
        private let patience: Duration
        private let pulse: Pulse
        private let state = Locked(State())

        init(
            _ configuration: SharingConfiguration, patience: Duration = .seconds(10),
            pulse: Pulse = Pulse()
        ) throws(SharingError) {
            self.patience = patience
            self.pulse = pulse
            endpoints = configuration.endpoints.map {
                $0.hasSuffix("/") ? String($0.dropLast()) : $0
            }
            user = configuration.user
            password = { () throws(SharingError) in try configuration.currentPassword() }
            let tls = try Self.tls(configuration)
            // Nowhere else than to the cluster, so that neither token nor values go astray.
            client = HTTPClient(
                configuration: HTTPClient.Configuration(
                    tlsConfiguration: tls, redirectConfiguration: .disallow,
                    timeout: HTTPClient.Configuration.Timeout(
                        connect: .seconds(2), read: Self.silence)))
        }

        /// What the cluster is trusted by, and what this machine shows to it.
        ///
        /// - Throws: which file cannot be used.
        static func tls(
            _ configuration: SharingConfiguration
        ) throws(SharingError) -> TLSConfiguration {
            func certificates(_ file: String) throws(SharingError) -> [NIOSSLCertificate] {
                let all = (try? NIOSSLCertificate.fromPEMFile(file)) ?? []
                guard !all.isEmpty else {
                    throw SharingError("The file '\(file)' holds no certificate (PEM).")
                }
                return all
            }
            var tls = TLSConfiguration.makeClientConfiguration()
            if let file = configuration.authorityFile {
                tls.trustRoots = .certificates(try certificates(file))
            }
            if let file = configuration.certificateFile {
                tls.certificateChain = try certificates(file).map { .certificate($0) }
            }
            if let file = configuration.privateKeyFile {
                guard let key = try? NIOSSLPrivateKey(file: file, format: .pem) else {
                    throw SharingError("The file '\(file)' holds no private key (PEM).")
                }
                tls.privateKey = .privateKey(key)
            }
            return tls
        }

        func close() async {
            try? await client.shutdown()
        }

        // MARK: - Asking

        /// Asks one question of the cluster, whichever member answers.
        func ask(_ path: String, _ body: JSONValue) async throws -> JSONObject {
            try await withMember { endpoint in
                let response = try await self.send(path, body, endpoint)
                let json = try await Self.json(response, endpoint)
                guard let object = json.object else { throw Unreachable(words: Self.odd(endpoint)) }
                return object
            }.result
        }

        /// How a watch ended.
        enum WatchEnding: Sendable {
            /// The member closed it.
            case closed
            /// The member does not answer any more, or requests go to another one by now.
            case moved
        }

        /// Listens to the messages of a watch, and asks its member now and then whether it still answers.
        ///
        /// - Throws: what the cluster says is wrong; that it does not answer where there is no other
        ///   member to turn to.
        func listen(
            _ path: String, _ body: JSONValue, asking pulse: (path: String, body: JSONValue),
            _ hear: @escaping @Sendable (JSONValue) async throws -> Void
        ) async throws -> WatchEnding {
            // Where a member fails in the midst of it, all is begun anew.
            let (response, member) = try await withMember { endpoint in
                // Without it, one that is cut off from the others is silent for ever.
                try await self.send(
                    path, body, endpoint, more: [("Grpc-Metadata-hasleader", "true")])
            }
            return try await withThrowingTaskGroup(of: WatchEnding.self) { group in
                defer { group.cancelAll() }
                group.addTask {
                    try await Self.readLines(of: response, hear)
                }
                group.addTask { try await self.outlive(member, pulse.path, pulse.body) }
                return try await group.next() ?? .closed
            }
        }

        /// Returns once a member does not answer any more, or others are asked in its place.
        private func outlive(
            _ member: Int, _ path: String, _ body: JSONValue
        ) async throws -> WatchEnding {
            var missed = 0
            while state.withLock({ $0.member }) == member {
                try await Task.sleep(for: pulse.pause)
                do {
                    _ = try await inTime(endpoints[member], pulse.patience) { endpoint in
                        let response = try await self.send(path, body, endpoint)
                        return try await Self.json(response, endpoint)
                    }
                    missed = 0
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

        private static func readLines(
            of response: HTTPClientResponse, _ hear: (JSONValue) async throws -> Void
        ) async throws -> WatchEnding {
            var line: [UInt8] = []
            do {
                for try await buffer in response.body {
                    var rest = buffer.readableBytesView[...]
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
            } catch let error as HTTPClientError where error == .readTimeout {
                return .moved
            } catch let error as ClusterError {
                throw error
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                throw ClusterError("The connection to the cluster has ended.")
            }
            return .closed
        }

        private static func message(_ line: [UInt8]) throws -> JSONValue {
            do {
                return try JSONReader.read(line)
            } catch {
                throw ClusterError("The cluster's watch is not one of etcd's.")
            }
        }

        /// Tries the members in turn, beginning with the one that answered last.
        ///
        /// - Returns: the result, and the number of the member that gave it.
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

        /// What a member answers, head and body, unless it takes too long.
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

        /// Sends one request to one member, as the user where there is one.
        private func send(
            _ path: String, _ body: JSONValue, _ endpoint: String,
            more: [(String, String)] = []
        ) async throws -> HTTPClientResponse {
            guard user != nil else {
                return try await accepted(sendOnce(path, body, endpoint, more), endpoint)
            }
            let known = state.withLock { $0.token }
            let token = if let known { known } else { try await authenticate(endpoint) }
            let response = try await sendOnce(
                path, body, endpoint, more + [("Authorization", token)])
            guard [400, 401, 403].contains(response.status.code), known != nil else {
                return try await accepted(response, endpoint)
            }
            // A token is forgotten after a while, or when the cluster starts again.
            state.withLock { $0.token = nil }
            let new = try await authenticate(endpoint)
            return try await accepted(
                sendOnce(path, body, endpoint, more + [("Authorization", new)]), endpoint)
        }

        private func authenticate(_ endpoint: String) async throws -> String {
            guard let user else { return "" }
            let password: String
            do throws(SharingError) {
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
        ) async throws -> HTTPClientResponse {
            var request = HTTPClientRequest(url: "\(endpoint)/v3/\(path)")
            request.method = .POST
            request.headers.add(name: "Content-Type", value: "application/json")
            request.headers.add(contentsOf: more)
            request.body = .bytes(JSONWriter().bytes(body))
            do {
                return try await client.execute(request, deadline: .distantFuture)
            } catch is CancellationError {
                throw CancellationError()
            } catch let error as NIOSSLExtraError where error == .failedToValidateHostname {
                throw Unreachable(
                    words: "The certificate of the cluster at \(endpoint) is for another host.")
            } catch let error as NIOSSLError {
                throw Unreachable(words: Self.words(error, endpoint))
            } catch {
                throw Unreachable(words: "The cluster cannot be reached at \(endpoint).")
            }
        }

        /// - Throws: what the cluster says is wrong.
        private func accepted(
            _ response: HTTPClientResponse, _ endpoint: String
        ) async throws -> HTTPClientResponse {
            guard response.status.code != 200 else { return response }
            let json = try? await Self.json(response, endpoint)
            try Task.checkCancellation()
            let words = json.map(EtcdAnswer.words) ?? Self.odd(endpoint)
            // A member without its others answers so; one that is none of etcd's, too.
            if response.status.code >= 500 || json == nil { throw Unreachable(words: words) }
            throw ClusterError(words)
        }

        private static func json(
            _ response: HTTPClientResponse, _ endpoint: String
        ) async throws -> JSONValue {
            var bytes: [UInt8] = []
            do {
                for try await buffer in response.body {
                    guard bytes.count + buffer.readableBytes <= mostBytes else { throw TooLarge() }
                    bytes += buffer.readableBytesView
                }
            } catch let error as TooLarge {
                throw error
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                throw Unreachable(words: late(endpoint))
            }
            // What was cut short for that is not all there was.
            try Task.checkCancellation()
            guard let json = try? JSONReader.read(bytes) else {
                throw Unreachable(words: odd(endpoint))
            }
            return json
        }

        private static func words(_ error: NIOSSLError, _ endpoint: String) -> String {
            let reason = "\(error)"
            if reason.contains("WRONG_VERSION_NUMBER") {
                return "The cluster at \(endpoint) does not speak https."
            }
            // The cluster's alert about ours: it asks for one, or does not trust the one it got.
            if reason.contains("TLSV1_") || reason.contains("SSLV3_ALERT") {
                return "The cluster at \(endpoint) does not accept the certificate of this machine."
            }
            return "The certificate of the cluster at \(endpoint) is not trusted, or has expired."
        }

        private static func late(_ endpoint: String) -> String {
            "The cluster at \(endpoint) does not answer in time."
        }

        private static func odd(_ endpoint: String) -> String {
            "What answers at \(endpoint) is not etcd's JSON gateway."
        }
    }
#endif

#if Sync
    import AsyncHTTPClient
    import Faceplate
    import FaceplateSchema
    import NIOCore
    import NIOSSL

    /// The HTTP client of a connection, with the certificates that are in the files at present.
    final class EtcdClients: Sendable {
        /// An HTTP client, and the files from which it was created.
        struct Client: Sendable {
            let http: HTTPClient
            let tls: TLSConfiguration
            fileprivate let stamps: [StoreFiles.File?]
        }

        private struct State {
            var client: Client
            /// Clients with former certificates, of which a watch may still use one.
            var retired: [HTTPClient] = []
        }

        private static let mostRetired = 4

        private let configuration: SyncConfiguration
        private let silence: TimeAmount
        private let state: Locked<State>

        /// - Parameter silence: The longest silence on a connection.
        init(_ configuration: SyncConfiguration, silence: TimeAmount) throws(SyncError) {
            self.configuration = configuration
            self.silence = silence
            state = Locked(State(client: try Self.client(configuration, silence)))
        }

        private static func client(
            _ configuration: SyncConfiguration, _ silence: TimeAmount
        ) throws(SyncError) -> Client {
            // Read first, so that a file that changes in between is read again.
            let stamps = stamps(configuration)
            let tls = try EtcdConnection.tls(configuration)
            // Do not follow redirects, so that the token and values are sent only to the cluster.
            let http = HTTPClient(
                configuration: HTTPClient.Configuration(
                    tlsConfiguration: tls, redirectConfiguration: .disallow,
                    timeout: HTTPClient.Configuration.Timeout(
                        connect: .seconds(2), read: silence)))
            return Client(http: http, tls: tls, stamps: stamps)
        }

        private static func stamps(_ configuration: SyncConfiguration) -> [StoreFiles.File?] {
            configuration.certificateFiles.map { StoreFiles.File(path: $0) }
        }

        /// The client for the next request; files of certificates that have changed are read again.
        ///
        /// While new files cannot be used, for example because only one of two is written yet, the former ones are.
        var current: Client {
            let known = state.withLock { $0.client }
            guard !known.stamps.isEmpty, Self.stamps(configuration) != known.stamps,
                let new = try? Self.client(configuration, silence)
            else { return known }
            let unused = state.withLock { state -> HTTPClient? in
                guard state.client.http === known.http else { return new.http }
                state.client = new
                state.retired.append(known.http)
                return state.retired.count > Self.mostRetired ? state.retired.removeFirst() : nil
            }
            if let unused { Task { try? await unused.shutdown() } }
            return state.withLock { $0.client }
        }

        /// Closes the clients with former certificates; no watch may use them.
        func closeRetired() async {
            let retired = state.withLock { state in
                defer { state.retired = [] }
                return state.retired
            }
            for client in retired { try? await client.shutdown() }
        }

        func close() async {
            await closeRetired()
            try? await state.withLock { $0.client.http }.shutdown()
        }
    }
#endif

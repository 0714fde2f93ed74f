#if Sync
    import Faceplate
    import FaceplateSchema
    import Foundation
    import NIOCore
    import NIOPosix
    import NIOSSL

    extension EtcdConnection {
        /// The TLS configuration: the CA certificates for the cluster, and the client certificate.
        ///
        /// - Throws: `SyncError` for a file that cannot be used.
        static func tls(
            _ configuration: SyncConfiguration
        ) throws(SyncError) -> TLSConfiguration {
            func certificates(_ file: String) throws(SyncError) -> [NIOSSLCertificate] {
                let all = (try? NIOSSLCertificate.fromPEMFile(file)) ?? []
                guard !all.isEmpty else {
                    throw SyncError("The file '\(file)' contains no certificate (PEM).")
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
                    throw SyncError("The file '\(file)' contains no private key (PEM).")
                }
                tls.privateKey = .privateKey(key)
            }
            // BoringSSL compares the key with the certificate when it loads both.
            if let certificate = configuration.certificateFile,
                let key = configuration.privateKeyFile,
                (try? NIOSSLContext(configuration: tls)) == nil
            {
                throw SyncError(
                    "The private key in '\(key)' does not belong to the certificate in "
                        + "'\(certificate)'.")
            }
            return tls
        }

        /// Returns the sentence for an error of TLS.
        ///
        /// BoringSSL does not report why it rejects a certificate, so this asks the member for it again.
        static func words(
            _ error: NIOSSLError, _ endpoint: String, _ tls: TLSConfiguration,
            _ group: any EventLoopGroup, _ configuration: SyncConfiguration
        ) async -> String {
            let reason = "\(error)"
            // etcd without TLS closes the connection, and other servers send text.
            if reason.contains("WRONG_VERSION_NUMBER") || reason.contains("EOF during handshake") {
                return
                    "The cluster at \(endpoint) does not speak https. If it answers without TLS, "
                    + "use http://."
            }
            if isAlert(reason) { return refusal(at: endpoint, configuration) }
            let now = Date()
            for validity in await validities(at: endpoint, tls, group) {
                func words(_ time: Date, _ verb: String) -> String {
                    "The certificate of the cluster at \(endpoint) \(verb) \(RevisionTime.text(time))."
                }
                if validity.end < now { return words(validity.end, "expired at") }
                if validity.start > now {
                    return words(validity.start, "is not valid before")
                        + " Check the clock of this machine."
                }
            }
            return "The certificate of the cluster at \(endpoint) is not trusted."
        }

        /// Returns true for an alert of TLS, which is about our certificate: it is missing, or not accepted.
        private static func isAlert(_ reason: String) -> Bool {
            reason.contains("TLSV1_") || reason.contains("SSLV3_ALERT")
        }

        /// Returns the sentence for a failed request if the member rejects the certificate of this machine.
        ///
        /// The error of a request does not always contain the alert, so this connects again and waits for it.
        ///
        /// - Returns: `nil` if the member does not reject it.
        static func refusal(
            _ error: any Error, _ endpoint: String, _ tls: TLSConfiguration,
            _ group: any EventLoopGroup, _ configuration: SyncConfiguration
        ) async -> String? {
            guard endpoint.lowercased().hasPrefix("https:") else { return nil }
            if isAlert("\(error)") { return refusal(at: endpoint, configuration) }
            guard let reason = await alert(at: endpoint, tls, group), isAlert(reason) else {
                return nil
            }
            return refusal(at: endpoint, configuration)
        }

        /// Returns the sentence for a rejected certificate, with the reason as far as this machine can see it.
        private static func refusal(
            at endpoint: String, _ configuration: SyncConfiguration
        ) -> String {
            guard let file = configuration.certificateFile else {
                return
                    "The cluster at \(endpoint) asks for a certificate of this machine, and none is given."
            }
            let start = "The cluster at \(endpoint) does not accept the certificate of this machine"
            let now = Date()
            guard let own = (try? NIOSSLCertificate.fromPEMFile(file))?.first.map(Validity.init)
            else { return "\(start): the file '\(file)' cannot be read." }
            if own.end < now { return "\(start): it expired at \(RevisionTime.text(own.end))." }
            if own.start > now {
                return "\(start): it is not valid before \(RevisionTime.text(own.start))."
            }
            return
                "\(start). It has to be a certificate for clients, of an authority that the cluster trusts."
        }

        /// Collects the first error of a connection.
        private final class AlertHandler: ChannelInboundHandler {
            typealias InboundIn = ByteBuffer

            private let found: EventLoopPromise<String?>

            init(_ found: EventLoopPromise<String?>) { self.found = found }

            func errorCaught(context: ChannelHandlerContext, error: any Error) {
                found.succeed("\(error)")
                context.close(promise: nil)
            }
        }

        /// Returns the error that a member reports right after a connection; `nil` if it reports none.
        private static func alert(
            at endpoint: String, _ tls: TLSConfiguration, _ group: any EventLoopGroup
        ) async -> String? {
            guard let url = URLComponents(string: endpoint),
                let context = try? NIOSSLContext(configuration: tls),
                let host = url.host?.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
            else { return nil }
            let name = (try? SocketAddress(ipAddress: host, port: 0)) == nil ? host : nil
            let found = group.next().makePromise(of: String?.self)
            ClientBootstrap(group: group)
                .connectTimeout(certificatePatience)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let pipeline = channel.pipeline.syncOperations
                        try pipeline.addHandler(
                            NIOSSLClientHandler(context: context, serverHostname: name))
                        try pipeline.addHandler(AlertHandler(found))
                    }
                }
                .connect(host: host, port: url.port ?? 443)
                .whenComplete { result in
                    switch result {
                    case .failure: found.succeed(nil)
                    case .success(let channel):
                        channel.closeFuture.whenComplete { _ in found.succeed(nil) }
                        channel.eventLoop.scheduleTask(in: certificatePatience) {
                            channel.close(promise: nil)
                        }
                    }
                }
            return (try? await found.futureResult.get()) ?? nil
        }

        /// The time in which a certificate is valid.
        private struct Validity: Sendable {
            let start: Date
            let end: Date

            init(_ certificate: NIOSSLCertificate) {
                start = Date(timeIntervalSince1970: TimeInterval(certificate.notValidBefore))
                end = Date(timeIntervalSince1970: TimeInterval(certificate.notValidAfter))
            }
        }

        /// The longest time for a connection that reads the certificates, and for each of its steps.
        private static let certificatePatience = TimeAmount.seconds(2)

        /// Returns the validity of the certificates of a member; empty if it presents none.
        ///
        /// The connection ends after the certificates, so that nothing is sent to a member that is not trusted.
        private static func validities(
            at endpoint: String, _ tls: TLSConfiguration, _ group: any EventLoopGroup
        ) async -> [Validity] {
            guard let url = URLComponents(string: endpoint),
                let context = try? NIOSSLContext(configuration: tls),
                let host = url.host?.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
            else { return [] }
            // An address cannot be the name of a server in TLS.
            let name = (try? SocketAddress(ipAddress: host, port: 0)) == nil ? host : nil
            let found = group.next().makePromise(of: [Validity].self)
            ClientBootstrap(group: group)
                .connectTimeout(certificatePatience)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let handler = try NIOSSLClientHandler(
                            context: context, serverHostname: name,
                            customVerificationCallback: { certificates, verdict in
                                found.succeed(certificates.map(Validity.init))
                                verdict.succeed(.failed)
                            })
                        try channel.pipeline.syncOperations.addHandler(handler)
                    }
                }
                .connect(host: host, port: url.port ?? 443)
                .whenComplete { result in
                    switch result {
                    case .failure: found.succeed([])
                    case .success(let channel):
                        channel.closeFuture.whenComplete { _ in found.succeed([]) }
                        channel.eventLoop.scheduleTask(in: certificatePatience) {
                            channel.close(promise: nil)
                        }
                    }
                }
            return (try? await found.futureResult.get()) ?? []
        }
    }
#endif

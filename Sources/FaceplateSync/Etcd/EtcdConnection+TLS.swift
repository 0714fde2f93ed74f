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
        /// - Throws: `SharingError` for a file that cannot be used.
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

        /// Returns the sentence for an error of TLS.
        ///
        /// BoringSSL does not report why it rejects a certificate, so this asks the member for it again.
        static func words(
            _ error: NIOSSLError, _ endpoint: String, _ tls: TLSConfiguration,
            _ group: any EventLoopGroup
        ) async -> String {
            let reason = "\(error)"
            // etcd without TLS closes the connection, and other servers send text.
            if reason.contains("WRONG_VERSION_NUMBER") || reason.contains("EOF during handshake") {
                return
                    "The cluster at \(endpoint) does not speak https. If it answers without TLS, "
                    + "use http://."
            }
            // TLS alerts of the cluster are about our certificate: it is missing or not trusted.
            if reason.contains("TLSV1_") || reason.contains("SSLV3_ALERT") {
                return "The cluster at \(endpoint) does not accept the certificate of this machine."
            }
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

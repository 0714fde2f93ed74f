internal import CGnuTLS

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

// @unchecked because GnuTLS only reads the credentials after `init`.
/// A certificate and its private key, by which a server is known over TLS.
///
/// Servers and connections can share it, on any thread.
public final class TLSIdentity: @unchecked Sendable {
    /// The reason why a certificate and a key cannot be used.
    public enum Problem: Error, Sendable, CustomStringConvertible {
        /// The bytes contain no certificate in PEM.
        case noCertificate
        /// The bytes contain no private key in PEM.
        case noKey
        /// The private key is protected by a pass phrase.
        case encryptedKey
        /// The private key is not that of the first certificate.
        case otherKey
        /// GnuTLS failed: usually, no memory was available.
        case failed

        /// The problem in one sentence.
        public var description: String {
            switch self {
            case .noCertificate: "The file of the certificate contains none in PEM."
            case .noKey: "The file of the private key contains none in PEM."
            case .encryptedKey: "The private key is protected by a pass phrase. Use one without."
            case .otherKey: "The private key is not that of the certificate."
            case .failed: "The certificate and its key cannot be used: GnuTLS failed."
            }
        }
    }

    /// The time from which the certificate is valid, in seconds since 1970.
    public let validFrom: Int
    /// The time until which the certificate is valid, in seconds since 1970.
    public let validUntil: Int

    // `gnutls_certificate_credentials_t`
    let credentials: OpaquePointer

    /// Reads a certificate and its key.
    ///
    /// - Parameters:
    ///   - certificates: The certificate, and those that lead to a trusted one, in PEM. A certificate that
    ///     none before it leads to is never sent.
    ///   - key: The private key in PEM, without a pass phrase.
    /// - Throws: `Problem`. The dates of the certificate are not checked.
    public init(certificates: [UInt8], key: [UInt8]) throws(Problem) {
        let chain = try Self.chain(certificates)
        defer {
            for certificate in chain { gnutls_x509_crt_deinit(certificate) }
        }
        let privateKey = try Self.key(key)
        defer { gnutls_x509_privkey_deinit(privateKey) }
        validFrom = gnutls_x509_crt_get_activation_time(chain[0])
        validUntil = gnutls_x509_crt_get_expiration_time(chain[0])
        var made: gnutls_certificate_credentials_t?
        guard gnutls_certificate_allocate_credentials(&made) == 0, let made else { throw .failed }
        var list = chain.map(Optional.init)
        let result = gnutls_certificate_set_x509_key(
            made, &list, Int32(clamping: list.count), privateKey)
        guard result >= 0 else {
            gnutls_certificate_free_credentials(made)
            throw result == GNUTLS_E_CERTIFICATE_KEY_MISMATCH ? .otherKey : .failed
        }
        credentials = made
    }

    deinit { gnutls_certificate_free_credentials(credentials) }

    /// At least one certificate, which the caller frees.
    private static func chain(_ bytes: [UInt8]) throws(Problem) -> [gnutls_x509_crt_t] {
        var list: UnsafeMutablePointer<gnutls_x509_crt_t?>?
        var count: UInt32 = 0
        let result = withDatum(bytes) {
            gnutls_x509_crt_list_import2(
                &list, &count, $0, GNUTLS_X509_FMT_PEM,
                UInt32(GNUTLS_X509_CRT_LIST_SORT.rawValue))
        }
        guard result >= 0, let list else { throw .noCertificate }
        // GnuTLS allocates with `malloc`, unless a program replaces it.
        defer { free(list) }
        let chain = (0..<Int(count)).compactMap { list[$0] }
        guard !chain.isEmpty else { throw .noCertificate }
        return chain
    }

    /// The caller frees it.
    private static func key(_ bytes: [UInt8]) throws(Problem) -> gnutls_x509_privkey_t {
        var made: gnutls_x509_privkey_t?
        guard gnutls_x509_privkey_init(&made) == 0, let made else { throw .failed }
        let result = withDatum(bytes) {
            gnutls_x509_privkey_import2(made, $0, GNUTLS_X509_FMT_PEM, nil, 0)
        }
        guard result == 0 else {
            gnutls_x509_privkey_deinit(made)
            throw result == GNUTLS_E_DECRYPTION_FAILED ? .encryptedKey : .noKey
        }
        return made
    }

    private static func withDatum<Result>(
        _ bytes: [UInt8], _ body: (UnsafePointer<gnutls_datum_t>) -> Result
    ) -> Result {
        var bytes = bytes
        return bytes.withUnsafeMutableBufferPointer { buffer in
            var datum = gnutls_datum_t(data: buffer.baseAddress, size: UInt32(buffer.count))
            return body(&datum)
        }
    }
}

// @unchecked because the session is used on the daemon's thread only, by libmicrohttpd and by `end`.
final class TLSSession: @unchecked Sendable {
    /// The versions and ciphers: those with forward secrecy and authenticated encryption.
    static let protocols =
        "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-KX-ALL:+ECDHE-ECDSA:+ECDHE-RSA:-CIPHER-ALL:"
        + "+AES-256-GCM:+CHACHA20-POLY1305:+AES-128-GCM:-MAC-ALL:+AEAD:-GROUP-ALL:+GROUP-X25519:"
        + "+GROUP-SECP256R1:+GROUP-SECP384R1:-SIGN-RSA-SHA1:-SIGN-ECDSA-SHA1:%SERVER_PRECEDENCE"

    // `gnutls_session_t`, valid until the connection is closed.
    private let session: OpaquePointer
    /// The certificate, which the session refers to until it ends.
    private let identity: TLSIdentity

    /// Call it before the handshake.
    init(_ session: UnsafeMutableRawPointer, with identity: TLSIdentity) {
        self.session = OpaquePointer(session)
        self.identity = identity
        // Without memory for it, the handshake fails.
        gnutls_credentials_set(
            self.session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(identity.credentials))
    }

    /// Sends bytes and ends the session; bytes that the system does not accept immediately are left out.
    func end(with message: [UInt8]) {
        var rest = message[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                gnutls_record_send(session, $0.baseAddress, $0.count)
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
        gnutls_bye(session, GNUTLS_SHUT_WR)
    }
}

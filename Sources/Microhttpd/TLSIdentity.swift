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
    public enum Problem: Error, Sendable {
        /// The bytes contain no certificate in PEM, or the certificates are not one chain.
        case noCertificate
        /// The bytes contain no private key in PEM.
        case noKey
        /// The private key is protected by a pass phrase.
        case encryptedKey
        /// The private key is not that of the first certificate.
        case otherKey
        /// GnuTLS failed: usually, no memory was available.
        case failed
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
    ///   - certificates: The certificate, and those that lead to a trusted one, in PEM.
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

    /// Returns at least one certificate, which the caller frees.
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

    /// Returns a private key, which the caller frees.
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

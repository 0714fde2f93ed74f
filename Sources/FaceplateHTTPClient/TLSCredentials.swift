internal import CGnuTLS
import FaceplateSchema
package import Foundation

// @unchecked because GnuTLS only reads the credentials after `init`.
/// Connections can share it, on any thread.
package final class TLSCredentials: @unchecked Sendable {
    package enum Problem: SpokenError, Hashable {
        case noCertificate(file: String)
        case noKey(file: String)
        case otherKey(key: String, certificate: String)
        case noSystemCertificates
        case failed

        package var description: String {
            switch self {
            case .noCertificate(let file): "The file '\(file)' contains no certificate (PEM)."
            case .noKey(let file): "The file '\(file)' contains no private key (PEM)."
            case .otherKey(let key, let certificate):
                "The private key in '\(key)' does not belong to the certificate in '\(certificate)'."
            case .noSystemCertificates: "The system has no certificates to trust."
            case .failed: "GnuTLS failed."
            }
        }
    }

    package struct Validity: Sendable {
        package let start: Date
        package let end: Date

        // A `gnutls_x509_crt_t`.
        fileprivate init(_ certificate: OpaquePointer) {
            start = Date(
                timeIntervalSince1970: TimeInterval(
                    gnutls_x509_crt_get_activation_time(certificate)))
            end = Date(
                timeIntervalSince1970: TimeInterval(
                    gnutls_x509_crt_get_expiration_time(certificate)))
        }

        init?(_ bytes: gnutls_datum_t) {
            var made: gnutls_x509_crt_t?
            guard gnutls_x509_crt_init(&made) == 0, let made else { return nil }
            defer { gnutls_x509_crt_deinit(made) }
            var bytes = bytes
            guard gnutls_x509_crt_import(made, &bytes, GNUTLS_X509_FMT_DER) == 0 else { return nil }
            self.init(made)
        }
    }

    // `gnutls_certificate_credentials_t`
    let pointer: OpaquePointer
    package let ownValidity: Validity?

    /// Each file is in PEM, and the key without a pass phrase; the dates of certificates are not checked.
    package init(
        authorities: String? = nil, certificate: String? = nil, key: String? = nil
    ) throws(Problem) {
        var made: gnutls_certificate_credentials_t?
        guard gnutls_certificate_allocate_credentials(&made) == 0, let made else { throw .failed }
        do throws(Problem) {
            if let authorities {
                guard
                    gnutls_certificate_set_x509_trust_file(made, authorities, GNUTLS_X509_FMT_PEM)
                        > 0
                else { throw .noCertificate(file: authorities) }
            } else if gnutls_certificate_set_x509_system_trust(made) < 1 {
                throw .noSystemCertificates
            }
            ownValidity =
                if let certificate, let key { try Self.add(certificate, key, to: made) } else {
                    nil
                }
        } catch {
            gnutls_certificate_free_credentials(made)
            throw error
        }
        pointer = made
    }

    deinit { gnutls_certificate_free_credentials(pointer) }

    private static func add(
        _ certificate: String, _ key: String, to credentials: OpaquePointer
    ) throws(Problem) -> Validity {
        let validity = try validity(ofFirstIn: certificate)
        switch gnutls_certificate_set_x509_key_file(
            credentials, certificate, key, GNUTLS_X509_FMT_PEM)
        {
        case 0...: return validity
        case GNUTLS_E_CERTIFICATE_KEY_MISMATCH:
            throw .otherKey(key: key, certificate: certificate)
        case GNUTLS_E_MEMORY_ERROR: throw .failed
        default: throw .noKey(file: key)
        }
    }

    private static func validity(ofFirstIn file: String) throws(Problem) -> Validity {
        var bytes = gnutls_datum_t()
        guard gnutls_load_file(file, &bytes) == 0 else { throw .noCertificate(file: file) }
        // GnuTLS allocates with `malloc`, unless a program replaces it.
        defer { free(bytes.data) }
        var list: UnsafeMutablePointer<gnutls_x509_crt_t?>?
        var count: UInt32 = 0
        guard gnutls_x509_crt_list_import2(&list, &count, &bytes, GNUTLS_X509_FMT_PEM, 0) >= 0,
            let list
        else { throw .noCertificate(file: file) }
        defer { free(list) }
        let chain = (0..<Int(count)).compactMap { list[$0] }
        defer {
            for certificate in chain { gnutls_x509_crt_deinit(certificate) }
        }
        guard let first = chain.first else { throw .noCertificate(file: file) }
        return Validity(first)
    }
}

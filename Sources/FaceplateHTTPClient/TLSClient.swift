internal import CGnuTLS
import FaceplateSchema
package import Foundation

package struct TLSFailure: SpokenError, Equatable {
    package enum Reason: Equatable, Sendable {
        case expired(Date)
        case notYetValid(Date)
        case otherHost
        case untrusted
        /// The server misses a certificate of this client, or does not accept it.
        case rejected
        case notTLS
        case broken
        case other
    }

    package let reason: Reason
    package let message: String

    package var description: String { message }
}

/// One connection with TLS 1.2 or 1.3 over a socket that does not block.
///
/// It checks the name of the server. Not for several threads at the same time.
final class TLSClient {
    // `gnutls_session_t`
    private let session: OpaquePointer
    /// The session refers to it until it ends.
    private let credentials: TLSCredentials
    /// The name of the server, which GnuTLS reads during the handshake.
    private let name: UnsafeMutablePointer<CChar>

    /// - Parameter descriptor: The connected socket, which the caller closes after this object.
    init(host: String, _ credentials: TLSCredentials, _ descriptor: Int32) throws(TLSFailure) {
        var session: gnutls_session_t?
        // A server that does not name the authority of our certificate says why it rejects it only if it gets it.
        let flags = [GNUTLS_CLIENT, GNUTLS_NO_SIGNAL, GNUTLS_FORCE_CLIENT_CERT]
            .reduce(0) { $0 | UInt32($1.rawValue) }
        guard gnutls_init(&session, flags) == 0, let session else { throw Self.failure }
        self.session = session
        self.credentials = credentials
        name = strdup(host)
        // Without one of these, the connection would have other versions, or the wrong certificate.
        guard
            gnutls_priority_set_direct(
                session, "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2", nil) == 0,
            gnutls_credentials_set(
                session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(credentials.pointer)) == 0,
            Self.isAddress(host)
                || gnutls_server_name_set(session, GNUTLS_NAME_DNS, name, strlen(name)) == 0
        else { throw Self.failure }
        gnutls_session_set_verify_cert(session, name, 0)
        gnutls_transport_set_int2(session, descriptor, descriptor)
    }

    deinit {
        gnutls_deinit(session)
        free(name)
    }

    /// A server name in the handshake is never an address (RFC 6066, section 3).
    private static func isAddress(_ host: String) -> Bool {
        host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
    }

    /// True when the last call waits until it can write; false when it waits for bytes.
    var wantsToWrite: Bool { gnutls_record_get_direction(session) == 1 }

    /// False while it waits for the socket.
    func handshake() throws(TLSFailure) -> Bool {
        let result = gnutls_handshake(session)
        if result == GNUTLS_E_SUCCESS { return true }
        if gnutls_error_is_fatal(result) == 0 { return false }
        switch result {
        case GNUTLS_E_CERTIFICATE_VERIFICATION_ERROR: throw unverified
        // A server without TLS sends text, or ends the connection.
        case GNUTLS_E_UNSUPPORTED_VERSION_PACKET, GNUTLS_E_UNEXPECTED_PACKET_LENGTH,
            GNUTLS_E_UNEXPECTED_PACKET, GNUTLS_E_RECORD_OVERFLOW, GNUTLS_E_PREMATURE_TERMINATION:
            throw TLSFailure(reason: .notTLS, message: Self.text(of: result))
        default: throw failure(result)
        }
    }

    private var unverified: TLSFailure {
        let status = gnutls_session_get_verify_cert_status(session)
        var text = gnutls_datum_t()
        var message = Self.text(of: GNUTLS_E_CERTIFICATE_VERIFICATION_ERROR)
        if gnutls_certificate_verification_status_print(status, GNUTLS_CRT_X509, &text, 0) == 0,
            let bytes = text.data
        {
            // GnuTLS allocates with `malloc`, unless a program tells it otherwise.
            defer { free(bytes) }
            message = String(
                decoding: UnsafeBufferPointer(start: bytes, count: Int(text.size)), as: UTF8.self)
            // GnuTLS ends each sentence with a space.
            while message.last == " " { message.removeLast() }
        }
        var count: UInt32 = 0
        let now = Date()
        if let certificates = gnutls_certificate_get_peers(session, &count) {
            for validity in (0..<Int(count)).compactMap({
                TLSCredentials.Validity(certificates[$0])
            }) {
                if validity.end < now {
                    return TLSFailure(reason: .expired(validity.end), message: message)
                }
                if validity.start > now {
                    return TLSFailure(reason: .notYetValid(validity.start), message: message)
                }
            }
        }
        let isOtherHost = status == UInt32(GNUTLS_CERT_UNEXPECTED_OWNER.rawValue) | invalid
        return TLSFailure(reason: isOtherHost ? .otherHost : .untrusted, message: message)
    }

    private var invalid: UInt32 { UInt32(GNUTLS_CERT_INVALID.rawValue) }

    /// Sends some of the bytes; returns their number, or `nil` while the call waits for the socket.
    func send(_ bytes: ArraySlice<UInt8>) throws(TLSFailure) -> Int? {
        try result(
            bytes.withUnsafeBytes { gnutls_record_send(session, $0.baseAddress, $0.count) })
    }

    /// Reads some bytes into a buffer; returns their number, 0 at the end, or `nil` while the call waits.
    func receive(_ buffer: inout [UInt8]) throws(TLSFailure) -> Int? {
        try result(
            buffer.withUnsafeMutableBytes {
                gnutls_record_recv(session, $0.baseAddress, $0.count)
            })
    }

    private func result(_ count: Int) throws(TLSFailure) -> Int? {
        if count >= 0 { return count }
        if gnutls_error_is_fatal(Int32(count)) == 0 { return nil }
        // A server that ends without a goodbye may have been cut off: an incomplete response is found later.
        if count == Int(GNUTLS_E_PREMATURE_TERMINATION) { return 0 }
        throw failure(Int32(count))
    }

    private func failure(_ code: Int32) -> TLSFailure {
        let reason: TLSFailure.Reason =
            switch code {
            case GNUTLS_E_FATAL_ALERT_RECEIVED where isAboutOurCertificate: .rejected
            case GNUTLS_E_PUSH_ERROR, GNUTLS_E_PULL_ERROR: .broken
            default: .other
            }
        return TLSFailure(reason: reason, message: Self.text(of: code))
    }

    /// True if the last alert, which TLS 1.3 sends after the handshake, is about the certificate of this client.
    private var isAboutOurCertificate: Bool {
        // A server without an alert of its own for a missing one says that the handshake failed.
        [
            GNUTLS_A_HANDSHAKE_FAILURE, GNUTLS_A_BAD_CERTIFICATE, GNUTLS_A_UNSUPPORTED_CERTIFICATE,
            GNUTLS_A_CERTIFICATE_REVOKED, GNUTLS_A_CERTIFICATE_EXPIRED,
            GNUTLS_A_CERTIFICATE_UNKNOWN, GNUTLS_A_UNKNOWN_CA, GNUTLS_A_ACCESS_DENIED,
            GNUTLS_A_CERTIFICATE_REQUIRED,
        ].contains(gnutls_alert_get(session))
    }

    private static let failure = TLSFailure(reason: .other, message: "GnuTLS failed.")

    private static func text(of code: Int32) -> String {
        gnutls_strerror(code).map { String(cString: $0) } ?? "TLS failed."
    }
}

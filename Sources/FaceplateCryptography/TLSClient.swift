#if !canImport(CryptoKit)
    import CGnuTLS
    import Glibc
#endif

/// One connection with TLS 1.2 or 1.3 over a socket that does not block.
///
/// It trusts the certificates of the system or of a file, and checks the name of the server. Not for several threads at
/// the same time.
package final class TLSClient {
    /// The reason why a connection failed.
    package struct Failure: Error, CustomStringConvertible {
        /// One sentence.
        package let message: String

        package var description: String { message }

        package init(message: String) {
            self.message = message
        }
    }

    #if canImport(CryptoKit)
        /// True when the last call waits until it can write.
        package var wantsToWrite: Bool { false }

        package init(host: String, authorities: String?, _ descriptor: Int32) throws(Failure) {
            throw Failure(message: "This build cannot connect with TLS.")
        }

        package func handshake() throws(Failure) -> Bool { true }
        package func send(_ bytes: ArraySlice<UInt8>) throws(Failure) -> Int? { 0 }
        package func receive(_ buffer: inout [UInt8]) throws(Failure) -> Int? { 0 }
    #else
        // `gnutls_session_t`
        private let session: OpaquePointer
        // `gnutls_certificate_credentials_t`
        private let credentials: OpaquePointer
        /// The name of the server, which GnuTLS reads during the handshake.
        private let name: UnsafeMutablePointer<CChar>

        /// Prepares a connection; `handshake()` makes it.
        ///
        /// - Parameters:
        ///   - host: The name or the address of the server, which its certificate must have.
        ///   - authorities: The file with the certificates to trust (PEM); `nil` for those of the system.
        ///   - descriptor: The connected socket, which the caller closes after this object.
        package init(host: String, authorities: String?, _ descriptor: Int32) throws(Failure) {
            var made: gnutls_certificate_credentials_t?
            guard gnutls_certificate_allocate_credentials(&made) == 0, let credentials = made else {
                throw Failure(message: "GnuTLS failed.")
            }
            if let authorities {
                let count = gnutls_certificate_set_x509_trust_file(
                    credentials, authorities, GNUTLS_X509_FMT_PEM)
                guard count > 0 else {
                    gnutls_certificate_free_credentials(credentials)
                    throw Failure(message: "The file '\(authorities)' has no certificates in PEM.")
                }
            } else if gnutls_certificate_set_x509_system_trust(credentials) < 1 {
                gnutls_certificate_free_credentials(credentials)
                throw Failure(message: "The system has no certificates to trust.")
            }
            var session: gnutls_session_t?
            let flags = UInt32(GNUTLS_CLIENT.rawValue) | UInt32(GNUTLS_NO_SIGNAL.rawValue)
            guard gnutls_init(&session, flags) == 0, let session else {
                gnutls_certificate_free_credentials(credentials)
                throw Failure(message: "GnuTLS failed.")
            }
            self.session = session
            self.credentials = credentials
            name = strdup(host)
            // Without one of these, the connection would have other versions, or the wrong certificate.
            guard
                gnutls_priority_set_direct(
                    session, "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2", nil) == 0,
                gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, .init(credentials)) == 0,
                Self.isAddress(host)
                    || gnutls_server_name_set(session, GNUTLS_NAME_DNS, name, strlen(name)) == 0
            else { throw Failure(message: "GnuTLS failed.") }
            gnutls_session_set_verify_cert(session, name, 0)
            gnutls_transport_set_int2(session, descriptor, descriptor)
        }

        deinit {
            gnutls_deinit(session)
            gnutls_certificate_free_credentials(credentials)
            free(name)
        }

        /// A server name in the handshake is never an address (RFC 6066, section 3).
        private static func isAddress(_ host: String) -> Bool {
            host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
        }

        /// True when the last call waits until it can write; false when it waits for bytes.
        package var wantsToWrite: Bool { gnutls_record_get_direction(session) == 1 }

        /// Continues the handshake; returns false while it waits for the socket.
        package func handshake() throws(Failure) -> Bool {
            let result = gnutls_handshake(session)
            if result == GNUTLS_E_SUCCESS { return true }
            if gnutls_error_is_fatal(result) == 0 { return false }
            guard result == GNUTLS_E_CERTIFICATE_VERIFICATION_ERROR else {
                throw Failure(message: Self.text(of: result))
            }
            var text = gnutls_datum_t()
            let status = gnutls_session_get_verify_cert_status(session)
            guard
                gnutls_certificate_verification_status_print(
                    status, GNUTLS_CRT_X509, &text, 0) == 0, let bytes = text.data
            else { throw Failure(message: Self.text(of: result)) }
            // GnuTLS allocates with `malloc`, unless a program tells it otherwise.
            defer { free(bytes) }
            var sentences = String(
                decoding: UnsafeBufferPointer(start: bytes, count: Int(text.size)), as: UTF8.self)
            // GnuTLS ends each sentence with a space.
            while sentences.last == " " { sentences.removeLast() }
            throw Failure(message: sentences)
        }

        /// Sends some of the bytes; returns their number, or `nil` while the call waits for the socket.
        package func send(_ bytes: ArraySlice<UInt8>) throws(Failure) -> Int? {
            try result(
                bytes.withUnsafeBytes { gnutls_record_send(session, $0.baseAddress, $0.count) })
        }

        /// Reads some bytes into a buffer; returns their number, 0 at the end, or `nil` while the call waits.
        package func receive(_ buffer: inout [UInt8]) throws(Failure) -> Int? {
            try result(
                buffer.withUnsafeMutableBytes {
                    gnutls_record_recv(session, $0.baseAddress, $0.count)
                })
        }

        private func result(_ count: Int) throws(Failure) -> Int? {
            if count >= 0 { return count }
            if gnutls_error_is_fatal(Int32(count)) == 0 { return nil }
            // A server that ends without a goodbye may have been cut off: an incomplete response is found later.
            if count == Int(GNUTLS_E_PREMATURE_TERMINATION) { return 0 }
            throw Failure(message: Self.text(of: Int32(count)))
        }

        private static func text(of code: Int32) -> String {
            gnutls_strerror(code).map { String(cString: $0) } ?? "TLS failed."
        }
    #endif
}

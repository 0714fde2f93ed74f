internal import CGnuTLS

/// The TLS session of one connection, which libmicrohttpd creates and ends.
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

    /// Gives a session its certificate; call it before the handshake.
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

import CGnuTLS
import FaceplateTestSupport
import Foundation
import Microhttpd

/// A client of TLS that trusts any certificate, over a socket that blocks.
final class SecureClient {
    /// The session failed, with the name of GnuTLS for the reason.
    struct Failure: Error { let name: String }

    private let raw: RawClient
    private let session: OpaquePointer
    private let credentials: OpaquePointer
    private var buffer: [UInt8] = []
    /// True when the server ended the connection.
    private(set) var isAtEnd = false

    /// Connects, and completes the handshake.
    init(_ address: SocketAddress, versions: String = "+VERS-TLS1.3:+VERS-TLS1.2") throws {
        raw = try RawClient(address)
        var credentials: gnutls_certificate_credentials_t?
        gnutls_certificate_allocate_credentials(&credentials)
        var session: gnutls_session_t?
        gnutls_init(&session, UInt32(GNUTLS_CLIENT.rawValue) | UInt32(GNUTLS_NO_SIGNAL.rawValue))
        guard let session, let credentials else { throw Failure(name: "memory") }
        self.session = session
        self.credentials = credentials
        gnutls_priority_set_direct(
            session, "NORMAL:%COMPAT:-VERS-ALL:\(versions):+SHA1:+SIGN-ALL", nil)
        gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, .init(credentials))
        gnutls_transport_set_int2(session, raw.descriptor, raw.descriptor)
        gnutls_handshake_set_timeout(session, UInt32(RawClient.hung))
        gnutls_record_set_timeout(session, UInt32(RawClient.hung))
        var result: Int32
        repeat {
            result = gnutls_handshake(session)
        } while result < 0
            && gnutls_error_is_fatal(result) == 0
        guard result == 0 else { throw Failure(name: Self.name(result)) }
    }

    deinit {
        gnutls_deinit(session)
        gnutls_certificate_free_credentials(credentials)
    }

    private static func name(_ code: Int32) -> String {
        gnutls_strerror_name(code).map { String(cString: $0) } ?? "\(code)"
    }

    /// The name of the version in use.
    var version: String {
        String(cString: gnutls_protocol_get_name(gnutls_protocol_get_version(session)))
    }

    /// The certificates that the server sent, in DER; the first is its own.
    var serverCertificates: [[UInt8]] {
        var count: UInt32 = 0
        guard let list = gnutls_certificate_get_peers(session, &count) else { return [] }
        return (0..<Int(count)).map {
            Array(UnsafeBufferPointer(start: list[$0].data, count: Int(list[$0].size)))
        }
    }

    func send(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                gnutls_record_send(session, $0.baseAddress, $0.count)
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads until the text has arrived or the connection ends; returns everything up to the text's end, or all.
    func read(until text: String? = nil) -> String {
        while true {
            if let text, let range = buffer.firstRange(of: Array(text.utf8)) {
                defer { buffer.removeFirst(range.upperBound) }
                return String(decoding: buffer[..<range.upperBound], as: UTF8.self)
            }
            var part = [UInt8](repeating: 0, count: 65_536)
            let count = part.withUnsafeMutableBytes {
                gnutls_record_recv(session, $0.baseAddress, $0.count)
            }
            if count == Int(GNUTLS_E_INTERRUPTED) { continue }
            guard count > 0 else {
                isAtEnd = count == 0
                defer { buffer = [] }
                return String(decoding: buffer, as: UTF8.self)
            }
            buffer += part.prefix(count)
        }
    }

    /// Sends a request without a body, and returns the response whose body ends with `end`.
    func get(_ target: String, until end: String) -> String {
        send("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return read(until: end)
    }
}

import Foundation
import Testing

/// A relay to a member with TLS that serves connections for HTTP only.
///
/// A connection that does not name a protocol gets nothing, or its end.
final class CertificateRelay: Sendable {
    let endpoint: String
    private let listener: Int32

    init(to endpoint: String, closes: Bool) throws {
        let port = try #require(URL(string: endpoint)?.port)
        let (listener, ownPort) = try loopbackSocket()
        self.listener = listener
        self.endpoint = "https://127.0.0.1:\(ownPort)"
        try #require(listen(listener, 8) == 0)
        Thread.detachNewThread {
            while case let client = accept(listener, nil, nil), client >= 0 {
                var hello = [UInt8](repeating: 0, count: 65_536)
                let count = recv(client, &hello, hello.count, 0)
                hello.removeLast(hello.count - max(count, 0))
                if hello.contains("http/1.1".utf8) {
                    Self.relay(client, hello, to: port)
                } else if closes {
                    close(client)
                }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private static func relay(_ client: Int32, _ hello: [UInt8], to port: Int) {
        let member = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(member, $0, length)
            }
        }
        guard result == 0, send(member, hello, hello.count, Int32(MSG_NOSIGNAL)) == hello.count
        else {
            close(client)
            close(member)
            return
        }
        // Both sides are closed when neither thread uses them any more.
        let handles = [client, member].map { FileHandle(fileDescriptor: $0, closeOnDealloc: true) }
        for (from, to) in [(client, member), (member, client)] {
            Thread.detachNewThread {
                defer { withExtendedLifetime(handles) {} }
                var bytes = [UInt8](repeating: 0, count: 65_536)
                while case let count = recv(from, &bytes, bytes.count, 0), count > 0 {
                    guard send(to, bytes, count, Int32(MSG_NOSIGNAL)) == count else { break }
                }
                shutdown(to, Int32(SHUT_RDWR))
            }
        }
    }
}

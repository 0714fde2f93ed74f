import Foundation
import Testing

/// Answers every request with the beginning of an answer, and then says nothing any more.
final class StallingServer: Sendable {
    let endpoint: String
    private let listener: Int32

    /// - Parameter answer: what it says; nothing where empty.
    init(_ answer: String) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 ? getsockname(listener, $0, &length) : -1
            }
        }
        try #require(result == 0 && listen(listener, 8) == 0)
        self.listener = listener
        endpoint = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
        Thread.detachNewThread {
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                var request = [UInt8](repeating: 0, count: 65_536)
                _ = recv(connection, &request, request.count, 0)
                let bytes = Array(answer.utf8)
                _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }
}

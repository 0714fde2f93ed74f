import FaceplateSchema
import Foundation
import Testing

/// A server that sends only the beginning of each response, and then nothing or the end of the connection.
final class StallingServer: Sendable {
    let endpoint: String
    /// The beginnings of the requests, of which each has its own connection.
    let requests = Locked<[String]>([])
    private let listener: Int32

    /// Starts the server.
    ///
    /// - Parameters:
    ///   - answers: The beginnings of the responses, of which the last one is sent again and again; can be empty.
    ///   - closes: True when the connection ends after the beginning.
    init(_ answers: String..., closes: Bool = false) throws {
        let (listener, port) = try loopbackSocket()
        self.listener = listener
        endpoint = "http://127.0.0.1:\(port)"
        try #require(listen(listener, 8) == 0)
        Thread.detachNewThread { [requests] in
            var answers = answers[...]
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                var request = [UInt8](repeating: 0, count: 65_536)
                let count = recv(connection, &request, request.count, 0)
                let text = String(decoding: request.prefix(max(count, 0)), as: UTF8.self)
                requests.withLock { $0.append(text) }
                let bytes = Array((answers.first ?? "").utf8)
                if answers.count > 1 { answers.removeFirst() }
                _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                if closes { close(connection) }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }
}

import Dispatch
import FaceplateSchema

// @unchecked because the connection and the reader are used on `queue` only.
/// A request whose response is read in parts, without blocking a thread of Swift's pool.
///
/// Each call ends at once when its task is cancelled, and so does the exchange.
package final class HTTPExchange: @unchecked Sendable {
    package let status: Int
    private let queue: DispatchQueue
    private let line: Line
    private let connection: ClientConnection
    private var reader: HTTPResponseReader
    private var isAtEnd = false

    /// - Parameters:
    ///   - connecting: The time limit for the connection.
    ///   - patience: The time limit for the head after that.
    package static func start(
        _ request: HTTPRequest, with client: HTTPClient, connecting: Duration, patience: Duration
    ) async throws -> HTTPExchange {
        let (queue, line) = (DispatchQueue(label: "faceplate.http"), Line())
        return try await line.run(on: queue) { () throws(HTTPError) in
            let connection: ClientConnection
            do throws(HTTPError) {
                connection = try ClientConnection(
                    to: client, deadline: .now + connecting, line: line)
            } catch .late {
                throw .unreachable("It accepts no connection.")
            }
            connection.deadline = .now + patience
            try connection.send(client.head(of: request) + (request.body ?? []))
            var reader = HTTPResponseReader(limit: client.mostBytes)
            while true {
                let bytes = try connection.read()
                if bytes.isEmpty { reader.finish() } else { try reader.advance(bytes) }
                if let status = reader.status {
                    return HTTPExchange(status, queue, line, connection, reader)
                }
                guard !bytes.isEmpty else { throw .broken }
            }
        }
    }

    private init(
        _ status: Int, _ queue: DispatchQueue, _ line: Line, _ connection: ClientConnection,
        _ reader: HTTPResponseReader
    ) {
        self.status = status
        self.queue = queue
        self.line = line
        self.connection = connection
        self.reader = reader
    }

    /// Empty at its end; throws `.broken` if the connection ends before the body does.
    ///
    /// - Parameter patience: The longest time without a byte of the server.
    package func read(patience: Duration) async throws -> [UInt8] {
        try await line.run(on: queue) { [self] () throws(HTTPError) in
            while true {
                let body = reader.takeBody()
                if !body.isEmpty || reader.isComplete { return body }
                guard !isAtEnd else { throw .broken }
                connection.deadline = .now + patience
                let bytes = try connection.read()
                isAtEnd = bytes.isEmpty
                if isAtEnd { reader.finish() } else { try reader.advance(bytes) }
            }
        }
    }
}

final class Line: Sendable {
    private struct State {
        var descriptor: Int32?
        var isCut = false
    }

    private let state = Locked(State())

    /// The result of one call, which comes from its thread or from the cancellation.
    private final class Pending<Result: Sendable>: Sendable {
        private let continuation = Locked<CheckedContinuation<Result, any Error>?>(nil)

        func wait(_ continuation: CheckedContinuation<Result, any Error>) {
            self.continuation.withLock { $0 = continuation }
        }

        func end(with result: Swift.Result<Result, any Error>) {
            let waiting = continuation.withLock { continuation in
                defer { continuation = nil }
                return continuation
            }
            waiting?.resume(with: result)
        }
    }

    /// Runs a call that blocks; returns at once if the task is cancelled, and ends the call then.
    func run<Result: Sendable>(
        on queue: DispatchQueue, _ body: @escaping @Sendable () throws(HTTPError) -> Result
    ) async throws -> Result {
        let pending = Pending<Result>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                pending.wait(continuation)
                // Cancelled before there was anything to end.
                guard !Task.isCancelled else {
                    return pending.end(with: .failure(CancellationError()))
                }
                queue.async {
                    do throws(HTTPError) {
                        pending.end(with: .success(try body()))
                    } catch {
                        pending.end(with: .failure(error))
                    }
                }
            }
        } onCancel: {
            cut()
            pending.end(with: .failure(CancellationError()))
        }
    }

    private func cut() {
        state.withLock { state in
            state.isCut = true
            if let descriptor = state.descriptor { ClientConnection.cut(descriptor) }
        }
    }

    /// `nil` before the socket is closed; throws if the connection was ended before.
    func use(_ descriptor: Int32?) throws(HTTPError) {
        let isCut = state.withLock { state in
            state.descriptor = descriptor
            return state.isCut
        }
        if isCut, descriptor != nil { throw .broken }
    }
}

import Synchronization

/// The one answer to one request: sent at once or later, from any thread.
///
/// Dropped unsent, it answers 500.
public final class Reply: Sendable {
    private let exchange: Exchange
    private let isSent = Atomic(false)

    init(_ exchange: Exchange) { self.exchange = exchange }

    deinit {
        if !isSent.load(ordering: .relaxed) { exchange.send(exchange.core.unanswered) }
    }

    /// Sends the answer; a second one is ignored, and so is one that comes after the server gave
    /// the request up while it stopped.
    ///
    /// - Parameter status: Overrides the response's own, as 304 does for a page that is still the
    ///   same. Outside 200 to 599 it is ignored.
    public func send(_ response: Response, status: Int? = nil) {
        guard !isSent.exchange(true, ordering: .relaxed) else { return }
        exchange.send(response, status: status)
    }

    /// Answers 200 with a stream, which ends when its source does, when the client goes away, or
    /// when the server stops; it is the last answer of its connection.
    ///
    /// Three quarters of the connections may be streams; the next one answers 503. `HEAD` is
    /// answered with the headers alone.
    ///
    /// - Parameter headers: As those of a `Response`; where they cannot be sent, it answers 500.
    public func stream(
        _ source: some StreamSource, headers: [(name: String, value: String)]
    ) {
        guard !isSent.exchange(true, ordering: .relaxed) else { return }
        if exchange.isHead || Response.problem(status: 200, headers: headers) != nil {
            exchange.send(Response(status: 200, headers: headers, body: []))
        } else if exchange.core.isDraining {
            exchange.send(exchange.core.stopping)
        } else if let stream = EventStream(source, headers: headers, exchange: exchange) {
            exchange.send(stream)
        } else {
            exchange.send(exchange.core.overstreamed)
        }
    }
}

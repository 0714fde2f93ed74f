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
}

/// A limit on attempts to sign in: a growing delay for each client, and a rate for all clients together.
///
/// An attempt counts when it begins, so that many at the same time are no way around the limit. No client is locked out for
/// good. It is not safe to share between threads by itself.
struct AttemptLimit {
    typealias Instant = ContinuousClock.Instant

    /// The failed attempts of a client without a delay.
    static let free = 5
    /// The longest delay after an attempt.
    static let longestDelay = Duration.seconds(300)
    /// The time after which the attempts of a client are forgotten, counted from the end of its delay.
    static let memory = Duration.seconds(900)
    /// The most clients that are remembered.
    static let mostClients = 1_024
    /// The attempts of all clients that may come at once.
    static let burst = 60
    /// The time for one more attempt of all clients.
    static let interval = Duration.seconds(1)

    private struct Client {
        var attempts = 0
        /// The time from which the next attempt is accepted.
        var next: Instant
    }

    private var clients: [String: Client] = [:]
    /// The time at which all attempts so far are within the rate.
    private var filled: Instant?

    /// Begins an attempt of a client.
    ///
    /// - Returns: The time that the client must wait first; `nil` when the attempt is accepted.
    mutating func begin(_ client: String, at now: Instant) -> Duration? {
        var known = clients[client] ?? Client(next: now)
        if now > known.next + Self.memory { known = Client(next: now) }
        if now < known.next { return known.next - now }
        let filled = max(self.filled ?? now, now)
        let room = Self.interval * Self.burst
        guard filled + Self.interval <= now + room else {
            return filled + Self.interval - (now + room)
        }
        self.filled = filled + Self.interval
        known.attempts += 1
        if known.attempts >= Self.free {
            // 1, 2, 4, … seconds; more doublings than 9 exceed the longest delay anyway.
            let doublings = min(known.attempts - Self.free, 9)
            known.next = now + min(.seconds(1 << doublings), Self.longestDelay)
        } else {
            known.next = now
        }
        if clients[client] == nil, clients.count >= Self.mostClients { makeRoom(at: now) }
        clients[client] = known
        return nil
    }

    /// Forgets the attempts of a client that has signed in.
    mutating func succeed(_ client: String) { clients[client] = nil }

    /// The number of clients that are remembered.
    var clientCount: Int { clients.count }

    private mutating func makeRoom(at now: Instant) {
        clients = clients.filter { now <= $0.value.next + Self.memory }
        guard clients.count >= Self.mostClients else { return }
        // The clients with the shortest delays lose the least.
        for (client, _) in clients.sorted(by: { $0.value.next < $1.value.next })
            .prefix(Self.mostClients / 8)
        {
            clients[client] = nil
        }
    }
}

/// A limit on attempts to sign in: a growing delay for each client, and a rate for all clients together.
///
/// The rate has several shares, so that clients with failed attempts leave the attempts of the others alone. An attempt
/// counts when it begins, so that many at the same time are no way around the limit. No client is locked out for good. It
/// is not safe to share between threads by itself.
struct AttemptLimit {
    typealias Instant = ContinuousClock.Instant

    /// A client, by everything about it that it cannot change.
    struct Client: Sendable, Hashable {
        let name: [UInt8]
        /// The network that the client shares with others.
        let site: [UInt8]
    }

    enum Share: CaseIterable {
        /// Clients of sites in which no attempt has failed.
        case freshSites
        /// Clients without a failed attempt, in sites where others have failed.
        case freshClients
        case firstFailures
        case delayed
    }

    /// The failed attempts of a client without a delay.
    static let free = 5
    static let longestDelay = Duration.seconds(300)
    /// Counted from the end of the delay.
    static let memory = Duration.seconds(900)
    /// Also the most sites.
    static let mostClients = 1_024
    /// The attempts of a share that may come at once.
    static let burst = 60
    /// The time for one more attempt of a share.
    static let interval = Duration.seconds(1)

    private struct Known {
        var attempts = 0
        /// The time from which the next attempt is accepted.
        var next: Instant
        let site: [UInt8]
    }

    private var clients: [[UInt8]: Known] = [:]
    /// The times until which the attempts in a site are remembered.
    private var sites: [[UInt8]: Instant] = [:]
    /// The times at which all attempts so far are within the rate of their share.
    private var filled: [Share: Instant] = [:]

    func share(of client: Client, at now: Instant) -> Share {
        let attempts = known(client, at: now).attempts
        if attempts >= Self.free { return .delayed }
        if attempts > 0 { return .firstFailures }
        return sites[client.site].map { now <= $0 } ?? false ? .freshClients : .freshSites
    }

    /// The time that the client must wait first; `nil` when the attempt is accepted.
    mutating func begin(_ client: Client, at now: Instant) -> Duration? {
        var known = known(client, at: now)
        if now < known.next { return known.next - now }
        let share = share(of: client, at: now)
        let filled = max(self.filled[share] ?? now, now)
        let room = Self.interval * Self.burst
        guard filled + Self.interval <= now + room else {
            return filled + Self.interval - (now + room)
        }
        self.filled[share] = filled + Self.interval
        known.attempts += 1
        if known.attempts >= Self.free {
            // 1, 2, 4, … seconds; more doublings than 9 exceed the longest delay anyway.
            let doublings = min(known.attempts - Self.free, 9)
            known.next = now + min(.seconds(1 << doublings), Self.longestDelay)
        } else {
            known.next = now
        }
        if clients[client.name] == nil, clients.count >= Self.mostClients { makeRoom(at: now) }
        clients[client.name] = known
        if sites[client.site] == nil, sites.count >= Self.mostClients { makeRoomForSites(at: now) }
        sites[client.site] = known.next + Self.memory
        return nil
    }

    mutating func succeed(_ client: Client) {
        clients[client.name] = nil
        if !clients.values.contains(where: { $0.site == client.site }) { sites[client.site] = nil }
    }

    var clientCount: Int { clients.count }

    private func known(_ client: Client, at now: Instant) -> Known {
        let new = Known(next: now, site: client.site)
        guard let known = clients[client.name], now <= known.next + Self.memory else { return new }
        return known
    }

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

    private mutating func makeRoomForSites(at now: Instant) {
        sites = sites.filter { now <= $0.value }
        guard sites.count >= Self.mostClients else { return }
        for (site, _) in sites.sorted(by: { $0.value < $1.value }).prefix(Self.mostClients / 8) {
            sites[site] = nil
        }
    }
}

extension AttemptLimit.Client {
    /// Its address, or the user at the other end of a Unix socket.
    init(_ request: some PanelRequest) {
        self.init(address: request.clientAddress, user: request.peerUser)
    }

    /// A string that is no address is a name of its own.
    init(address: String?, user: String? = nil) {
        if let address, let read = ClientAddress(address) {
            self.init(name: read.client, site: read.site)
        } else {
            let name = Array((address ?? user.map { "user " + $0 } ?? "").utf8)
            self.init(name: name, site: name)
        }
    }
}

import Foundation

/// The ends of credentials on a clock that cannot be set.
///
/// They only shorten what the time of day allows, so that a clock that is set back makes nothing last longer.
struct CredentialEnds: Sendable {
    struct Life: Sendable {
        /// The time from which the life is counted; another one is another life.
        let stamp: Date
        /// True for the time since the last use of a session.
        var isUse = false
        /// By the time of day, in seconds.
        let rest: TimeInterval
    }

    private struct Name: Hashable {
        let hash: String
        let isUse: Bool
    }

    private var ends: [Name: (stamp: Date, moment: TimeInterval)] = [:]

    mutating func isAlive(_ life: Life, _ hash: String, at uptime: TimeInterval) -> Bool {
        let name = Name(hash: hash, isUse: life.isUse)
        var moment = uptime + life.rest
        if let known = ends[name], known.stamp == life.stamp { moment = min(moment, known.moment) }
        ends[name] = (life.stamp, moment)
        return uptime < moment
    }

    mutating func follow(_ credentials: Credentials, at now: Date, _ uptime: TimeInterval) {
        ends = ends.filter {
            let hash = $0.key.hash
            return credentials.sessions[hash] != nil || credentials.links[hash] != nil
                || credentials.tokens[hash] != nil
        }
        for (hash, token) in credentials.tokens {
            if let life = token.remaining(at: now) { _ = isAlive(life, hash, at: uptime) }
        }
        for (hash, link) in credentials.links {
            _ = isAlive(link.remaining(at: now), hash, at: uptime)
        }
        for (hash, session) in credentials.sessions {
            _ = isAlive(session.remaining(at: now), hash, at: uptime)
            _ = isAlive(session.remainingUse(at: now), hash, at: uptime)
        }
    }
}

extension AccessToken {
    func remaining(at now: Date) -> CredentialEnds.Life? {
        expires.map { CredentialEnds.Life(stamp: $0, rest: $0.timeIntervalSince(now)) }
    }
}

extension Credentials.Link {
    func remaining(at now: Date) -> CredentialEnds.Life {
        CredentialEnds.Life(
            stamp: created,
            rest: min(Self.life, Self.life - now.timeIntervalSince(created)))
    }
}

extension Credentials.Session {
    func remaining(at now: Date) -> CredentialEnds.Life {
        CredentialEnds.Life(
            stamp: created,
            rest: min(Self.longest, Self.longest - now.timeIntervalSince(created)))
    }

    func remainingUse(at now: Date) -> CredentialEnds.Life {
        CredentialEnds.Life(
            stamp: lastUse, isUse: true,
            rest: min(Self.idle, Self.idle - now.timeIntervalSince(lastUse)))
    }
}

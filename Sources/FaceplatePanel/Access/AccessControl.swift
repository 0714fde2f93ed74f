import Dispatch
import Faceplate
import FaceplateCryptography
import Foundation

/// The check of credentials: decides at the head of each request whether it is accepted, in memory only.
final class AccessControl: Sendable {
    enum SignIn: Sendable {
        case signedIn(CredentialText)
        /// The password or link is wrong, or the link is too old.
        case wrong
        case tooMany(wait: Duration)
        case failed(StoreError)
    }

    private struct Known: Sendable {
        var generation = -1
        var credentials = Credentials([:])
    }

    /// The time between two writes of the last use of a session.
    private static let useInterval: TimeInterval = 600
    /// Of each share; a password takes up to 0.4 seconds to check.
    private static let mostWaiting = 8

    let access: Panel.Access
    private let settings: Settings
    private let known = Locked(Known())
    /// Only those that are newer than in the storage.
    private let uses = Locked<[String: Date]>([:])
    private let ends = Locked(CredentialEnds())
    private let attempts = Locked(AttemptLimit())
    private let attemptTime: @Sendable () -> AttemptLimit.Instant
    private let waiting = Locked<[AttemptLimit.Share: Int]>([:])
    /// Passwords are checked here one after the other, so that no server thread waits and memory is bounded.
    private let queue = DispatchQueue(label: "faceplate.sign-in", qos: .utility)

    init(
        _ settings: Settings, _ access: Panel.Access,
        attemptTime: @escaping @Sendable () -> AttemptLimit.Instant
    ) {
        self.settings = settings
        self.access = access
        self.attemptTime = attemptTime
    }

    /// Read again only after a change.
    private var credentials: Credentials {
        let records = settings.credentials
        if let known = known.withLock({ $0.generation == records.generation ? $0 : nil }) {
            return known.credentials
        }
        let credentials = Credentials(records.records)
        known.withLock { $0 = Known(generation: records.generation, credentials: credentials) }
        uses.withLock { uses in uses = uses.filter { credentials.sessions[$0.key] != nil } }
        let (now, uptime) = (settings.time, settings.uptime())
        ends.withLock { $0.follow(credentials, at: now, uptime) }
        return credentials
    }

    var lacksPassword: Bool { access == .password && credentials.password == nil }

    // MARK: - Requests

    func judge(
        _ request: some PanelRequest, _ cookie: @autoclosure () -> SessionCookie
    ) throws(Unaccepted) -> (pass: Pass, requester: Requester?) {
        if let presented = bearer(of: request) {
            let hash = presented.hash
            if let token = credentials.tokens[hash], isCurrent(.token(hash)) {
                return (
                    .token(hash),
                    Requester(name: token.name, access: token.access, groups: token.groups)
                )
            }
            throw .badToken
        }
        switch access {
        case .open: return (.open, nil)
        case .token: throw .missing
        case .link, .password:
            for id in cookie().ids(in: request) {
                let hash = CredentialText(id).hash
                guard isCurrent(.session(hash)) else { continue }
                noteUse(of: hash)
                return (.session(hash), nil)
            }
            throw .missing
        }
    }

    /// An open panel ignores credentials of other kinds, which may be meant for the host's own checks.
    private func bearer(of request: some PanelRequest) -> CredentialText? {
        let fields = request.headers("authorization")
        guard let field = fields.first else { return nil }
        let parts = field.split(separator: " ", maxSplits: 1)
        let isBearer = parts.count == 2 && parts[0].lowercased() == "bearer" && fields.count == 1
        let text = isBearer ? String(parts[1].drop { $0 == " " }) : ""
        if access == .open, !text.hasPrefix(CredentialText.tokenPrefix) { return nil }
        return CredentialText(text)
    }

    /// Requests and streams that take long ask again.
    func isCurrent(_ pass: Pass) -> Bool {
        switch pass {
        case .open, .nobody: return true
        case .token(let hash):
            guard let token = credentials.tokens[hash], token.isValid(at: settings.time) else {
                return false
            }
            return isAlive(token.remaining(at: settings.time), hash)
        case .session(let hash):
            guard access.hasSignIn, var session = credentials.sessions[hash] else { return false }
            if let use = uses.withLock({ $0[hash] }) { session.lastUse = max(session.lastUse, use) }
            let now = settings.time
            return session.isValid(at: now) && isAlive(session.remaining(at: now), hash)
                && isAlive(session.remainingUse(at: now), hash)
        }
    }

    private func isAlive(_ life: CredentialEnds.Life?, _ hash: String) -> Bool {
        guard let life else { return true }
        let uptime = settings.uptime()
        return ends.withLock { $0.isAlive(life, hash, at: uptime) }
    }

    private func noteUse(of hash: String) {
        guard let session = credentials.sessions[hash] else { return }
        let now = settings.time
        let isDue = uses.withLock { uses in
            guard
                // A last use in the future is of a clock that was set back since.
                abs(now.timeIntervalSince(max(session.lastUse, uses[hash] ?? .distantPast)))
                    >= Self.useInterval
            else { return false }
            uses[hash] = now
            return true
        }
        guard isDue else { return }
        DispatchQueue.global(qos: .utility).async { [settings] in
            let name = CredentialName.session(hash)
            // A storage that cannot be written only loses the time of the last use.
            try? settings.changeCredentials { records in
                guard var session = Credentials(records).sessions[hash] else { return ((), [:]) }
                session.lastUse = now
                return ((), [name: CredentialRecord.session(session)])
            }
        }
    }

    // MARK: - Signing in and out

    /// `former` has the ids of earlier sessions of the same browser, which end; `reply` is called once, on any thread.
    func signIn(
        password: String, client: AttemptLimit.Client, replacing former: [String],
        _ reply: @escaping @Sendable (SignIn) -> Void
    ) {
        let share = attempts.withLock { $0.share(of: client, at: attemptTime()) }
        let isFull = waiting.withLock { waiting in
            guard waiting[share, default: 0] < Self.mostWaiting else { return true }
            waiting[share, default: 0] += 1
            return false
        }
        // Such an attempt does not count.
        if isFull { return reply(.tooMany(wait: .seconds(1))) }
        if let wait = begin(client) {
            waiting.withLock { $0[share, default: 1] -= 1 }
            return reply(.tooMany(wait: wait))
        }
        queue.async { [self] in
            defer { waiting.withLock { $0[share, default: 1] -= 1 } }
            let hash = credentials.password
            // Without a password there is nothing to compute. This shows in the time, and is no secret.
            guard let hash, (try? PasswordHash.matches(password, hash)) == true else {
                return reply(.wrong)
            }
            attempts.withLock { $0.succeed(client) }
            begin(replacing: former, reply) { Credentials($0).password == hash ? [:] : nil }
        }
    }

    func signIn(
        link: String, client: AttemptLimit.Client, replacing former: [String],
        _ reply: @escaping @Sendable (SignIn) -> Void
    ) {
        let hash = CredentialText(link).hash
        // A link that exists is no guess, so it works even while others guess.
        let known = credentials.links[hash]
        let isOver = known.map { !isAlive($0.remaining(at: settings.time), hash) } ?? false
        let isKnown = !isOver && known?.isValid(at: settings.time) ?? false
        if !isKnown, let wait = begin(client) { return reply(.tooMany(wait: wait)) }
        queue.async { [self] in
            let now = settings.time
            begin(
                replacing: former,
                { [self] result in
                    if case .signedIn = result { attempts.withLock { $0.succeed(client) } }
                    reply(result)
                }
            ) { records in
                // It is checked and removed in one transaction, so that it works once, in all processes together.
                guard let link = Credentials(records).links[hash], link.isValid(at: now), !isOver
                else {
                    return nil
                }
                return [CredentialName.link(hash): String?.none]
            }
        }
    }

    /// Waits for the store.
    func signOut(_ ids: [String]) throws(StoreError) {
        let names = ids.map { CredentialName.session(CredentialText($0).hash) }
        try settings.changeCredentials { records in
            let known = names.filter { records[$0] != nil }
            return ((), Dictionary(known.map { ($0, String?.none) }) { first, _ in first })
        }
    }

    private func begin(_ client: AttemptLimit.Client) -> Duration? {
        attempts.withLock { $0.begin(client, at: attemptTime()) }
    }

    /// `proof` returns the records to change in the same transaction; `nil` when the proof is wrong.
    private func begin(
        replacing former: [String], _ reply: @Sendable (SignIn) -> Void,
        proof: ([String: String]) -> [String: String?]?
    ) {
        let id = CredentialText.newSession()
        let now = settings.time
        let session = Credentials.Session(created: now, lastUse: now)
        let formerNames = former.map { CredentialName.session(CredentialText($0).hash) }
        do throws(StoreError) {
            let isRight = try settings.changeCredentials { records in
                guard var edits = proof(records) else { return (false, [:]) }
                for name in Self.excess(in: records, at: now) { edits[name] = String?.none }
                for name in formerNames where records[name] != nil { edits[name] = String?.none }
                edits[CredentialName.session(id.hash)] = CredentialRecord.session(session)
                return (true, edits)
            }
            reply(isRight ? .signedIn(id) : .wrong)
        } catch {
            reply(.failed(error))
        }
    }

    /// Returns the names of the sessions that have ended, and of those to end for one more.
    private static func excess(in records: [String: String], at now: Date) -> [String] {
        let sessions = Credentials(records).sessions
        let ended = sessions.filter { !$0.value.isValid(at: now) }
        let valid = sessions.filter { $0.value.isValid(at: now) }
            .sorted { $0.value.lastUse > $1.value.lastUse }
        return (ended.map(\.key) + valid.dropFirst(Credentials.Session.most - 1).map(\.key))
            .map(CredentialName.session)
    }
}

extension Panel {
    /// The way in which people prove that they may use a panel.
    ///
    /// Programs send a token instead, in every case (``PanelCredentials/addToken(named:access:groups:validFor:)``). A
    /// request that carries a ``Requester`` of the host is accepted without any other proof.
    public enum Access: String, Sendable, Hashable, CaseIterable {
        /// Everyone who reaches the panel may use it.
        case open
        /// People open a link that works once (``PanelCredentials/makeSignInLink(at:)``).
        case link
        /// People enter the password of the panel (``PanelCredentials/setPassword(_:)``), or open a link.
        case password
        /// Only programs with a token may use the panel.
        case token

        var hasSignIn: Bool { self == .link || self == .password }
    }
}

enum Pass: Sendable, Hashable {
    /// Nothing was asked, or the host has identified the requester.
    case open
    /// By the hash of its text.
    case token(String)
    /// By the hash of its cookie.
    case session(String)
    /// Only a few routes accept such a request.
    case nobody
}

enum Unaccepted: SpokenError {
    case missing
    /// The request has a token that does not exist, was revoked or has expired.
    case badToken

    var description: String {
        switch self {
        case .missing: "The request has no credential."
        case .badToken: "The token does not exist, was revoked or has expired."
        }
    }
}

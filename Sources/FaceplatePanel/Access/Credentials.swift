import Faceplate
import FaceplateCryptography
public import Foundation

/// A token that lets a program use a panel; its text is not stored and cannot be shown again.
public struct AccessToken: Sendable, Hashable {
    /// The name, which history shows as the author of changes.
    public let name: String
    /// The access of its requests.
    public let access: Requester.Access
    /// The user groups of its requests, by the names that `groupAccess` and `itemAccess` of a schema use.
    public let groups: Set<String>
    /// The time at which it was added.
    public let created: Date
    /// The time from which it is rejected; `nil` for never.
    public let expires: Date?

    func isValid(at time: Date) -> Bool { expires.map { time < $0 } ?? true }
}

struct Credentials: Sendable {
    struct Session: Sendable, Hashable {
        static let idle: TimeInterval = 12 * 3_600
        /// The time after which a session ends even if it is used.
        static let longest: TimeInterval = 30 * 86_400
        /// For one more, the one that was not used for the longest time ends.
        static let most = 1_000

        let created: Date
        var lastUse: Date

        func isValid(at time: Date) -> Bool {
            Credentials.hasBegun(created, at: time)
                && time < created.addingTimeInterval(Self.longest)
                && time < lastUse.addingTimeInterval(Self.idle)
        }
    }

    struct Link: Sendable, Hashable {
        static let life: TimeInterval = 600
        /// For one more, the oldest one ends.
        static let most = 32

        let created: Date

        func isValid(at time: Date) -> Bool {
            Credentials.hasBegun(created, at: time)
                && time < created.addingTimeInterval(Self.life)
        }
    }

    private(set) var password: String?
    /// By the hash of their text.
    private(set) var tokens: [String: AccessToken] = [:]
    /// By the hash of their cookie.
    private(set) var sessions: [String: Session] = [:]
    /// By the hash of their text.
    private(set) var links: [String: Link] = [:]
    /// The URL at which the panel was last served.
    private(set) var url: String?

    init(_ records: [String: String]) {
        for (name, text) in records {
            let record = CredentialRecord(text)
            switch name.split(separator: " ", maxSplits: 1).map(String.init) {
            case ["password"]: password = record["hash"]
            case ["url"]: url = record["url"]
            case let parts where parts.count == 2 && parts[0] == "token":
                guard let hash = record["sha256"] else { continue }
                tokens[hash] = record.token(named: parts[1])
            case let parts where parts.count == 2 && parts[0] == "session":
                sessions[parts[1]] = record.time("created").map { created in
                    Session(created: created, lastUse: record.time("used") ?? created)
                }
            case let parts where parts.count == 2 && parts[0] == "link":
                links[parts[1]] = record.time("created").map(Link.init)
            default: continue
            }
        }
    }

    /// True when a time is not in the future: a clock that was set back must not make credentials last longer.
    private static func hasBegun(_ created: Date, at time: Date) -> Bool {
        created.addingTimeInterval(-60) <= time
    }
}

// MARK: - Records

enum CredentialName {
    static let password = "password"
    static let url = "url"

    static func token(_ name: String) -> String { "token \(name)" }
    static func session(_ hash: String) -> String { "session \(hash)" }
    static func link(_ hash: String) -> String { "link \(hash)" }

    /// Sessions and links end when the password changes.
    static func removingSignIns(from records: [String: String]) -> [String: String?] {
        records.filter { $0.key.hasPrefix("session ") || $0.key.hasPrefix("link ") }
            .mapValues { _ in nil }
    }
}

struct CredentialRecord {
    private let object: JSONObject

    init(_ text: String) {
        object = (try? JSONReader.read(text))?.object ?? JSONObject([])
    }

    init(_ members: [(String, JSONValue?)]) {
        object = JSONObject(
            members.compactMap { name, value in value.map { .init(name: name, value: $0) } })
    }

    var text: String { JSONWriter().text(JSONValue(.object(object))) }

    subscript(name: String) -> String? { object[name]?.string }

    func time(_ name: String) -> Date? { self[name].flatMap(RevisionTime.date) }

    /// `nil` when a part of it is missing, so that no record grants more than it says.
    func token(named name: String) -> AccessToken? {
        guard let access = self["access"].flatMap(Requester.Access.init),
            let created = time("created"), let groups = object["groups"]?.array
        else { return nil }
        let expires = object["expires"]
        let end = time("expires")
        guard expires == nil || end != nil else { return nil }
        return AccessToken(
            name: name, access: access, groups: Set(groups.compactMap(\.string)), created: created,
            expires: end)
    }

    static func token(_ token: AccessToken, hash: String) -> String {
        CredentialRecord([
            ("sha256", .text(hash)), ("access", .text(token.access.rawValue)),
            ("groups", JSONValue(.array(token.groups.sorted().map(JSONValue.text)))),
            ("created", time(token.created)), ("expires", token.expires.map(time)),
        ]).text
    }

    static func session(_ session: Credentials.Session) -> String {
        CredentialRecord([("created", time(session.created)), ("used", time(session.lastUse))])
            .text
    }

    static func link(_ link: Credentials.Link) -> String {
        CredentialRecord([("created", time(link.created))]).text
    }

    static func password(_ hash: String, at time: Date) -> String {
        CredentialRecord([("hash", .text(hash)), ("changed", self.time(time))]).text
    }

    private static func time(_ date: Date) -> JSONValue { .text(RevisionTime.text(date)) }
}

/// The text of a credential that a person or program presents; the storage has only its hash.
struct CredentialText: Sendable {
    /// The beginning of every token, by which programs that search for leaked secrets recognize it.
    static let tokenPrefix = "fp_"
    /// In bytes.
    private static let tokenSize = 32
    /// In bytes.
    private static let sessionSize = 16

    let text: String

    init(_ text: String) {
        self.text = text
    }

    static func newToken() -> CredentialText {
        CredentialText(tokenPrefix + RandomBytes.make(tokenSize).hexadecimal)
    }

    static func newLink() -> CredentialText {
        CredentialText(RandomBytes.make(tokenSize).hexadecimal)
    }

    static func newSession() -> CredentialText {
        CredentialText(RandomBytes.make(sessionSize).hexadecimal)
    }

    /// A credential is looked up by its hash, so the time of the lookup reveals nothing about its text.
    var hash: String { SHA256Digest.of(Array(text.utf8)).hexadecimal }
}

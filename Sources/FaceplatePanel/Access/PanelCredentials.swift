public import Faceplate
import FaceplateCryptography
import Foundation

/// The password, the tokens and the sign-in links of a panel, for hosts and commands.
///
/// They are stored with the settings, as hashes. Its methods wait for the store, and those with a password compute for
/// 0.1 to 0.4 seconds, so call them on a thread that may block. Panels that serve the settings, in any process, use the
/// changes within a second.
public struct PanelCredentials: Sendable {
    private let settings: Settings

    /// Creates the credentials of the panel of some settings.
    public init(_ settings: Settings) {
        self.settings = settings
    }

    private var current: Credentials { Credentials(settings.credentials.records) }

    // MARK: - Password

    /// A Boolean value that indicates whether a password is set.
    public var hasPassword: Bool { current.password != nil }

    /// Sets the password of the panel, and ends all sessions.
    ///
    /// - Throws: `CredentialError` for a password of fewer than 8 or more than 1,024 bytes, or with a NUL; `StoreError`.
    public func setPassword(_ password: String) throws {
        guard (8...PasswordHash.longest).contains(password.utf8.count),
            !password.utf8.contains(0)
        else {
            throw CredentialError(
                message: "The password must have 8 to \(PasswordHash.longest) bytes and no NUL.")
        }
        let hash: String
        do {
            hash = try PasswordHash.make(password)
        } catch {
            throw CredentialError(message: "The system's library could not hash the password.")
        }
        let record = CredentialRecord.password(hash, at: settings.time)
        try settings.changeCredentials { records in
            var edits = CredentialName.removingSignIns(from: records)
            edits[CredentialName.password] = record
            return ((), edits)
        }
    }

    // MARK: - Tokens

    /// The tokens, in the order of their names, with those that have expired.
    public var tokens: [AccessToken] {
        current.tokens.values.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// Adds a token and returns its text, which cannot be shown again.
    ///
    /// A program sends it as `Authorization: Bearer TEXT`.
    ///
    /// - Parameters:
    ///   - name: The author of its changes in history: 1 to 64 letters, digits and `-`, `_`, `.`, `@`.
    ///   - groups: The user groups that its requests belong to.
    ///   - duration: The time after which it expires; `nil` for never.
    /// - Throws: `CredentialError` for a wrong or used name; `StoreError`.
    public func addToken(
        named name: String, access: Requester.Access = .edit, groups: Set<String> = [],
        validFor duration: Duration? = nil
    ) throws -> String {
        guard Self.isName(name) else {
            throw CredentialError(
                message:
                    "'\(name)' cannot be the name of a token. Use 1 to 64 letters, digits and - _ . @"
            )
        }
        let text = CredentialText.newToken()
        let now = settings.time
        let token = AccessToken(
            name: name, access: access, groups: groups, created: now,
            expires: duration.map { now.addingTimeInterval($0 / .seconds(1)) })
        let record = CredentialRecord.token(token, hash: text.hash)
        let isAdded = try settings.changeCredentials { records in
            records[CredentialName.token(name)] == nil
                ? (true, [CredentialName.token(name): record]) : (false, [:])
        }
        guard isAdded else {
            throw CredentialError(
                message: "There is a token '\(name)' already. Revoke it first.")
        }
        return text.text
    }

    /// Revokes a token: its next request is rejected, and its event streams end.
    ///
    /// - Returns: False when there is no token with this name.
    /// - Throws: `StoreError`.
    public func revokeToken(named name: String) throws -> Bool {
        try settings.changeCredentials { records in
            records[CredentialName.token(name)] == nil
                ? (false, [:]) : (true, [CredentialName.token(name): nil])
        }
    }

    private static func isName(_ name: String) -> Bool {
        (1...64).contains(name.unicodeScalars.count)
            && name.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || $0.properties.numericType == .decimal
                    || "-_.@".unicodeScalars.contains($0)
            }
    }

    // MARK: - Links and sessions

    /// Returns a new link that signs one person in, once, within 10 minutes.
    ///
    /// - Parameter url: The URL of the panel, such as `PanelServer.url`.
    /// - Throws: `StoreError`.
    public func makeSignInLink(at url: String) throws -> String {
        let text = CredentialText.newLink()
        let link = Credentials.Link(created: settings.time)
        try settings.changeCredentials { records in
            let known = Credentials(records).links
            let ended = known.filter { !$0.value.isValid(at: link.created) }.map(\.key)
            let excess = known.filter { $0.value.isValid(at: link.created) }
                .sorted { $0.value.created > $1.value.created }
                .dropFirst(Credentials.Link.most - 1).map(\.key)
            var edits: [String: String?] = [:]
            for hash in ended + excess { edits[CredentialName.link(hash)] = String?.none }
            edits[CredentialName.link(text.hash)] = CredentialRecord.link(link)
            return ((), edits)
        }
        let root = url.hasSuffix("/") ? url : url + "/"
        return root + "sign-in?link=" + text.text
    }

    /// Ends all sessions, and the links that were not used yet.
    ///
    /// - Returns: The number of sessions that ended.
    /// - Throws: `StoreError`.
    @discardableResult
    public func endSessions() throws -> Int {
        let now = settings.time
        return try settings.changeCredentials { records in
            let sessions = Credentials(records).sessions.values.count { $0.isValid(at: now) }
            return (sessions, CredentialName.removingSignIns(from: records))
        }
    }

    /// The number of people who are signed in.
    public var sessionCount: Int {
        let now = settings.time
        return current.sessions.values.count { $0.isValid(at: now) }
    }

    // MARK: - Place

    package var url: String? { current.url }

    /// For links that other processes make.
    package func note(url: String) throws(StoreError) {
        let record = CredentialRecord([("url", .text(url))]).text
        try settings.changeCredentials { records in
            ((), records[CredentialName.url] == record ? [:] : [CredentialName.url: record])
        }
    }
}

/// The reason why a credential was not stored.
public struct CredentialError: SpokenError {
    /// The message, one or two sentences; it contains no secret.
    public let message: String

    /// The message.
    public var description: String { message }
}

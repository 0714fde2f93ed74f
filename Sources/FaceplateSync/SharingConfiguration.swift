import FaceplateSchema
public import Foundation

/// Where machines meet, and as whom this one comes.
public struct SharingConfiguration: Sendable {
    /// The addresses of the cluster's members, tried in turn: `http://127.0.0.1:2379`.
    ///
    /// A user and a password do not belong into them.
    public var endpoints: [String]
    /// What the keys in the cluster begin with; behind it stand the panel's key and the setting's.
    public var prefix = "/faceplate"
    /// What other machines call this one, 1 to 64 characters: it stands in their histories.
    public var machine: String
    /// Who this machine is to the cluster; asked for where the cluster knows users.
    public var user: String?
    /// The password of `user`; only ever sent to the cluster.
    public var password: String?
    /// A file with the password of `user` in its first line, instead of `password`.
    ///
    /// At most 64 KiB of UTF-8. It is read whenever this machine signs in, so that a new password needs
    /// no new start.
    public var passwordFile: String?
    /// A file with the certificates (PEM) that `https` is trusted by; the system's where `nil`.
    public var authorityFile: String?
    /// A file with the certificate (PEM) that this machine shows to the cluster, and those that lead to it.
    public var certificateFile: String?
    /// The file with the private key (PEM) of `certificateFile`.
    public var privateKeyFile: String?

    /// Makes a configuration; the machine is called by its host name unless told otherwise.
    public init(endpoints: [String], machine: String = ProcessInfo.processInfo.hostName) {
        self.endpoints = endpoints
        self.machine = machine
    }
}

/// What keeps settings from being shared at all.
public struct SharingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A sentence for people.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension SharingConfiguration {
    /// - Throws: what cannot work, before anything is tried.
    func check() throws(SharingError) {
        guard !endpoints.isEmpty else {
            throw SharingError("No address of a cluster is given. One is 'http://127.0.0.1:2379'.")
        }
        for endpoint in endpoints { try Self.check(endpoint) }
        guard SharedEntry.isName(machine) else {
            throw SharingError(
                "'\(machine)' is no name for a machine: it has 1 to \(SharedEntry.longestName) "
                    + "characters that can be seen.")
        }
        guard !prefix.isEmpty, prefix.utf8.count <= 512, prefix.utf8.allSatisfy({ $0 > 0x20 })
        else {
            throw SharingError(
                "'\(prefix)' is no prefix: it has 1 to 512 bytes, and no spaces among them.")
        }
        if password != nil || passwordFile != nil, user == nil {
            throw SharingError("A password is given without a user.")
        }
        _ = try currentPassword()
        guard (certificateFile == nil) == (privateKeyFile == nil) else {
            throw SharingError("A certificate needs its private key: name both files.")
        }
        for file in [authorityFile, certificateFile, privateKeyFile].compactMap(\.self)
        where !FileManager.default.isReadableFile(atPath: file) {
            throw SharingError("The file '\(file)' cannot be read.")
        }
    }

    /// The password as it is now.
    ///
    /// - Throws: which file cannot be read.
    func currentPassword() throws(SharingError) -> String {
        guard let passwordFile else { return password ?? "" }
        guard let bytes = try? RegularFile.bytes(of: passwordFile, limit: 65_536),
            let text = String(validating: bytes, as: UTF8.self)
        else { throw SharingError("The file '\(passwordFile)' cannot be read.") }
        return String(text.unicodeScalars.prefix { $0 != "\n" && $0 != "\r" })
    }

    private static func check(_ endpoint: String) throws(SharingError) {
        guard let parts = URLComponents(string: endpoint),
            ["http", "https"].contains(parts.scheme?.lowercased()),
            parts.host?.isEmpty == false, parts.query == nil, parts.fragment == nil,
            ["", "/"].contains(parts.path)
        else {
            throw SharingError(
                "'\(withoutUser(endpoint))' is no address of a cluster. One is "
                    + "'http://127.0.0.1:2379'.")
        }
        guard parts.user == nil, parts.password == nil else {
            throw SharingError(
                "'\(withoutUser(endpoint))' has a user in it. Give user and password by themselves."
            )
        }
    }

    /// An address as it may be told.
    private static func withoutUser(_ endpoint: String) -> String {
        guard let at = endpoint.lastIndex(of: "@") else { return endpoint }
        let scheme = endpoint.range(of: "://")?.upperBound ?? endpoint.startIndex
        guard scheme <= at else { return String(endpoint[at...].dropFirst()) }
        return endpoint[..<scheme] + String(endpoint[at...].dropFirst())
    }
}

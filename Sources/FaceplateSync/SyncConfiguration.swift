import Dispatch
import Faceplate
public import FaceplateSchema
public import Foundation

/// The cluster through which machines sync, and the name and credentials of this machine.
public struct SyncConfiguration: Sendable {
    /// The URLs of the cluster members, tried in turn: `http://127.0.0.1:2379`.
    ///
    /// A URL with a user or a password is rejected.
    public var endpoints: [String]
    /// The prefix of the keys in the cluster, before the panel key and the setting key.
    public var prefix = "/faceplate"
    /// The name of this machine in the history of other machines: 1 to 64 visible characters.
    public var machine: String
    /// The user name for the cluster; `nil` for a cluster without authentication.
    public var user: String?
    /// The password of `user`; sent only to the cluster.
    public var password: String?
    /// A file with the password of `user` in its first line, used instead of `password`.
    ///
    /// At most 64 KiB of UTF-8. The file is read at each sign-in, so that a new password does not need a
    /// restart.
    public var passwordFile: String?
    /// A file with the CA certificates (PEM) for `https`; `nil` uses the certificates of the system.
    public var authorityFile: String?
    /// A file with the client certificate (PEM) of this machine and its certificate chain.
    ///
    /// All three files are read again when they have changed, so that renewed certificates do not need a restart.
    public var certificateFile: String?
    /// The file with the private key (PEM) of `certificateFile`.
    public var privateKeyFile: String?

    /// Creates a configuration.
    public init(endpoints: [String], machine: String = ProcessInfo.processInfo.hostName) {
        self.endpoints = endpoints
        self.machine = machine
    }
}

/// A mistake in the configuration that prevents sync.
public struct SyncError: SpokenError, Hashable {
    /// A sentence for people.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension SyncConfiguration {
    func check() throws(SyncError) {
        guard !endpoints.isEmpty else {
            throw SyncError(
                "No address of a cluster is given. Write for example 'http://127.0.0.1:2379'.")
        }
        for endpoint in endpoints { try Self.check(endpoint) }
        try Self.check(machine: machine)
        guard !prefix.isEmpty, prefix.utf8.count <= 512, prefix.utf8.allSatisfy({ $0 > 0x20 })
        else {
            throw SyncError(
                "'\(prefix)' is not a prefix: it must have 1 to 512 bytes and no spaces.")
        }
        if password != nil || passwordFile != nil, user == nil {
            throw SyncError("A password is given without a user.")
        }
        _ = try currentPassword()
        guard (certificateFile == nil) == (privateKeyFile == nil) else {
            throw SyncError("A certificate needs its private key: name both files.")
        }
        for file in certificateFiles
        where !FileManager.default.isReadableFile(atPath: file) {
            throw SyncError("The file '\(file)' cannot be read.")
        }
    }

    var certificateFiles: [String] {
        [authorityFile, certificateFile, privateKeyFile].compactMap(\.self)
    }

    static func check(machine: String) throws(SyncError) {
        guard SyncedEntry.isName(machine) else {
            throw SyncError(
                "'\(machine)' is not a name for a machine: it must have 1 to \(SyncedEntry.longestName) "
                    + "visible characters.")
        }
    }

    /// Checks that the key of the panel is not only the name of its schema file, which other programs use, too.
    ///
    /// Settings that were synced before continue.
    static func checkKey(of settings: Settings) throws(SyncError) {
        let schema = settings.snapshot.schema
        guard !schema.isKeyExplicit, ((try? settings.agreements()) ?? [:]).isEmpty else { return }
        throw SyncError(
            "The schema has no panelKey, and other programs may have a schema file '\(schema.key)', too. "
                + "Add \"panelKey\" with a name that only this program has, the same on all machines."
        )
    }

    /// A folder that does not respond within two seconds is checked when sync runs.
    static func check(folder: String) throws(SyncError) {
        let problem = Locked<String?>(nil)
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            problem.withLock { $0 = Self.problem(ofFolder: folder) }
            done.signal()
        }
        _ = done.wait(timeout: .now() + 2)
        if let words = problem.withLock({ $0 }) { throw SyncError(words) }
    }

    /// `nil` if it is one or can become one.
    private static func problem(ofFolder folder: String) -> String? {
        guard !folder.isEmpty, !folder.utf8.contains(0) else {
            return "'\(folder.replacing("\0", with: ""))' is not the path of a folder."
        }
        var status = stat()
        guard stat(folder, &status) != 0 else {
            return status.st_mode & S_IFMT == S_IFDIR ? nil : "'\(folder)' is not a folder."
        }
        switch errno {
        case ENOTDIR: return "'\(folder)' cannot be a folder, because a file is in its path."
        case ENAMETOOLONG: return "The path '\(folder.prefix(80))…' is too long."
        case ENOENT where !folder.hasPrefix("/"):
            return "There is no folder '\(folder)'. If it is mounted later, give its whole path."
        default: return nil
        }
    }

    /// Empty without a password.
    func currentPassword() throws(SyncError) -> String {
        guard let passwordFile else { return password ?? "" }
        guard let bytes = try? RegularFile.bytes(of: passwordFile, limit: 65_536),
            let text = String(validating: bytes, as: UTF8.self)
        else { throw SyncError("The file '\(passwordFile)' cannot be read.") }
        return String(text.unicodeScalars.prefix { $0 != "\n" && $0 != "\r" })
    }

    private static func check(_ endpoint: String) throws(SyncError) {
        guard let parts = URLComponents(string: endpoint),
            ["http", "https"].contains(parts.scheme?.lowercased()),
            parts.host?.isEmpty == false, parts.query == nil, parts.fragment == nil,
            ["", "/"].contains(parts.path)
        else {
            throw SyncError(
                "'\(withoutUser(endpoint))' is not the address of a cluster. Write for example "
                    + "'http://127.0.0.1:2379'.")
        }
        guard parts.user == nil, parts.password == nil else {
            throw SyncError(
                "'\(withoutUser(endpoint))' has a user in it. Give user and password by themselves."
            )
        }
    }

    /// A URL without its user and password, which must not be reported.
    private static func withoutUser(_ endpoint: String) -> String {
        guard let at = endpoint.lastIndex(of: "@") else { return endpoint }
        let scheme = endpoint.range(of: "://")?.upperBound ?? endpoint.startIndex
        guard scheme <= at else { return String(endpoint[at...].dropFirst()) }
        return endpoint[..<scheme] + String(endpoint[at...].dropFirst())
    }
}

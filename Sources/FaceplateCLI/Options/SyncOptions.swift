import ArgumentParser
import Faceplate
import FaceplateSchema
import FaceplateSync
import Foundation
import Logging

struct SyncOptions: ParsableArguments {
    private static let help =
        "Sync the settings marked with itemSynced through an etcd cluster: the URL of a "
        + "member, for example http://127.0.0.1:2379. Repeatable."

    @Option(name: .customLong("sync"), help: ArgumentHelp(Self.help, valueName: "url"))
    var endpoints: [String] = []

    @Option(
        name: .customLong("sync-folder"),
        help: ArgumentHelp(
            "Sync the settings marked with itemSynced through a folder that another program carries "
                + "between machines, for example Syncthing or a mounted share.", valueName: "folder"
        ),
        completion: .directory)
    var folder: String?

    @Option(
        name: .customLong("sync-name"),
        help: ArgumentHelp(
            "The name of this machine for other machines. (default: the host name)",
            valueName: "name"))
    var machine: String?

    @Option(
        name: .customLong("sync-prefix"),
        help: ArgumentHelp(
            "Prefix of the keys in the cluster.", valueName: "prefix"))
    var prefix = "/faceplate"

    @Option(
        name: .customLong("sync-user"),
        help: ArgumentHelp(
            "User name for the cluster. The password is read from --sync-password-file, or "
                + "else from $FACEPLATE_SYNC_PASSWORD.", valueName: "user"))
    var user: String?

    @Option(
        name: .customLong("sync-password-file"),
        help: ArgumentHelp(
            "A file with the password for the cluster, read at each sign-in.",
            valueName: "file"))
    var passwordFile: String?

    @Option(
        name: .customLong("sync-authority"),
        help: ArgumentHelp(
            "CA certificates (PEM) for https. (default: the certificates of the system)",
            valueName: "file"))
    var authority: String?

    @Option(
        name: .customLong("sync-certificate"),
        help: ArgumentHelp(
            "Client certificate (PEM) of this machine.", valueName: "file"))
    var certificate: String?

    @Option(
        name: .customLong("sync-key"),
        help: ArgumentHelp(
            "Private key (PEM) of the client certificate.", valueName: "file"))
    var privateKey: String?

    var isGiven: Bool { !endpoints.isEmpty || folder != nil }

    func validate() throws {
        guard endpoints.isEmpty || folder == nil else {
            throw ValidationError(
                "Sync through a cluster or a folder: '--sync' or '--sync-folder'.")
        }
    }

    /// Not started yet; `nil` without a cluster and a folder.
    func opened(with settings: Settings, _ logger: Logger) throws(Failure) -> Sync? {
        do throws(SyncError) {
            if !endpoints.isEmpty { return try Sync(settings, configuration, logger: logger) }
            guard let folder else { return nil }
            guard let machine else { return try Sync(settings, folder: folder, logger: logger) }
            return try Sync(settings, folder: folder, machine: machine, logger: logger)
        } catch {
            throw Failure(.usage, error.description)
        }
    }

    private var configuration: SyncConfiguration {
        var configuration = SyncConfiguration(endpoints: endpoints)
        if let machine { configuration.machine = machine }
        configuration.prefix = prefix
        configuration.user = user
        configuration.passwordFile = passwordFile
        // Without a user, the variable may be meant for another program.
        if passwordFile == nil, user != nil {
            configuration.password =
                ProcessInfo.processInfo.environment["FACEPLATE_SYNC_PASSWORD"]
        }
        configuration.authorityFile = authority
        configuration.certificateFile = certificate
        configuration.privateKeyFile = privateKey
        return configuration
    }
}

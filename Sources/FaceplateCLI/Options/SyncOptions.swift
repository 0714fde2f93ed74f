import ArgumentParser
import Faceplate
import FaceplateSchema
import Foundation
import Logging

#if Sync
    import FaceplateSync

    /// With which other machines `serve` shares the settings that the schema marks.
    struct SyncOptions: ParsableArguments {
        @Option(
            name: .customLong("sync"),
            help: ArgumentHelp(
                "Share the settings marked 'itemSynced' with other machines through an etcd cluster: "
                    + "the address of a member, http://127.0.0.1:2379. May be repeated.",
                valueName: "address"))
        var endpoints: [String] = []

        @Option(
            name: .customLong("sync-name"),
            help: ArgumentHelp(
                "What other machines call this one. Usually the name of the host.",
                valueName: "name"))
        var machine: String?

        @Option(
            name: .customLong("sync-prefix"),
            help: ArgumentHelp(
                "What the keys in the cluster begin with.", valueName: "prefix"))
        var prefix = "/faceplate"

        @Option(
            name: .customLong("sync-user"),
            help: ArgumentHelp(
                "The user that the cluster knows this machine as. The password is read from "
                    + "--sync-password-file, else from the environment variable "
                    + "FACEPLATE_SYNC_PASSWORD.", valueName: "user"))
        var user: String?

        @Option(
            name: .customLong("sync-password-file"),
            help: ArgumentHelp(
                "A file with that password, read at each sign-in.", valueName: "file"))
        var passwordFile: String?

        @Option(
            name: .customLong("sync-authority"),
            help: ArgumentHelp(
                "A file with the certificates (PEM) that https is trusted by. Usually the system's.",
                valueName: "file"))
        var authority: String?

        @Option(
            name: .customLong("sync-certificate"),
            help: ArgumentHelp(
                "A file with the certificate (PEM) that this machine shows to the cluster.",
                valueName: "file"))
        var certificate: String?

        @Option(
            name: .customLong("sync-key"),
            help: ArgumentHelp(
                "A file with the private key (PEM) of that certificate.", valueName: "file"))
        var privateKey: String?

        /// What shares the settings while they are served; `nil` where nobody asked for it.
        func sharing(_ settings: Settings, _ logger: Logger) throws(Failure) -> RunningSync? {
            guard let sharing = try sharing(with: settings, logger) else { return nil }
            return RunningSync(status: sharing) { try? await sharing.run() }
        }

        /// The same, which does nothing yet.
        func sharing(with settings: Settings, _ logger: Logger) throws(Failure) -> Sharing? {
            guard !endpoints.isEmpty else { return nil }
            var configuration = SharingConfiguration(endpoints: endpoints)
            if let machine { configuration.machine = machine }
            configuration.prefix = prefix
            configuration.user = user
            configuration.passwordFile = passwordFile
            // One that is there for another program's sake is not ours to mind.
            if passwordFile == nil, user != nil {
                configuration.password =
                    ProcessInfo.processInfo.environment["FACEPLATE_SYNC_PASSWORD"]
            }
            configuration.authorityFile = authority
            configuration.certificateFile = certificate
            configuration.privateKeyFile = privateKey
            do throws(SharingError) {
                return try Sharing(settings, configuration, logger: logger)
            } catch {
                throw Failure(.usage, error.description)
            }
        }
    }
#else
    /// With which other machines settings are shared, which is another build's work.
    struct SyncOptions: ParsableArguments {
        @Option(name: .customLong("sync"), help: .hidden)
        var endpoints: [String] = []

        func validate() throws {
            guard endpoints.isEmpty else {
                throw ValidationError(
                    "This faceplate was built without sharing. Build it with 'swift build --traits "
                        + "Sync'.")
            }
        }

        /// None.
        func sharing(_ settings: Settings, _ logger: Logger) throws(Failure) -> RunningSync? { nil }
    }
#endif

/// What shares the settings while they are served.
final class RunningSync: Sendable {
    let status: any SyncStatus
    private let run: @Sendable () async -> Void
    private let task = Locked<Task<Void, Never>?>(nil)

    init(status: any SyncStatus, _ run: @escaping @Sendable () async -> Void) {
        self.status = status
        self.run = run
    }

    func start() {
        task.withLock { $0 = Task(operation: run) }
    }

    /// Ends it, and returns when it has ended.
    func stop() async {
        let task = task.withLock { $0 }
        task?.cancel()
        await task?.value
    }
}

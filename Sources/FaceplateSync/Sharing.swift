#if Sync
    public import Faceplate
    import FaceplateSchema
    public import Logging
    public import ServiceLifecycle

    /// Syncs the marked settings (`itemSynced`) of this machine with other machines through an etcd cluster.
    ///
    /// Runs as one of the services of the program. Saving never waits for it, and without a connection
    /// the settings work as before. Changes from other machines are stored as revisions with the origin
    /// `sync` and the name of the other machine as the actor.
    public final class Sharing: Service, SyncStatus {
        /// The time limit of `syncNow`; the sync itself continues after it.
        private let patience: Duration
        private let engine: SharingEngine
        private let configuration: SharingConfiguration
        private let cluster: LateCluster

        /// Creates a sync of settings; nothing is sent before `run`.
        ///
        /// Only one program at a time can sync the settings of a database, which stores the last synced
        /// state.
        ///
        /// - Throws: `SharingError` for a configuration that cannot work.
        public convenience init(
            _ settings: Settings, _ configuration: SharingConfiguration,
            logger: Logger = .faceplate("faceplate.sync")
        ) throws(SharingError) {
            try self.init(
                settings, configuration, limits: SharingLimits(), pauses: SharingEngine.Pauses(),
                logger: logger)
        }

        init(
            _ settings: Settings, _ configuration: SharingConfiguration, limits: SharingLimits,
            pauses: SharingEngine.Pauses, patience: Duration = .seconds(8), logger: Logger
        ) throws(SharingError) {
            try configuration.check()
            _ = try EtcdConnection.tls(configuration)
            self.patience = patience
            self.configuration = configuration
            let keys = EtcdKeys(prefix: configuration.prefix, panel: settings.snapshot.schema.key)
            cluster = LateCluster(keys: keys, limit: limits.entry)
            engine = SharingEngine(
                settings, cluster, machine: configuration.machine, limits: limits, pauses: pauses,
                logger: logger)
        }

        /// The current sync status.
        public var report: SyncReport { engine.board.report }

        /// Sends waiting changes and receives changes of other machines now; see `SyncStatus`.
        public func syncNow() async -> SyncReport {
            let answered = await answer(within: patience) { [engine] in
                await engine.mailbox.request()
            }
            // `nil` means that `run` is not running: there is nothing to wait for.
            if let answered { return answered ?? report }
            var late = report
            late.problems.append("The cluster has not answered yet.")
            return late
        }

        /// Syncs until the task is canceled, the service shuts down or the settings are closed.
        ///
        /// Do not call it again while it is running.
        public func run() async throws {
            let connection = try EtcdConnection(configuration)
            cluster.connect(connection)
            await cancelWhenGracefulShutdown { [engine] in await engine.run() }
            cluster.connect(nil)
            await connection.close()
        }

        /// Receives the changes of other machines and sends waiting changes, once.
        ///
        /// Do not call it while `run` is running. It waits for the cluster for at most 20 seconds.
        ///
        /// - Returns: The status after the sync. If the switch for sync is off, nothing is synced.
        public func shareOnce() async -> SyncReport {
            guard engine.settings.snapshot.isSharingOn else { return report }
            let running = Task { try await run() }
            _ = await answer(within: .seconds(20)) { [engine] in
                await engine.board.wait { $0.lastSync != nil || !$0.problems.isEmpty }
            }
            var outcome = report
            if outcome.lastSync == nil, outcome.problems.isEmpty {
                outcome.problems.append("The cluster has not answered yet.")
            }
            running.cancel()
            _ = await running.result
            return outcome
        }

        /// The stored status of the last sync, with the current number of waiting settings.
        ///
        /// Reads the file on the caller's thread.
        ///
        /// - Returns: The status; `nil` if these settings have never been synced.
        /// - Throws: `StoreError` if the file cannot be read.
        public static func lastReport(of settings: Settings) throws(StoreError) -> SyncReport? {
            let records = try settings.agreements()
            guard var report = records[StoredReport.key].flatMap(StoredReport.report) else {
                return nil
            }
            let snapshot = settings.snapshot
            report.isEnabled = snapshot.isSharingOn
            report.waiting = snapshot.waiting(
                Replica(machine: report.name, records: records).agreements)
            return report
        }

        /// Waits until the report satisfies `isWanted`, or until the task is canceled.
        package func wait(until isWanted: @escaping @Sendable (SyncReport) -> Bool) async {
            await engine.board.wait(until: isWanted)
        }
    }

    /// A cluster with a connection only while the service runs, because connections must be closed.
    private final class LateCluster: Cluster {
        private let keys: EtcdKeys
        private let limit: Int
        private let connection = Locked<EtcdConnection?>(nil)

        init(keys: EtcdKeys, limit: Int) {
            self.keys = keys
            self.limit = limit
        }

        func connect(_ new: EtcdConnection?) { connection.withLock { $0 = new } }

        private var etcd: EtcdCluster {
            get throws {
                guard let connection = connection.withLock({ $0 }) else {
                    throw ClusterError("Sharing has stopped.")
                }
                return EtcdCluster(keys: keys, connection: connection, limit: limit)
            }
        }

        func read(_ keys: Set<String>) async throws -> ClusterContent { try await etcd.read(keys) }

        func write(_ puts: [SharedPut]) async throws -> Int64? { try await etcd.write(puts) }

        func remove(_ keys: [String: Int64]) async throws -> Bool {
            try await etcd.remove(keys)
        }

        func watch(
            after revision: Int64, _ tell: @escaping @Sendable ([ClusterNews]) async -> Void
        ) async throws {
            try await etcd.watch(after: revision, tell)
        }
    }
#endif

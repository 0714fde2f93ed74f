#if Sync
    public import Faceplate
    import FaceplateSchema
    public import Logging
    public import ServiceLifecycle

    /// Shares the marked settings (`itemSynced`) of this machine with others through an etcd cluster.
    ///
    /// Runs as a service beside the program's others; saving never waits for it, and without a
    /// connection the settings work as ever. What others changed comes in as revisions of the origin
    /// `sync`, whose actor is the other machine's name.
    public final class Sharing: Service, SyncStatus {
        /// How long somebody waits who shares now; it goes on behind.
        private let patience: Duration
        private let engine: SharingEngine
        private let configuration: SharingConfiguration
        private let cluster: LateCluster

        /// Prepares to share settings; nothing is sent before `run`.
        ///
        /// One program at a time shares the settings of a database, which keeps what was agreed on.
        ///
        /// - Throws: what is wrong with the configuration.
        public convenience init(
            _ settings: Settings, _ configuration: SharingConfiguration,
            logger: Logger = Logger(label: "faceplate.sync")
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

        /// How it stands at the moment.
        public var report: SyncReport { engine.board.report }

        /// Shares now what waits, and takes in what others changed; see `SyncStatus`.
        public func syncNow() async -> SyncReport {
            let told = await answer(within: patience) { [engine] in
                await engine.mailbox.wish()
            }
            // Where nobody reads there is nobody to wait for.
            if let told { return told ?? report }
            var late = report
            late.problems.append("The cluster has not answered yet.")
            return late
        }

        /// Shares until the task is cancelled, the service is asked to stop or the settings are
        /// closed.
        ///
        /// Not to be called twice at a time.
        public func run() async throws {
            let connection = try EtcdConnection(configuration)
            cluster.connect(connection)
            await cancelWhenGracefulShutdown { [engine] in await engine.run() }
            cluster.connect(nil)
            await connection.close()
        }

        /// Shares once: takes in what others changed and sends what waits, without following either.
        ///
        /// Not to be called while `run` is under way. Takes as long as the cluster does, 20 seconds at
        /// most.
        ///
        /// - Returns: how it stands then; of settings that are not shared by their switch, only that.
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

        /// How sharing stood when a program last shared these settings, with the settings that wait now.
        ///
        /// Reads the file on the caller's thread.
        ///
        /// - Returns: `nil` where they never were shared.
        /// - Throws: `StoreError` where the file cannot be read.
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

        /// Waits until the report is as wanted, or the task was cancelled.
        package func wait(until isWanted: @escaping @Sendable (SyncReport) -> Bool) async {
            await engine.board.wait(until: isWanted)
        }
    }

    /// A cluster that is there while the service runs, whose connections need to be closed.
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

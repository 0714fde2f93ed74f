#if Sync
    public import Faceplate
    import FaceplateSchema
    public import Logging

    extension Sharing {
        /// Creates a sync of settings through an etcd cluster; nothing is sent before `sync`.
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

        convenience init(
            _ settings: Settings, _ configuration: SharingConfiguration, limits: SharingLimits,
            pauses: SharingEngine.Pauses, patience: Duration = .seconds(8), logger: Logger
        ) throws(SharingError) {
            try configuration.check()
            _ = try EtcdConnection.tls(configuration)
            try SharingConfiguration.checkKey(of: settings)
            let keys = EtcdKeys(prefix: configuration.prefix, panel: settings.snapshot.schema.key)
            self.init(
                settings, machine: configuration.machine,
                place: ClusterPlace(address: configuration.endpoints.joined(separator: "\n")),
                limits: limits, pauses: pauses, patience: patience, logger: logger
            ) {
                let connection = try EtcdConnection(configuration)
                return OpenCluster(
                    cluster: EtcdCluster(keys: keys, connection: connection, limit: limits.entry)
                ) { await connection.close() }
            }
        }
    }
#endif

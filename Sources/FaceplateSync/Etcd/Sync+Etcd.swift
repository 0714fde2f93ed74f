public import Faceplate
import FaceplateSchema
public import Logging

extension Sync {
    /// Creates a sync of settings through an etcd cluster; nothing is sent before `runUntilCanceled`.
    ///
    /// Only one program at a time can sync the settings of a database, which stores the last synced
    /// state.
    ///
    /// - Throws: `SyncError` for a configuration that cannot work.
    public convenience init(
        _ settings: Settings, _ configuration: SyncConfiguration,
        logger: Logger = .faceplate("faceplate.sync")
    ) throws(SyncError) {
        try self.init(
            settings, configuration, limits: SyncLimits(), pauses: SyncEngine.Pauses(),
            logger: logger)
    }

    convenience init(
        _ settings: Settings, _ configuration: SyncConfiguration, limits: SyncLimits,
        pauses: SyncEngine.Pauses, patience: Duration = .seconds(8), logger: Logger
    ) throws(SyncError) {
        try configuration.check()
        _ = try EtcdCredentials(configuration)
        try SyncConfiguration.checkKey(of: settings)
        let keys = EtcdKeys(prefix: configuration.prefix, panel: settings.snapshot.schema.key)
        self.init(
            settings, machine: configuration.machine,
            place: ClusterPlace(address: configuration.endpoints.joined(separator: "\n")),
            limits: limits, pauses: pauses, patience: patience, logger: logger
        ) {
            let connection = try EtcdConnection(configuration)
            return OpenCluster(
                cluster: EtcdCluster(keys: keys, connection: connection, limit: limits.entry))
        }
    }
}

public import Faceplate
import FaceplateSchema
public import Foundation
public import Logging

/// Syncs the marked settings (`itemSynced`) of this machine with other machines, through a shared folder or an etcd
/// cluster.
///
/// Runs as one of the services of the program. Saving never waits for it, and without a connection
/// the settings work as before. Changes from other machines are stored as revisions with the origin
/// `runUntilCanceled` and the name of the other machine as the actor.
public final class Sync: SyncStatus {
    /// The time limit of `syncNow`; the sync itself continues after it.
    private let patience: Duration
    private let engine: SyncEngine
    private let cluster: LateCluster
    private let open: @Sendable () throws -> OpenCluster

    /// Creates a sync of settings through a folder that another program carries between machines, such as Syncthing,
    /// Nextcloud or a mounted share; nothing is written before `runUntilCanceled`.
    ///
    /// Each machine writes its own files in a subfolder with the key of the panel. Only one program at a time can sync
    /// the settings of a database, which stores the last synced state.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder. An absolute path need not exist yet, for example because the folder is
    ///     mounted later; changes wait until then.
    ///   - machine: The name of this machine, different from those of all others: 1 to 64 visible characters.
    /// - Throws: `SyncError` if the path can never be a folder, the name is invalid, or the schema has no
    ///   `panelKey`.
    public convenience init(
        _ settings: Settings, folder: String,
        machine: String = ProcessInfo.processInfo.hostName,
        logger: Logger = .faceplate("faceplate.sync")
    ) throws(SyncError) {
        try self.init(
            settings, folder: folder, machine: machine, pause: .seconds(1), logger: logger)
    }

    convenience init(
        _ settings: Settings, folder: String, machine: String, pause: Duration, logger: Logger
    ) throws(SyncError) {
        try SyncConfiguration.check(machine: machine)
        try SyncConfiguration.check(folder: folder)
        try SyncConfiguration.checkKey(of: settings)
        let limits = SyncLimits()
        let cluster = FolderCluster(
            folder, panel: settings.snapshot.schema.key, machine: machine, limit: limits.entry,
            pause: pause, note: { logger.notice("sync: \($0)") })
        let path = URL(filePath: folder).standardizedFileURL.path
        // A look at a folder is cheap, so it is soon in step after an absence.
        let pauses = SyncEngine.Pauses(longest: .seconds(2), passing: .seconds(2))
        self.init(
            settings, machine: machine, place: ClusterPlace(address: path, isFolder: true),
            limits: limits, pauses: pauses, logger: logger
        ) {
            OpenCluster(cluster: cluster) { await cluster.end() }
        }
    }

    init(
        _ settings: Settings, machine: String, place: ClusterPlace? = nil, limits: SyncLimits,
        pauses: SyncEngine.Pauses = SyncEngine.Pauses(), patience: Duration = .seconds(8),
        logger: Logger, open: @escaping @Sendable () throws -> OpenCluster
    ) {
        self.patience = patience
        self.open = open
        cluster = LateCluster(place?.isFolder == true ? .folder : .cluster)
        engine = SyncEngine(
            settings, cluster, machine: machine, place: place, limits: limits, pauses: pauses,
            logger: logger)
    }

    /// The current sync status.
    public var report: SyncReport { engine.board.report }

    /// Sends waiting changes and receives changes of other machines now; see `SyncStatus`.
    public func syncNow() async -> SyncReport {
        let answered = await answer(within: patience) { [engine] in
            await engine.mailbox.request()
        }
        // `nil` means that `runUntilCanceled` is not running: there is nothing to wait for.
        if let answered { return answered ?? report }
        var late = report
        late.problems.append(noAnswer)
        return late
    }

    private var noAnswer: String { "The \(cluster.place) has not answered yet." }

    /// Syncs until the task is canceled or the settings are closed.
    ///
    /// Do not call it again while it is running. In a `ServiceGroup`, `FaceplateLifecycle` calls it.
    public func runUntilCanceled() async throws {
        let opened = try open()
        cluster.connect(opened.cluster)
        await engine.run()
        cluster.connect(nil)
        await opened.close()
    }

    /// Receives the changes of other machines and sends waiting changes, once.
    ///
    /// Do not call it while `runUntilCanceled` is running. It waits for the cluster for at most 20 seconds.
    ///
    /// - Returns: The status after the sync. If the switch for sync is off, nothing is synced.
    public func syncOnce() async -> SyncReport {
        guard engine.settings.snapshot.isSyncOn else { return report }
        let running = Task { try await runUntilCanceled() }
        _ = await answer(within: .seconds(20)) { [engine] in
            await engine.board.wait { $0.lastSync != nil || !$0.problems.isEmpty }
        }
        var outcome = report
        if outcome.lastSync == nil, outcome.problems.isEmpty {
            outcome.problems.append(noAnswer)
        }
        running.cancel()
        _ = await running.result
        outcome.isRunning = report.isRunning
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
        report.isEnabled = snapshot.isSyncOn
        report.isPaused = !report.isEnabled
        let agreements = Replica(machine: report.name, records: records).agreements
        report.waiting = snapshot.waiting(agreements) { key in
            guard let state = SyncedState(snapshot.side(of: key)) else { return false }
            // A value that a new schema has parked or converted does not wait.
            return settings.choice(of: key, state, since: agreements[key]?.entry, snapshot)?
                .isChosen ?? true
        }
        if settings.hasSyncSigns { report.add(settings.syncSign) }
        return report
    }

    /// Waits for at most 8 seconds; `nil` if no other program syncs these settings.
    package static func syncElsewhere(
        _ settings: Settings, reading read: () throws -> Settings
    ) async throws -> SyncReport? {
        guard settings.syncSign != nil else { return nil }
        let wish = try settings.wishSync()
        defer { withExtendedLifetime(wish) {} }
        let (start, deadline) = (Date(), ContinuousClock.now + .seconds(8))
        while true {
            let reader = try read()
            let found = try lastReport(of: reader)
            reader.close()
            guard var report = found else { return nil }
            if report.isInStep, let contact = report.lastContact, contact > start { return report }
            if ContinuousClock.now > deadline || report.isRunning != true {
                if report.sentences.isEmpty {
                    report.problems.append("The program that syncs has not answered yet.")
                }
                return report
            }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    package func wait(until isWanted: @escaping @Sendable (SyncReport) -> Bool) async {
        await engine.board.wait(until: isWanted)
    }
}

struct OpenCluster: Sendable {
    let cluster: any Cluster
    var close: @Sendable () async -> Void = {}
}

private final class LateCluster: Cluster {
    let place: SyncedPlace
    private let opened = Locked<(any Cluster)?>(nil)

    init(_ place: SyncedPlace) { self.place = place }

    var findings: ClusterFindings {
        opened.withLock { $0 }?.findings ?? ClusterFindings()
    }

    func connect(_ new: (any Cluster)?) { opened.withLock { $0 = new } }

    private var current: any Cluster {
        get throws {
            guard let cluster = opened.withLock({ $0 }) else {
                throw ClusterError("Sync has stopped.")
            }
            return cluster
        }
    }

    func read(_ keys: Set<String>) async throws -> ClusterContent { try await current.read(keys) }

    func write(_ puts: [SyncedPut]) async throws -> Int64? { try await current.write(puts) }

    func remove(_ keys: [String: Int64]) async throws -> Bool { try await current.remove(keys) }

    func watch(
        after revision: Int64, _ tell: @escaping @Sendable ([ClusterNews]) async -> Void
    ) async throws {
        try await current.watch(after: revision, tell)
    }
}

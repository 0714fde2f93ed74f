import Faceplate
import FaceplateSchema
import FaceplateTestSupport
import Foundation
import Logging
import Testing

@testable import FaceplateSync

/// A machine: settings and the engine that syncs them.
final class TestMachine: Sendable {
    static let panel = """
        { "panelKey": "test", "panelSyncSwitch": "sharing", "groups": [ { "groupKey": "g", "items": [
          {"itemKey": "sharing", "itemControlType": "switch", "itemValue": true},
          {"itemKey": "name", "itemControlType": "edit_text", "itemValue": "none", "itemSynced": true},
          {"itemKey": "volume", "itemControlType": "slider", "itemMinimum": 0, "itemMaximum": 100,
           "itemValue": 50, "itemSynced": true},
          {"itemKey": "night", "itemControlType": "switch", "itemSynced": true},
          {"itemKey": "servers", "itemControlType": "edit_list", "itemSynced": true},
          {"itemKey": "port", "itemControlType": "edit_integer", "itemValue": 80},
          {"itemKey": "token", "itemControlType": "edit_password"} ] },
          { "groupKey": "theme", "items": [
          {"itemKey": "light", "itemControlType": "select", "itemSynced": true},
          {"itemKey": "dark", "itemControlType": "select"} ] } ] }
        """

    let settings: Settings
    let engine: SyncEngine
    private let task = Locked<Task<Void, Never>?>(nil)

    init(
        _ name: String, _ cluster: any Cluster, panel: String = TestMachine.panel,
        database: String? = nil, storage: (any SettingsStorage)? = nil,
        limits: SyncLimits = SyncLimits(),
        locks: Settings.Locks = [], log: RecordedLog? = nil,
        first: Duration = .milliseconds(1), longest: Duration = .milliseconds(20),
        passing: Duration = .seconds(30),
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        let schema = try SchemaReader.read(Array(panel.utf8), name: "test")
        settings =
            try database.map { try Settings.open(schema, at: $0, watches: false) }
            ?? storage.map { try Settings.open(schema, in: $0, watches: false) }
            ?? Settings.inMemory(schema, locks: locks, now: now)
        engine = SyncEngine(
            settings, cluster, machine: name, limits: limits,
            pauses: SyncEngine.Pauses(
                first: first, longest: longest, passing: passing),
            logger: log?.logger ?? Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    deinit {
        task.withLock { $0?.cancel() }
        settings.close()
    }

    /// Starts to sync, and waits until this machine and the cluster are in sync.
    func start() async {
        begin()
        await met()
    }

    func begin() {
        task.withLock { $0 = Task { [engine] in await engine.run() } }
    }

    /// Stops the sync, and waits until it has stopped.
    func stop() async {
        let running = task.withLock { task in
            defer { task = nil }
            return task
        }
        running?.cancel()
        await running?.value
    }

    /// Waits until all changes are synced.
    func met() async {
        repeat {
            await engine.board.wait { $0.sentences.isEmpty }
        } while await !syncNow().sentences.isEmpty && !Task.isCancelled
        await engine.board.wait { $0.lastSync != nil && $0.waiting == 0 && $0.sentences.isEmpty }
    }

    func set(_ key: String, _ text: String) throws {
        try settings.applyAndWait(Batch([Assignment(key, .text(text))], origin: .browser))
    }

    func reset(_ key: String) throws {
        try settings.applyAndWait(Batch([Assignment(key, .reset)], origin: .browser))
    }

    /// Waits until a setting has a value.
    func becomes(_ key: String, _ value: Value) async {
        for await snapshot in settings.snapshots where snapshot.value(key) == value { return }
    }

    /// Syncs everything, and returns the status.
    @discardableResult
    func syncNow() async -> SyncReport {
        await engine.mailbox.request() ?? engine.board.report
    }

    /// The revisions with the origin `runUntilCanceled`, oldest first.
    var syncRevisions: [Revision] {
        get throws {
            try settings.history.revisions(limit: 100).filter { $0.origin == .sync }.reversed()
        }
    }
}

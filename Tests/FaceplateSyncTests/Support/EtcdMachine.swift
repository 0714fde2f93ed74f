import Faceplate
import FaceplateSchema
import Foundation
import Logging
import Testing

@testable import FaceplateSync

/// A machine that syncs through etcd: settings and the sync service.
final class EtcdMachine: Sendable {
    let settings: Settings
    let sync: Sync
    private let task = Locked<Task<Void, any Error>?>(nil)

    init(
        _ name: String, _ endpoints: [String], panel: String = TestMachine.panel,
        database: String? = nil, user: (String, String)? = nil,
        passwordFile: String? = nil, authority: String? = nil,
        own: (certificate: String, key: String)? = nil
    ) throws {
        let schema = try SchemaReader.read(Array(panel.utf8), name: "test")
        settings =
            try database.map { try Settings.open(schema, at: $0, watches: false) }
            ?? Settings.inMemory(schema)
        var configuration = SyncConfiguration(endpoints: endpoints, machine: name)
        configuration.user = user?.0
        configuration.password = user?.1
        configuration.passwordFile = passwordFile
        configuration.authorityFile = authority
        configuration.certificateFile = own?.certificate
        configuration.privateKeyFile = own?.key
        sync = try Sync(
            settings, configuration, limits: SyncLimits(),
            pauses: SyncEngine.Pauses(first: .milliseconds(5), longest: .milliseconds(50)),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    deinit {
        task.withLock { $0?.cancel() }
        settings.close()
    }

    func begin() {
        task.withLock { $0 = Task { [sync] in try await sync.runUntilCanceled() } }
    }

    /// Starts to sync, and waits until this machine and the cluster are in sync.
    func start() async {
        begin()
        await sync.wait { $0.lastSync != nil }
        await met()
    }

    func stop() async throws {
        let running = task.withLock { task in
            defer { task = nil }
            return task
        }
        running?.cancel()
        try await running?.value
    }

    func met() async {
        repeat {
            await sync.wait { $0.sentences.isEmpty }
        } while await !sync.syncNow().sentences.isEmpty && !Task.isCancelled
        await sync.wait { $0.waiting == 0 && $0.sentences.isEmpty }
    }

    func set(_ values: (String, String)...) throws {
        try settings.applyAndWait(
            Batch(values.map { Assignment($0.0, .text($0.1)) }, origin: .browser))
    }

    func becomes(_ key: String, _ value: Value) async {
        for await snapshot in settings.snapshots where snapshot.value(key) == value { return }
    }

    var syncRevisions: [Revision] {
        get throws {
            try settings.history.revisions(limit: 100).filter { $0.origin == .sync }.reversed()
        }
    }
}

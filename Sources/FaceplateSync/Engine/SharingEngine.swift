import Faceplate
import FaceplateSchema
import Foundation
import Logging

/// Keeps the marked settings of a machine and what the cluster holds the same, whatever cluster it is.
///
/// One task runs it; everything it knows is its own.
actor SharingEngine {
    /// How long is waited after a failure: twice as long after each, with a little chance in it, so
    /// that machines do not come back all at once.
    struct Pauses: Sendable {
        var first: Duration = .milliseconds(200)
        var longest: Duration = .seconds(30)

        /// The pause after a connection that lasted so long; it begins small again after one that
        /// was more than a try.
        func next(after last: Duration?, lasted: Duration) -> Duration {
            guard let last, lasted <= longest else { return first }
            return min(last * 2, longest)
        }
    }

    /// What this machine did not take, and under which circumstances.
    struct Refusal: Sendable {
        let entry: SharedEntry
        /// The newest revision then; `nil` for what is to be tried again.
        var revision: Int?
        let digest: String
        /// `nil` where nobody need be told.
        let words: String?
    }

    /// How often a merge is begun anew because others were faster, before they have their turn.
    static let attempts = 8

    nonisolated let board: SharingBoard
    nonisolated let mailbox = Mailbox()
    let settings: Settings
    let cluster: any Cluster
    let file: AgreementsFile
    let machine: String
    let limits: SharingLimits
    let logger: Logger
    private let pauses: Pauses

    var base = Agreements()
    /// What the file holds.
    var saved = Agreements()
    var remote: [String: RemoteValue] = [:]
    var refusals: [String: Refusal] = [:]
    var sizeProblems: [String: String] = [:]
    /// The cluster's revision up to which everything was taken in.
    var revision: Int64 = 0
    /// The schema that `remote` was read for.
    private var digest = ""

    init(
        _ settings: Settings, _ cluster: any Cluster, machine: String, name: String,
        limits: SharingLimits = SharingLimits(), pauses: Pauses = Pauses(), logger: Logger
    ) {
        self.settings = settings
        self.cluster = cluster
        self.machine = machine
        self.limits = limits
        self.pauses = pauses
        self.logger = logger
        file = AgreementsFile(database: settings.path, place: name)
        board = SharingBoard(name: machine)
    }

    // MARK: - Running

    /// Shares until the task is cancelled or the settings are closed.
    func run() async {
        let (known, problem) = file.read()
        (base, saved) = (known, known)
        board.setFile(problem)
        if let problem { logger.warning("\(problem)") }
        let observation = settings.onNews { [mailbox] in mailbox.putLocalNews() }
        mailbox.open()
        defer {
            observation.cancel()
            save()
            board.set(isEnabled: false, waiting: waiting)
            mailbox.close(board.report)
        }
        var pause: Duration?
        while isRunning {
            // Who wishes later than that may have switched sharing on.
            let wishes = mailbox.wishes
            tellWaiting()
            guard settings.snapshot.isSharingOn else {
                mailbox.forgetNews()
                mailbox.answer(wishes, board.report)
                await mailbox.wait()
                continue
            }
            let start = ContinuousClock.now
            do {
                try await attend()
            } catch {
                // Who knows when there will be another chance.
                save()
                fail(error)
                let next = pauses.next(after: pause, lasted: ContinuousClock.now - start)
                pause = next
                await rest(next)
            }
        }
    }

    var isRunning: Bool { !Task.isCancelled && !settings.isClosed }

    /// Waits after a failure; a wish to share now ends it.
    private func rest(_ pause: Duration) async {
        let deadline = ContinuousClock.now + pause * Double.random(in: 0.8...1.2)
        while isRunning, !mailbox.hasWish, settings.snapshot.isSharingOn {
            let left = deadline - ContinuousClock.now
            guard left > .zero else { return }
            await mailbox.wait(atMost: left)
            tellWaiting()
        }
    }

    private func fail(_ error: any Error) {
        guard !(error is CancellationError) else { return }
        let words = (error as? ClusterError)?.message ?? "\(error)"
        if board.setConnection(words) { logger.warning("sharing: \(words)") }
        tellWaiting()
        mailbox.answer(.max, board.report)
    }

    /// Meets the cluster, then follows both until the connection ends or tells nothing for a while,
    /// or sharing is switched off.
    private func attend() async throws {
        try await meet()
        mailbox.forgetNews()
        mailbox.putLocalNews()
        let start = revision
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [cluster, mailbox] in
                do {
                    try await cluster.watch(after: start) { mailbox.put($0) }
                    mailbox.putSilence()
                } catch {
                    mailbox.end(error as? ClusterError ?? ClusterError("\(error)"))
                }
            }
            defer { group.cancelAll() }
            while isRunning, settings.snapshot.isSharingOn {
                await mailbox.wait()
                // What was saved together with the switch stays here.
                guard settings.snapshot.isSharingOn else { return }
                let letters = mailbox.take()
                if !letters.isEmpty { try await read(letters) }
                if letters.isSilent { return }
            }
        }
    }

    private func read(_ letters: Mailbox.Letters) async throws {
        for news in letters.news { try await takeIn(news) }
        if letters.wishes > 0 || settings.snapshot.digest != digest || isElsewhere {
            try await meet()
        } else if letters.hasLocalNews || !letters.news.isEmpty {
            try await reconcile()
        }
        mailbox.answer(letters.wishes, board.report)
        if let ending = letters.ending { throw ending }
    }

    /// Reads everything, and makes both sides the same.
    ///
    /// What was refused is tried again: a handler of the program may think otherwise by now.
    private func meet() async throws {
        try await readAll()
        for key in refusals.keys { refusals[key]?.revision = nil }
        try await reconcile()
    }

    /// Reads what the cluster holds of this machine's settings; keys of others are left alone.
    func readAll() async throws {
        let snapshot = settings.snapshot
        let shared = snapshot.sharedSettings
        let content = try await cluster.read(Set(shared.map(\.key)).union([ClusterName.key]))
        remote = [:]
        for setting in shared {
            guard let value = content.values[setting.key] else { continue }
            remote[setting.key] = RemoteValue(value, setting, limit: limits.entry)
        }
        // Values without a name are not those that were agreed on; where there is nothing at all it
        // was lost, and is filled again.
        remote[ClusterName.key] = content.values[ClusterName.key].map {
            RemoteValue($0, nil, limit: limits.entry)
        }
        if clusterName != base.cluster, !remote.isEmpty { base = Agreements(cluster: clusterName) }
        revision = content.revision
        digest = snapshot.digest
    }

    /// Takes in what one revision of the cluster changed, as one batch.
    private func takeIn(_ news: ClusterNews) async throws {
        guard news.revision > revision else { return }
        var keys: Set<String> = []
        for setting in settings.snapshot.sharedSettings where isNews(news, setting.key) {
            guard let value = news.values[setting.key] else { continue }
            remote[setting.key] = value.map { RemoteValue($0, setting, limit: limits.entry) }
            keys.insert(setting.key)
        }
        if isNews(news, ClusterName.key), let value = news.values[ClusterName.key] {
            remote[ClusterName.key] = value.map { RemoteValue($0, nil, limit: limits.entry) }
        }
        revision = news.revision
        if !keys.isEmpty, !isElsewhere { try await takeOnly(keys) }
    }

    /// Whether a key is not known to be newer: what this machine wrote meanwhile is.
    private func isNews(_ news: ClusterNews, _ key: String) -> Bool {
        remote[key].map { $0.revision <= news.revision } ?? true
    }

    /// What the contents of the cluster are called; `nil` where they have no name yet.
    var clusterName: String? { ClusterName.name(remote[ClusterName.key]?.entry) }

    /// Whether the cluster has others' contents all at once.
    private var isElsewhere: Bool { clusterName.map { $0 != base.cluster } ?? false }

    // MARK: - Telling

    /// How many settings were changed here and are not agreed on.
    private var waiting: Int {
        let snapshot = settings.snapshot
        return snapshot.sharedSettings.count { setting in
            guard sizeProblems[setting.key] == nil else { return false }
            return SharedState(snapshot.side(of: setting.key))
                != (base.entries[setting.key]?.state ?? .onDefault)
        }
    }

    func tellWaiting() {
        board.set(isEnabled: settings.snapshot.isSharingOn, waiting: waiting)
    }
}

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
    /// How long a clock that is ahead, or a store that is held, goes on being reported.
    static let passingTime = Duration.seconds(30)
    /// How far ahead the clock of another machine may be before that is reported.
    static let clockTolerance: TimeInterval = 60

    nonisolated let board: SharingBoard
    nonisolated let mailbox = Mailbox()
    let settings: Settings
    let cluster: any Cluster
    let limits: SharingLimits
    let logger: Logger
    private let pauses: Pauses

    var replica: Replica
    var refusals: [String: Refusal] = [:]
    var sizeProblems: [String: String] = [:]
    /// What the store says of how sharing stands.
    var storedReport: SyncReport?
    /// The schema that the cluster was read for.
    private var digest = ""

    init(
        _ settings: Settings, _ cluster: any Cluster, machine: String,
        limits: SharingLimits = SharingLimits(), pauses: Pauses = Pauses(), logger: Logger
    ) {
        self.settings = settings
        self.cluster = cluster
        self.limits = limits
        self.pauses = pauses
        self.logger = logger
        replica = Replica(machine: machine)
        board = SharingBoard(name: machine)
    }

    // MARK: - Running

    /// Shares until the task is cancelled or the settings are closed.
    func run() async {
        readAgreements()
        let observation = settings.onNews { [mailbox] in mailbox.putLocalNews() }
        mailbox.open()
        await share()
        observation.cancel()
        await save()
        board.set(isEnabled: false, waiting: waiting)
        mailbox.close(board.report)
    }

    private func share() async {
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
                await fail(error)
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

    private func fail(_ error: any Error) async {
        guard !(error is CancellationError), !Task.isCancelled else { return }
        let words = (error as? ClusterError)?.message ?? "\(error)"
        if board.setConnection(words) { logger.warning("sharing: \(words)") }
        tellWaiting()
        mailbox.answer(.max, board.report)
        await save()
    }

    /// Meets the cluster, then follows both until the connection ends or tells nothing for a while,
    /// or sharing is switched off.
    private func attend() async throws {
        try await meet()
        mailbox.forgetNews()
        mailbox.putLocalNews()
        let start = replica.revision
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
                await waitForLetters()
                // What was saved together with the switch stays here.
                guard settings.snapshot.isSharingOn else { return }
                let letters = mailbox.take()
                if !letters.isEmpty { try await read(letters) }
                if letters.isSilent { return }
            }
        }
    }

    /// Waits for something to do; what passes by itself is looked at now and then.
    private func waitForLetters() async {
        guard board.hasPassingProblem else { return await mailbox.wait() }
        await mailbox.wait(atMost: Self.passingTime)
        tellProblems()
        await save()
    }

    private func read(_ letters: Mailbox.Letters) async throws {
        for news in letters.news { try await takeIn(news) }
        if letters.wishes > 0 || settings.snapshot.digest != digest || replica.isElsewhere {
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
        let shared = snapshot.sharedKeys
        let secret = snapshot.secretKeys
        let content = try await cluster.read(
            Set(shared.keys).union(secret).union([ClusterName.key]))
        let isOther = replica.read(
            content.values.reduce(into: [:]) { values, value in
                guard !secret.contains(value.key) else { return }
                values[value.key] = remoteValue(value.value, of: shared[value.key])
            }, at: content.revision)
        try await removeSecrets(content.values.filter { secret.contains($0.key) })
        digest = snapshot.digest
        guard isOther else { return }
        if replica.clusterName == nil {
            logger.notice("sharing: the cluster is empty, or has lost its name: it is filled again")
        } else {
            logger.notice("sharing: the cluster's contents are others than before: a first meeting")
        }
    }

    /// Removes the texts of settings that have become secrets since they were shared.
    ///
    /// A machine with the schema of before shares its text again; the last one to get the new schema
    /// removes it for good.
    private func removeSecrets(_ values: [String: ClusterValue]) async throws {
        guard !values.isEmpty, try await cluster.remove(values.mapValues(\.revision)) else {
            return
        }
        let keys = values.keys.sorted().map { "'\($0)'" }.joined(separator: ", ")
        logger.notice("sharing: what the cluster held of the secret \(keys) was removed")
    }

    private func remoteValue(_ value: ClusterValue, of setting: Schema.Setting?) -> RemoteValue {
        RemoteValue(value, setting, limit: limits.entry)
    }

    /// Takes in what one revision of the cluster changed, as one batch.
    private func takeIn(_ news: ClusterNews) async throws {
        let shared = settings.snapshot.sharedKeys
        var values: [String: RemoteValue?] = [:]
        for (key, value) in news.values where shared[key] != nil || key == ClusterName.key {
            values.updateValue(value.map { remoteValue($0, of: shared[key]) }, forKey: key)
        }
        let keys = Set(
            replica.hear(values, at: news.revision).compactMap { shared[$0]?.key })
        if !keys.isEmpty, !replica.isElsewhere { try await takeOnly(keys) }
    }

    // MARK: - Telling

    /// How many settings were changed here and are not agreed on.
    private var waiting: Int {
        settings.snapshot.waiting(replica.agreements) { sizeProblems[$0] == nil }
    }

    func tellWaiting() {
        board.set(isEnabled: settings.snapshot.isSharingOn, waiting: waiting)
    }
}

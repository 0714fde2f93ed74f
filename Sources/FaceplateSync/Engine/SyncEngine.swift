import Faceplate
import FaceplateSchema
import Foundation
import Logging

/// Only one task runs it.
actor SyncEngine {
    /// Each pause after a failure is twice as long as the one before.
    ///
    /// `rest` varies it randomly, so that machines do not all reconnect at the same time.
    struct Pauses: Sendable {
        var first: Duration = .milliseconds(200)
        var longest: Duration = .seconds(30)
        /// The interval at which problems that end without an event are checked again.
        var passing: Duration = .seconds(30)

        /// A connection that lasted longer than `longest` starts again with `first`.
        func next(after last: Duration?, lasted: Duration) -> Duration {
            guard let last, lasted <= longest else { return first }
            return min(last * 2, longest)
        }
    }

    struct Refusal: Sendable {
        let entry: SyncedEntry
        /// The newest revision at that time; `nil` if the entry is to be tried again.
        var revision: Int?
        let digest: String
        /// `nil` if the rejection is expected.
        let words: String?
    }

    /// The number of times that a merge restarts because of other changes, before it waits for events.
    static let attempts = 8

    nonisolated let board: SyncBoard
    nonisolated let mailbox = Mailbox()
    let settings: Settings
    let cluster: any Cluster
    let limits: SyncLimits
    let logger: Logger
    private let pauses: Pauses

    var replica: Replica
    var refusals: [String: Refusal] = [:]
    var sizeProblems: [String: String] = [:]
    var storedReport: SyncReport?
    private var digest = ""
    /// `nil` until this engine has it.
    private var claim: SyncClaim?
    private var isClaimedElsewhere = false
    private var reportedEvent: ClusterEvent?
    /// True after a reported failure, until both sides are in sync again.
    private var hasFailed = false
    private var sameNameSeen: ContinuousClock.Instant?

    init(
        _ settings: Settings, _ cluster: any Cluster, machine: String,
        place: ClusterPlace? = nil, limits: SyncLimits = SyncLimits(),
        pauses: Pauses = Pauses(), logger: Logger
    ) {
        self.settings = settings
        self.cluster = cluster
        self.limits = limits
        self.pauses = pauses
        self.logger = logger
        replica = Replica(machine: machine, place: place)
        board = SyncBoard(name: machine)
    }

    // MARK: - Running

    func run() async {
        readAgreements()
        let (news, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let observation = settings.onNews { [mailbox] in
            mailbox.putLocalNews()
            continuation.yield()
        }
        // The loop counts too late while it waits for a cluster that does not respond.
        let counting = Task { for await _ in news { reportWaiting() } }
        mailbox.open()
        board.set(isRunning: true)
        await share()
        observation.cancel()
        continuation.finish()
        await counting.value
        board.set(isRunning: false)
        if !isClaimedElsewhere { await save(withTimes: true) }
        claim = nil
        board.set(isEnabled: false, waiting: waiting)
        mailbox.close(board.report)
    }

    /// Claims the settings for this engine, so that no other program syncs them at the same time.
    private func claimSettings() throws {
        guard claim == nil else { return }
        do throws(StoreError) {
            claim = try settings.claimSync()
        } catch {
            throw ClusterError(error.message)
        }
        let wasClaimedElsewhere = isClaimedElsewhere
        isClaimedElsewhere = claim == nil
        guard !isClaimedElsewhere else {
            throw ClusterError(
                "Another program syncs the settings of this database, and only one can. This one "
                    + "continues when the other has stopped.")
        }
        if wasClaimedElsewhere { readAgreements() }
    }

    private func share() async {
        var pause: Duration?
        while isRunning {
            // Requests that arrive later may follow a change of the switch.
            let wishes = mailbox.requests
            reportWaiting()
            guard settings.snapshot.isSyncOn else {
                mailbox.forgetNews()
                mailbox.answer(wishes, board.report)
                await mailbox.wait()
                continue
            }
            let start = ContinuousClock.now
            do {
                try claimSettings()
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

    private func rest(_ pause: Duration) async {
        let deadline = ContinuousClock.now + pause * Double.random(in: 0.8...1.2)
        while isRunning, !mailbox.hasWish, claim?.hasWish != true, settings.snapshot.isSyncOn {
            let left = deadline - ContinuousClock.now
            guard left > .zero else { return }
            // A request of another program does not ring.
            await mailbox.wait(atMost: min(left, .seconds(1)))
            reportWaiting()
        }
    }

    private func fail(_ error: any Error) async {
        guard !(error is CancellationError), !Task.isCancelled else { return }
        let words = (error as? ClusterError)?.message ?? "\(error)"
        if board.set(.connection, words) { logger.warning("sync: \(words)") }
        hasFailed = true
        reportWaiting()
        mailbox.answer(.max, board.report)
        // The stored status is that of the program that syncs.
        if !isClaimedElsewhere { await save() }
    }

    /// Returns when the connection ends, when it is silent for too long, or when sync is turned off.
    private func attend() async throws {
        try await receiving { try await meet() }
        mailbox.forgetNews()
        mailbox.putLocalNews()
        let start = replica.revision
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [cluster, mailbox, board, claim] in
                do {
                    try await cluster.watch(after: start) { news in
                        let time = Date()
                        board.contact(at: time)
                        claim?.show(contact: time)
                        if cluster.findings != board.findings { mailbox.putFindings() }
                        if claim?.hasWish == true { mailbox.putWish() }
                        if !news.isEmpty { mailbox.put(news) }
                    }
                    mailbox.putSilence()
                } catch {
                    mailbox.end(error as? ClusterError ?? ClusterError("\(error)"))
                }
            }
            defer { group.cancelAll() }
            while isRunning, settings.snapshot.isSyncOn {
                try await waitForLetters()
                // Changes in the same revision as the switch must not be sent.
                guard settings.snapshot.isSyncOn else { return }
                let letters = mailbox.drain()
                if !letters.isEmpty { try await read(letters) }
                if letters.isSilent { return }
            }
        }
    }

    /// If only sending fails, this machine continues to receive, and the failure is a problem until sending works again.
    private func receiving(_ sync: () async throws -> Void) async throws {
        do {
            try await sync()
            if let contact = board.report.lastContact { claim?.show(contact: contact) }
            board.set(.sending, nil)
            guard hasFailed else { return }
            hasFailed = false
            logger.notice("sync: works again")
        } catch let error as ClusterError where error.concernsWriting {
            hasFailed = true
            board.set(.connection, nil)
            if board.set(.sending, error.message) { logger.warning("sync: \(error.message)") }
            reportWaiting()
            await save()
        }
    }

    private func waitForLetters() async throws {
        await mailbox.wait(atMost: pauses.passing)
        // Sending is tried again.
        if board.has(.sending) { mailbox.putLocalNews() }
        if let seen = sameNameSeen, ContinuousClock.now - seen > Self.sameNameMemory {
            sameNameSeen = nil
            board.set(.names, nil)
        }
        if replica.isAhead(of: SyncedTime(Date())) {
            try await receiving { try await reconcile() }
        } else if board.hasPassingProblem {
            reportProblems()
            await save()
        }
    }

    private func read(_ letters: Mailbox.Letters) async throws {
        if letters.hasFindings { await reportFindings() }
        for news in letters.news { try await receive(news) }
        if letters.requests > 0 || letters.hasWish || settings.snapshot.digest != digest
            || replica.isElsewhere
        {
            try await receiving { try await meet() }
        } else if letters.hasLocalNews || !letters.news.isEmpty {
            try await receiving { try await reconcile() }
        }
        mailbox.answer(letters.requests, board.report)
        if let ending = letters.ending { throw ending }
    }

    /// Rejected entries are tried again, because a handler of the program may accept them now.
    private func meet() async throws {
        try await readAll()
        for key in refusals.keys { refusals[key]?.revision = nil }
        try await reconcile()
    }

    func readAll() async throws {
        let snapshot = settings.snapshot
        let shared = snapshot.syncedKeys
        let secret = snapshot.secretKeys
        let content = try await cluster.read(
            Set(shared.keys).union(secret).union([ClusterName.key]))
        let event = replica.read(
            content.values.reduce(into: [:]) { values, value in
                guard !secret.contains(value.key) else { return }
                values[value.key] = remoteValue(value.value, of: shared[value.key])
            }, at: content.revision, keys: Set(shared.keys))
        try await removeSecrets(content.values.filter { secret.contains($0.key) })
        digest = snapshot.digest
        report(event)
    }

    /// Reports an event of the cluster once; `nil` ends it.
    private func report(_ event: ClusterEvent?) {
        defer { reportedEvent = event }
        guard let event, event != reportedEvent else { return }
        let words = event.words(cluster.place)
        logger.notice("sync: \(words)")
        board.note("\(RevisionTime.text(Date())): \(words)")
    }

    /// Removes the plain text of settings that became secrets after they were synced.
    ///
    /// A machine with the previous schema sends its text again; the last machine that gets the current
    /// schema removes it permanently.
    private func removeSecrets(_ values: [String: ClusterValue]) async throws {
        guard !values.isEmpty, try await cluster.remove(values.mapValues(\.revision)) else {
            return
        }
        let keys = values.keys.sorted().map { "'\($0)'" }.joined(separator: ", ")
        logger.notice("sync: the text of the secret \(keys) was removed from the \(cluster.place)")
    }

    private func remoteValue(_ value: ClusterValue, of setting: Schema.Setting?) -> RemoteValue {
        RemoteValue(value, setting, limit: limits.entry)
    }

    private func receive(_ news: ClusterNews) async throws {
        let shared = settings.snapshot.syncedKeys
        var values: [String: RemoteValue?] = [:]
        for (key, value) in news.values where shared[key] != nil || key == ClusterName.key {
            values.updateValue(value.map { remoteValue($0, of: shared[key]) }, forKey: key)
        }
        notice(values, at: news.revision)
        let keys = Set(
            replica.hear(values, at: news.revision).compactMap { shared[$0]?.key })
        if !keys.isEmpty, !replica.isElsewhere {
            try await acceptOnly(keys)
            // The received values were counted before they were agreed on.
            reportWaiting()
        }
    }

    // MARK: - Reporting

    /// While another program syncs them, only that program can count them.
    private var waiting: Int {
        guard !isClaimedElsewhere else { return 0 }
        return settings.snapshot.waiting(replica.agreements) {
            sizeProblems[$0] == nil && refusals[$0]?.words == nil
        }
    }

    func reportWaiting() {
        let snapshot = settings.snapshot
        let isOn = snapshot.isSyncOn
        board.set(
            isEnabled: isOn, isPaused: !isOn, waiting: waiting, own: snapshot.ownValues)
    }

    private func reportFindings() async {
        let (old, new) = (board.findings, cluster.findings)
        guard board.set(new) else { return }
        for words in new.problems where !old.problems.contains(words) {
            logger.warning("sync: \(words)")
        }
        if new.problems.isEmpty, !old.problems.isEmpty { logger.notice("sync: works again") }
        reportProblems()
        await save()
    }

    /// The time for which a second machine with the same name is reported after its last change.
    private static let sameNameMemory: Duration = .seconds(15 * 60)

    /// Reports entries with the name of this machine that this machine has not written.
    ///
    /// In a folder, such an entry can be an older copy of its own file; there, the signs of life tell.
    private func notice(_ values: [String: RemoteValue?], at revision: Int64) {
        guard cluster.place == .cluster else { return }
        let isForeign = values.contains { key, value in
            guard key != ClusterName.key, let entry = value?.entry else { return false }
            return entry.machine == replica.machine
                && (replica.remote[key]?.revision ?? 0) < revision
                && replica.agreements[key]?.entry != entry
        }
        guard isForeign else { return }
        sameNameSeen = .now
        let words = Self.sameName(replica.machine)
        if board.set(.names, words) { logger.warning("sync: \(words)") }
    }

    static func sameName(_ machine: String) -> String {
        "Another machine syncs under the name '\(machine)', too. Give each a name of its own, with "
            + "--sync-name."
    }
}

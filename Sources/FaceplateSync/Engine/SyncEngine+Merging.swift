import Faceplate
import FaceplateSchema
import Foundation
import Logging

extension SyncEngine {
    private func plan(_ keys: Set<String>? = nil, _ snapshot: Snapshot) -> Replica.Plan {
        guard snapshot.isSyncOn else { return Replica.Plan() }
        let shared = snapshot.syncedSettings.filter { keys?.contains($0.key) ?? true }
        let known = replica.agreements
        var plan = replica.plan(
            shared.map(snapshot.replicaKey), isWhole: keys == nil, now: SyncedTime(Date()),
            makeName: { UUID().uuidString }
        ) { key, withTime in
            guard let state = SyncedState(snapshot.side(of: key)) else { return nil }
            let agreed = snapshot.keys(of: key).compactMap { known[$0]?.entry }
                .max { $0.time < $1.time }
            let last = withTime ? settings.choice(of: key, state, since: agreed, snapshot) : nil
            return last ?? Replica.Local(state: state)
        }
        // A locked setting has a value of this machine alone, which is not a problem.
        plan.accepted = plan.accepted.filter { key, entry in
            !isRefused(entry, key, snapshot)
                && !(snapshot.schema.settings[key].map(snapshot.isLocked) ?? false)
        }
        return plan
    }

    private func isRefused(_ entry: SyncedEntry, _ key: String, _ snapshot: Snapshot) -> Bool {
        guard let refusal = refusals[key] else { return false }
        return refusal.entry == entry && refusal.revision == snapshot.revision
            && refusal.digest == snapshot.digest
    }

    // MARK: - Both sides

    func reconcile() async throws {
        let isMet: Bool
        do {
            isMet = try await merge()
        } catch {
            reportProblems()
            throw error
        }
        reportProblems(metAt: isMet ? Date() : nil)
        await save()
    }

    /// - Returns: True when both sides are equal; false when sync is off or others changed too often.
    private func merge() async throws -> Bool {
        for _ in 0..<Self.attempts {
            let snapshot = settings.snapshot
            let plan = plan(nil, snapshot)
            guard snapshot.isSyncOn else {
                reportWaiting()
                return false
            }
            agree(on: plan.agreed)
            guard try await accept(plan.accepted, snapshot) else { continue }
            if try await send(plan) {
                reportWaiting()
                return true
            }
            try await readAll()
        }
        // Try again after other tasks have run.
        mailbox.putLocalNews()
        return false
    }

    func acceptOnly(_ keys: Set<String>) async throws {
        for _ in 0..<Self.attempts {
            let snapshot = settings.snapshot
            let plan = plan(keys, snapshot)
            agree(on: plan.agreed)
            if try await accept(plan.accepted, snapshot) { return }
        }
    }

    /// False when another machine changed a key first.
    private func send(_ plan: Replica.Plan) async throws -> Bool {
        let puts = plan.sent + plan.copies
        let keys = Set(puts.map(\.key))
        let held = replica.remote.reduce(0) { $0 + (keys.contains($1.key) ? 0 : $1.value.size) }
        let requests = SendPlan(puts, held: held, limits: limits)
        sizeProblems = requests.refused.reduce(into: [:]) { $0[$1.key] = $1.problem }
        let own = Set(plan.sent.map(\.key))
        // After a crash, the stored rows identify entries that this machine may have written.
        replica.willSend(requests.requests.joined().filter { own.contains($0.key) })
        await save()
        for request in requests.requests {
            guard let revision = try await cluster.write(request) else { return false }
            replica.didWrite(request, at: revision)
            for put in request where own.contains(put.key) { agree(on: [put.key: put.entry]) }
            logger.debug("sync: sent", metadata: ["keys": "\(request.count)"])
        }
        return true
    }

    // MARK: - This machine

    private enum Taking {
        case done, overtaken
        case refused([KeyProblem])
    }

    /// The values of each machine are one batch, so that history names one machine.
    ///
    /// Rejected values are then tried together, because a rule over several settings may accept all of them at once.
    ///
    /// - Returns: True when the plan is still valid; false when one of the settings was changed in the meantime.
    private func accept(
        _ accepted: [String: SyncedEntry], _ snapshot: Snapshot
    ) async throws -> Bool {
        var left = accepted
        let machines = Set(accepted.values.map(\.machine))
        for machine in machines.sorted() where machines.count > 1 {
            let entries = accepted.filter { $0.value.machine == machine }
            switch try await attempt(entries, snapshot) {
            case .done: left = left.filter { entries[$0.key] == nil }
            case .overtaken: return false
            case .refused: break
            }
        }
        while !left.isEmpty {
            switch try await attempt(left, snapshot) {
            case .done: return true
            case .overtaken: return false
            case .refused(let problems):
                let refused = problems.filter { left[$0.key] != nil }
                // A rule over several settings may name only others; then try each setting separately.
                guard !refused.isEmpty else { return try await acceptEach(left, snapshot) }
                for problem in refused { refuse(problem, &left, snapshot) }
            }
        }
        return true
    }

    private func acceptEach(
        _ accepted: [String: SyncedEntry], _ snapshot: Snapshot
    ) async throws -> Bool {
        for (key, entry) in accepted.sorted(by: { $0.key < $1.key }) {
            switch try await attempt([key: entry], snapshot) {
            case .done: break
            case .overtaken: return false
            case .refused(let problems):
                var left = [key: entry]
                let problem = problems.first?.problem ?? ValueProblem(.required)
                refuse(KeyProblem(key: key, problem: problem), &left, snapshot)
            }
        }
        return true
    }

    private func attempt(
        _ entries: [String: SyncedEntry], _ snapshot: Snapshot
    ) async throws -> Taking {
        do {
            try await acceptTogether(entries, snapshot)
            return .done
        } catch {
            switch error {
            case .conflict: return .overtaken
            case .refused(let problems): return .refused(problems)
            case .store(let error): throw ClusterError(error.message)
            }
        }
    }

    /// In the same transaction, marks the applied ones as synced; a rule may prevent the change of some.
    private func acceptTogether(
        _ accepted: [String: SyncedEntry], _ snapshot: Snapshot
    ) async throws(ApplyError) {
        let assignments = accepted.sorted { $0.key < $1.key }.map { key, entry in
            switch entry.state {
            case .onDefault: Assignment(key, .reset)
            case .set(let json): Assignment(key, .json(json))
            }
        }
        let machines = Set(accepted.values.map(\.machine)).sorted()
        let actor =
            machines.count > 3 ? "\(machines.count) machines" : machines.joined(separator: ", ")
        var batch = Batch(
            assignments, origin: .sync, actor: actor,
            base: Batch.Base(revision: snapshot.revision, leavesShownValues: false))
        let became = Locked<[String: SyncedEntry]>([:])
        // The same transaction stores the time, so that a machine that only receives has a true one.
        var status = board.report
        status.lastContact = Date()
        if status.isInStep { status.lastSync = status.lastContact }
        batch.agreements = { [replica, status] after in
            let held = accepted.filter { SyncedState(after.side(of: $0.key)) == $0.value.state }
            became.withLock { $0 = held }
            return replica.records(agreeing: held)
                .merging([StoredReport.key: StoredReport.record(status)]) { $1 }
        }
        try await settings.apply(batch)
        let held = became.withLock { $0 }
        let records = replica.records(agreeing: held)
        agree(on: held)
        replica.didSave(records)
        for (key, entry) in accepted where held[key] == nil {
            // A locked setting ignores other machines, which is not a problem to report.
            let isLocked = snapshot.schema.settings[key].map(settings.snapshot.isLocked) ?? false
            record(
                key, entry, isLocked ? nil : "it is not changed while it is not shown.", snapshot)
        }
    }

    private func agree(on entries: [String: SyncedEntry]) {
        replica.agree(on: entries)
        for key in entries.keys { refusals[key] = nil }
    }

    private func refuse(
        _ problem: KeyProblem, _ left: inout [String: SyncedEntry], _ snapshot: Snapshot
    ) {
        guard let entry = left.removeValue(forKey: problem.key) else { return }
        let refusal = KeyProblem(key: problem.key, problem: problem.problem.withoutValue)
        record(problem.key, entry, snapshot.sentence(for: refusal), snapshot)
    }

    /// - Parameter snapshot: The snapshot of the plan. The entry is tried again when there is a newer snapshot.
    private func record(
        _ key: String, _ entry: SyncedEntry, _ reason: String?, _ snapshot: Snapshot
    ) {
        let words = reason.map {
            "'\(key)' of the machine '\(entry.machine)' is not accepted: \($0)"
        }
        if let words, refusals[key]?.words != words { logger.warning("sync: \(words)") }
        refusals[key] = Refusal(
            entry: entry, revision: snapshot.revision, digest: snapshot.digest, words: words)
    }

    // MARK: - Storing and reporting

    /// Without it, sync starts like the first time.
    func readAgreements() {
        do {
            let records = try settings.agreements()
            replica = Replica(machine: replica.machine, records: records, place: replica.place)
            storedReport = records[StoredReport.key].flatMap(StoredReport.report)
        } catch {
            logger.warning("sync: the agreed values cannot be read: \(error.message)")
        }
    }

    /// - Parameter hasTimes: True to store a status that differs in its times only.
    func save(withTimes hasTimes: Bool = false) async {
        let agreed = replica.unsavedRecords
        let report = board.report
        let isNew =
            report.differs(from: storedReport)
            || hasTimes && report.lastContact != storedReport?.lastContact
        guard !agreed.isEmpty || isNew else { return }
        let records = agreed.merging([StoredReport.key: StoredReport.record(report)]) { $1 }
        var batch = Batch([], origin: .sync)
        batch.agreements = { _ in records }
        do {
            try await settings.apply(batch)
            replica.didSave(agreed)
            storedReport = report
            board.set(.store, nil)
        } catch {
            guard case .store(let error) = error, error.code != .closed else { return }
            let words = "The agreed values cannot be stored: \(error.message)"
            if board.set(.store, words) { logger.error("sync: \(words)") }
        }
    }

    func reportProblems(metAt time: Date? = nil) {
        let snapshot = settings.snapshot
        let shared = snapshot.syncedKeys
        var problems = sizeProblems
        for (key, value) in replica.remote {
            guard let problem = value.problem, let setting = shared[key] else { continue }
            problems[setting.key] =
                "The entry of '\(key)' in the \(cluster.place) \(problem.words)."
        }
        for (key, words) in cluster.findings.entries {
            if let setting = shared[key] { problems[setting.key] = words }
        }
        for (key, refusal) in refusals {
            let held = shared[key].flatMap { replica.value(of: snapshot.replicaKey(of: $0)) }
            if held?.entry == refusal.entry {
                problems[key] = refusal.words
            } else {
                refusals[key] = nil
            }
        }
        let list = problems.sorted { $0.key < $1.key }
            .map { SyncReport.SettingProblem(key: $0.key, words: $0.value) }
        let clocks = clockProblem
        if board.set(list, clocks: clocks, metAt: time), let clocks {
            logger.warning("sync: \(clocks)")
        }
    }

    /// The clocks of most machines are right.
    ///
    /// If there are two machines, the one whose clock is ahead is named.
    private var clockProblem: String? {
        let now = SyncedTime(Date()).milliseconds
        var ahead: [String: Int64] = [:]
        for (key, value) in replica.remote where key != ClusterName.key {
            guard let entry = value.entry, entry.machine != replica.machine else { continue }
            ahead[entry.machine] = max(
                ahead[entry.machine] ?? 0, entry.clock.milliseconds - now)
        }
        // A clock that is days ahead says nothing about the others.
        let all = (ahead.values.filter { $0 < 86_400_000 } + [0]).sorted()
        let usual = all[(all.count - 1) / 2]
        let machines = ahead.filter { $0.value - usual > SyncedEntry.clockTolerance }.keys
        if usual > SyncedEntry.clockTolerance {
            return
                "The clock of this machine is behind those of most others. What is set here may lose "
                + "to earlier changes."
        }
        guard !machines.isEmpty else { return nil }
        let shown = machines.sorted().prefix(3).map { "'\($0)'" }.joined(separator: ", ")
        return
            "The clock of \(shown) was ahead of this one when a synced value was set there. Later "
            + "changes may lose to it."
    }
}

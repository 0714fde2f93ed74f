import Faceplate
import FaceplateSchema
import Foundation
import Logging

extension SharingEngine {
    /// What is to be done about all settings at one moment.
    private struct Plan {
        let snapshot: Snapshot
        var agreed: [String: SharedEntry] = [:]
        var taken: [String: SharedEntry] = [:]
        var sent: [SharedPut] = []
    }

    private func plan(_ keys: Set<String>? = nil) -> Plan {
        let snapshot = settings.snapshot
        var plan = Plan(snapshot: snapshot)
        guard snapshot.isSharingOn else { return plan }
        forgetOtherSettings()
        for setting in snapshot.sharedSettings where keys?.contains(setting.key) ?? true {
            let key = setting.key
            rememberAnswer(of: key)
            guard let local = SharedState(snapshot.side(of: key)) else { continue }
            let base = base.entries[key]
            let remote = remote[key]
            let isAtRest =
                local == (base?.state ?? .onDefault)
                && remote.map { $0.entry.map { $0.state == local } ?? true } ?? true
            let last = isAtRest ? nil : lastChange(of: key, snapshot)
            let merge = Merge(
                base: base, local: local, localTime: last?.time ?? .earliest,
                isChosenHere: last?.isChosen ?? true, remote: remote?.entry, machine: machine)
            switch merge.step {
            case .nothing: break
            case .agree(let entry): plan.agreed[key] = entry
            case .take(let entry):
                if !isRefused(entry, key, snapshot) { plan.taken[key] = entry }
            case .send(let entry):
                plan.sent.append(
                    SharedPut(key: key, entry: entry, expected: remote?.revision ?? 0))
            }
        }
        if keys == nil, clusterName == nil { plan.sent.append(name()) }
        return plan
    }

    /// What was agreed on with other settings than these, or older ones, means nothing: a copy was
    /// put in their place, or they were begun anew.
    private func forgetOtherSettings() {
        guard let known = base.revision, !known.isOf(settings) else { return }
        logger.notice("sharing: the settings are others: they meet the cluster for the first time")
        base = Agreements(cluster: base.cluster)
    }

    /// Agrees on what this machine has written without being told so.
    private func rememberAnswer(of key: String) {
        guard let entry = remote[key]?.entry, base.unanswered[key]?.contains(entry) == true
        else { return }
        agree(on: [key: entry])
    }

    /// Names the contents of the cluster; what was lost gets the name that it had.
    private func name() -> SharedPut {
        let name = base.cluster ?? UUID().uuidString
        base.cluster = name
        return SharedPut(
            key: ClusterName.key, entry: ClusterName.entry(name, machine),
            expected: remote[ClusterName.key]?.revision ?? 0)
    }

    /// When a setting was last changed here, and whether somebody chose its value; `nil` where
    /// history has lost it.
    private func lastChange(
        of key: String, _ snapshot: Snapshot
    ) -> (time: SharedTime, isChosen: Bool)? {
        guard let number = snapshot.lastChange(of: key),
            let revision = (try? settings.revision(number)) ?? nil
        else { return nil }
        let isChosen = revision.origin != .sync && revision.origin != .migration
        return (SharedTime(revision.time), isChosen)
    }

    private func isRefused(_ entry: SharedEntry, _ key: String, _ snapshot: Snapshot) -> Bool {
        guard let refusal = refusals[key] else { return false }
        return refusal.entry == entry && refusal.revision == snapshot.revision
            && refusal.digest == snapshot.digest
    }

    // MARK: - Both sides

    /// Makes both sides the same.
    func reconcile() async throws {
        defer { tellProblems() }
        for _ in 0..<Self.attempts {
            let plan = plan()
            guard plan.snapshot.isSharingOn else { return tellWaiting() }
            agree(on: plan.agreed)
            let isCurrent = try await take(plan.taken, plan.snapshot)
            save()
            guard isCurrent else { continue }
            if try await send(plan.sent) {
                save()
                tellWaiting()
                board.met(at: Date())
                return
            }
            try await readAll()
        }
        // Others have their turn first.
        mailbox.putLocalNews()
    }

    /// Takes in some settings alone, and sends none.
    func takeOnly(_ keys: Set<String>) async throws {
        for _ in 0..<Self.attempts {
            let plan = plan(keys)
            agree(on: plan.agreed)
            if try await take(plan.taken, plan.snapshot) { return }
        }
    }

    /// Writes to the cluster.
    ///
    /// - Returns: whether all was written; others may have been faster.
    private func send(_ puts: [SharedPut]) async throws -> Bool {
        let keys = Set(puts.map(\.key))
        let held = remote.reduce(0) { $0 + (keys.contains($1.key) ? 0 : $1.value.size) }
        let plan = SendPlan(puts, held: held, limits: limits)
        sizeProblems = plan.refused.reduce(into: [:]) { $0[$1.key] = $1.problem }
        for put in plan.requests.joined() where put.key != ClusterName.key {
            base.send(put.entry, to: put.key)
        }
        save()
        for request in plan.requests {
            guard let revision = try await cluster.write(request) else { return false }
            for put in request {
                if put.key != ClusterName.key { agree(on: [put.key: put.entry]) }
                remote[put.key] = RemoteValue(put.entry, revision: revision)
            }
            logger.debug("sharing: sent", metadata: ["keys": "\(request.count)"])
        }
        return true
    }

    // MARK: - This machine

    /// Gives this machine what the cluster holds, as one batch; what is refused is left out.
    ///
    /// - Returns: whether the merge still holds; `false` where somebody changed one of the settings
    ///   meanwhile.
    private func take(
        _ taken: [String: SharedEntry], _ snapshot: Snapshot
    ) async throws -> Bool {
        var left = taken
        while !left.isEmpty {
            do {
                confirm(left, try await settings.apply(batch(left, snapshot)), snapshot)
                return true
            } catch {
                switch error {
                case .conflict: return false
                case .store(let error): throw ClusterError(error.message)
                case .refused(let problems):
                    let refused = problems.filter { left[$0.key] != nil }
                    // A rule over several may name others: then each is tried by itself.
                    guard !refused.isEmpty else { return try await takeEach(left, snapshot) }
                    for problem in refused { refuse(problem, &left, snapshot) }
                }
            }
        }
        return true
    }

    private func takeEach(
        _ taken: [String: SharedEntry], _ snapshot: Snapshot
    ) async throws -> Bool {
        for (key, entry) in taken.sorted(by: { $0.key < $1.key }) {
            do {
                let outcome = try await settings.apply(batch([key: entry], snapshot))
                confirm([key: entry], outcome, snapshot)
            } catch {
                switch error {
                case .conflict: return false
                case .store(let error): throw ClusterError(error.message)
                case .refused(let problems):
                    var left = [key: entry]
                    let problem = problems.first?.problem ?? ValueProblem(.required)
                    refuse(KeyProblem(key: key, problem: problem), &left, snapshot)
                }
            }
        }
        return true
    }

    private func batch(_ taken: [String: SharedEntry], _ snapshot: Snapshot) -> Batch {
        let assignments = taken.sorted { $0.key < $1.key }.map { key, entry in
            switch entry.state {
            case .onDefault: Assignment(key, .reset)
            case .set(let json): Assignment(key, .json(json))
            }
        }
        let machines = Set(taken.values.map(\.machine)).sorted()
        let actor =
            machines.count > 3 ? "\(machines.count) machines" : machines.joined(separator: ", ")
        return Batch(
            assignments, origin: .sync, actor: actor,
            base: Batch.Base(revision: snapshot.revision, leavesShownValues: false))
    }

    private func agree(on entries: [String: SharedEntry]) {
        for (key, entry) in entries {
            base.agree(on: entry, of: key)
            refusals[key] = nil
        }
    }

    /// Agrees on what has become so; a rule may have kept something from being changed.
    ///
    /// - Parameter outcome: what tells it: by now somebody may have changed it again, which is a
    ///   change of what was agreed.
    private func confirm(
        _ taken: [String: SharedEntry], _ outcome: Outcome, _ snapshot: Snapshot
    ) {
        let now = settings.snapshot
        let became = outcome.changes.reduce(into: [:]) { $0[$1.key] = $1.new }
        for (key, entry) in taken {
            if SharedState(became[key] ?? now.side(of: key)) == entry.state {
                agree(on: [key: entry])
            } else if now.schema.settings[key].map(now.isLocked) == true {
                // What is held at a value is that value on any machine's word.
                note(key, entry, nil, snapshot)
            } else {
                note(key, entry, "it is not changed while it is not shown.", snapshot)
            }
        }
    }

    private func refuse(
        _ problem: KeyProblem, _ left: inout [String: SharedEntry], _ snapshot: Snapshot
    ) {
        guard let entry = left.removeValue(forKey: problem.key) else { return }
        let sentence = ProblemWords.english.sentence(
            for: problem.problem.withoutValue, label: "'\(problem.key)'",
            options: snapshot.schema.settings[problem.key]?.options(for: problem.problem) ?? [],
            nearest: nil)
        note(problem.key, entry, sentence + ".", snapshot)
    }

    /// - Parameter snapshot: what the merge was made for: it is tried again as soon as there is a newer
    ///   one, which there may be already.
    private func note(
        _ key: String, _ entry: SharedEntry, _ reason: String?, _ snapshot: Snapshot
    ) {
        let words = reason.map {
            "'\(key)' of the machine '\(entry.machine)' is not taken: \($0)"
        }
        if let words, refusals[key]?.words != words { logger.warning("sharing: \(words)") }
        refusals[key] = Refusal(
            entry: entry, revision: snapshot.revision, digest: snapshot.digest, words: words)
    }

    // MARK: - Keeping and telling

    /// Keeps what was agreed on, of the settings that are shared.
    func save() {
        base.keep(Set(settings.snapshot.sharedSettings.map(\.key)))
        guard base != saved else { return }
        base.revision = AgreedRevision(of: settings)
        do {
            try file.write(base)
            saved = base
            board.setFile(nil)
        } catch {
            if board.setFile(error.words) { logger.error("sharing: \(error.words)") }
        }
    }

    private func tellProblems() {
        var problems = sizeProblems
        for (key, value) in remote {
            if let problem = value.problem {
                problems[key] = "What the cluster holds of '\(key)' \(problem.words)."
            } else if let refusal = refusals[key], refusal.entry == value.entry {
                problems[key] = refusal.words
            } else {
                refusals[key] = nil
            }
        }
        board.setKeys(
            problems.sorted { $0.key < $1.key }.map { .init(key: $0.key, words: $0.value) })
    }
}

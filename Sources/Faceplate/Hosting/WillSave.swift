/// What is about to be saved: what a `willSave` handler is asked about.
public struct ProposedSave: Sendable {
    /// What would change, a setting once; a secret is only known to be set.
    public let changes: [Change]
    /// Who asks.
    public let origin: Origin
    /// A token's or the host's name for who asks.
    public let actor: String?
    /// Words that history would keep.
    public let note: String?
    /// Whether the answer is all that is asked for, and nothing is saved.
    public let isDryRun: Bool
    /// The settings as they would be.
    public let snapshot: Snapshot

    /// The change of one setting; `nil` where it stays as it is.
    public func change(of key: String) -> Change? {
        let key = snapshot.settingKey(of: key)
        return changes.first { $0.key == key }
    }
}

/// Why a program does not agree to a save, or to the end of a visit, in its own words.
public struct Veto: Sendable, Hashable {
    /// The words, by the key that they are about.
    let reasons: [String: String]
    /// Words about the whole.
    package let reason: String?

    /// Refuses the save because of one setting, which the words are shown beside.
    public static func key(_ key: String, _ reason: String) -> Veto { keys([key: reason]) }

    /// Refuses the save because of several.
    public static func keys(_ reasons: [String: String]) -> Veto {
        Veto(reasons: reasons, reason: nil)
    }

    /// Refuses the save as a whole; the words are shown beside each setting that it would change.
    public static func all(_ reason: String) -> Veto { Veto(reasons: [:], reason: reason) }

    /// What the sender is answered; words about the whole are said of each of the changes.
    package func problems(_ changes: [Change]) -> [KeyProblem] {
        if let reason {
            return changes.map { KeyProblem(key: $0.key, problem: .message(reason)) }
        }
        return reasons.sorted { $0.key < $1.key }
            .map { KeyProblem(key: $0.key, problem: .message($0.value)) }
    }
}

extension Settings {
    /// Asked before each save, whoever wants it: a page, a script, the program, an import, an undo.
    public typealias SaveHandler = @Sendable (ProposedSave) async throws -> Veto?

    /// Asks `handler` before every save through these settings; a veto refuses all of it.
    ///
    /// All handlers are asked at once, and each has `limit`; who does not answer in time, or throws,
    /// refuses. Others may save meanwhile: where that changes what would be saved, they are asked
    /// again. What a handler itself saves asks no handler. Saves are asked for one at a time, in
    /// their order; readers and saves of other processes do not wait, and are not asked about.
    ///
    /// - Parameter limit: how long an answer may take.
    /// - Returns: what ends it.
    @discardableResult
    public func willSave(
        within limit: Duration = .seconds(5), _ handler: @escaping SaveHandler
    ) -> Observation {
        let id = gate.add(handler, limit: limit)
        return Observation { [gate] in gate.remove(id) }
    }

    /// What a batch would change; `nil` for nothing, or for what is refused without being asked
    /// about.
    ///
    /// On the queue.
    func proposal(_ batch: Batch) -> ProposedSave? {
        let snapshot = committed
        guard !state.withLock({ $0.isClosed }),
            let plan = try? store.read({ reader in
                try ChangePlan(batch, on: snapshot, history: History(reader, snapshot))
            }), !plan.changes.isEmpty
        else { return nil }
        return ProposedSave(
            changes: plan.changes, origin: batch.reversal == nil ? batch.origin : .undo,
            actor: batch.actor, note: plan.note, isDryRun: batch.isDryRun,
            snapshot: snapshot.applying(plan.changes, revision: snapshot.revision))
    }
}

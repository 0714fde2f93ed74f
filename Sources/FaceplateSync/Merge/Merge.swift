/// What is to be done about one setting, so that this machine and the cluster hold the same.
enum MergeStep: Sendable, Hashable {
    /// Neither changed it, or both still hold what was agreed on.
    case nothing
    /// Both hold the same without having agreed on it yet.
    case agree(SharedEntry)
    /// The cluster is to have it.
    case send(SharedEntry)
    /// This machine is to have it.
    case take(SharedEntry)
}

/// The merge of one setting: what was agreed on, what it is here, what it is in the cluster.
///
/// A setting also counts as changed where it was changed and changed back since, which its time tells.
/// A value that was taken from the cluster, or that a new schema made, is no change of this machine.
///
/// Changed on one side only, that side wins. Changed on both, the later one wins, and at the same
/// moment the cluster. At the first meeting nothing was agreed on: the later of two choices wins, and
/// a default that nobody chose is none. What this machine loses is in its history, from where undo
/// brings it back.
struct Merge {
    /// What this machine and these contents of the cluster last agreed on; `nil` before they met.
    let base: SharedEntry?
    /// What this machine agreed on with other contents; `nil` where there is a `base`.
    let former: SharedEntry?
    /// Whether it knew these contents before those others: what it agreed on elsewhere stays there.
    let isReturning: Bool
    let local: SharedState
    /// When it was last changed here.
    let localTime: SharedTime
    /// Whether somebody chose it here: false where it came from the cluster, or a new schema made it.
    let isChosenHere: Bool
    /// `nil` where the cluster has nothing that can be read.
    let remote: SharedEntry?
    let machine: String

    var step: MergeStep {
        guard let base else { return firstMeeting }
        guard let remote else {
            // That nobody ever set it needs no entry.
            if base.time == .earliest, !isChangedHere(since: base) { return .nothing }
            // What was agreed keeps its time, so that of several machines the one that knows most wins.
            return .send(isChangedHere(since: base) ? mine(after: base.time) : base)
        }
        if remote.state == local { return remote == base ? .nothing : .agree(remote) }
        let isChangedThere = remote.state != base.state || remote.time > base.time
        switch (isChangedHere(since: base), isChangedThere) {
        case (false, _):
            // Older than what was agreed: the cluster came back from a copy of before.
            return remote.time < base.time ? .send(base) : .take(remote)
        case (true, false): return .send(mine(after: remote.time))
        case (true, true):
            let mine = mine(after: base.time)
            return mine.time > remote.time ? .send(mine) : .take(remote)
        }
    }

    private func isChangedHere(since known: SharedEntry) -> Bool {
        isChosenHere && (local != known.state || localTime > known.time)
    }

    // MARK: - The first meeting

    private var firstMeeting: MergeStep {
        if let remote {
            if remote.state == local { return .agree(remote) }
            if let choice, choice.time > remote.time { return .send(choice) }
            return .take(remote)
        }
        if let choice { return .send(choice) }
        guard local.isSet else { return .nothing }
        // Nobody chose it as far as is known, so that any choice wins over it.
        return isReturning
            ? .take(SharedEntry(.onDefault, .earliest, machine))
            : .send(SharedEntry(local, .earliest.next, machine))
    }

    /// What this machine brings along; `nil` where nobody chose it.
    private var choice: SharedEntry? {
        if let former, !isChangedHere(since: former) {
            return isReturning || former.time == .earliest ? nil : former
        }
        guard isChosenHere, localTime > .earliest else { return nil }
        return mine(after: former?.time ?? .earliest)
    }

    /// What it is here, as a change of what was before: a clock that is behind does not make it
    /// older than that.
    private func mine(after time: SharedTime) -> SharedEntry {
        let known = [time, base?.time, former?.time].compactMap { $0 }.max() ?? .earliest
        return SharedEntry(local, max(localTime, known.next), machine)
    }
}

/// What is to be done about one setting, so that this machine and the cluster hold the same.
enum MergeStep: Sendable, Hashable {
    /// Neither has anything to say, or both still hold what was agreed.
    case nothing
    /// Both hold the same without having agreed on it yet.
    case agree(SharedEntry)
    /// The cluster is to have it.
    case send(SharedEntry)
    /// This machine is to have it.
    case take(SharedEntry)
}

/// The merge of one setting: what was agreed, what it is here, what it is in the cluster.
///
/// Changed is also what was changed and changed back since, which its time tells. What this machine took
/// from the cluster, or a new schema made of a value, is no change of this machine.
///
/// Changed on one side only, that side wins. Changed on both, the later one wins, and at the same
/// moment the cluster. At the first meeting there is nothing that was agreed: what somebody set wins
/// over a default, and where both are set the cluster wins. What this machine loses is in its
/// history, from where undo brings it back.
struct Merge {
    /// What this machine and the cluster last agreed on; `nil` before they met.
    let base: SharedEntry?
    let local: SharedState
    /// When it was last changed here.
    let localTime: SharedTime
    /// Whether somebody chose it here: false where it came from the cluster, or a new schema made it.
    let isChosenHere: Bool
    /// `nil` where the cluster has nothing that can be read.
    let remote: SharedEntry?
    let machine: String

    var step: MergeStep {
        guard let remote else { return forgotten }
        if remote.state == local { return remote == base ? .nothing : .agree(remote) }
        guard let base else { return firstMeeting(remote) }
        let isChangedThere = remote.state != base.state || remote.time > base.time
        switch (isChangedHere(since: base), isChangedThere) {
        case (false, _):
            guard remote.time < base.time else { return .take(remote) }
            // Older than what was agreed: the cluster came back from a copy of before.
            return .send(local == base.state ? base : mine(after: base.time))
        case (true, false): return .send(mine(after: remote.time))
        case (true, true):
            let mine = mine(after: base.time)
            return mine.time > remote.time ? .send(mine) : .take(remote)
        }
    }

    private func isChangedHere(since base: SharedEntry) -> Bool {
        isChosenHere && (local != base.state || localTime > base.time)
    }

    /// The cluster has nothing: it never had, or lost it.
    ///
    /// What was agreed keeps its time, so that of several machines the one that knows most wins.
    private var forgotten: MergeStep {
        guard let base else {
            return local.isSet
                ? .send(SharedEntry(local, localTime, machine))
                : .agree(SharedEntry(.onDefault, .earliest, machine))
        }
        // That nobody ever set it needs no entry.
        if base.time == .earliest, local == base.state { return .nothing }
        return .send(local == base.state ? base : mine(after: base.time))
    }

    private func firstMeeting(_ remote: SharedEntry) -> MergeStep {
        remote.state.isSet ? .take(remote) : .send(mine(after: remote.time))
    }

    /// What it is here, as a change of what was before: a clock that is behind does not make it
    /// older than that.
    private func mine(after time: SharedTime) -> SharedEntry {
        SharedEntry(local, max(localTime, time.next, base?.time.next ?? .earliest), machine)
    }
}

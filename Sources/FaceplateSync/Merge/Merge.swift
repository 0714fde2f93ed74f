enum MergeStep: Sendable, Hashable {
    /// Nothing to do: both sides still have the last synced state.
    case nothing
    /// Both sides are equal, and this becomes the last synced state.
    case agree(SyncedEntry)
    case send(SyncedEntry)
    case accept(SyncedEntry)
}

/// The three-way merge of one setting: the last synced state, this machine, and the cluster.
///
/// A setting that was changed and changed back also counts as changed, because its time is later.
/// A value that came from the cluster or from a schema migration is not a change of this machine.
///
/// If one side changed, that side wins. If both sides changed, the later change wins; at the same time,
/// the cluster wins. In the first synchronization there is no last synced state: the later of two
/// choices wins, and a default that no user chose does not count as a choice. A replaced local value
/// stays in the history of this machine, and undo restores it.
struct Merge {
    /// The last synced state with these cluster contents; `nil` before the first synchronization.
    let base: SyncedEntry?
    /// The last synced state with other cluster contents; `nil` if there is a `base`.
    let former: SyncedEntry?
    /// True when this machine synced with these contents before the others.
    ///
    /// State that was synced with the other contents is then not sent to these.
    let isReturning: Bool
    let local: SyncedState
    let localTime: SyncedTime
    /// True when the value was set on this machine, false when it came from the cluster or a migration.
    let isChosenHere: Bool
    let remote: SyncedEntry?
    let machine: String

    var step: MergeStep {
        guard let base else { return firstMeeting }
        guard let remote else {
            // A setting that was never set needs no entry.
            if base.time == .earliest, !isChangedHere(since: base) { return .nothing }
            // A synced entry keeps its time, so that the machine with the latest state wins.
            return .send(isChangedHere(since: base) ? mine(after: base.time) : base)
        }
        if remote.state == local {
            if isChangedHere(since: base), localTime > remote.time { return .send(latest) }
            return remote == base ? .nothing : .agree(remote)
        }
        let isChangedThere = remote.state != base.state || remote.time > base.time
        switch (isChangedHere(since: base), isChangedThere) {
        case (false, _):
            // An entry older than the last synced state means that the cluster was restored from a backup.
            return remote.time < base.time ? .send(base) : .accept(remote)
        case (true, false): return .send(mine(after: remote.time))
        case (true, true):
            return wins(mine(after: base.time), over: remote, since: base)
                ? .send(mine(after: remote.time)) : .accept(remote)
        }
    }

    /// If that state was later than both clocks, its time says nothing about the order of the two, but their clocks do.
    private func wins(_ mine: SyncedEntry, over remote: SyncedEntry, since base: SyncedEntry)
        -> Bool
    {
        guard mine.isRaised, remote.isRaised, remote.time > base.time, mine.clock != remote.clock
        else { return mine.isLater(than: remote) }
        return mine.clock > remote.clock
    }

    /// The same value as in the cluster, chosen here later.
    ///
    /// Of two equal choices the later time is sent, so that a choice from between them does not win.
    private var latest: SyncedEntry { SyncedEntry(local, localTime, machine) }

    private func isChangedHere(since known: SyncedEntry) -> Bool {
        isChosenHere && (local != known.state || localTime > known.time)
    }

    // MARK: - The first synchronization

    private var firstMeeting: MergeStep {
        if let remote {
            if let choice, choice.isLater(than: remote) { return .send(choice) }
            return remote.state == local ? .agree(remote) : .accept(remote)
        }
        if let choice { return .send(choice) }
        guard local.isSet else { return .nothing }
        // No known choice made this value, so the earliest time lets any choice win over it.
        return isReturning
            ? .accept(SyncedEntry(.onDefault, .earliest, machine))
            : .send(SyncedEntry(local, .earliest.next, machine))
    }

    /// The entry of this machine for the first synchronization; `nil` if its value is not a choice.
    private var choice: SyncedEntry? {
        if let former, !isChangedHere(since: former) {
            return isReturning || former.time == .earliest ? nil : former
        }
        guard isChosenHere, localTime > .earliest else { return nil }
        return mine(after: former?.time ?? .earliest)
    }

    /// The local state as an entry that is later than all known entries, even if the clock is slow.
    private func mine(after time: SyncedTime) -> SyncedEntry {
        let known = [time, base?.time, former?.time].compactMap { $0 }.max() ?? .earliest
        return SyncedEntry(local, max(localTime, known.next), machine, clock: localTime)
    }
}

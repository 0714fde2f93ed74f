extension Replica {
    /// The entry that replaces one of this machine whose clock was ahead, now that the clock is right.
    ///
    /// Other machines can then no longer be misled by the clock, and stop to report it.
    func settled(
        _ entry: SyncedEntry?, _ local: SyncedState, _ step: MergeStep, _ now: SyncedTime
    ) -> SyncedEntry? {
        guard let entry, entry.machine == machine, entry.state == local, entry.isAhead(of: now)
        else { return nil }
        switch step {
        case .nothing, .agree: return SyncedEntry(local, entry.time.next, machine, clock: now)
        case .send, .accept: return nil
        }
    }

    /// True when an entry of this machine is later than its clock, so that a plan for all settings replaces it.
    func isAhead(of now: SyncedTime) -> Bool {
        remote.contains {
            $0.key != ClusterName.key && $0.value.entry?.machine == machine
                && $0.value.entry?.isAhead(of: now) == true
        }
    }
}

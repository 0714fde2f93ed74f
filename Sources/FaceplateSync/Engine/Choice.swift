import Faceplate
import FaceplateSchema

extension Settings {
    /// `nil` if the history does not contain the change.
    func choice(
        of key: String, _ state: SyncedState, since agreed: SyncedEntry?, _ snapshot: Snapshot
    ) -> Replica.Local? {
        guard let number = snapshot.lastChange(of: key),
            let last = (try? lastChange(of: key)) ?? nil
        else { return nil }
        func local(_ time: SyncedTime, isChosen: Bool) -> Replica.Local {
            Replica.Local(state: state, time: time, isChosen: isChosen)
        }
        guard last.origin == .migration else {
            return local(SyncedTime(last.time), isChosen: last.origin != .sync)
        }
        // A migration is not a choice, but it may have converted a choice that was not synced yet.
        guard state.isSet, let chosen = choice(before: number, of: key, snapshot),
            chosen.isNew(since: agreed)
        else { return local(SyncedTime(last.time), isChosen: false) }
        return local(
            SyncedTime(chosen.revision.time), isChosen: chosen.revision.origin != .sync)
    }

    /// The last change of a setting that was not a migration, also under its former keys.
    private func choice(before number: Int, of key: String, _ snapshot: Snapshot) -> Choice? {
        snapshot.keys(of: key).compactMap { key in
            let revisions = try? history.revisions(before: number, limit: 16, of: key)
            return revisions?.first { $0.origin != .migration }.map {
                Choice(revision: $0, key: key)
            }
        }
        .max { $0.revision.number < $1.revision.number }
    }
}

private struct Choice {
    let revision: Revision
    let key: String

    /// True when the change is later than a synced entry, or within a millisecond of it with another value.
    func isNew(since agreed: SyncedEntry?) -> Bool {
        guard let agreed else { return SyncedTime(revision.time) > .earliest }
        let time = SyncedTime(revision.time)
        guard time <= agreed.time, time.next >= agreed.time else { return time > agreed.time }
        let side = revision.changes.first { $0.key == key }?.new
        return side.flatMap(SyncedState.init) != agreed.state
    }
}

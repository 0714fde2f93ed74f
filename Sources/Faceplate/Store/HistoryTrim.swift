import Foundation
import GRDB

extension Database {
    /// How many revisions one write removes at the most, so that none takes long: more than it adds,
    /// so that a limit that was lowered is met after some writes.
    static let trimStep = 32

    /// Removes the oldest revisions that are beyond the limit.
    ///
    /// Numbers stay consecutive, the newest revision stays, and so does the last change of each key:
    /// by it a write on an old page is known to be in conflict.
    func trimHistory(to limit: Schema.HistoryLimit, after newest: Revision) throws {
        let oldest = try historyBounds().first
        if oldest > 1 { try forgetLastChanges(of: newest, before: oldest) }
        let (bound, hasNone) = newest.number.subtractingReportingOverflow(limit.revisions)
        guard limit.days != nil || !hasNone && oldest <= bound else { return }
        let date = limit.days.map { newest.time.addingTimeInterval(-86_400 * TimeInterval($0)) }
        let statement = try cachedStatement(
            sql: "SELECT number, time FROM revision WHERE number < ? ORDER BY number LIMIT ?")
        let rows = try Row.fetchAll(statement, arguments: [newest.number, Self.trimStep])
        let numbers = rows.prefix { row in
            if !hasNone, row["number"] <= bound { return true }
            guard let date, let time = RevisionTime.date(row["time"]) else { return false }
            return time < date
        }.map { $0["number"] as Int }
        for number in numbers { try remove(revision: number) }
    }

    private func remove(revision: Int) throws {
        try run(
            "DELETE FROM change WHERE revision = ? AND EXISTS (SELECT 1 FROM change AS later "
                + "WHERE later.item_key = change.item_key AND later.revision > change.revision)",
            [revision])
        try run("DELETE FROM revision WHERE number = ?", [revision])
    }

    /// What was kept of removed revisions for the sake of keys that have changed once more.
    private func forgetLastChanges(of newest: Revision, before oldest: Int) throws {
        for change in newest.changes {
            try run(
                "DELETE FROM change WHERE item_key = ? AND revision < ?", [change.key, oldest])
        }
    }
}

import FaceplateSchema
import Foundation

extension StorageChange {
    /// The number of revisions that a write removes for each one that it adds.
    ///
    /// It limits the time of each write; after the history limit was lowered, several writes are needed to reach it.
    private static let trimStep = 32

    /// Removes the oldest revisions that exceed the limit.
    ///
    /// Numbers stay consecutive. The newest revision stays, and so does the time of each key's last change, by which
    /// conflicts of a write from an old page are detected.
    ///
    /// - Parameter reader: the state after this change, with its revisions.
    mutating func trim(
        to limit: Schema.HistoryLimit, at now: Date, _ reader: any StorageReader
    ) throws {
        guard let newest = revisions.last?.number else { return }
        let (bound, hasNone) = newest.subtractingReportingOverflow(limit.revisions)
        let isFull = !hasNone && bound > 0
        guard isFull || limit.days != nil else { return }
        let most = Self.trimStep * revisions.count
        guard let days = limit.days else {
            // Numbers are consecutive, so that a count needs no more to be read.
            guard let oldest = try reader.oldestRevision(), oldest <= bound else { return }
            forgottenThrough = min(bound, oldest - 1 + most)
            return
        }
        let date = now.addingTimeInterval(-86_400 * TimeInterval(days))
        func isBeyond(_ revision: StoredRevision) -> Bool {
            if isFull, revision.number <= bound { return true }
            guard let time = RevisionTime.date(revision.time) else { return false }
            return time < date
        }
        // Usually nothing has expired: check the oldest revision first.
        var query = RevisionQuery(limit: 1)
        guard let oldest = try reader.revisions(query).first, isBeyond(oldest) else { return }
        query.limit = most
        forgottenThrough = try reader.revisions(query)
            .prefix { $0.number < newest && isBeyond($0) }.last?.number
    }
}

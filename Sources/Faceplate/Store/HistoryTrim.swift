import FaceplateSchema
import Foundation

extension StorageChange {
    /// How many revisions a write removes for each that it adds, so that none takes long, and a limit
    /// that was lowered is met after some writes.
    private static let trimStep = 32

    /// Forgets the oldest revisions that are beyond the limit.
    ///
    /// Numbers stay consecutive, the newest revision stays, and so does when each key was last
    /// changed: by it a write on an old page is known to be in conflict.
    ///
    /// - Parameter reader: what there will be, with the revisions of this change.
    mutating func trim(
        to limit: Schema.HistoryLimit, at now: Date, _ reader: any StorageReader
    ) throws {
        guard let newest = revisions.last?.number else { return }
        let (bound, hasNone) = newest.subtractingReportingOverflow(limit.revisions)
        let isFull = !hasNone && bound > 0
        guard isFull || limit.days != nil else { return }
        let date = limit.days.map { now.addingTimeInterval(-86_400 * TimeInterval($0)) }
        func isBeyond(_ revision: StoredRevision) -> Bool {
            if isFull, revision.number <= bound { return true }
            guard let date, let time = RevisionTime.date(revision.time) else { return false }
            return time < date
        }
        // Nearly always nothing is, which one revision tells.
        var query = RevisionQuery(limit: 1)
        guard let oldest = try reader.revisions(query).first, isBeyond(oldest) else { return }
        let most = Self.trimStep * revisions.count
        guard date != nil else {
            // Numbers are consecutive, so that a count needs no more to be read.
            forgottenThrough = min(bound, oldest.number - 1 + most)
            return
        }
        query.limit = most
        forgottenThrough = try reader.revisions(query)
            .prefix { $0.number < newest && isBeyond($0) }.last?.number
    }
}

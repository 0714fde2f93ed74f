import FaceplateSchema
import Foundation

extension StorageChange {
    /// The number of revisions that a write removes for each one that it adds.
    ///
    /// It limits the time of each write; after the history limit was lowered, several writes are needed to reach it.
    private static let trimStep = 32

    /// The number of revisions by which a history may exceed its limit, so that several are removed together.
    ///
    /// A removal costs as much for several revisions as for one. A short history has exactly its limit.
    private static func excess(over limit: Int) -> Int { min(limit / 16, 64) }

    /// Numbers stay consecutive.
    ///
    /// The newest revision stays, and so does the time of each key's last change, by which conflicts of a write from an
    /// old page are detected.
    ///
    /// - Parameter reader: the state after this change, with its revisions.
    mutating func trim(
        to limit: Schema.HistoryLimit, at now: Date, _ reader: any StorageReader
    ) throws {
        try trim(toNumberAndAge: limit, at: now, reader)
        guard let newest = revisions.last?.number else { return }
        let last = try reader.lastRevision(
            exceeding: limit.bytes, among: Self.trimStep * revisions.count)
        if let last = last.map({ min($0, newest - 1) }), last > forgottenThrough ?? 0 {
            forgottenThrough = last
        }
    }

    private mutating func trim(
        toNumberAndAge limit: Schema.HistoryLimit, at now: Date, _ reader: any StorageReader
    ) throws {
        guard let newest = revisions.last?.number else { return }
        let (bound, hasNone) = newest.subtractingReportingOverflow(limit.revisions)
        let isFull = !hasNone && bound > 0
        guard let days = limit.days else {
            // One of these numbers comes along whenever the history has grown by so many revisions.
            let step = Self.excess(over: limit.revisions) + 1
            guard isFull, newest % step < revisions.count else { return }
            // Numbers are consecutive, so that a count needs no more to be read.
            guard let oldest = try reader.oldestRevision(), oldest <= bound else { return }
            forgottenThrough = min(bound, oldest - 1 + Self.trimStep * max(step, revisions.count))
            return
        }
        let most = Self.trimStep * revisions.count
        let date = now.addingTimeInterval(-86_400 * TimeInterval(days))
        func isBeyond(_ revision: StoredRevision) -> Bool {
            if isFull, revision.number <= bound { return true }
            guard let time = RevisionTime.date(revision.time) else { return false }
            return time < date
        }
        // Usually nothing has expired: check the oldest revision first.
        var query = RevisionQuery(limit: 1)
        query.namesLargeValues = true
        guard let oldest = try reader.revisions(query).first, isBeyond(oldest) else { return }
        query.limit = most
        forgottenThrough = try reader.revisions(query)
            .prefix { $0.number < newest && isBeyond($0) }.last?.number
    }
}

/// Revisions that a condition chose, and the place at which the next scan continues.
package struct RevisionScan: Sendable {
    /// The chosen revisions, newest first.
    package fileprivate(set) var revisions: [Revision] = []
    /// The number of the oldest revision that was read, chosen or not; `nil` when nothing was read.
    package fileprivate(set) var last: Int?
    /// True when older revisions exist.
    package fileprivate(set) var hasMore = false
}

extension Settings {
    /// Returns the newest revisions that a condition chooses.
    ///
    /// Reads the file on the caller's thread, like `revisions`.
    ///
    /// - Parameters:
    ///   - before: an upper bound: only revisions with a smaller number are read; all if `nil`.
    ///   - limit: the maximum number of chosen revisions.
    ///   - key: a key that the revisions changed.
    ///   - most: the maximum number of revisions that are read.
    ///   - choose: returns the revision as it is shown; `nil` to leave it out.
    /// - Throws: `StoreError` if the file cannot be read.
    package func scanRevisions(
        before: Int? = nil, limit: Int, of key: String? = nil, among most: Int,
        choosing choose: (Revision) -> Revision?
    ) throws(StoreError) -> RevisionScan {
        var scan = RevisionScan()
        var left = most
        repeat {
            let count = min(left, max(limit, 256))
            let found = try revisions(before: scan.last ?? before, limit: count + 1, of: key)
            for revision in found.prefix(count) {
                guard scan.revisions.count < limit else {
                    scan.hasMore = true
                    return scan
                }
                scan.last = revision.number
                if let chosen = choose(revision) { scan.revisions.append(chosen) }
            }
            left -= count
            scan.hasMore = found.count > count
        } while scan.hasMore && left > 0 && scan.revisions.count < limit
        return scan
    }
}

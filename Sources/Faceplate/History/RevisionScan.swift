package struct RevisionScan: Sendable {
    /// Newest first.
    package private(set) var revisions: [Revision] = []
    /// The number of the oldest revision that was read, chosen or not; `nil` when nothing was read.
    package private(set) var last: Int?
    package private(set) var hasMore = false
}

extension Settings {
    /// Fewer, if they hold more than `Revision.answerSize`.
    ///
    /// Reads the file on the caller's thread, in parts, like `revisions`; only revisions with a smaller number than
    /// `before` are read, and at most `most`.
    package func scanRevisions(
        before: Int? = nil, limit: Int, of key: String? = nil, among most: Int,
        size: Int = Revision.answerSize, choosing choose: (Revision) -> Revision?
    ) throws(StoreError) -> RevisionScan {
        try RevisionScan(before: before, limit: limit, among: most, size: size, choosing: choose) {
            before, limit throws(StoreError) in
            try history.revisions(before: before, limit: limit, of: key)
        }
    }
}

extension RevisionScan {
    /// - Parameter read: returns the newest revisions before a number; fewer than asked for, if they are large, but
    ///   none only if there are no more.
    package init<Failure: Error>(
        before: Int?, limit: Int, among most: Int, size: Int,
        choosing choose: (Revision) -> Revision?,
        reading read: (_ before: Int?, _ limit: Int) throws(Failure) -> [Revision]
    ) throws(Failure) {
        var (left, held) = (most, 0)
        while left > 0, revisions.count < limit, held <= size {
            let count = min(left, max(limit, 256))
            let found = try read(last ?? before, count + 1)
            hasMore = found.count > count
            if found.isEmpty { return }
            for revision in found.prefix(count) {
                guard revisions.count < limit, held <= size else {
                    hasMore = true
                    return
                }
                last = revision.number
                guard let chosen = choose(revision) else { continue }
                held += chosen.weight
                revisions.append(chosen)
            }
            left -= min(found.count, count)
        }
        // The last part can have ended for its size.
        if !hasMore, let last { hasMore = try !read(last, 1).isEmpty }
    }
}

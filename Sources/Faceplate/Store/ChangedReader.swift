/// A reader of the state as it will be after a change is stored.
struct ChangedReader: StorageReader {
    let base: any StorageReader
    let change: StorageChange

    func version() -> StorageVersion { change.version }

    func state() throws -> StoredState {
        var state = try base.state()
        state.apply(change)
        return state
    }

    func labels() throws -> [String: [String: String]] { try change.labels ?? base.labels() }

    func revisions(_ query: RevisionQuery) throws -> [StoredRevision] {
        let remaining = try base.revisions(query).map { revision in
            var revision = revision
            revision.redact(change.redacted)
            return revision
        }
        let new = change.revisions.filter(query.matches)
        let all = query.isNewestFirst ? new.reversed() + remaining : remaining + new
        return Array(all.prefix(query.limit ?? .max))
    }

    func lastChange(of key: String) throws -> StoredRevision? {
        let query = RevisionQuery(key: key)
        return try change.revisions.last(where: query.matches)?.bare
            ?? base.lastChange(of: key)
    }

    func agreements() throws -> [String: String] {
        var agreements = try base.agreements()
        for (key, edit) in change.agreements { agreements[key] = edit.record }
        return agreements
    }
}

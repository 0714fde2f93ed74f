import Faceplate

/// A cache of the current schema's index, and of the values of the last snapshot that was searched.
final class SearchCache: Sendable {
    private struct Known {
        var digest = ""
        var index: SearchIndex?
        var snapshot: Snapshot?
        var values: [LocaleTag: SearchValues] = [:]
    }

    private let known = Locked(Known())

    /// Returns the index of a snapshot's schema; the first search creates it.
    func index(of snapshot: Snapshot) -> SearchIndex {
        if let index = known.withLock({ $0.digest == snapshot.digest ? $0.index : nil }) {
            return index
        }
        let index = SearchIndex(schema: snapshot.schema, labels: snapshot.labels)
        known.withLock { known in
            known.digest = snapshot.digest
            known.index = index
        }
        return index
    }

    /// Returns the values of a snapshot as a language shows them; the first search creates them.
    func values(of snapshot: Snapshot, in locale: LocaleTag, make: () -> SearchValues)
        -> SearchValues
    {
        let values = known.withLock { $0.snapshot === snapshot ? $0.values[locale] : nil }
        if let values { return values }
        let made = make()
        known.withLock { known in
            if known.snapshot !== snapshot {
                known.snapshot = snapshot
                known.values = [:]
            }
            known.values[locale] = made
        }
        return made
    }
}

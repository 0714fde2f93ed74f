import Faceplate

final class SearchCache: Sendable {
    private struct Known {
        var digest = ""
        var index: SearchIndex?
        var snapshot: Snapshot?
        var values: [LocaleTag: SearchValues] = [:]
    }

    private let known = Locked(Known())

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

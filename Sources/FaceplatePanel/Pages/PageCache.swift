import Faceplate

/// The words and the newest page in each language: found and rendered once, and used again until
/// the schema, a label or a value changes.
final class PageCache: Sendable {
    private struct Entry {
        let snapshot: Snapshot
        let problems: [String]
        let response: PanelResponse
    }

    private let entries = Locked<[LocaleTag: Entry]>([:])
    private let resolvers = Locked<[LocaleTag: (digest: String, labels: LabelResolver)]>([:])

    /// The words of a snapshot's schema in a language.
    func labels(_ locale: LocaleTag, _ snapshot: Snapshot) -> LabelResolver {
        let known = resolvers.withLock { $0[locale] }
        if let known, known.digest == snapshot.digest { return known.labels }
        let labels = LabelResolver(
            schema: snapshot.schema, catalog: snapshot.labels, locale: locale)
        resolvers.withLock { $0[locale] = (snapshot.digest, labels) }
        return labels
    }

    /// The page of a snapshot, rendered by `render` where it is not here yet.
    func page(
        _ locale: LocaleTag, _ snapshot: Snapshot, problems: [String],
        render: () -> PanelResponse
    ) -> PanelResponse {
        let known = entries.withLock { entries -> PanelResponse? in
            guard let entry = entries[locale], entry.snapshot === snapshot,
                entry.problems == problems
            else { return nil }
            return entry.response
        }
        if let known { return known }
        let response = render()
        entries.withLock {
            $0[locale] = Entry(snapshot: snapshot, problems: problems, response: response)
        }
        return response
    }
}

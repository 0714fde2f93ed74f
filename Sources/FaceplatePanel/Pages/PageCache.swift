import Faceplate

/// The newest page in each language, rendered once and sent again until a value, a label or the
/// schema changes.
final class PageCache: Sendable {
    private struct Entry {
        let snapshot: Snapshot
        let problems: [String]
        let response: PanelResponse
    }

    private let entries = Locked<[LocaleTag: Entry]>([:])

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

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
    private let faces = Locked<[LocaleTag: (digest: String, face: PageFace)]>([:])

    /// What pages of a snapshot's schema look like in a language.
    func face(_ locale: LocaleTag, _ snapshot: Snapshot) -> PageFace {
        let known = faces.withLock { $0[locale] }
        if let known, known.digest == snapshot.digest { return known.face }
        let labels = LabelResolver(
            schema: snapshot.schema, catalog: snapshot.labels, locale: locale)
        let face = PageFace(schema: snapshot.schema, labels: labels)
        faces.withLock { $0[locale] = (snapshot.digest, face) }
        return face
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

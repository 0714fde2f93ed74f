import Faceplate

/// Which page, for whom.
struct PageName: Hashable, Sendable {
    /// The page's key; empty for the first one.
    var key = ""
    let locale: LocaleTag
    var level = Schema.Level.basic
}

/// The words and the newest of each page in each language: found and rendered once, and used again
/// until the schema, a label or a value changes.
final class PageCache: Sendable {
    /// What was rendered of one snapshot.
    private struct Rendered {
        var snapshot: Snapshot?
        var problems: [String] = []
        var responses: [PageName: PanelResponse] = [:]

        func isOf(_ snapshot: Snapshot, _ problems: [String]) -> Bool {
            self.snapshot === snapshot && self.problems == problems
        }
    }

    /// What belongs to one schema and its labels.
    private struct Faces {
        var digest = ""
        var labels: [LocaleTag: LabelResolver] = [:]
        var faces: [PageName: PageFace] = [:]
    }

    private let rendered = Locked(Rendered())
    private let faces = Locked(Faces())

    /// What a page of a snapshot's schema looks like; the first page where the schema has lost it.
    func face(_ name: PageName, _ snapshot: Snapshot) -> PageFace {
        let page = snapshot.schema.pages[name.key] ?? snapshot.schema.firstPage
        let (known, words) = faces.withLock { faces in
            if faces.digest != snapshot.digest { faces = Faces(digest: snapshot.digest) }
            return (faces.faces[name], faces.labels[name.locale])
        }
        if let known { return known }
        let labels =
            words
            ?? LabelResolver(
                schema: snapshot.schema, catalog: snapshot.labels, locale: name.locale)
        let face = PageFace(page: page, schema: snapshot.schema, labels: labels)
        faces.withLock { faces in
            guard faces.digest == snapshot.digest else { return }
            faces.labels[name.locale] = labels
            faces.faces[name] = face
        }
        return face
    }

    /// The page of a snapshot, rendered by `render` where it is not here yet.
    func page(
        _ name: PageName, _ snapshot: Snapshot, problems: [String],
        render: () -> PanelResponse
    ) -> PanelResponse {
        let known = rendered.withLock { rendered in
            if !rendered.isOf(snapshot, problems) {
                rendered = Rendered(snapshot: snapshot, problems: problems)
            }
            return rendered.responses[name]
        }
        if let known { return known }
        let response = render()
        rendered.withLock { rendered in
            if rendered.isOf(snapshot, problems) { rendered.responses[name] = response }
        }
        return response
    }
}

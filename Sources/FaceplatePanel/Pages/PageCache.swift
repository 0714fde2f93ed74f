import Faceplate

/// Which page, for whom.
struct PageName: Hashable, Sendable {
    /// The page's key; empty for the first one.
    var key = ""
    let locale: LocaleTag
    var level = Schema.Level.basic
    /// What whoever looks may see and do.
    let rights: Rights
    /// What is looked for; `nil` for the page itself.
    var search: String?
}

extension PageName {
    /// - Parameter locale: another language than the viewer's.
    init(_ viewer: Viewer, key: String = "", locale: LocaleTag? = nil, search: String? = nil) {
        self.init(
            key: key, locale: locale ?? viewer.locale, level: viewer.level, rights: viewer.rights,
            search: search)
    }
}

/// What of a request decides which plain page it is answered with.
struct Visit: Hashable, Sendable {
    private let path: String
    private let cookies: [String]
    private let languages: String?
    private let rights: Rights

    /// `nil` for a request that asks for more than the page.
    init?(_ request: some PanelRequest, _ rights: Rights) {
        guard request.method != "POST", request.query?.isEmpty != false else { return nil }
        path = request.path
        cookies = request.headers("cookie")
        languages = request.header("accept-language")
        self.rights = rights
    }
}

/// What a page shows beside the settings of a snapshot.
struct Surroundings: Equatable, Sendable {
    /// What is wrong with the schema file.
    var problems: [String] = []
    var look: Look?
    /// How sharing stands; `nil` where nothing is shared.
    var sharing: SharingState?

    static func == (left: Self, right: Self) -> Bool {
        left.problems == right.problems && left.sharing == right.sharing
            && (left.look === right.look || left.look?.paths == right.look?.paths)
    }
}

/// The words and the newest of each page in each language: found and rendered once, and used again
/// until the schema, a label or a value changes.
final class PageCache: Sendable {
    /// What was rendered of one snapshot.
    private struct Rendered {
        var snapshot: Snapshot?
        var surroundings = Surroundings()
        var responses: [PageName: PanelResponse] = [:]
        /// The same by what was asked, so that a page which is asked for again is found at once.
        var visits: [Visit: PanelResponse] = [:]

        func isOf(_ snapshot: Snapshot, _ surroundings: Surroundings) -> Bool {
            self.snapshot === snapshot && self.surroundings == surroundings
        }
    }

    /// What belongs to one schema and its labels.
    private struct Faces {
        var digest = ""
        var styleSheet: Asset??
        var look: Look?
        var labels: [LocaleTag: LabelResolver] = [:]
        var faces: [PageName: PageFace] = [:]
    }

    /// Cookies and languages are the clients' own words.
    private static let visitLimit = 1_000

    private let rendered = Locked(Rendered())
    private let faces = Locked(Faces())

    /// What a page of a snapshot's schema looks like; the first page where the schema has lost it.
    func face(_ name: PageName, _ snapshot: Snapshot) -> PageFace {
        let page = snapshot.schema.pages[name.key] ?? snapshot.schema.firstPage
        // A page that is gone is the first one, and words are the same at each level.
        let name = PageName(key: page.key, locale: name.locale, rights: .all)
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

    /// The look of a snapshot's pages, where it was kept.
    func look(of snapshot: Snapshot) -> Look? {
        faces.withLock { $0.digest == snapshot.digest ? $0.look : nil }
    }

    /// Keeps the look of a snapshot's pages until the schema is another.
    func keep(_ look: Look, of snapshot: Snapshot) {
        faces.withLock { if $0.digest == snapshot.digest { $0.look = look } }
    }

    /// The style sheet that a snapshot's schema asks for; `nil` where it says nothing of colours.
    func styleSheet(of snapshot: Snapshot) -> Asset? {
        let known = faces.withLock { faces in
            if faces.digest != snapshot.digest { faces = Faces(digest: snapshot.digest) }
            return faces.styleSheet
        }
        if let known { return known }
        let made = snapshot.schema.styleSheet.map { Asset("schema", "css", Array($0.utf8)) }
        faces.withLock { faces in
            if faces.digest == snapshot.digest { faces.styleSheet = .some(made) }
        }
        return made
    }

    /// The page that such a request was answered with; `nil` where something has changed since.
    func page(
        for visit: Visit, _ snapshot: Snapshot, _ surroundings: Surroundings
    ) -> PanelResponse? {
        rendered.withLock { rendered in
            rendered.isOf(snapshot, surroundings) ? rendered.visits[visit] : nil
        }
    }

    /// Keeps what a request was answered with: a page of a snapshot.
    func keep(
        _ response: PanelResponse, for visit: Visit, _ snapshot: Snapshot,
        _ surroundings: Surroundings
    ) {
        rendered.withLock { rendered in
            guard rendered.isOf(snapshot, surroundings) else { return }
            if rendered.visits.count >= Self.visitLimit { rendered.visits = [:] }
            rendered.visits[visit] = response
        }
    }

    /// The page of a snapshot, rendered by `render` where it is not here yet.
    func page(
        _ name: PageName, _ snapshot: Snapshot, _ surroundings: Surroundings,
        render: () -> PanelResponse
    ) -> PanelResponse {
        let known = rendered.withLock { rendered in
            if !rendered.isOf(snapshot, surroundings) {
                rendered = Rendered(snapshot: snapshot, surroundings: surroundings)
            }
            return rendered.responses[name]
        }
        if let known { return known }
        let response = render()
        rendered.withLock { rendered in
            if rendered.isOf(snapshot, surroundings) { rendered.responses[name] = response }
        }
        return response
    }
}

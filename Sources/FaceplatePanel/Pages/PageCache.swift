import Faceplate

/// The key of a cached page: the page, and how it is shown.
struct PageName: Hashable, Sendable {
    /// The key of the page; empty for the first page.
    var key = ""
    let locale: LocaleTag
    var level = Schema.Level.basic
    /// The search terms; `nil` for the page itself.
    var search: String?
    /// The form of dates in the reader's region; `nil` for that of the language.
    var dates: RegionalStyle?
    /// The clock of the reader; `nil` for that of this machine.
    var clock: PageClock?
}

extension PageName {
    /// Creates a name for a viewer.
    ///
    /// - Parameter locale: A language other than the viewer's.
    init(_ viewer: Viewer, key: String = "", locale: LocaleTag? = nil, search: String? = nil) {
        self.init(
            key: key, locale: locale ?? viewer.locale, level: viewer.level,
            search: search, dates: viewer.dates, clock: viewer.clock)
    }
}

/// The parts of a request that select a cached page.
struct Visit: Hashable, Sendable {
    private let path: String
    private let cookies: [String]
    private let languages: String?
    private let rights: Rights
    /// The parts that the page of the client shows; `nil` in a request for the whole page.
    private let shown: String?

    /// The query of a request for the parts of a page that have changed.
    static let partQuery = "part"

    /// Creates a visit; `nil` for a post and for a request with any other query.
    init?(_ request: some PanelRequest, _ rights: Rights) {
        guard request.method != "POST" else { return nil }
        switch request.query {
        case nil, "": shown = nil
        case Self.partQuery: shown = request.header(ShownParts.header) ?? ""
        default: return nil
        }
        path = request.path
        cookies = request.headers("cookie")
        languages = request.header("accept-language")
        self.rights = rights
    }
}

/// The content of a page that does not come from a snapshot.
struct Surroundings: Equatable, Sendable {
    /// The problems of the schema file.
    var problems: [String] = []
    var look: Look?
    /// The status of sync; `nil` when the panel has no sync.
    var sync: SyncState?
    /// The moment in seconds, for the time left of temporary values; `nil` without any.
    var moment: Int?
    /// The minute or half hour by which the page says how long ago the last changes were.
    var minute = 0
    /// The profiles, by the number of their last reading.
    var profiles = 0

    static func == (left: Self, right: Self) -> Bool {
        left.problems == right.problems && left.sync == right.sync
            && left.moment == right.moment && left.minute == right.minute
            && left.profiles == right.profiles
            && (left.look === right.look || left.look?.paths == right.look?.paths)
    }
}

/// The faces and the rendered pages in each language, reused until the schema, a label or a value
/// changes.
final class PageCache: Sendable {
    /// A page, for viewers with the same rights.
    private struct Key: Hashable {
        let name: PageName
        let rights: Rights
    }

    /// The responses that were rendered from one snapshot.
    private struct Rendered {
        var snapshot: Snapshot?
        var surroundings = Surroundings()
        var responses: [Key: PanelResponse] = [:]
        /// The same responses by request, so that a repeated request finds its response
        /// immediately.
        var visits: [Visit: PanelResponse] = [:]

        func isOf(_ snapshot: Snapshot, _ surroundings: Surroundings) -> Bool {
            self.snapshot === snapshot && self.surroundings == surroundings
        }
    }

    /// The values that belong to one schema and its labels.
    private struct Faces {
        var digest = ""
        var styleSheet: Asset??
        var look: Look?
        var locales: [LocaleTag]?
        var labels: [LocaleTag: LabelResolver] = [:]
        var faces: [PageName: PageFace] = [:]
    }

    /// The most visits, and the most pages, in the cache; clients can send any number of different cookies and
    /// languages.
    private static let visitLimit = 1_000

    private let words: PanelWords
    private let rendered = Locked(Rendered())
    private let faces = Locked(Faces())

    init(words: PanelWords) {
        self.words = words
    }

    /// Returns the face of a page; that of the first page if the schema no longer has the page.
    func face(_ name: PageName, _ snapshot: Snapshot) -> PageFace {
        let page = snapshot.schema.pages[name.key] ?? snapshot.schema.firstPage
        // A missing page uses the first page, and labels do not depend on the level.
        let name = PageName(
            key: page.key, locale: name.locale, dates: name.dates)
        let (known, resolver) = faces.withLock { faces in
            if faces.digest != snapshot.digest { faces = Faces(digest: snapshot.digest) }
            return (faces.faces[name], faces.labels[name.locale])
        }
        if let known { return known }
        let labels =
            resolver
            ?? LabelResolver(
                schema: snapshot.schema, catalog: snapshot.labels, locale: name.locale)
        let face = PageFace(
            page: page, schema: snapshot.schema, labels: labels,
            words: PageWords(name.locale, in: words), dates: name.dates)
        faces.withLock { faces in
            guard faces.digest == snapshot.digest else { return }
            faces.labels[name.locale] = labels
            faces.faces[name] = face
        }
        return face
    }

    /// Returns the languages that pages are offered in, from `find` if the schema is a new one.
    func locales(of snapshot: Snapshot, find: () -> [LocaleTag]) -> [LocaleTag] {
        let known = faces.withLock { faces in
            if faces.digest != snapshot.digest { faces = Faces(digest: snapshot.digest) }
            return faces.locales
        }
        if let known { return known }
        let found = find()
        faces.withLock { if $0.digest == snapshot.digest { $0.locales = found } }
        return found
    }

    /// Returns the cached look of a snapshot's pages.
    func look(of snapshot: Snapshot) -> Look? {
        faces.withLock { $0.digest == snapshot.digest ? $0.look : nil }
    }

    /// Caches the look of a snapshot's pages until the schema changes.
    func store(_ look: Look, of snapshot: Snapshot) {
        faces.withLock { if $0.digest == snapshot.digest { $0.look = look } }
    }

    /// Returns the style sheet from a snapshot's schema; `nil` when the schema sets no styles.
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

    /// Returns the cached response to a request; `nil` when something has changed since.
    func page(
        for visit: Visit, _ snapshot: Snapshot, _ surroundings: Surroundings
    ) -> PanelResponse? {
        rendered.withLock { rendered in
            rendered.isOf(snapshot, surroundings) ? rendered.visits[visit] : nil
        }
    }

    /// Caches the response to a request, rendered from a snapshot.
    func store(
        _ response: PanelResponse, for visit: Visit, _ snapshot: Snapshot,
        _ surroundings: Surroundings
    ) {
        rendered.withLock { rendered in
            guard rendered.isOf(snapshot, surroundings) else { return }
            if rendered.visits.count >= Self.visitLimit { rendered.visits = [:] }
            rendered.visits[visit] = response
        }
    }

    /// Returns a page; calls `render` when it is not in the cache.
    func page(
        _ name: PageName, _ view: SettingsView, _ surroundings: Surroundings,
        render: () -> PanelResponse
    ) -> PanelResponse {
        let (snapshot, key) = (view.snapshot, Key(name: name, rights: view.rights))
        let known = rendered.withLock { rendered in
            if !rendered.isOf(snapshot, surroundings) {
                rendered = Rendered(snapshot: snapshot, surroundings: surroundings)
            }
            return rendered.responses[key]
        }
        if let known { return known }
        let response = render()
        rendered.withLock { rendered in
            guard rendered.isOf(snapshot, surroundings) else { return }
            if rendered.responses.count >= Self.visitLimit { rendered.responses = [:] }
            rendered.responses[key] = response
        }
        return response
    }
}

import Faceplate

struct PageName: Hashable, Sendable {
    var key = ""
    let locale: LocaleTag
    var level = Schema.Level.basic
    var search: String?
    /// By the reader's region; `nil` for the form of the language.
    var dates: RegionalStyle?
    /// `nil` for the clock of this machine.
    var clock: PageClock?
}

extension PageName {
    /// `locale` is a language other than the viewer's.
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
    /// `nil` in a request for the whole page.
    private let shown: String?

    static let partQuery = "part"

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
    var problems = PageProblems()
    var look: Look?
    /// `nil` when the panel has no sync.
    var sync: SyncState?
    /// In seconds, for the time left of temporary values; `nil` without any.
    var moment: Int?
    /// The minute or half hour by which the page says how long ago the last changes were.
    var minute = 0
    /// The number of their last reading.
    var profiles = 0

    static func == (left: Self, right: Self) -> Bool {
        left.problems == right.problems && left.sync == right.sync
            && left.moment == right.moment && left.minute == right.minute
            && left.profiles == right.profiles
            && (left.look === right.look || left.look?.paths == right.look?.paths)
    }
}

/// The problems of files that every page names.
struct PageProblems: Equatable {
    var ofSchema: [String] = []
    /// Of the program's own file, which holds the values.
    var ofFile: [String] = []
    var isFileUnreadable = false

    init() {}

    init(_ settings: Settings) {
        ofSchema = settings.schemaProblems
        ofFile = settings.fileProblems
        isFileUnreadable = settings.isFileUnreadable
    }
}

/// Reused until the schema, a label or a value changes.
final class PageCache: Sendable {
    private struct Key: Hashable {
        let name: PageName
        let rights: Rights
    }

    private struct Rendered {
        var snapshot: Snapshot?
        var surroundings = Surroundings()
        var responses: [Key: PanelResponse] = [:]
        /// By request, so that a repeated request finds its response immediately.
        var visits: [Visit: PanelResponse] = [:]

        func isOf(_ snapshot: Snapshot, _ surroundings: Surroundings) -> Bool {
            self.snapshot === snapshot && self.surroundings == surroundings
        }
    }

    private struct Faces {
        var digest = ""
        var styleSheet: Asset??
        var look: Look?
        var locales: [LocaleTag]?
        var labels: [LocaleTag: LabelResolver] = [:]
        var faces: [PageName: PageFace] = [:]
    }

    /// Clients can send any number of different cookies and languages.
    private static let visitLimit = 1_000
    /// Clients of a proxy that passes their headers can send any number of prefixes.
    private static let prefixLimit = 8

    private let words: PanelWords
    private let rendered = Locked(Rendered())
    private let faces = Locked(Faces())
    /// By prefix, because every page and row has URLs.
    private let prefixed = Locked<[String: PageCache]>([:])

    init(words: PanelWords) {
        self.words = words
    }

    /// The cache for the pages behind a proxy that removes `prefix`; this one if it is empty.
    func behind(_ prefix: String) -> PageCache {
        if prefix.isEmpty { return self }
        return prefixed.withLock { prefixed in
            if let known = prefixed[prefix] { return known }
            if prefixed.count >= Self.prefixLimit { prefixed = [:] }
            let made = PageCache(words: words)
            prefixed[prefix] = made
            return made
        }
    }

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

    func look(of snapshot: Snapshot) -> Look? {
        faces.withLock { $0.digest == snapshot.digest ? $0.look : nil }
    }

    func store(_ look: Look, of snapshot: Snapshot) {
        faces.withLock { if $0.digest == snapshot.digest { $0.look = look } }
    }

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

    func page(
        for visit: Visit, _ snapshot: Snapshot, _ surroundings: Surroundings
    ) -> PanelResponse? {
        rendered.withLock { rendered in
            rendered.isOf(snapshot, surroundings) ? rendered.visits[visit] : nil
        }
    }

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

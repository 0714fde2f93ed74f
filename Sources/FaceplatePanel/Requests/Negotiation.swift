import Faceplate
import FaceplateHTML

struct Viewer: Sendable {
    let locale: LocaleTag
    let level: Schema.Level
    let view: SettingsView
    /// By the reader's region; `nil` for the form of the language.
    let dates: RegionalStyle?
    let clock: PageClock?
    /// They remember the choices in the URL.
    let cookies: [(name: String, value: String)]

    var rights: Rights { view.rights }

    var headers: [(name: String, value: String)] { Panel.pageHeaders(locale) + cookies }
}

extension Panel {
    static let localeCookie = "faceplate_lang"
    static let levelCookie = "faceplate_level"

    /// The language is the first of `?lang=`, the cookie, the app's choice, `Accept-Language` and the schema's fallback
    /// that the panel has labels in; the level is `?level=`, or else the cookie.
    func viewer(of request: RequestContext) -> Viewer {
        request.viewer { makeViewer(of: request) }
    }

    private func makeViewer(of request: RequestContext) -> Viewer {
        let snapshot = request.view.snapshot
        let available = locales(of: request.view)
        func known(_ text: String?) -> LocaleTag? {
            text.flatMap(LocaleTag.init).flatMap { LocaleMatching.lookUp($0, among: available) }
        }
        let query = request.readableQuery
        let asked = known(query["lang"])
        let locale =
            asked ?? known(request.cookies(named: Self.localeCookie).first)
            ?? configuration.locale.flatMap { LocaleMatching.lookUp($0, among: available) }
            ?? request.header("accept-language").flatMap {
                LocaleMatching.best(for: $0, among: available)
            }
        let askedLevel = query["level"].flatMap(Schema.Level.init)
        let level =
            askedLevel ?? request.cookies(named: Self.levelCookie).first.flatMap(Schema.Level.init)
        let shown = locale ?? snapshot.schema.fallbackLocale(with: snapshot.labels)
        return Viewer(
            locale: shown, level: level ?? .basic, view: request.view,
            dates: dates(in: shown, request),
            clock: request.cookies(named: PageClock.cookie).first
                .flatMap(PageClock.init(reader:)),
            cookies: [
                asked.map { remember(Self.localeCookie, $0.description, request) },
                askedLevel.map { remember(Self.levelCookie, $0.rawValue, request) },
            ].compactMap(\.self))
    }

    /// The region of the page's language, or else the one that the browser names with the language, whose own fields
    /// for dates and times follow it.
    private func dates(in locale: LocaleTag, _ request: RequestContext) -> RegionalStyle? {
        let region =
            locale.region
            ?? request.header("accept-language").flatMap {
                LocaleMatching.region(of: locale.language, in: $0)
            }
        return region.flatMap { RegionalStyle.of(locale.language, in: $0) }
    }

    func locales(of view: SettingsView) -> [LocaleTag] {
        let snapshot = view.snapshot
        return view.pages.locales(of: snapshot) {
            let declared = snapshot.schema.locales(with: snapshot.labels)
            return declared + words.addedLocales.filter { !declared.contains($0) }
        }
    }

    /// For a year.
    private func remember(
        _ name: String, _ value: String, _ request: RequestContext
    ) -> (name: String, value: String) {
        (
            "Set-Cookie",
            "\(name)=\(value); Path=\(request.base.rootName); Max-Age=31536000; HttpOnly; SameSite=Lax"
                + (request.isSecure ? "; Secure" : "")
        )
    }
}

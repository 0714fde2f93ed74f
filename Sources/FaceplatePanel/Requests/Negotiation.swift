import Faceplate
import FaceplateHTML

/// The language, level and rights for one response, and the choices in the URL to remember.
struct Viewer: Sendable {
    let locale: LocaleTag
    let level: Schema.Level
    let rights: Rights
    /// The cookies that remember the choices in the URL.
    let cookies: [(name: String, value: String)]

    /// The headers of the response.
    var headers: [(name: String, value: String)] { Panel.pageHeaders(locale) + cookies }
}

extension Panel {
    static let localeCookie = "faceplate_lang"
    static let levelCookie = "faceplate_level"

    /// Returns the viewer of a request.
    ///
    /// The language is the first of `?lang=`, the cookie, the app's choice, `Accept-Language` and
    /// the schema's fallback that the panel has labels in. The level is `?level=`, or else the
    /// cookie.
    func viewer(of request: RequestContext) -> Viewer {
        request.viewer { makeViewer(of: request) }
    }

    private func makeViewer(of request: RequestContext) -> Viewer {
        let snapshot = settings.snapshot
        let available = locales(of: snapshot)
        func known(_ text: String?) -> LocaleTag? {
            text.flatMap(LocaleTag.init).flatMap { Self.lookUp($0, among: available) }
        }
        let query = request.readableQuery
        let asked = known(query["lang"])
        let locale =
            asked ?? known(request.cookies(named: Self.localeCookie).first)
            ?? configuration.locale.flatMap { Self.lookUp($0, among: available) }
            ?? request.header("accept-language").flatMap {
                LocaleMatching.best(for: $0, among: available)
            }
        let askedLevel = query["level"].flatMap(Schema.Level.init)
        let level =
            askedLevel ?? request.cookies(named: Self.levelCookie).first.flatMap(Schema.Level.init)
        return Viewer(
            locale: locale ?? snapshot.schema.fallbackLocale(with: snapshot.labels),
            level: level ?? .basic, rights: request.rights,
            cookies: [
                asked.map { remember(Self.localeCookie, $0.description, request) },
                askedLevel.map { remember(Self.levelCookie, $0.rawValue, request) },
            ].compactMap(\.self))
    }

    /// Returns the languages that the page offers.
    func locales(of snapshot: Snapshot) -> [LocaleTag] {
        pages.locales(of: snapshot) {
            let declared = snapshot.schema.locales(with: snapshot.labels)
            let locales = declared + words.addedLocales.filter { !declared.contains($0) }
            guard configuration.offersPseudoLocales else { return locales }
            return locales + PseudoLocale.allCases.map(\.tag).filter { !locales.contains($0) }
        }
    }

    /// Returns the available language that matches the wanted one best; a pseudo-locale matches
    /// only its own tag.
    static func lookUp(_ wanted: LocaleTag, among available: [LocaleTag]) -> LocaleTag? {
        PseudoLocale(wanted)?.tag ?? LocaleMatching.lookUp(wanted, among: available)
    }

    /// Returns the header that remembers a choice for a year.
    private func remember(
        _ name: String, _ value: String, _ request: RequestContext
    ) -> (name: String, value: String) {
        (
            "Set-Cookie",
            "\(name)=\(value); Path=\(base.cookiePath); Max-Age=31536000; HttpOnly; SameSite=Lax"
                + (request.isSecure ? "; Secure" : "")
        )
    }
}

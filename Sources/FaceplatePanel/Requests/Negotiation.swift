import Faceplate
import FaceplateHTML

/// For whom one answer is: the language, the level and the rights, and what the address asks to
/// remember.
struct Viewer: Sendable {
    let locale: LocaleTag
    let level: Schema.Level
    let rights: Rights
    /// Cookies that remember what the address asked for.
    let cookies: [(name: String, value: String)]

    /// What an answer says about it.
    var headers: [(name: String, value: String)] { Panel.pageHeaders(locale) + cookies }
}

extension Panel {
    static let localeCookie = "faceplate_lang"
    static let levelCookie = "faceplate_level"

    /// The language of an answer: `?lang=`, else the cookie, else the host's choice, else
    /// `Accept-Language`, else the schema's fallback; and the level: `?level=`, else the cookie.
    ///
    /// What the panel has no words in does not count.
    func viewer(of request: some PanelRequest) -> Viewer {
        let snapshot = settings.snapshot
        let available = locales(of: snapshot)
        func known(_ text: String?) -> LocaleTag? {
            text.flatMap(LocaleTag.init).flatMap { Self.lookUp($0, among: available) }
        }
        let query = (try? Self.query(of: request)) ?? []
        let cookies = request.headers("cookie")
        let asked = known(query.last(where: { $0.name == "lang" })?.value)
        let locale =
            asked ?? known(Self.cookie(Self.localeCookie, in: cookies))
            ?? configuration.locale.flatMap { Self.lookUp($0, among: available) }
            ?? request.header("accept-language").flatMap {
                LocaleMatching.best(for: $0, among: available)
            }
        let askedLevel = query.last { $0.name == "level" }.flatMap {
            Schema.Level(rawValue: $0.value)
        }
        let level =
            askedLevel ?? Self.cookie(Self.levelCookie, in: cookies).flatMap(Schema.Level.init)
        return Viewer(
            locale: locale ?? snapshot.schema.fallbackLocale(with: snapshot.labels),
            level: level ?? .basic, rights: rights(of: requester(of: request)),
            cookies: [
                asked.map { remember(Self.localeCookie, $0.description) },
                askedLevel.map { remember(Self.levelCookie, $0.rawValue) },
            ].compactMap(\.self))
    }

    /// The languages that the chooser offers.
    func locales(of snapshot: Snapshot) -> [LocaleTag] {
        let locales = snapshot.schema.locales(with: snapshot.labels)
        guard configuration.offersPseudoLocales else { return locales }
        return locales + PseudoLocale.allCases.map(\.tag).filter { !locales.contains($0) }
    }

    /// The language that serves a wish best; a made-up one by its own tag alone.
    static func lookUp(_ wanted: LocaleTag, among available: [LocaleTag]) -> LocaleTag? {
        PseudoLocale(wanted)?.tag ?? LocaleMatching.lookUp(wanted, among: available)
    }

    /// The fields behind `?`.
    static func query(of request: some PanelRequest) throws(FormError) -> [FormField] {
        guard let text = request.query, !text.isEmpty else { return [] }
        return try FormDecoder.decodeURLEncoded(text.utf8, fieldLimit: 100)
    }

    static func cookie(_ name: String, in headers: [String]) -> String? {
        for pair in headers.joined(separator: ";").split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == name else { continue }
            return String(parts[1])
        }
        return nil
    }

    /// The header that remembers a choice for a year.
    private func remember(_ name: String, _ value: String) -> (name: String, value: String) {
        (
            "Set-Cookie",
            "\(name)=\(value); Path=\(base.cookiePath); Max-Age=31536000; HttpOnly; SameSite=Lax"
        )
    }
}

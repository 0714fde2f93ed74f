import Faceplate
import FaceplateHTML

/// The language of one answer, and how it was chosen.
struct NegotiatedLocale: Sendable {
    let locale: LocaleTag
    /// Whether the address asks for it, which is remembered in a cookie.
    let isAsked: Bool
}

extension Panel {
    static let localeCookie = "faceplate_lang"

    /// The language of an answer: `?lang=`, else the cookie, else the host's choice, else
    /// `Accept-Language`, else the schema's fallback.
    func locale(for request: some PanelRequest, query: [FormField] = []) -> NegotiatedLocale {
        let snapshot = settings.snapshot
        let available = snapshot.schema.locales(with: snapshot.labels)
        func known(_ text: String?) -> LocaleTag? {
            text.flatMap(LocaleTag.init).flatMap { LocaleMatching.lookUp($0, among: available) }
        }
        if let asked = known(query.last(where: { $0.name == "lang" })?.value) {
            return NegotiatedLocale(locale: asked, isAsked: true)
        }
        if let kept = known(Self.cookie(Self.localeCookie, in: request.headers("cookie"))) {
            return NegotiatedLocale(locale: kept, isAsked: false)
        }
        let fallback =
            configuration.locale.flatMap { LocaleMatching.lookUp($0, among: available) }
            ?? snapshot.schema.fallbackLocale(with: snapshot.labels)
        guard configuration.locale == nil, let header = request.header("accept-language") else {
            return NegotiatedLocale(locale: fallback, isAsked: false)
        }
        let best = LocaleMatching.best(for: header, among: available)
        return NegotiatedLocale(locale: best ?? fallback, isAsked: false)
    }

    static func cookie(_ name: String, in headers: [String]) -> String? {
        for pair in headers.joined(separator: ";").split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == name else { continue }
            return String(parts[1])
        }
        return nil
    }

    /// The header that remembers a language for a year.
    static func rememberLocale(_ locale: LocaleTag) -> (name: String, value: String) {
        (
            "Set-Cookie",
            "\(localeCookie)=\(locale.description); Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax"
        )
    }
}

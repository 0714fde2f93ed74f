import Faceplate
import FaceplateHTML

/// The language of one answer, and how it was chosen.
struct NegotiatedLocale: Sendable {
    let locale: LocaleTag
    /// Whether the address asks for it, which is remembered in a cookie.
    let isAsked: Bool

    /// What an answer in this language says about it.
    var headers: [(name: String, value: String)] {
        Panel.pageHeaders(locale) + (isAsked ? [Panel.rememberLocale(locale)] : [])
    }
}

extension Panel {
    static let localeCookie = "faceplate_lang"

    /// The language of an answer: `?lang=`, else the cookie, else the host's choice, else
    /// `Accept-Language`, else the schema's fallback.
    ///
    /// What the panel has no words in does not count.
    func locale(for request: some PanelRequest) -> NegotiatedLocale {
        let snapshot = settings.snapshot
        let available = snapshot.schema.locales(with: snapshot.labels)
        func known(_ text: String?) -> LocaleTag? {
            text.flatMap(LocaleTag.init).flatMap { LocaleMatching.lookUp($0, among: available) }
        }
        let query = (try? Self.query(of: request)) ?? []
        if let asked = known(query.last(where: { $0.name == "lang" })?.value) {
            return NegotiatedLocale(locale: asked, isAsked: true)
        }
        let other =
            known(Self.cookie(Self.localeCookie, in: request.headers("cookie")))
            ?? configuration.locale.flatMap { LocaleMatching.lookUp($0, among: available) }
            ?? request.header("accept-language").flatMap {
                LocaleMatching.best(for: $0, among: available)
            }
        return NegotiatedLocale(
            locale: other ?? snapshot.schema.fallbackLocale(with: snapshot.labels), isAsked: false)
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

    /// The header that remembers a language for a year.
    static func rememberLocale(_ locale: LocaleTag) -> (name: String, value: String) {
        (
            "Set-Cookie",
            "\(localeCookie)=\(locale.description); Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax"
        )
    }
}

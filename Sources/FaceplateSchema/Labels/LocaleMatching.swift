/// Chooses among the locales that exist by what a reader asked for.
public enum LocaleMatching {
    /// The locale to use for an `Accept-Language` header; `nil` where nothing fits.
    ///
    /// Each language asked for is looked up by RFC 4647 §3.4, best quality first: the tag itself,
    /// then its parents, then another locale of the same language (`pt-BR` for `pt`). `*` is the
    /// first available locale. What has quality 0 is never chosen.
    public static func best(
        for header: String, among available: [LocaleTag]
    ) -> LocaleTag? {
        let ranges = AcceptLanguage.ranges(in: header)
        let refused = Set(ranges.filter { $0.quality == 0 }.compactMap(\.tag))
        let open = available.filter { locale in
            !refused.contains(locale) && refused.isDisjoint(with: locale.parents)
        }
        for range in ranges where range.quality > 0 {
            let found = range.tag.map { lookUp($0, among: open) } ?? open.first
            if let found { return found }
        }
        return nil
    }

    /// The available locale that serves one language tag best; `nil` where none has its language.
    public static func lookUp(_ wanted: LocaleTag, among available: [LocaleTag]) -> LocaleTag? {
        let implied = wanted.withImpliedScript
        var candidates = [wanted] + wanted.parents
        if let implied {
            // Before the bare language, but never before what was asked for.
            candidates.insert(implied, at: max(1, candidates.count - 1))
        }
        if let found = candidates.first(where: available.contains) { return found }
        let siblings = available.filter { $0.language == wanted.language }
        let script = wanted.script ?? implied?.script
        let sameScript = siblings.first {
            ($0.script ?? $0.withImpliedScript?.script) == script
        }
        return sameScript ?? siblings.first
    }

    /// Where a text is looked for: the locale, its parents, then the fallback and its parents.
    public static func chain(for locale: LocaleTag, fallback: LocaleTag) -> [LocaleTag] {
        var chain: [LocaleTag] = []
        for tag in [locale] + locale.parents + [fallback] + fallback.parents
        where !chain.contains(tag) {
            chain.append(tag)
        }
        return chain
    }
}

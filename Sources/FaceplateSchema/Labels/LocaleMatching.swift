package enum LocaleMatching {
    /// Returns the locale to use for an `Accept-Language` header; `nil` if none matches.
    ///
    /// Each requested language is looked up as in RFC 4647 §3.4, the best quality first: the tag
    /// itself, then its parents, then another locale of the same language (`pt-BR` for `pt`), or of a
    /// related one (`nb` for `no`). Former codes are those of today (`sr-Latn` for `sh`). `*` is the
    /// first available locale. Languages with quality 0 are never chosen.
    package static func best(
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

    package static func region(of language: String, in header: String) -> String? {
        AcceptLanguage.ranges(in: header).lazy
            .filter { $0.quality > 0 && $0.tag?.language == language }
            .compactMap { $0.tag?.region }.first
    }

    /// Returns the best available locale for a language tag; `nil` if none has its language.
    package static func lookUp(_ tag: LocaleTag, among available: [LocaleTag]) -> LocaleTag? {
        if available.contains(tag) { return tag }
        let wanted = tag.canonical
        let implied = wanted.withImpliedScript
        var candidates = [wanted] + wanted.parents
        if let implied {
            // Before the language without a script, but never before the requested tag.
            candidates.insert(implied, at: max(1, candidates.count - 1))
        }
        for candidate in candidates {
            if available.contains(candidate) { return candidate }
            if let found = available.first(where: { $0.canonical == candidate }) { return found }
        }
        let siblings = wanted.relatedLanguages.reduce(into: []) { siblings, language in
            siblings += available.filter {
                $0.canonical.language == language && !siblings.contains($0)
            }
        }
        let script = wanted.script ?? implied?.script
        let sameScript = siblings.first {
            ($0.canonical.script ?? $0.canonical.withImpliedScript?.script) == script
        }
        return sameScript ?? siblings.first
    }

    /// Returns the locales to search for a label: the locale, its parents, the fallback and its
    /// parents.
    package static func chain(for locale: LocaleTag, fallback: LocaleTag) -> [LocaleTag] {
        var chain: [LocaleTag] = []
        for tag in [locale] + locale.parents + [fallback] + fallback.parents
        where !chain.contains(tag) {
            chain.append(tag)
        }
        return chain
    }
}

/// A thread-safe cache of one entry per locale.
final class LocaleTable<Entry: Sendable>: Sendable {
    /// The limit on entries: requests name locales, and a panel has far fewer than this.
    private static var most: Int { 64 }

    private let entries = Locked<[LocaleTag: Entry]>([:])

    subscript(locale: LocaleTag, asking: (LocaleTag) -> Entry) -> Entry {
        if let entry = entries.withLock({ $0[locale] }) { return entry }
        let entry = asking(locale)
        entries.withLock { entries in
            if entries.count >= Self.most { entries.removeAll() }
            entries[locale] = entry
        }
        return entry
    }
}

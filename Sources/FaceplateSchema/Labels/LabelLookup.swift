import FaceplateAddress

struct LabelLookup {
    private let catalogs: [(locale: LocaleTag, texts: [String: String])]

    init(schema: Schema, catalog: LabelCatalog, locale: LocaleTag) {
        let fallback = schema.fallbackLocale(with: catalog)
        catalogs = LocaleMatching.chain(for: locale, fallback: fallback)
            .map { ($0, catalog[$0]) }
    }

    /// - Parameter shown: The key for the readable form; `nil` for `key`.
    func title(
        _ attribute: LabelText?, key: String, cell: String = "", shown: String? = nil
    ) -> ResolvedLabel {
        label(attribute, key: key, cell: cell) ?? Self.humanised(shown ?? key)
    }

    func words(_ attribute: LabelText) -> ResolvedLabel {
        label(attribute, key: nil) ?? ResolvedLabel(text: "", locale: nil)
    }

    func label(
        _ attribute: LabelText?, key: String?, cell: String = "", suffix: String = ""
    ) -> ResolvedLabel? {
        var names: [String] = []
        if case .words(let words) = attribute { names += [words.uppercased(), words] }
        if let key { names += [key.uppercased() + cell + suffix, key + cell + suffix] }
        for (locale, texts) in catalogs {
            // Files win over the schema's own text.
            if let name = names.first(where: { texts[$0] != nil }), let text = texts[name] {
                return ResolvedLabel(text: text, locale: locale, forms: Self.forms(name, texts))
            }
            if case .byLocale(let words) = attribute, let text = words[locale] {
                return ResolvedLabel(text: text, locale: locale)
            }
        }
        switch attribute {
        case .words(let words): return ResolvedLabel(text: words, locale: nil)
        case .byLocale(let words):
            return words.min { $0.key < $1.key }
                .map { ResolvedLabel(text: $0.value, locale: $0.key) }
        case nil: return nil
        }
    }

    static let pluralSuffix = ".plural."

    private static func forms(
        _ name: String, _ texts: [String: String]
    ) -> [PluralCategory: String] {
        // Most labels have one form, and looking up six names takes time.
        guard name.hasSuffix(".unit") || name.hasSuffix(".summary") || !name.contains(".") else {
            return [:]
        }
        return PluralCategory.allCases.reduce(into: [:]) { forms, category in
            if let text = texts[name + pluralSuffix + category.rawValue] { forms[category] = text }
        }
    }

    static func humanised(_ key: String) -> ResolvedLabel {
        if key.utf8.allSatisfy({ $0 < 0x80 }) {
            var bytes = key.utf8.map { "._-".utf8.contains($0) ? UInt8(ascii: " ") : $0 }
            if let first = bytes.first, first.isSmallLetter { bytes[0] = first & ~0x20 }
            return ResolvedLabel(text: String(decoding: bytes, as: UTF8.self), locale: nil)
        }
        let words = String(key.map { "._-".contains($0) ? " " : $0 })
        return ResolvedLabel(text: words.prefix(1).uppercased() + words.dropFirst(), locale: nil)
    }
}

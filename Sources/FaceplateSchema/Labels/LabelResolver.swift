/// Words as they are shown, and the locale they are in.
public struct ResolvedLabel: Sendable, Hashable {
    public let text: String
    /// `nil` where the words are in no known locale: a humanised key, words of the schema itself.
    public let locale: LocaleTag?

    public init(text: String, locale: LocaleTag?) {
        self.text = text
        self.locale = locale
    }
}

/// Finds the words of a schema in one locale.
///
/// A label key is looked up in upper case, then as written, in the locale, then in its parents and
/// the panel's fallback locale; then words written in the schema are shown as they are; then the
/// key is made readable (`display_titles` -> `Display titles`).
public struct LabelResolver: Sendable {
    public let locale: LocaleTag
    private let schema: Schema
    private let catalog: LabelCatalog
    private let chain: [LocaleTag]

    /// - Parameters:
    ///   - catalog: the words of all locales, those inside the schema included.
    ///   - locale: one of `Schema.locales(with:)`, or any other, which falls back.
    public init(schema: Schema, catalog: LabelCatalog, locale: LocaleTag) {
        self.schema = schema
        self.catalog = catalog
        self.locale = locale
        let fallback = schema.fallbackLocale(with: catalog)
        chain = LocaleMatching.chain(for: locale, fallback: fallback)
    }

    /// The panel's title: `panelTitle`, else the panel's key.
    public var panelTitle: ResolvedLabel {
        label(schema.title, key: schema.key) ?? humanised(schema.key)
    }

    public func title(of group: Schema.Group) -> ResolvedLabel {
        label(group.title, key: group.key) ?? humanised(group.key)
    }

    public func footer(of group: Schema.Group) -> ResolvedLabel? {
        label(group.footer, key: group.key, suffix: ".footer")
    }

    public func title(of item: Schema.Item) -> ResolvedLabel {
        label(item.title, key: item.key) ?? humanised(item.key)
    }

    public func help(of item: Schema.Item) -> ResolvedLabel? {
        label(item.help, key: item.key, suffix: ".help")
    }

    public func subtitle(of item: Schema.Item) -> ResolvedLabel? {
        item.subtitle.flatMap { label($0, key: nil) }
    }

    public func placeholder(of item: Schema.Item) -> ResolvedLabel? {
        label(item.placeholder, key: item.key, suffix: ".placeholder")
    }

    /// A developer's own words for a refused value of this item.
    public func problem(of item: Schema.Item) -> ResolvedLabel? {
        label(nil, key: item.key, suffix: ".problem")
    }

    /// The title of an option of a `choice`: its label, else its value.
    public func title(of option: Schema.Option, in item: Schema.Item) -> ResolvedLabel {
        label(option.label, key: item.key, suffix: ".option.\(option.value.plainText)")
            ?? ResolvedLabel(text: option.value.plainText, locale: nil)
    }

    public func help(of option: Schema.Option) -> ResolvedLabel? {
        option.help.flatMap { label($0, key: nil) }
    }

    /// The title of a setting: its item's, or its `select` group's.
    public func title(ofSetting key: String) -> ResolvedLabel {
        if let item = schema.items[key] { return title(of: item) }
        if let group = schema.groups.first(where: { $0.key == key }) { return title(of: group) }
        return humanised(key)
    }

    private func label(
        _ attribute: LabelText?, key: String?, suffix: String = ""
    ) -> ResolvedLabel? {
        var names: [String] = []
        if case .words(let words) = attribute { names += [words.uppercased(), words] }
        if let key { names += [key.uppercased() + suffix, key + suffix] }
        for locale in chain {
            if case .byLocale(let texts) = attribute, let text = texts[locale] {
                return ResolvedLabel(text: text, locale: locale)
            }
            let texts = catalog[locale]
            if let text = names.lazy.compactMap({ texts[$0] }).first {
                return ResolvedLabel(text: text, locale: locale)
            }
        }
        switch attribute {
        case .words(let words): return ResolvedLabel(text: words, locale: nil)
        case .byLocale(let texts):
            return texts.min { $0.key < $1.key }.map { ResolvedLabel(text: $0.value, locale: $0.key) }
        case nil: return nil
        }
    }

    private func humanised(_ key: String) -> ResolvedLabel {
        let words = String(key.map { "._-".contains($0) ? " " : $0 })
        return ResolvedLabel(text: words.prefix(1).uppercased() + words.dropFirst(), locale: nil)
    }
}

extension Schema {
    /// The locales that the panel can be shown in: those declared, then those with words.
    /// English where there is none.
    public func locales(with catalog: LabelCatalog) -> [LocaleTag] {
        let all = locales + catalog.locales.filter { !locales.contains($0) }
        return all.isEmpty ? [.english] : all
    }

    /// The locale that others fall back to: the first declared, else English where there are
    /// English words, else the first with words.
    public func fallbackLocale(with catalog: LabelCatalog) -> LocaleTag {
        if let first = locales.first { return first }
        return catalog.locales.contains(.english) ? .english : catalog.locales.first ?? .english
    }
}

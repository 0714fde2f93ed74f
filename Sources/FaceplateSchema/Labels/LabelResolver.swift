/// Words as they are shown, and the locale they are in.
public struct ResolvedLabel: Sendable, Hashable {
    /// The words.
    public let text: String
    /// `nil` where the words are in no known locale: a humanised key, words of the schema itself.
    public let locale: LocaleTag?

    /// Makes a label of words.
    public init(text: String, locale: LocaleTag?) {
        self.text = text
        self.locale = locale
    }
}

/// The words of a schema in one locale, all found once: asking is a look into a table.
///
/// A label key is looked up in upper case, then as written, in the locale, then in its parents and
/// the panel's fallback locale; then words written in the schema are shown as they are; then the
/// key is made readable (`display_titles` -> `Display titles`).
public final class LabelResolver: Sendable {
    private struct Words: Sendable {
        let title: ResolvedLabel
        var help: ResolvedLabel?
        var subtitle: ResolvedLabel?
        var placeholder: ResolvedLabel?
        var problem: ResolvedLabel?
        var footer: ResolvedLabel?
        /// In the order of the item's options.
        var options: [(value: Value, title: ResolvedLabel, help: ResolvedLabel?)] = []
    }

    /// The locale that words are looked up in first.
    public let locale: LocaleTag
    /// The panel's title: `panelTitle`, else the panel's key.
    public let panelTitle: ResolvedLabel
    private let words: [String: Words]

    /// Finds all words.
    ///
    /// - Parameters:
    ///   - catalog: the words of all locales, those inside the schema included.
    ///   - locale: one of `Schema.locales(with:)`, or any other, which falls back.
    public init(schema: Schema, catalog: LabelCatalog, locale: LocaleTag) {
        let lookup = LabelLookup(schema: schema, catalog: catalog, locale: locale)
        var words: [String: Words] = [:]
        for group in schema.groups {
            words[group.key] = Words(
                title: lookup.title(group.title, key: group.key),
                footer: lookup.label(group.footer, key: group.key, suffix: ".footer"))
        }
        for item in schema.items {
            let key = item.key
            var entry = Words(title: lookup.title(item.title, key: key))
            entry.help = lookup.label(item.help, key: key, suffix: ".help")
            entry.subtitle = lookup.label(item.subtitle, key: nil)
            entry.placeholder = lookup.label(item.placeholder, key: key, suffix: ".placeholder")
            entry.problem = lookup.label(nil, key: key, suffix: ".problem")
            entry.options = item.options.map { option in
                let value = option.value.plainText
                let title = lookup.label(option.label, key: key, suffix: ".option.\(value)")
                return (
                    option.value, title ?? ResolvedLabel(text: value, locale: nil),
                    lookup.label(option.help, key: nil)
                )
            }
            words[key] = entry
        }
        self.locale = locale
        self.words = words
        panelTitle = lookup.title(schema.title, key: schema.key)
    }

    /// The title of a group.
    public func title(of group: Schema.Group) -> ResolvedLabel { title(of: group.key) }

    /// The note below a group.
    public func footer(of group: Schema.Group) -> ResolvedLabel? { words[group.key]?.footer }

    /// The title of an item.
    public func title(of item: Schema.Item) -> ResolvedLabel { title(of: item.key) }

    /// The sentence that explains an item.
    public func help(of item: Schema.Item) -> ResolvedLabel? { words[item.key]?.help }

    /// The second words of an item: the value of an `info`, the prose of a `text`.
    public func subtitle(of item: Schema.Item) -> ResolvedLabel? { words[item.key]?.subtitle }

    /// The example inside an empty field.
    public func placeholder(of item: Schema.Item) -> ResolvedLabel? {
        words[item.key]?.placeholder
    }

    /// A developer's own words for a refused value of this item.
    public func problem(of item: Schema.Item) -> ResolvedLabel? { words[item.key]?.problem }

    /// The title of an option of a `choice`: its label, else its value.
    public func title(of option: Schema.Option, in item: Schema.Item) -> ResolvedLabel {
        words[item.key]?.options.first { $0.value == option.value }?.title
            ?? ResolvedLabel(text: option.value.plainText, locale: nil)
    }

    /// The sentence that explains an option of a `choice`.
    public func help(of option: Schema.Option, in item: Schema.Item) -> ResolvedLabel? {
        words[item.key]?.options.first { $0.value == option.value }?.help
    }

    /// The title of a key: an item's, or a group's; the key made readable where there is neither.
    public func title(of key: String) -> ResolvedLabel {
        words[key]?.title ?? LabelLookup.humanised(key)
    }
}

/// The search for one label.
private struct LabelLookup {
    private let catalogs: [(locale: LocaleTag, texts: [String: String])]

    init(schema: Schema, catalog: LabelCatalog, locale: LocaleTag) {
        let fallback = schema.fallbackLocale(with: catalog)
        catalogs = LocaleMatching.chain(for: locale, fallback: fallback)
            .map { ($0, catalog[$0]) }
    }

    func title(_ attribute: LabelText?, key: String) -> ResolvedLabel {
        label(attribute, key: key) ?? Self.humanised(key)
    }

    func label(_ attribute: LabelText?, key: String?, suffix: String = "") -> ResolvedLabel? {
        var names: [String] = []
        if case .words(let words) = attribute { names += [words.uppercased(), words] }
        if let key { names += [key.uppercased() + suffix, key + suffix] }
        for (locale, texts) in catalogs {
            if case .byLocale(let words) = attribute, let text = words[locale] {
                return ResolvedLabel(text: text, locale: locale)
            }
            if let text = names.lazy.compactMap({ texts[$0] }).first {
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

    static func humanised(_ key: String) -> ResolvedLabel {
        let words = String(key.map { "._-".contains($0) ? " " : $0 })
        return ResolvedLabel(text: words.prefix(1).uppercased() + words.dropFirst(), locale: nil)
    }
}

extension Schema {
    /// The locales that the panel can be shown in: the fallback, others declared, others with words.
    public func locales(with catalog: LabelCatalog) -> [LocaleTag] {
        let fallback = fallbackLocale(with: catalog)
        let declared = [fallback] + locales.filter { $0 != fallback }
        return declared + catalog.locales.filter { !declared.contains($0) }
    }

    /// The locale that others fall back to: the first declared, else English where there are
    /// English words, else the first with words.
    public func fallbackLocale(with catalog: LabelCatalog) -> LocaleTag {
        if let first = locales.first { return first }
        return catalog.locales.contains(.english) ? .english : catalog.locales.first ?? .english
    }
}

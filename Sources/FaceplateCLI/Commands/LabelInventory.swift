import FaceplateSchema

/// The labels that a panel needs, and which of them a locale lacks.
///
/// Needed are the titles of all groups, items, columns, states and options, whatever else the schema
/// has words for, and every label that some locale has.
struct LabelInventory {
    /// One label.
    struct Entry {
        /// The names it is found under, the usual one first.
        let names: [String]
        /// Words that the schema itself gives by locale.
        let given: [LocaleTag: String]
        /// The words in the fallback locale.
        let reference: String

        var name: String { names.first ?? "" }
    }

    let entries: [Entry]
    /// The locales that are declared or have words.
    let locales: [LocaleTag]
    private let labels: LabelCatalog

    /// - Parameter labels: all words, those inside the schema included.
    init(_ schema: Schema, labels: LabelCatalog) {
        self.labels = labels
        locales = schema.locales + labels.locales.filter { !schema.locales.contains($0) }
        let fallback = schema.fallbackLocale(with: labels)
        let needed = schema.labelSlots.compactMap { Self.entry($0, fallback, labels) }
        entries = needed + Self.others(than: needed, in: [fallback] + labels.locales, labels)
    }

    /// What a locale lacks.
    ///
    /// The words of its parents count: `pt` serves `pt-BR`.
    func missing(in locale: LocaleTag) -> [Entry] {
        let chain = [locale] + locale.parents
        return entries.filter { entry in
            !chain.contains { locale in
                let texts = labels[locale]
                return entry.given[locale] != nil || entry.names.contains { texts[$0] != nil }
            }
        }
    }

    /// How much of all labels a locale has, rounded down; 100 where none are needed.
    func percentage(in locale: LocaleTag) -> Int {
        guard !entries.isEmpty else { return 100 }
        return (entries.count - missing(in: locale).count) * 100 / entries.count
    }

    /// What the catalogues have besides.
    private static func others(
        than needed: [Entry], in locales: [LocaleTag], _ labels: LabelCatalog
    ) -> [Entry] {
        var known = Set(needed.flatMap(\.names).map { $0.lowercased() })
        var others: [Entry] = []
        for locale in locales {
            for (name, text) in labels[locale].sorted(by: { $0.key < $1.key })
            // Languages differ in the forms that they need.
            where !name.contains(".plural.") && known.insert(name.lowercased()).inserted {
                others.append(
                    Entry(names: [name, name.uppercased()], given: [:], reference: text))
            }
        }
        return others
    }

    /// `nil` where the words are in the schema by locale, and no catalogue can have them.
    private static func entry(
        _ slot: LabelSlot, _ fallback: LocaleTag, _ labels: LabelCatalog
    ) -> Entry? {
        var names = slot.names
        var given: [LocaleTag: String] = [:]
        if case .byLocale(let texts) = slot.written { given = texts }
        guard !names.isEmpty else { return nil }
        // The name in use stands first, so that what is printed can be copied.
        let used = names.first { name in labels.locales.contains { labels[$0][name] != nil } }
        if let used { names = [used] + names.filter { $0 != used } }
        let found = names.lazy.compactMap { labels[fallback][$0] }.first
        return Entry(
            names: names, given: given,
            reference: given[fallback] ?? found ?? given.min { $0.key < $1.key }?.value
                ?? slot.fallback)
    }
}

/// A line of a `.strings` file.
enum StringsLine {
    static func of(_ key: String, _ text: String) -> String {
        "\(quoted(key)) = \(quoted(text));"
    }

    private static func quoted(_ text: String) -> String {
        var quoted = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return "\"\(quoted)\""
    }
}

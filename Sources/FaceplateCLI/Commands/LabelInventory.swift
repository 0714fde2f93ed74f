import FaceplateSchema

/// A panel needs the titles of all groups, items, columns, states and options, all other labels in
/// the schema, and every label that some locale has.
struct LabelInventory {
    struct Entry {
        let names: [String]
        /// Text in the schema itself, by locale.
        let given: [LocaleTag: String]
        let reference: String

        var name: String { names.first ?? "" }
    }

    let entries: [Entry]
    let locales: [LocaleTag]
    private let labels: LabelCatalog

    init(_ schema: Schema, labels: LabelCatalog) {
        self.labels = labels
        locales = schema.locales + labels.locales.filter { !schema.locales.contains($0) }
        let fallback = schema.fallbackLocale(with: labels)
        let needed = schema.labelSlots.compactMap { Self.entry($0, fallback, labels) }
        entries = needed + Self.others(than: needed, in: [fallback] + labels.locales, labels)
    }

    /// Labels of its parents count: `pt` also serves `pt-BR`.
    func missing(in locale: LocaleTag) -> [Entry] {
        let chain = [locale] + locale.parents
        return entries.filter { entry in
            !chain.contains { locale in
                let texts = labels[locale]
                return entry.given[locale] != nil || entry.names.contains { texts[$0] != nil }
            }
        }
    }

    /// Rounded down; 100 if the panel needs no labels.
    func percentage(in locale: LocaleTag) -> Int {
        guard !entries.isEmpty else { return 100 }
        return (entries.count - missing(in: locale).count) * 100 / entries.count
    }

    private static func others(
        than needed: [Entry], in locales: [LocaleTag], _ labels: LabelCatalog
    ) -> [Entry] {
        var known = Set(needed.flatMap(\.names).map { $0.lowercased() })
        var others: [Entry] = []
        for locale in locales {
            for (name, text) in labels[locale].sorted(by: { $0.key < $1.key })
            // Languages need different plural forms, so a missing form is not a missing label.
            where !name.contains(".plural.") && known.insert(name.lowercased()).inserted {
                others.append(
                    Entry(names: [name, name.uppercased()], given: [:], reference: text))
            }
        }
        return others
    }

    /// `nil` if its text is only in the schema, by locale, and not in a catalog.
    private static func entry(
        _ slot: LabelSlot, _ fallback: LocaleTag, _ labels: LabelCatalog
    ) -> Entry? {
        var names = slot.names
        var given: [LocaleTag: String] = [:]
        if case .byLocale(let texts) = slot.written { given = texts }
        guard !names.isEmpty else { return nil }
        // The name in use comes first, so that the printed line can be copied into a label file.
        let used = names.first { name in labels.locales.contains { labels[$0][name] != nil } }
        if let used { names = [used] + names.filter { $0 != used } }
        let found = names.lazy.compactMap { labels[fallback][$0] }.first
        return Entry(
            names: names, given: given,
            reference: found ?? given[fallback] ?? given.min { $0.key < $1.key }?.value
                ?? slot.fallback)
    }
}

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

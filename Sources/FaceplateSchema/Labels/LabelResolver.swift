/// The words of a schema in one locale, all found once: asking is a look into a table.
///
/// A label key is looked up in upper case, then as written, in the locale, then in its parents and
/// the panel's fallback locale; then words written in the schema are shown as they are; then the
/// key is made readable (`display_titles` -> `Display titles`).
public final class LabelResolver: Sendable {
    /// All words of an item or a group.
    private struct Words: Sendable {
        let title: ResolvedLabel
        var help: ResolvedLabel?
        var subtitle: ResolvedLabel?
        var placeholder: ResolvedLabel?
        var problem: ResolvedLabel?
        var unit: ResolvedLabel?
        var minimum: ResolvedLabel?
        var maximum: ResolvedLabel?
        var summary: ResolvedLabel?
        var confirm: ResolvedLabel?
        var synonyms: ResolvedLabel?
        var header: ResolvedLabel?
        var footer: ResolvedLabel?
        /// In the order of the group's footers.
        var footers: [ResolvedLabel] = []
        /// In the order of the group's second places; `nil` for those without a title of their own.
        var secondPlaces: [ResolvedLabel?] = []
        /// In the order of the item's options.
        var options: [OptionWords] = []
        /// By the name of the state.
        var states: [String: (title: ResolvedLabel, confirm: ResolvedLabel?)] = [:]
    }

    private struct OptionWords: Sendable {
        let value: Value
        let title: ResolvedLabel
        let short: ResolvedLabel?
        let help: ResolvedLabel?
    }

    /// The locale that words are looked up in first.
    public let locale: LocaleTag
    /// The panel's title: `panelTitle`, else the panel's key.
    public let panelTitle: ResolvedLabel
    /// In the order of the schema's checks: what is said where one does not hold.
    public let checks: [ResolvedLabel]
    private let words: [String: Words]
    private let untitled: Set<String>
    /// The groups whose title somebody wrote, and no key was made readable for.
    private let titled: Set<String>

    /// Finds all words.
    ///
    /// - Parameters:
    ///   - catalog: the words of all locales, those inside the schema included.
    ///   - locale: one of `Schema.locales(with:)`, a `PseudoLocale`, or any other, which falls back.
    public init(schema: Schema, catalog: LabelCatalog, locale: LocaleTag) {
        let lookup = LabelLookup(schema: schema, catalog: catalog, locale: locale)
        var words: [String: Words] = [:]
        var untitled: Set<String> = []
        var titled: Set<String> = []
        for group in schema.groups {
            let key = group.key
            let written = lookup.label(group.title, key: key)
            // An empty title is none on the page; what names the group to a screen reader, and in
            // sentences, is its first row, which is in the reader's language as a key is not.
            if written?.text.isEmpty == true {
                untitled.insert(key)
            } else if written != nil {
                titled.insert(key)
            }
            let title = written.flatMap { $0.text.isEmpty ? nil : $0 }
            let name = title ?? (written == nil ? nil : Self.nameOfFirstRow(group, lookup))
            var entry = Words(title: name ?? lookup.title(nil, key: key))
            entry.header = lookup.label(group.header, key: key, suffix: ".header")
            entry.footer = lookup.label(group.footer, key: key, suffix: ".footer")
            entry.synonyms = lookup.label(nil, key: key, suffix: ".synonyms")
            entry.footers = group.footers.map { lookup.words($0.text) }
            entry.secondPlaces = group.secondPlaces.map { $0.title.map(lookup.words) }
            words[key] = entry
        }
        for item in schema.items {
            words[item.labelKey] = Self.words(of: item, lookup)
            for cell in item.cells { words[cell.labelKey] = Self.words(of: cell, lookup) }
            guard item.addsOptions else { continue }
            // What is added to a picker is told of under the picker's name.
            words[Schema.Setting.addedKey(of: item.key)] = Words(
                title: lookup.label(nil, key: item.key, suffix: ".added")
                    ?? lookup.title(item.words.title, key: item.key))
        }
        self.locale = locale
        self.words = words
        self.untitled = untitled
        self.titled = titled
        checks = schema.checks.map { lookup.words($0.message) }
        panelTitle = lookup.title(schema.title, key: schema.key)
    }

    /// The title of the first row of a group that has a title.
    private static func nameOfFirstRow(
        _ group: Schema.Group, _ lookup: LabelLookup
    ) -> ResolvedLabel? {
        group.items.lazy.filter { !$0.isHidden }
            .compactMap { lookup.label($0.words.title, key: $0.key) }
            .first { !$0.text.isEmpty }
    }

    private static func words(of item: Schema.Item, _ lookup: LabelLookup) -> Words {
        // A cell's labels are its table's, with a suffix.
        let key = item.cellSuffix.isEmpty ? item.key : item.groupKey
        let cell = item.cellSuffix
        let written = item.words
        func label(_ attribute: LabelText?, _ suffix: String) -> ResolvedLabel? {
            lookup.label(attribute, key: key, cell: cell, suffix: suffix)
        }
        var entry = Words(title: lookup.title(written.title, key: key, cell: cell, shown: item.key))
        entry.help = label(written.help, ".help")
        entry.subtitle = lookup.label(written.subtitle, key: nil)
        entry.placeholder = label(written.placeholder, ".placeholder")
        entry.problem = label(nil, ".problem")
        entry.unit = label(written.unit, ".unit")
        entry.minimum = label(written.minimum, ".minimum")
        entry.maximum = label(written.maximum, ".maximum")
        entry.summary = label(written.summary, ".summary")
        entry.confirm = label(written.confirm, ".confirm")
        entry.synonyms = label(written.synonyms, ".synonyms")
        entry.options = item.options.map { option in
            let value = option.value.plainText
            let suffix = ".option.\(value)"
            return OptionWords(
                value: option.value,
                title: label(option.label, suffix)
                    ?? ResolvedLabel(text: value, locale: nil),
                short: label(option.short, suffix + ".short"),
                help: label(option.help, suffix + ".help"))
        }
        for state in item.states {
            let suffix = ".state.\(state.name)"
            entry.states[state.name] = (
                label(state.title, suffix) ?? entry.title,
                label(state.confirm, suffix + ".confirm")
            )
        }
        return entry
    }

    /// The title of a group.
    public func title(of group: Schema.Group) -> ResolvedLabel { title(of: group.key) }

    /// Whether a group's title is shown: not where its words are empty, and words without rows have
    /// no title but one that was written.
    public func showsTitle(of group: Schema.Group) -> Bool {
        group.entries.isEmpty ? titled.contains(group.key) : !untitled.contains(group.key)
    }

    /// True for a group that has nothing but words: a licence, a note between groups of rows.
    ///
    /// A group whose rows are all hidden is none, and neither is one that says nothing.
    public func isWordsAlone(_ group: Schema.Group) -> Bool {
        guard group.entries.isEmpty, let words = words[group.key] else { return false }
        return titled.contains(group.key)
            || ([words.header, words.footer] + words.footers).contains { $0?.text.isEmpty == false }
    }

    /// The titles of a group's second places, in their order; `nil` for those without their own.
    public func secondPlaces(of group: Schema.Group) -> [ResolvedLabel?] {
        words[group.key]?.secondPlaces ?? []
    }

    /// The note above a group's rows.
    public func header(of group: Schema.Group) -> ResolvedLabel? { words[group.key]?.header }

    /// The note below a group.
    public func footer(of group: Schema.Group) -> ResolvedLabel? { words[group.key]?.footer }

    /// The notes below a group that conditions choose, in their order.
    public func footers(of group: Schema.Group) -> [ResolvedLabel] {
        words[group.key]?.footers ?? []
    }

    /// The title of an item.
    public func title(of item: Schema.Item) -> ResolvedLabel { title(of: item.labelKey) }

    /// The sentence that explains an item.
    public func help(of item: Schema.Item) -> ResolvedLabel? { words[item.labelKey]?.help }

    /// The second words of an item: the value of an `info`, the prose of a `text` or `html`.
    public func subtitle(of item: Schema.Item) -> ResolvedLabel? { words[item.labelKey]?.subtitle }

    /// The example inside an empty field.
    public func placeholder(of item: Schema.Item) -> ResolvedLabel? {
        words[item.labelKey]?.placeholder
    }

    /// What an item's number counts, as it stands beside a field.
    ///
    /// - Parameter number: what is counted; without it the general form is given.
    public func unit(of item: Schema.Item, for number: ExactDecimal? = nil) -> ResolvedLabel? {
        countedUnit(of: item, for: number)?.withoutCount
    }

    /// What an item's number counts, with `{count}` where the number has a place of its own in it.
    public func countedUnit(
        of item: Schema.Item, for number: ExactDecimal? = nil
    ) -> ResolvedLabel? {
        words[item.labelKey]?.unit?.form(for: number)
    }

    /// The words at the low end of a slider.
    public func minimum(of item: Schema.Item) -> ResolvedLabel? { words[item.labelKey]?.minimum }

    /// The words at the high end of a slider.
    public func maximum(of item: Schema.Item) -> ResolvedLabel? { words[item.labelKey]?.maximum }

    /// The line of a `page` row, with `{key}` for values.
    public func summary(of item: Schema.Item) -> ResolvedLabel? { words[item.labelKey]?.summary }

    /// What is asked before an action runs, in a state where the item has some.
    public func confirmation(of item: Schema.Item, state: String? = nil) -> ResolvedLabel? {
        let words = words[item.labelKey]
        return state.flatMap { words?.states[$0]?.confirm } ?? words?.confirm
    }

    /// The title of a button in a state.
    public func title(of item: Schema.Item, state: String) -> ResolvedLabel {
        words[item.labelKey]?.states[state]?.title ?? title(of: item)
    }

    /// A developer's own words for a refused value of this item.
    public func problem(of item: Schema.Item) -> ResolvedLabel? { words[item.labelKey]?.problem }

    /// The title of an option: its label, else its value.
    public func title(of option: Schema.Option, in item: Schema.Item) -> ResolvedLabel {
        words(of: option, in: item)?.title
            ?? ResolvedLabel(text: option.value.plainText, locale: nil)
    }

    /// The title of an option where there is little room: its short label, else its title.
    public func shortTitle(of option: Schema.Option, in item: Schema.Item) -> ResolvedLabel {
        words(of: option, in: item)?.short ?? title(of: option, in: item)
    }

    /// The sentence that explains an option.
    public func help(of option: Schema.Option, in item: Schema.Item) -> ResolvedLabel? {
        words(of: option, in: item)?.help
    }

    /// Other words that an item, or a `select` group, is found by; they are never shown.
    public func synonyms(of key: String) -> ResolvedLabel? { words[key]?.synonyms }

    private func words(of option: Schema.Option, in item: Schema.Item) -> OptionWords? {
        words[item.labelKey]?.options.first { $0.value == option.value }
    }

    /// The title of a key: an item's, or a group's; the key made readable where there is neither.
    public func title(of key: String) -> ResolvedLabel {
        words[key]?.title ?? LabelLookup.humanised(key)
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

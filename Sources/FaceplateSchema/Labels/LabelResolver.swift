/// The labels of a schema in one locale, those of an item or group resolved when they are first asked for.
///
/// A label key is looked up in uppercase, then as written, first in the locale, then in its parents
/// and in the fallback locale of the panel. If no catalog has the key, text written in the schema
/// is shown, and otherwise a readable form of the key (`display_titles` -> `Display titles`).
package final class LabelResolver: Sendable {
    private enum Naming {
        case titled
        case untitled
        /// The title is a readable form of the key.
        case unnamed
    }

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
        var deprecation: ResolvedLabel?
        var naming = Naming.unnamed
        var header: ResolvedLabel?
        var footer: ResolvedLabel?
        /// The conditional footers, in the order of the group's footers.
        var footers: [ResolvedLabel] = []
        /// In order; `nil` for those without their own title.
        var secondPlaces: [ResolvedLabel?] = []
        /// The labels of the options, in the order of the item's options.
        var options: [OptionWords] = []
        var states: [String: (title: ResolvedLabel, confirm: ResolvedLabel?)] = [:]
    }

    private struct OptionWords: Sendable {
        let value: Value
        let title: ResolvedLabel
        let short: ResolvedLabel?
        let help: ResolvedLabel?
    }

    /// The locale that is looked up first.
    package let locale: LocaleTag
    /// The title of the panel: `panelTitle`, or the key of the panel.
    package let panelTitle: ResolvedLabel
    /// The messages of failed checks, in the order of the schema's checks.
    package let checks: [ResolvedLabel]
    private let schema: Schema
    private let lookup: LabelLookup
    private let known = Locked<[String: Entry]>([:])

    /// A reference, because the labels are large.
    private final class Entry: Sendable {
        let words: Words

        init(_ words: Words) { self.words = words }
    }

    /// - Parameters:
    ///   - catalog: The labels of all locales, including those in the schema.
    ///   - locale: One of `Schema.locales(with:)`, or any other, which falls back.
    package init(schema: Schema, catalog: LabelCatalog, locale: LocaleTag) {
        let lookup = LabelLookup(schema: schema, catalog: catalog, locale: locale)
        self.schema = schema
        self.lookup = lookup
        self.locale = locale
        checks = schema.checks.map { lookup.words($0.message) }
        panelTitle = lookup.title(schema.title, key: schema.key)
    }

    private func entry(of key: String, make: () -> Words) -> Entry {
        if let entry = known.withLock({ $0[key] }) { return entry }
        let entry = Entry(make())
        known.withLock { $0[key] = entry }
        return entry
    }

    private func entry(of item: Schema.Item) -> Entry {
        entry(of: item.labelKey) { Self.words(of: item, lookup) }
    }

    private func entry(of group: Schema.ItemGroup) -> Entry {
        entry(of: group.key) { Self.words(of: group, lookup) }
    }

    /// For an item, a group, or the options added to a picker; `nil` for another key.
    private func entry(of key: String) -> Entry? {
        if let item = schema.items[key] { return entry(of: item) }
        if let page = schema.pageOfGroup[key].flatMap({ schema.pages[$0] }) {
            return page.groups.first { $0.key == key }.map { entry(of: $0) }
        }
        guard let picker = schema.settings[key]?.pickerKey.flatMap({ schema.items[$0] }) else {
            return nil
        }
        // Options added to a picker are reported with the name of the picker.
        return entry(of: key) {
            Words(
                title: lookup.label(nil, key: picker.key, suffix: ".added")
                    ?? lookup.title(picker.words.title, key: picker.key))
        }
    }

    private static func words(of group: Schema.ItemGroup, _ lookup: LabelLookup) -> Words {
        let key = group.key
        let written = lookup.label(group.title, key: key)
        let title = written.flatMap { $0.text.isEmpty ? nil : $0 }
        let name = title ?? (written == nil ? nil : nameOfFirstRow(group, lookup))
        var entry = Words(title: name ?? lookup.title(nil, key: key))
        // An empty title hides the title on the page. Screen readers and messages then use the
        // title of the first row, which is in the language of the user, as a key is not.
        if written != nil { entry.naming = title == nil ? .untitled : .titled }
        entry.header = lookup.label(group.header, key: key, suffix: ".header")
        entry.footer = lookup.label(group.footer, key: key, suffix: ".footer")
        entry.synonyms = lookup.label(nil, key: key, suffix: ".synonyms")
        entry.footers = group.footers.map { lookup.words($0.text) }
        entry.secondPlaces = group.secondPlaces.map { $0.title.map(lookup.words) }
        return entry
    }

    private static func nameOfFirstRow(
        _ group: Schema.ItemGroup, _ lookup: LabelLookup
    ) -> ResolvedLabel? {
        group.items.lazy.filter { !$0.isHidden }
            .compactMap { lookup.label($0.words.title, key: $0.key) }
            .first { !$0.text.isEmpty }
    }

    private static func words(of item: Schema.Item, _ lookup: LabelLookup) -> Words {
        // The labels of a cell are labels of its table, with a suffix.
        let (key, cell) = (item.owner, item.cellSuffix)
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
        if item.isDeprecated { entry.deprecation = label(written.deprecation, ".deprecated") }
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

    package func title(of group: Schema.ItemGroup) -> ResolvedLabel { entry(of: group).words.title }

    /// An empty label is not shown; a group without rows shows only a written title.
    package func showsTitle(of group: Schema.ItemGroup) -> Bool {
        let naming = entry(of: group).words.naming
        return group.entries.isEmpty ? naming == .titled : naming != .untitled
    }

    /// True for a group that consists only of text, such as a license or a note between groups.
    ///
    /// False for a group whose rows are all hidden, and for a group without text.
    package func isWordsAlone(_ group: Schema.ItemGroup) -> Bool {
        guard group.entries.isEmpty else { return false }
        let entry = entry(of: group)
        let notes = [entry.words.header, entry.words.footer] + entry.words.footers
        return entry.words.naming == .titled || notes.contains { $0?.text.isEmpty == false }
    }

    /// The titles are in order; `nil` for places without their own title.
    package func secondPlaces(of group: Schema.ItemGroup) -> [ResolvedLabel?] {
        entry(of: group).words.secondPlaces
    }

    package func header(of group: Schema.ItemGroup) -> ResolvedLabel? {
        entry(of: group).words.header
    }

    package func footer(of group: Schema.ItemGroup) -> ResolvedLabel? {
        entry(of: group).words.footer
    }

    /// Returns the conditional notes below a group, in order.
    package func footers(of group: Schema.ItemGroup) -> [ResolvedLabel] {
        entry(of: group).words.footers
    }

    package func title(of item: Schema.Item) -> ResolvedLabel { entry(of: item).words.title }

    package func help(of item: Schema.Item) -> ResolvedLabel? { entry(of: item).words.help }

    /// Returns the second label of an item: the value of an `info`, the content of a `text` or
    /// `html`.
    package func subtitle(of item: Schema.Item) -> ResolvedLabel? { entry(of: item).words.subtitle }

    /// Returns the sentence that says what replaces an item; `nil` for an item that is not deprecated.
    ///
    /// - Parameter messages: Have the sentence for an item whose schema has none.
    package func deprecation(of item: Schema.Item, _ messages: ProblemWords) -> ResolvedLabel? {
        guard item.isDeprecated else { return nil }
        return entry(of: item).words.deprecation
            ?? ResolvedLabel(text: messages.text(.deprecated), locale: messages.locale)
    }

    package func placeholder(of item: Schema.Item) -> ResolvedLabel? {
        entry(of: item).words.placeholder
    }

    /// Returns the unit of an item's number, as shown next to a field.
    ///
    /// - Parameter number: The number that chooses the plural form; `nil` for the general form.
    package func unit(of item: Schema.Item, for number: ExactDecimal? = nil) -> ResolvedLabel? {
        countedUnit(of: item, for: number)?.withoutCount
    }

    /// Returns the unit of an item's number, with `{count}` if the unit specifies the place of the
    /// number.
    package func countedUnit(
        of item: Schema.Item, for number: ExactDecimal? = nil
    ) -> ResolvedLabel? {
        entry(of: item).words.unit?.form(for: number)
    }

    package func minimum(of item: Schema.Item) -> ResolvedLabel? { entry(of: item).words.minimum }

    package func maximum(of item: Schema.Item) -> ResolvedLabel? { entry(of: item).words.maximum }

    /// Returns the subtitle of a `page` row, with `{key}` for values.
    package func summary(of item: Schema.Item) -> ResolvedLabel? { entry(of: item).words.summary }

    package func confirmation(of item: Schema.Item, state: String? = nil) -> ResolvedLabel? {
        let entry = entry(of: item)
        return state.flatMap { entry.words.states[$0]?.confirm } ?? entry.words.confirm
    }

    package func title(of item: Schema.Item, state: String) -> ResolvedLabel {
        let entry = entry(of: item)
        return entry.words.states[state]?.title ?? entry.words.title
    }

    /// Returns the custom message of the schema for a rejected value of this item.
    package func problem(of item: Schema.Item) -> ResolvedLabel? { entry(of: item).words.problem }

    /// Returns the title of an option: its label, or its value.
    package func title(of option: Schema.Option, in item: Schema.Item) -> ResolvedLabel {
        words(of: option, in: item)?.title
            ?? ResolvedLabel(text: option.value.plainText, locale: nil)
    }

    /// Returns the title of an option for a small space: its short label, or its title.
    package func shortTitle(of option: Schema.Option, in item: Schema.Item) -> ResolvedLabel {
        words(of: option, in: item)?.short ?? title(of: option, in: item)
    }

    package func help(of option: Schema.Option, in item: Schema.Item) -> ResolvedLabel? {
        words(of: option, in: item)?.help
    }

    /// Returns other search terms for an item or a `select` group; they are never shown.
    package func synonyms(of key: String) -> ResolvedLabel? { entry(of: key)?.words.synonyms }

    private func words(of option: Schema.Option, in item: Schema.Item) -> OptionWords? {
        entry(of: item).words.options.first { $0.value == option.value }
    }

    /// Returns the title of an item or a group, or a readable form of an unknown key.
    package func title(of key: String) -> ResolvedLabel {
        entry(of: key)?.words.title ?? LabelLookup.humanised(key)
    }
}

extension Schema {
    /// The fallback locale is first, then the other declared locales, then other locales with
    /// labels.
    package func locales(with catalog: LabelCatalog) -> [LocaleTag] {
        let fallback = fallbackLocale(with: catalog)
        let declared = [fallback] + locales.filter { $0 != fallback }
        return declared + catalog.locales.filter { !declared.contains($0) }
    }

    /// The first declared locale, or English if it has labels, or the first locale with labels.
    package func fallbackLocale(with catalog: LabelCatalog) -> LocaleTag {
        if let first = locales.first { return first }
        return catalog.locales.contains(.english) ? .english : catalog.locales.first ?? .english
    }
}

import Faceplate
import FaceplateHTML

/// The options of a `select` group, a `choice` or a `segment`, as they are shown.
struct OptionList {
    struct Entry: Sendable {
        let value: String
        let title: ResolvedLabel
        let help: ResolvedLabel?
        /// When it can be chosen.
        let condition: Condition?
    }

    private let row: Row
    private let options: [Entry]
    /// The value of the chosen option, as text.
    private let chosen: String

    init(_ row: Row) {
        self.row = row
        options = Self.offered(row)
        chosen = row.typedValue?.plainText ?? row.fieldText
    }

    /// The options that can be chosen as the others are now.
    static func offered(_ row: Row) -> [Entry] {
        row.face.options.filter { $0.condition.map(row.context.rules.holds) ?? true }
    }

    /// The options.
    ///
    /// A value that is no longer one of them is shown as such in front, and kept until it is
    /// changed.
    private func entries(withRefused: Bool) -> [Entry] {
        guard !chosen.isEmpty, withRefused || !row.hasProblem, let setting = row.setting,
            !options.contains(where: { $0.value == chosen })
        else { return options }
        let value = row.typed == nil ? row.value : row.typedValue
        let title = value.map { row.context.shown($0, of: setting) } ?? chosen
        return [Self.gone(chosen, title: title, row.words)] + options
    }

    /// What stands for a value that is no option any more.
    static func gone(_ value: String, title: String, _ words: PageWords) -> Entry {
        let text = words.text(.optionGone, ["value": ProblemWords.shortened(title)])
        return Entry(
            value: value, title: ResolvedLabel(text: text, locale: nil), help: nil, condition: nil)
    }

    /// Radio buttons.
    ///
    /// Only the first has an id: that is where the label and a problem lead.
    func radios(_ html: inout Markup) {
        for (index, entry) in entries(withRefused: false).enumerated() {
            Self.option(entry, row, index, &html) { radio(entry, index, &$0) }
        }
    }

    /// Radio buttons side by side, and the help of those that have some below them.
    func segments(_ html: inout Markup) {
        let entries = entries(withRefused: false)
        let locale = row.context.locale
        html.element(.div, .class("seg")) { html in
            for (index, entry) in entries.enumerated() {
                html.element(.label) { html in
                    radio(entry, index, &html)
                    html.element(
                        .span, attributes: entry.title.language(on: locale),
                        text: entry.title.text)
                }
            }
        }
        for (index, entry) in entries.enumerated() {
            guard let help = entry.help else { continue }
            html.element(
                .p,
                attributes: [.class("help"), .id(Self.helpID(row, index))]
                    + help.language(on: locale)
            ) { html in
                html.element(.strong, text: entry.title.text)
                html.text(" " + help.text)
            }
        }
    }

    private func radio(_ entry: Entry, _ index: Int, _ html: inout Markup) {
        let isChosen = entry.value == chosen
        let ids = entry.help == nil ? [] : [Self.helpID(row, index)]
        if index == 0 {
            html.void(
                .input, .type(.radio), .id(row.face.controlID), .name(row.key),
                .value(entry.value), .checked(isChosen), .aria("describedby", ids: ids))
        } else {
            html.void(
                .input, .type(.radio), .name(row.key), .value(entry.value), .checked(isChosen),
                .aria("describedby", ids: ids))
        }
    }

    /// The id of the help of the option at a place.
    static func helpID(_ row: Row, _ index: Int) -> String { "o-\(row.key).\(index + 1)" }

    /// Writes one option on a line of its own: its field, its title, and its help below them.
    static func option(
        _ entry: Entry, _ row: Row, _ index: Int, _ html: inout Markup,
        field: (inout Markup) -> Void
    ) {
        html.staticMarkup("\n")
        guard let help = entry.help else {
            html.element(.label, .class("opt")) { html in
                field(&html)
                title(entry, row, &html)
            }
            return
        }
        html.element(.div, .class("opt")) { html in
            html.element(.label) { html in
                field(&html)
                title(entry, row, &html)
            }
            html.element(
                .p,
                attributes: [.class("help"), .id(helpID(row, index))]
                    + help.language(on: row.context.locale),
                text: help.text)
        }
    }

    /// Another language is that of the text alone: its direction must not move the button.
    private static func title(_ entry: Entry, _ row: Row, _ html: inout Markup) {
        let language = entry.title.language(on: row.context.locale)
        guard !language.isEmpty else { return html.text(entry.title.text) }
        html.element(.span, attributes: language, text: entry.title.text)
    }

    /// A list that opens.
    ///
    /// It always shows one entry as chosen, so a refused value must be one.
    func menu(_ html: inout Markup) {
        html.element(
            .select, attributes: [.id(row.face.controlID), .name(row.key)] + row.describedBy()
        ) { html in
            for entry in entries(withRefused: true) {
                html.element(
                    .option,
                    attributes: [.value(entry.value), .selected(entry.value == chosen)]
                        + entry.title.language(on: row.context.locale),
                    text: entry.title.text)
            }
        }
    }
}

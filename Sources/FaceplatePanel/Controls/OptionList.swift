import Faceplate
import FaceplateHTML

/// The options of a `select` group or a `choice`, as they are shown.
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
        let rules = row.context.rules
        options = row.face.options.filter { $0.condition.map(rules.holds) ?? true }
        chosen = row.typedValue?.plainText ?? row.fieldText
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
        let words = row.words.text(.optionGone, ["value": ProblemWords.shortened(title)])
        let gone = Entry(value: chosen, title: ResolvedLabel(text: words, locale: nil), help: nil,
            condition: nil)
        return [gone] + options
    }

    /// Radio buttons.
    ///
    /// Only the first has an id: that is where the label and a problem lead.
    func radios(_ html: inout Markup) {
        for (index, entry) in entries(withRefused: false).enumerated() {
            html.staticMarkup("\n")
            let ids = entry.help == nil ? [] : ["o-\(row.key).\(index + 1)"]
            let language = entry.title.language(on: row.context.locale)
            guard let help = entry.help else {
                if language.isEmpty {
                    html.element(.label, .class("opt")) { radio(entry, index, ids, &$0) }
                } else {
                    html.element(.label, attributes: [.class("opt")] + language) {
                        radio(entry, index, ids, &$0)
                    }
                }
                continue
            }
            html.element(.div, .class("opt")) { html in
                html.element(.label, attributes: language) { radio(entry, index, ids, &$0) }
                html.element(
                    .p,
                    attributes: [.class("help"), .id(ids[0])]
                        + help.language(on: row.context.locale),
                    text: help.text)
            }
        }
    }

    private func radio(_ entry: Entry, _ index: Int, _ ids: [String], _ html: inout Markup) {
        let isChosen = entry.value == chosen
        if index == 0 {
            html.void(
                .input, .type(.radio), .id(row.face.controlID), .name(row.key),
                .value(entry.value), .checked(isChosen), .aria("describedby", ids: ids))
        } else {
            html.void(
                .input, .type(.radio), .name(row.key), .value(entry.value), .checked(isChosen),
                .aria("describedby", ids: ids))
        }
        html.text(entry.title.text)
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

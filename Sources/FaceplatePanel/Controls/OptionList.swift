import Faceplate
import FaceplateHTML

/// The options of a `select` group or a `choice`, as they are shown.
struct OptionList {
    struct Entry {
        let value: String
        let title: ResolvedLabel
        let help: ResolvedLabel?
    }

    let row: Row
    private(set) var entries: [Entry]

    init(_ row: Row, _ entries: [Entry]) {
        self.row = row
        self.entries = entries
        // A value that is no longer an option is shown as such, and kept until it is changed.
        let text = row.fieldText
        if !text.isEmpty, !row.hasProblem, !entries.contains(where: { $0.value == text }) {
            let words = row.words.text(.optionGone, ["value": ProblemWords.shortened(text)])
            let gone = Entry(
                value: text, title: ResolvedLabel(text: words, locale: nil), help: nil)
            self.entries.insert(gone, at: 0)
        }
    }

    /// Radio buttons. Only the first has an id: that is where the label and a problem lead.
    func radios(_ html: inout Markup) {
        for (index, entry) in entries.enumerated() {
            html.staticMarkup("\n")
            let helpID = "o-\(row.key).\(index + 1)"
            let radio: [Attribute] =
                (index == 0 ? [.id("c-\(row.key)")] : []) + [
                    .type(.radio), .name(row.key), .value(entry.value),
                    .checked(entry.value == row.fieldText),
                ] + (entry.help == nil ? [] : [.aria("describedby", helpID)])
            let language = row.context.language(of: entry.title)
            guard let help = entry.help else {
                html.element(.label, attributes: [.class("opt")] + language) { html in
                    html.void(.input, attributes: radio)
                    html.text(entry.title.text)
                }
                continue
            }
            html.element(.div, .class("opt")) { html in
                html.element(.label, attributes: language) { html in
                    html.void(.input, attributes: radio)
                    html.text(entry.title.text)
                }
                html.element(
                    .p,
                    attributes: [.class("help"), .id(helpID)] + row.context.language(of: help),
                    text: help.text)
            }
        }
    }

    /// A list that opens.
    func menu(_ html: inout Markup) {
        html.element(
            .select, attributes: [.id("c-\(row.key)"), .name(row.key)] + row.describedBy()
        ) { html in
            for entry in entries {
                html.element(
                    .option,
                    attributes: [.value(entry.value), .selected(entry.value == row.fieldText)]
                        + row.context.language(of: entry.title),
                    text: entry.title.text)
            }
        }
    }
}

import Faceplate
import FaceplateHTML

struct OptionList {
    struct Entry: Sendable {
        let value: String
        let title: ResolvedLabel
        let help: ResolvedLabel?
        let condition: Condition?
    }

    private let row: Row
    private let options: [Entry]
    private let chosen: String

    init(_ row: Row) {
        self.row = row
        options = Self.none(row) + Self.offered(row)
        chosen = row.typedValue?.plainText ?? row.fieldText
    }

    static func offered(_ row: Row) -> [Entry] {
        row.face.options.filter { $0.condition.map(row.context.rules.holds) ?? true }
    }

    /// The entry of a setting that has no value, or whose value can be removed.
    private static func none(_ row: Row) -> [Entry] {
        guard let setting = row.setting, setting.canBeUnset,
            !setting.isRequired || row.value == nil,
            !row.face.options.contains(where: { $0.value.isEmpty })
        else { return [] }
        let title = ResolvedLabel(text: row.words[.valueNone], locale: nil)
        return [Entry(value: "", title: title, help: nil, condition: nil)]
    }

    /// A chosen value that is no longer an option comes first, marked as such; it stays until it is changed.
    ///
    /// `withRefused` includes a value that was rejected.
    private func entries(withRefused: Bool) -> [Entry] {
        guard !chosen.isEmpty, withRefused || !row.hasProblem, let setting = row.setting,
            !options.contains(where: { $0.value == chosen })
        else { return options }
        let value = row.typed == nil ? row.value : row.typedValue
        let title = value.map { row.context.shown($0, of: setting) } ?? chosen
        return [Self.gone(chosen, title: title, row.words)] + options
    }

    static func gone(_ value: String, title: String, _ words: PageWords) -> Entry {
        let text = words.text(.optionGone, ["value": ProblemWords.shortened(title)])
        return Entry(
            value: value, title: ResolvedLabel(text: text, locale: nil), help: nil, condition: nil)
    }

    /// Only the first has an id: the label and a problem refer to it.
    func radios(_ html: inout Markup) {
        for (index, entry) in entries(withRefused: false).enumerated() {
            Self.option(entry, row, index, &html) { radio(entry, index, &$0) }
        }
    }

    func segments(_ html: inout Markup) {
        let entries = entries(withRefused: false)
        let locale = row.context.locale
        let isWide = SegmentView.isWide(entries.map(\.title.text))
        html.element(.div, .class(isWide ? "seg wide" : "seg")) { html in
            for (index, entry) in entries.enumerated() {
                html.element(.label) { html in
                    radio(entry, index, &html)
                    html.element(.span, label: entry.title, on: locale)
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
        Self.box(
            .radio, row.key, entry.value, isChecked: entry.value == chosen,
            hasHelp: entry.help != nil, row, index, &html)
    }

    static func box(
        _ type: InputType, _ name: String, _ value: String, isChecked: Bool, hasHelp: Bool,
        _ row: Row, _ index: Int, _ html: inout Markup
    ) {
        var attributes: [Attribute] = [.type(type)]
        if index == 0 { attributes.append(.id(row.face.controlID)) }
        attributes += [.name(name), .value(value), .checked(isChecked)]
        if hasHelp { attributes.append(.aria("describedby", helpID(row, index))) }
        html.void(.input, attributes: attributes)
    }

    static func helpID(_ row: Row, _ index: Int) -> String { "o-\(row.key).\(index + 1)" }

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
                .p, .class("help"), .id(helpID(row, index)), label: help,
                on: row.context.locale)
        }
    }

    /// The language is set on the text only, because its direction must not move the button.
    private static func title(_ entry: Entry, _ row: Row, _ html: inout Markup) {
        let language = entry.title.language(on: row.context.locale)
        guard !language.isEmpty else { return html.text(entry.title.text) }
        html.element(.span, attributes: language, text: entry.title.text)
    }

    /// A menu always shows one entry as chosen, so a rejected value needs an entry too.
    func menu(_ html: inout Markup) {
        html.element(
            .select, attributes: [.id(row.face.controlID), .name(row.key)] + row.describedBy()
        ) { html in
            for entry in entries(withRefused: true) {
                html.element(
                    .option, .value(entry.value), .selected(entry.value == chosen),
                    label: entry.title, on: row.context.locale)
            }
        }
    }
}

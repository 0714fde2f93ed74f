import Faceplate
import FaceplateHTML

/// An empty hidden field before the boxes shows the server that the setting was posted, even when no box is checked.
///
/// A chosen value that is no longer an option stays until it is unchecked.
enum ChoicesView: ControlView {
    static let isSearched = false

    private static let mostBoxes = 6

    static func render(_ row: Row, into html: inout Markup) {
        let chosen = chosen(row)
        let entries = entries(row, chosen)
        guard entries.count > mostBoxes else {
            return row.fieldset(&html, state: true) { html in
                hint(row, &html)
                boxes(entries, chosen, row, &html)
            }
        }
        menu(entries, chosen, row, &html)
    }

    private static func hint(_ row: Row, _ html: inout Markup) {
        html.element(.p, .class("help"), .id("v-\(row.key)"), text: row.words[.selectAll])
    }

    private static func menu(
        _ entries: [OptionList.Entry], _ chosen: Set<Value>, _ row: Row, _ html: inout Markup
    ) {
        if let lock = row.lock {
            return row.readOnly(&html, shown: row.shownValue, reason: lock)
        }
        row.frame(&html) { html in
            html.element(.div, .class("t")) { html in
                html.append(row.face.name)
                row.standingNotes(&html)
                hint(row, &html)
            }
            html.element(.details, .class("ctl field many")) { html in
                let names = entries.filter { chosen.contains(.text($0.value)) }
                    .map(\.title.text).joined(separator: ", ")
                html.element(
                    .summary, .id("m-\(row.key)"),
                    .aria("labelledby", ids: ["l-\(row.key)", "m-\(row.key)"]),
                    text: row.words.orEmpty(names))
                html.element(
                    .div,
                    attributes: [
                        .class("pop"), .role("group"), .aria("labelledby", "l-\(row.key)"),
                    ]
                        + row.describedBy(state: true, isField: false)
                ) { boxes(entries, chosen, row, &$0) }
            }
            row.problem(&html)
            row.more(&html)
        }
    }

    private static func boxes(
        _ entries: [OptionList.Entry], _ chosen: Set<Value>, _ row: Row, _ html: inout Markup
    ) {
        html.hidden(row.key, "")
        for (index, entry) in entries.enumerated() {
            OptionList.option(entry, row, index, &html) { html in
                OptionList.box(
                    .checkbox, row.key, entry.value,
                    isChecked: chosen.contains(.text(entry.value)), hasHelp: entry.help != nil,
                    row, index, &html)
            }
        }
    }

    /// As values because those compare by bytes.
    private static func chosen(_ row: Row) -> Set<Value> {
        if let typed = row.typed, row.typedValue == nil { return Set(typed.texts.map(Value.text)) }
        return Set(values(row.typedValue ?? row.value).map { .text($0.plainText) })
    }

    private static func values(_ value: Value?) -> [Value] {
        if case .list(let values)? = value { values } else { [] }
    }

    private static func entries(_ row: Row, _ chosen: Set<Value>) -> [OptionList.Entry] {
        let offered = OptionList.offered(row)
        let known = Set(offered.map { Value.text($0.value) })
        let gone = values(row.value).filter { value in
            let text = Value.text(value.plainText)
            return !known.contains(text) && (chosen.contains(text) || row.typed != nil)
        }
        return offered
            + gone.map { value in
                let title = row.setting.map { row.context.shown(.list([value]), of: $0) }
                return OptionList.gone(
                    value.plainText, title: title ?? value.plainText, row.words)
            }
    }

    static func shown(_ value: Value, of item: Schema.Item?, on page: PageContext) -> String? {
        guard case .list(let values) = value else { return nil }
        return values.map { value in
            item?.options.first { $0.value == value }
                .flatMap { option in item.map { page.labels.title(of: option, in: $0).text } }
                ?? value.plainText
        }.joined(separator: ", ")
    }
}

import Faceplate
import FaceplateHTML

/// `choice`: radio buttons up to five options, a list that opens from six; `itemStyle` may fix it.
enum ChoiceView: ControlView {
    private static let mostRadios = 5

    static func render(_ row: Row, _ item: Schema.Item, into html: inout Markup) {
        let labels = row.context.labels
        if row.setting?.isReadOnly == true {
            let shown = row.setting.map { row.context.shown(row.value, of: $0) } ?? ""
            return row.readOnly(&html, "choice", shown: shown, reason: row.words[.readonly])
        }
        let options = OptionList(
            row,
            item.options.map {
                .init(
                    value: $0.value.plainText, title: labels.title(of: $0, in: item),
                    help: labels.help(of: $0, in: item))
            })
        let style = item.style ?? (item.options.count <= mostRadios ? .radios : .list)
        switch style {
        case .radios: radios(row, options, &html)
        case .list:
            row.frame(&html, "choice") { html in
                row.words(&html)
                html.element(.div, .class("ctl"), content: options.menu)
                row.more(&html)
            }
        }
    }

    private static func radios(_ row: Row, _ options: OptionList, _ html: inout Markup) {
        html.element(
            .fieldset,
            attributes: [.class(row.rowClass("choice")), .id("s-\(row.key)")]
                + row.describedBy(isField: false)
        ) { html in
            html.element(
                .legend, attributes: [.id("l-\(row.key)")] + row.context.language(of: row.title),
                text: row.title.text)
            row.helpText(&html)
            row.problem(&html)
            options.radios(&html)
            row.more(&html)
        }
        html.staticMarkup("\n")
    }
}

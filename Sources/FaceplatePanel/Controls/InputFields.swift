import Faceplate
import FaceplateHTML

/// The fields of what a button asks for, in its row and on the page that asks whether to go on.
struct InputFields: PagePart {
    let item: Schema.Item
    /// Of the button.
    let title: String
    let context: PageContext
    let typed: FormFields?
    let isOff: Bool
    /// The key of the rejected input, and the id of what is wrong with it.
    let wrong: String?
    let problem: String?
    private let inputs: ActionInputs

    /// `nil` for a button that asks for nothing.
    init?(
        item: Schema.Item, title: String, context: PageContext, typed: FormFields?,
        isOff: Bool = false, wrong: String? = nil, problem: String? = nil
    ) {
        guard let inputs = item.inputs else { return nil }
        self.inputs = inputs
        self.item = item
        self.title = title
        self.context = context
        self.typed = typed
        self.isOff = isOff
        self.wrong = wrong
        self.problem = problem
    }

    func render(into html: inout Markup) {
        let kinds = inputs.columns.map { column in
            CellKind(
                item: item.cells.first { $0.key == column.key }, rules: column.rules,
                column: column.key, defaultValue: column.defaultValue,
                condition: column.visibleWhen, context: context)
        }
        let isRuled = kinds.contains { $0.condition != nil }
        html.element(
            .fieldset,
            attributes: [
                .class("inputs"), .data("inputs", ""), .aria("label", title), .disabled(isOff),
            ] + (isRuled ? [.data("ruled", "")] : [])
        ) { html in
            for kind in kinds {
                field(kind, wrong != kind.column && kind.isHidden(beside: kinds, text), &html)
            }
        }
    }

    private func field(_ kind: CellKind, _ isHidden: Bool, _ html: inout Markup) {
        let key = kind.column ?? ""
        let help = kind.item.flatMap { context.labels.help(of: $0) }
        let unit = kind.item.flatMap { context.labels.unit(of: $0) }
        let helpID = "d-\(item.key).\(key)"
        html.element(.label, attributes: isHidden ? [.data("gone", "")] : []) { html in
            html.element(.span) { html in
                if let cell = kind.item {
                    html.element(.span, label: context.labels.title(of: cell), on: context.locale)
                }
                if let unit {
                    html.text(" ")
                    html.element(.span, .class("help"), label: unit, on: context.locale)
                }
            }
            Cell(
                kind: kind, name: "\(item.key)[\(key)]", text: text(kind), label: kind.title,
                id: "o-\(item.key).\(key)", problem: wrong == key ? problem : nil,
                help: help == nil ? nil : helpID, isNew: false
            ).render(into: &html)
            if let help {
                html.element(
                    .span, .class("help"), .id(helpID), label: help, on: context.locale)
            }
        }
    }

    private func text(_ kind: CellKind) -> String {
        typed?.parts.last { $0.name == [.name(kind.column ?? "")] }?.text
            ?? kind.defaultValue.map(kind.fieldText) ?? ""
    }
}

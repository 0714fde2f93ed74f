import Faceplate
import FaceplateHTML

/// Every button also saves the other fields of the page.
enum EditListView: ControlView {
    static let cell = CellForm.lines

    static func render(_ row: Row, into html: inout Markup) {
        let rules: ListRules? = if case .list(let rules)? = row.rulesKind { rules } else { nil }
        let kind = CellKind(
            item: row.face.item?.cells.first, rules: rules?.element ?? TextRules(), column: nil,
            defaultValue: nil, context: row.context)
        row.fieldset(&html) { html in
            let list = ElementTexts(
                row, [kind], minimum: rules?.minimumCount, maximum: rules?.maximumCount)
            html.element(.ol, attributes: [.class("list")] + list.attributes(row)) { html in
                for element in list.elements { render(element, of: list, kind, row, &html) }
            }
            list.addButton(.entryAdd, row, &html)
        }
    }

    private static func render(
        _ element: ElementTexts.Element, of list: ElementTexts, _ kind: CellKind, _ row: Row,
        _ html: inout Markup
    ) {
        let words = row.words
        html.element(.li, attributes: element.attributes(in: row)) { html in
            Cell(
                kind: kind, name: BracketName(row.key, .index(element.place)).description,
                text: element.text(kind),
                label: element.isNew
                    ? words[.entryNew] : words.text(.entry, ["number": String(element.place + 1)]),
                id: list.hasID(element, kind, first: kind) ? row.face.controlID : nil,
                problem: list.isWrong(element, kind) ? "e-\(row.key)" : nil,
                isNew: !element.isStored
            ).render(into: &html)
            ElementButtons(
                row: row, element: element, list: list, up: .entryUp, down: .entryDown,
                remove: .entryRemove
            ).render(into: &html)
        }
        html.staticMarkup("\n")
    }

    static func shown(_ value: Value, of item: Schema.Item?, on page: PageContext) -> String? {
        guard case .list(let values) = value else { return nil }
        return values.map { value in
            item?.cells.first.map { page.shown(value, ofCell: $0) } ?? value.plainText
        }.joined(separator: ", ")
    }
}

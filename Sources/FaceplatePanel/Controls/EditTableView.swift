import Faceplate
import FaceplateHTML

/// Every button also saves the other fields of the page.
enum EditTableView: ControlView {
    static let cell = CellForm.lines

    static func render(_ row: Row, into html: inout Markup) {
        let rules: TableRules? = if case .table(let rules)? = row.rulesKind { rules } else { nil }
        let columns = (rules?.columns ?? []).filter {
            $0.key != TableRules.othersColumn || hasOthers(row)
        }
        let kinds = columns.map { column in
            CellKind(
                item: row.face.item?.cells.first { $0.key == column.key }, rules: column.rules,
                column: column.key, defaultValue: column.defaultValue,
                condition: column.visibleWhen, context: row.context)
        }
        if let lock = row.lock { return readOnly(row, kinds, reason: lock, &html) }
        let list = ElementTexts(
            row, kinds, minimum: rules?.minimumCount, maximum: rules?.maximumCount)
        row.fieldset(&html) { html in
            // The rows of a map are in the order of their names.
            let order: [Attribute] = rules?.names == nil ? [] : [.data("sorted", "")]
            let rules: [Attribute] =
                kinds.contains { $0.condition != nil } ? [.data("ruled", "")] : []
            scroll(row, list.attributes(row) + order + rules, &html) { html in
                head(kinds, hasActions: true, row, &html)
                html.element(.tbody) { html in
                    for element in list.elements { render(element, of: list, kinds, row, &html) }
                }
            }
            list.addButton(.rowAdd, row, &html)
        }
    }

    /// Most rows have nothing but their columns.
    private static func hasOthers(_ row: Row) -> Bool {
        let isTyped = row.typed?.parts.contains { $0.name.last == .name(TableRules.othersColumn) }
        return isTyped == true
            || row.elements(of: row.value).contains { element in
                guard case .record(let cells) = element else { return false }
                return cells[TableRules.othersColumn] != nil
            }
    }

    /// It scrolls on its own when it is wide, also with the keyboard.
    private static func scroll(
        _ row: Row, _ attributes: [Attribute], _ html: inout Markup,
        content: (inout Markup) -> Void
    ) {
        html.element(
            .div,
            attributes: [
                .class("scroll"), .tabindex(0), .role("region"),
                .aria("labelledby", "l-\(row.key)"),
            ] + attributes
        ) { $0.element(.table, content: content) }
    }

    private static func head(
        _ kinds: [CellKind], hasActions: Bool, _ row: Row, _ html: inout Markup
    ) {
        html.element(.thead) { html in
            html.element(.tr) { html in
                for kind in kinds {
                    html.element(.th, .scope("col")) { html in
                        html.text(kind.title)
                        let labels = row.context.labels
                        let notes = kind.item.map { [labels.unit(of: $0), labels.help(of: $0)] }
                        for note in (notes ?? []).compactMap(\.self) {
                            html.text(" ")
                            html.element(.span, .class("help"), text: note.text)
                        }
                    }
                }
                guard hasActions else { return }
                html.element(.th, .scope("col")) { html in
                    html.element(.span, .class("sr"), text: row.words[.rowActions])
                }
            }
        }
    }

    private static func render(
        _ element: ElementTexts.Element, of list: ElementTexts, _ kinds: [CellKind], _ row: Row,
        _ html: inout Markup
    ) {
        html.staticMarkup("\n")
        html.element(.tr, attributes: element.attributes(in: row)) { html in
            for kind in kinds {
                let isGone =
                    !list.isWrong(element, kind)
                    && kind.isHidden(beside: kinds) { element.text($0) }
                html.element(
                    .td, attributes: labels(of: kind) + (isGone ? [.data("gone", "")] : [])
                ) { html in
                    cell(element, of: list, kind, first: kinds.first, row).render(into: &html)
                }
            }
            html.element(.td) { html in
                ElementButtons(
                    row: row, element: element, list: list, up: .rowUp, down: .rowDown,
                    remove: .rowRemove
                ).render(into: &html)
            }
        }
    }

    private static func labels(of kind: CellKind) -> [Attribute] {
        let unit = kind.item.flatMap { kind.context.labels.unit(of: $0)?.text }
        return [.data("label", kind.title)] + (unit.map { [.data("unit", $0)] } ?? [])
    }

    private static func cell(
        _ element: ElementTexts.Element, of list: ElementTexts, _ kind: CellKind,
        first: CellKind?, _ row: Row
    ) -> Cell {
        let slots = ["label": kind.title, "number": String(element.place + 1)]
        return Cell(
            kind: kind,
            name: BracketName(row.key, .index(element.place), .name(kind.column ?? "")).description,
            text: element.text(kind),
            label: row.words.text(element.isNew ? .cellNew : .cell, slots),
            id: list.hasID(element, kind, first: first) ? row.face.controlID : nil,
            problem: list.isWrong(element, kind) ? "e-\(row.key)" : nil, isNew: !element.isStored)
    }

    private static func readOnly(
        _ row: Row, _ kinds: [CellKind], reason: String, _ html: inout Markup
    ) {
        let rows = row.elements(of: row.value)
        guard !rows.isEmpty else { return row.readOnly(&html, shown: "", reason: reason) }
        row.frame(&html) { html in
            html.element(.div, .class("t")) { html in
                html.append(row.face.name)
                row.lockNote(&html, reason)
                row.problem(&html)
            }
            scroll(row, [], &html) { html in
                head(kinds, hasActions: false, row, &html)
                html.element(.tbody) { html in
                    for case .record(let cells) in rows {
                        html.element(.tr) { html in
                            for kind in kinds {
                                let isGone = kind.condition?.holds { cells[$0] } == false
                                let text =
                                    isGone ? "" : cells[kind.column ?? ""].map(kind.shown) ?? ""
                                html.element(
                                    .td, .data("label", kind.title), .dir(.auto), text: text)
                            }
                        }
                    }
                }
            }
        }
    }

    static func shown(_ value: Value, of item: Schema.Item?, on page: PageContext) -> String? {
        let rows: Int
        switch value {
        case .list(let values): rows = values.count
        case .record(let parts): rows = parts.count
        default: return nil
        }
        return rows == 0 ? "" : page.words.counted(.rows, rows)
    }
}

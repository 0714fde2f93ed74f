import Faceplate
import FaceplateHTML

/// Without a renderer: the value as JSON, or as text if it is a single value.
enum CustomView: ControlView {
    static let cell = CellForm.lines

    static func render(_ row: Row, into html: inout Markup) {
        // Browsers send line endings as CR LF.
        let text = row.typed?.texts.last?.replacing("\r\n", with: "\n") ?? text(row)
        row.control(&html, locked: self.text(row)) { html in
            html.textarea(
                attributes: [
                    .id(row.face.controlID), .name(row.key),
                    .rows(max(EditMultilineView.rows(of: text), 3)),
                    .spellcheck(false), .autocapitalize("off"), .dir(.auto),
                ] + row.describedBy(), value: text)
        }
    }

    private static func text(_ row: Row) -> String {
        switch row.value {
        case .list?, .record?: row.value.map { JSONWriter(.indented).text($0.json) } ?? ""
        default: row.value.flatMap { row.setting?.rules.fieldText(of: $0, locale: nil) } ?? ""
        }
    }
}

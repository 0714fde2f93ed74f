import Faceplate
import FaceplateHTML

/// `info`: a name with a read-only value: `itemValue`, else the words of `itemSubtitle`.
enum InfoView: ControlView {
    static func render(_ row: Row, into html: inout Markup) {
        if let value = row.face.item?.shownValue {
            let shown = row.face.item.map { row.context.shown(value, of: $0) } ?? value.plainText
            return row.readOnly(&html, shown: shown, reason: nil)
        }
        let words = row.face.subtitle
        row.readOnly(
            &html, shown: words?.text ?? "",
            language: words?.language(on: row.context.locale) ?? [], reason: nil)
    }
}

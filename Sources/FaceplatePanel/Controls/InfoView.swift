import Faceplate
import FaceplateHTML

/// `info`: a name with a read-only value: `itemValue`, else the words of `itemSubtitle`.
enum InfoView: ControlView {
    static func render(_ row: Row, _ item: Schema.Item, into html: inout Markup) {
        if let value = item.shownValue {
            return row.readOnly(&html, "info", shown: value.plainText, reason: nil)
        }
        let words = row.context.labels.subtitle(of: item)
        row.readOnly(
            &html, "info", shown: words?.text ?? "",
            language: words.map(row.context.language) ?? [], reason: nil)
    }
}

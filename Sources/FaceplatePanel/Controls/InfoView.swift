import Faceplate
import FaceplateHTML

/// `info`: a name with a read-only value: `itemValue`, else the words of `itemSubtitle`.
enum InfoView: ControlView {
    static func render(_ row: Row, _ item: Schema.Item, into html: inout Markup) {
        let shown =
            item.shownValue?.plainText ?? row.context.labels.subtitle(of: item)?.text ?? ""
        row.readOnly(&html, "info", shown: shown, reason: nil)
    }
}

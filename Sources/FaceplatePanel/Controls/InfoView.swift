import Faceplate
import FaceplateHTML

/// `info`: a name with a read-only value, in which URLs become links.
///
/// The value is the one that the app provides, or else `itemValue`, or else `itemSubtitle`.
enum InfoView: ControlView {
    static func render(_ row: Row, into html: inout Markup) {
        let words = row.face.subtitle
        let item = row.face.item
        if let item, let value = row.context.provided(row.key) ?? item.shownValue {
            row.readOnly(
                &html, shown: row.context.shown(value, ofCell: item), reason: nil,
                write: LinkedText.write)
        } else {
            row.readOnly(
                &html, shown: words?.text ?? "",
                language: words?.language(on: row.context.locale) ?? [], reason: nil,
                write: LinkedText.write)
        }
    }
}

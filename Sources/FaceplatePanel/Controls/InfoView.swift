import Faceplate
import FaceplateHTML

/// The value is the one that the app provides, or else `itemValue`, or else `itemSubtitle`.
enum InfoView: ControlView {
    static func render(_ row: Row, into html: inout Markup) {
        let words = row.face.texts.subtitle
        let item = row.face.item
        if let item, let value = row.state.provided ?? item.shownValue {
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

    static func shown(_ value: Value, of item: Schema.Item?, on page: PageContext) -> String? {
        switch value {
        case .integer, .decimal: page.number(value, item)
        case .text(let text):
            item?.format == nil && !isMoment(text) ? nil : page.date(value, item)
        case .boolean, .list, .record, .null: nil
        }
    }

    private static func isMoment(_ text: String) -> Bool {
        let form = "0000-00-00T00:00:00"
        guard [10, 16, 19].contains(text.utf8.count) else { return false }
        return zip(text.utf8, form.utf8).allSatisfy { byte, wanted in
            wanted == UInt8(ascii: "0") ? byte.isDigit : byte == wanted
        }
    }

    static func text(of row: Row) -> String {
        guard let item = row.face.item else { return "" }
        return (row.state.provided ?? item.shownValue).map {
            row.context.shown($0, of: item)
        } ?? row.face.texts.subtitle?.text ?? ""
    }
}

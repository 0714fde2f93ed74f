import Faceplate
import FaceplateHTML

/// The panel parses the schema's text and rebuilds it from known elements; it never writes the text unchanged.
///
/// With an `itemSubtitle`, the title is above it and the subtitle is the text; otherwise the title is the text.
enum HTMLView: ControlView {
    static func render(_ row: Row, into html: inout Markup) {
        row.frame(&html) { html in
            var language = row.face.titleLanguage
            if let subtitle = row.face.texts.subtitle {
                html.element(
                    .p, attributes: [.class(row.titleClass), .id("l-\(row.key)")] + language,
                    text: row.face.texts.title.text)
                language = subtitle.language(on: row.context.locale)
            }
            html.element(.div, attributes: [.class("rich")] + language) { html in
                row.face.richText?.render(into: &html)
            }
        }
    }

    static func text(of row: Row) -> String {
        row.face.texts.subtitle.map { RichText($0.text).plainText } ?? ""
    }
}

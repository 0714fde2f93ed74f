import Faceplate
import FaceplateHTML

/// `html`: read-only prose with emphasis, lists and links.
///
/// What the schema has is parsed and rebuilt from known elements; it is never written as it stands.
/// With an `itemSubtitle` the title stands above it; without one the title is the prose.
enum HTMLView: ControlView {
    static func render(_ row: Row, into html: inout Markup) {
        row.frame(&html) { html in
            var language = row.face.titleLanguage
            if let subtitle = row.face.subtitle {
                html.element(
                    .p, attributes: [.class("l"), .id("l-\(row.key)")] + language,
                    text: row.face.title.text)
                language = subtitle.language(on: row.context.locale)
            }
            html.element(.div, attributes: [.class("rich")] + language) { html in
                row.face.richText?.render(into: &html)
            }
        }
    }
}

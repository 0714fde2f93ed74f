import Faceplate
import FaceplateHTML

/// With an `itemSubtitle`, the title is above it and the subtitle is the text; otherwise the title is the text.
///
/// An empty line begins a new paragraph, and URLs become links.
enum TextView: ControlView {
    static func render(_ row: Row, into html: inout Markup) {
        row.frame(&html) { html in
            var prose = row.face.texts.title
            if let subtitle = row.face.texts.subtitle {
                html.element(
                    .p,
                    attributes: [.class(row.titleClass), .id("l-\(row.key)")]
                        + row.face.titleLanguage,
                    text: row.face.texts.title.text)
                prose = subtitle
            }
            for paragraph in Self.paragraphs(prose.text) {
                html.element(.p, attributes: prose.language(on: row.context.locale)) { html in
                    LinkedText.write(&html, paragraph)
                }
            }
        }
    }

    private static func paragraphs(_ text: String) -> [String] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .split { $0.allSatisfy(\.isWhitespace) }.map { $0.joined(separator: " ") }
    }

    static func text(of row: Row) -> String { row.face.texts.subtitle?.text ?? "" }
}

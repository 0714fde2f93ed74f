import Faceplate
import FaceplateHTML

/// `text`: read-only prose.
///
/// With an `itemSubtitle` the title stands above it; without one the title is the prose. An empty
/// line begins a new paragraph, and addresses are links.
enum TextView: ControlView {
    static func render(_ row: Row, into html: inout Markup) {
        row.frame(&html) { html in
            var prose = row.face.title
            if let subtitle = row.face.subtitle {
                html.element(
                    .p,
                    attributes: [.class("l"), .id("l-\(row.key)")]
                        + row.face.titleLanguage,
                    text: row.face.title.text)
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
        var paragraphs: [String] = []
        var current: [String] = []
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if line.allSatisfy(\.isWhitespace) {
                if !current.isEmpty { paragraphs.append(current.joined(separator: " ")) }
                current = []
            } else {
                current.append(String(line))
            }
        }
        return current.isEmpty ? paragraphs : paragraphs + [current.joined(separator: " ")]
    }
}

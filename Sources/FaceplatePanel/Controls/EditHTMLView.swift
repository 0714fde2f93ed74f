import Faceplate
import FaceplateHTML

/// `edit_html`: an area for formatted text with marks such as `**strong**`, and the formatted text below it.
enum EditHTMLView: ControlView {
    private static let usualRows = 6

    static func render(_ row: Row, into html: inout Markup) {
        if let lock = row.lock {
            if row.shownValue.isEmpty { return row.readOnly(&html, shown: "", reason: lock) }
            return row.frame(&html) { html in
                html.element(.div, .class("t")) { html in
                    html.append(row.face.name)
                    row.standingNotes(&html)
                }
                formatted(row, &html)
                row.lockNote(&html, lock)
                row.problem(&html)
            }
        }
        row.frame(&html) { html in
            row.words(&html)
            html.element(.div, .class("ctl field editor")) { html in
                if !row.fieldText.hasPrefix("<") { toolbar(row, &html) }
                field(row, &html)
                formatted(row, &html)
            }
            html.element(.p, .class("help"), .id("v-\(row.key)"), text: row.words[.markHint])
            row.problem(&html)
            row.more(&html)
        }
    }

    /// `…` is the place of the selected text; a mark without it begins each selected line.
    ///
    /// Text that is stored as HTML has no buttons, since marks in it are plain text.
    private static func toolbar(_ row: Row, _ html: inout Markup) {
        let marks: [(String, PageWord)] = [
            ("**…**", .markBold), ("*…*", .markItalic), ("# ", .markHeading), ("- ", .markList),
            ("[…](https://)", .markLink),
        ]
        html.element(
            .div, .class("marks"), .role("group"),
            .aria("label", row.words.text(.marks))
        ) {
            for (mark, word) in marks {
                $0.element(.button, .type(.button), .data("mark", mark), text: row.words[word])
            }
        }
    }

    private static func field(_ row: Row, _ html: inout Markup) {
        var attributes: [Attribute] = [
            .id(row.face.controlID), .name(row.key), .rows(row.face.item?.rows ?? usualRows),
            .dir(.auto),
        ]
        attributes += row.placeholder
        if row.isRequired { attributes.append(.aria("required", true)) }
        // Browsers send line endings as CR LF.
        let text = row.fieldText.replacing("\r\n", with: "\n")
        html.textarea(attributes: attributes + row.describedBy(state: true), value: text)
    }

    private static func formatted(_ row: Row, _ html: inout Markup) {
        guard case .text(let text)? = row.value, !text.isEmpty else { return }
        html.element(.div, .class("rich"), .dir(.auto)) { RichText(text).render(into: &$0) }
    }

    static func shown(_ value: Value, of item: Schema.Item?, on page: PageContext) -> String? {
        guard case .text(let text) = value else { return nil }
        return RichText(text).plainText.split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
    }
}

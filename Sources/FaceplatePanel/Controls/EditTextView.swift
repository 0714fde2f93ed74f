import Faceplate
import FaceplateHTML

/// The browser checks nothing: the error messages of the server are better.
///
/// The field of an obscured setting shows dots, but contains the value; it is not a password to the browser, which
/// would fill in that of the panel.
enum EditTextView: ControlView {
    static let cell: CellForm = .text

    private static let longestFixed = 20

    static func render(_ row: Row, into html: inout Markup) {
        // Browsers send line endings as CR LF, and remove them from a field of one line.
        let text = row.fieldText.replacing("\r\n", with: "\n")
        row.control(&html) { html in
            if text.contains("\n") {
                html.textarea(
                    attributes: attributes(row, [.rows(EditMultilineView.rows(of: text))]),
                    value: text)
            } else {
                html.void(.input, attributes: [.type(.text)] + attributes(row, [.value(text)]))
            }
            if row.face.item?.hints.isObscured == true { row.reveal(&html) }
        }
    }

    private static func attributes(_ row: Row, _ content: [Attribute]) -> [Attribute] {
        let isObscured = row.face.item?.hints.isObscured ?? false
        var attributes: [Attribute] = [.id(row.face.controlID), .name(row.key)]
        attributes += content + [.dir(.auto)]
        attributes += row.placeholder
        if case .text(let rules)? = row.rulesKind, let longest = rules.maximumLength,
            longest <= longestFixed
        {
            attributes.append(.size(max(longest, 4)))
        }
        attributes += row.hints(autocomplete: isObscured ? "off" : nil)
        if isObscured { attributes += masked(row.face.item) }
        if row.isRequired { attributes.append(.aria("required", true)) }
        return attributes + row.describedBy()
    }

    /// Text typed there is not sent to a spelling service.
    static func masked(_ item: Schema.Item?) -> [Attribute] {
        var attributes: [Attribute] = [.data("mask", "on")]
        if item?.hints.spellcheck == nil { attributes.append(.spellcheck(false)) }
        if item?.hints.capitalization == nil { attributes.append(.autocapitalize("off")) }
        return attributes
    }

    /// The number of dots is fixed, so that it does not reveal the length.
    static func shown(_ value: Value, of item: Schema.Item?, on page: PageContext) -> String? {
        guard case .text(let text) = value, item?.hints.isObscured == true else { return nil }
        return text.isEmpty ? "" : "••••••••"
    }
}

import Faceplate
import FaceplateHTML

/// With `itemMaximumLines` 1, the field is one line, in which Enter saves.
enum EditMultilineView: ControlView {
    static let cell = CellForm.lines

    private static let usualRows = 4

    /// For a field that grows with its text.
    static func rows(of text: String) -> Int { min(max(text.utf8.count { $0 == 0x0A } + 1, 2), 12) }

    static func render(_ row: Row, into html: inout Markup) {
        row.control(&html) { html in
            // Browsers send line endings as CR LF.
            let text = row.fieldText.replacing("\r\n", with: "\n")
            // A browser would remove the line ends of a rejected text from a field of one line.
            let lines: Int? =
                if case .text(let rules)? = row.baseRules?.kind { rules.maximumLines } else { nil }
            let isLine = lines == 1 && !text.contains("\n")
            var attributes: [Attribute] = isLine ? [.type(.text)] : []
            attributes += [
                .id(row.face.controlID), .name(row.key),
                isLine ? .value(text) : .rows(row.face.item?.rows ?? usualRows), .dir(.auto),
            ]
            attributes += row.placeholder
            attributes += row.hints()
            if row.isRequired { attributes.append(.aria("required", true)) }
            attributes += row.describedBy()
            if isLine {
                html.void(.input, attributes: attributes)
            } else {
                html.textarea(attributes: attributes, value: text)
            }
        }
    }
}

import Faceplate
import FaceplateHTML

/// `edit_multiline`: text of several lines.
enum EditMultilineView: ControlView {
    static let sample: JSONValue = [
        "with": ["itemRows": 3, "itemMaximumLines": 2],
        "value": "One line\nand another",
        "set": "Other lines\nthan before",
        "bad": "Three\nlines\nhere",
        "long": "Pneumonoultramicroscopicsilicovolcanoconiosis is a long word.\nSo is this line.",
    ]

    private static let usualRows = 4

    static func render(_ row: Row, into html: inout Markup) {
        row.control(&html) { html in
            var attributes: [Attribute] = [
                .id(row.face.controlID), .name(row.key),
                .rows(row.face.item?.rows ?? usualRows), .dir(.auto),
            ]
            if let placeholder = row.face.placeholder {
                attributes.append(.placeholder(placeholder.text))
            }
            attributes += row.hints()
            if row.isRequired { attributes.append(.aria("required", true)) }
            // Browsers send line endings as CR LF.
            let text = row.fieldText.replacing("\r\n", with: "\n")
            html.textarea(attributes: attributes + row.describedBy(), value: text)
        }
    }
}

import Faceplate
import FaceplateAddress
import FaceplateHTML
import FaceplateSchema

/// The link is part of the page, so it works without JavaScript; a stored text that is no address has no link.
enum EditURLView: ControlView {
    static let cell: CellForm = .plain(hints)

    private static let hints: [Attribute] = [
        .dir(.ltr), .inputmode("url"), .autocapitalize("none"), .spellcheck(false),
    ]

    static func render(_ row: Row, into html: inout Markup) {
        if let lock = row.lock {
            return row.readOnly(&html, shown: row.shownValue, reason: lock) { html, text in
                guard let url = url(row) else { return html.text(text) }
                html.element(.a, .href(url), .rel("noopener"), text: text)
            }
        }
        row.control(&html) { html in
            field(row, &html)
            link(row, &html)
        }
    }

    private static func field(_ row: Row, _ html: inout Markup) {
        var attributes: [Attribute] =
            [.type(.text), .id(row.face.controlID), .name(row.key), .value(row.fieldText)] + hints
        attributes += row.placeholder
        if row.isRequired { attributes.append(.aria("required", true)) }
        html.void(.input, attributes: attributes + row.describedBy())
    }

    private static func link(_ row: Row, _ html: inout Markup) {
        guard let url = url(row) else { return }
        let target =
            LinkView.host(of: url.text)
            ?? String(url.text.unicodeScalars.drop { $0 != ":" }.dropFirst())
        let host = ProblemWords.shortened(target)
        html.element(
            .a, .class("btn"), .href(url), .rel("noopener"), .title(host),
            .aria("describedby", "l-\(row.key)")
        ) { html in
            html.element(.span, .class("sr"), text: row.words.text(.opens, ["host": host]))
            html.element(.span, .aria("hidden", true), text: "↗")
        }
    }

    /// `nil` for the schemes to which a page does not link.
    private static func url(_ row: Row) -> URLReference? {
        guard case .text(let text)? = row.value, case .text(let rules)? = row.setting?.rules.kind,
            rules.form?.accepts(text) == true, WebAddress.isAbsoluteLink(text)
        else { return nil }
        return URLReference(text)
    }
}

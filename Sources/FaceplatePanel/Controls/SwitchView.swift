import Faceplate
import FaceplateHTML

/// A hidden field before it posts NO, so that a posted page always has a value for the setting; the last value wins.
enum SwitchView: ControlView {
    static let cell: CellForm = .switch
    static let isSearched = false

    static func render(_ row: Row, into html: inout Markup) {
        row.control(&html, class: "ctl") { html in
            html.hidden(row.key, "NO")
            html.void(
                .input,
                attributes: look + [
                    .id(row.face.controlID), .name(row.key), .value("YES"),
                    .checked((row.typedValue ?? row.value) == .boolean(true)),
                ] + row.describedBy())
        }
    }

    static let look: [Attribute] = [.type(.checkbox), .role("switch")]

    static func shown(_ value: Value, of item: Schema.Item?, on page: PageContext) -> String? {
        if case .boolean(let isOn) = value { page.words[isOn ? .on : .off] } else { nil }
    }
}

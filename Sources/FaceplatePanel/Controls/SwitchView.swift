import Faceplate
import FaceplateHTML

/// `switch`: a checkbox with the role of a switch.
///
/// A hidden field before it says NO, so that a page that is posted says what it means either way;
/// the last value wins.
enum SwitchView: ControlView {
    static func render(_ row: Row, into html: inout Markup) {
        if let lock = row.lock {
            let shown = row.setting.map { row.context.shown(row.value, of: $0) } ?? ""
            return row.readOnly(&html, shown: shown, reason: lock)
        }
        row.frame(&html) { html in
            row.words(&html)
            html.element(.div, .class("ctl")) { html in
                html.void(.input, .type(.hidden), .name(row.key), .value("NO"))
                html.void(
                    .input,
                    attributes: look(row.context) + [
                        .id(row.face.controlID), .name(row.key),
                        .value("YES"), .checked((row.typedValue ?? row.value) == .boolean(true)),
                    ] + row.describedBy())
            }
            row.more(&html)
        }
    }

    /// A switch promises that it works at once; where Save decides it is a check box.
    static func look(_ context: PageContext) -> [Attribute] {
        context.savesExplicitly ? [.type(.checkbox)] : [.type(.checkbox), .role("switch")]
    }
}

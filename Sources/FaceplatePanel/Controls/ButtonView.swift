import Faceplate
import FaceplateHTML

/// `button`: a submit button of the page's form.
///
/// A press saves the typed values, then runs the action. Title and confirmation question depend on
/// the state of the action.
enum ButtonView: ControlView {
    static let isSearched = false
    static let sample: JSONValue = ["bad": "hit"]

    static func render(_ row: Row, into html: inout Markup) {
        guard let item = row.face.item else { return }
        row.frame(&html) { html in
            let title = row.context.actionTitle(of: item)
            var attributes: [Attribute] = []
            switch row.context.role(of: item) {
            case .primary: attributes.append(.class("pri"))
            case .destructive: attributes.append(.class("danger"))
            case .normal: break
            }
            html.element(
                .button,
                attributes: row.press(item) + attributes
                    + title.language(on: row.context.locale),
                text: title.text)
            html.append(row.face.helpText)
            row.reason(&html)
            row.problem(&html)
        }
    }

    /// Returns the title of the button in the state.
    static func shown(_ value: Value, of item: Schema.Item?, on page: PageContext) -> String? {
        guard case .text(let state) = value else { return nil }
        return item.map { page.labels.title(of: $0, state: state).text }
    }
}

extension Row {
    /// Returns the attributes of a button: id, name, value, confirmation question for JavaScript,
    /// and the disabled state.
    func press(_ item: Schema.Item) -> [Attribute] {
        var attributes: [Attribute] = [
            .id(face.controlID), .name(key), .value(context.pressValue(of: item)),
        ]
        let state = context.snapshot.state(of: item)
        if let question = context.labels.confirmation(of: item, state: state) {
            attributes.append(.data("confirm", question.text))
        }
        guard isEnabled else {
            // The button stays focusable, so that its reason is read; the server rejects a press
            // with a message.
            let ids =
                (face.help == nil ? [] : ["d-\(key)"]) + ["w-\(key)"]
                + (hasProblem ? ["e-\(key)"] : [])
            return attributes + [.aria("disabled", true), .aria("describedby", ids: ids)]
        }
        return attributes + describedBy(isField: false)
    }

    /// Writes the reason why a button cannot be pressed with the current settings.
    func reason(_ html: inout Markup) {
        guard !isEnabled else { return }
        html.element(
            .p, .class("help"), .id("w-\(key)"),
            text: context.whyDisabled(face.item))
    }
}

import Faceplate
import FaceplateHTML

/// `button`: a submit button of the page's form.
///
/// What is typed is saved, then the action runs. Its title and its question go with its state.
enum ButtonView: ControlView {
    static func render(_ row: Row, into html: inout Markup) {
        row.frame(&html) { html in
            let state = row.face.item.flatMap { row.context.state(of: $0) }
            let title = row.actionTitle(in: state)
            var attributes: [Attribute] = [
                .id(row.face.controlID), .name(row.key), .value("press"),
            ]
            switch row.face.item.map({ row.context.role(of: $0, state: state) }) {
            case .primary: attributes.append(.class("pri"))
            case .destructive: attributes.append(.class("danger"))
            case .normal, nil: break
            }
            html.element(
                .button,
                attributes: attributes + title.language(on: row.context.locale)
                    + row.press(in: state),
                text: title.text)
            html.append(row.face.helpText)
            row.reason(&html)
            row.problem(&html)
        }
    }
}

extension Row {
    /// What a button or link is called in a state.
    func actionTitle(in state: String?) -> ResolvedLabel {
        guard let state, let item = face.item else { return face.title }
        return context.labels.title(of: item, state: state)
    }

    /// What a button says of itself: its question for scripting, and that a rule holds it back.
    func press(in state: String?) -> [Attribute] {
        var attributes: [Attribute] = []
        if let item = face.item,
            let question = context.labels.confirmation(of: item, state: state)
        {
            attributes += [
                .data("confirm", question.text), .data("cancel", words[.cancel]),
            ]
        }
        guard isEnabled else {
            // It can still be reached, so that its reason is read; pressing is refused in words.
            return attributes + [
                .aria("disabled", true), .aria("describedby", "w-\(key)"),
            ]
        }
        return attributes + describedBy(isField: false)
    }

    /// Writes why a button cannot be pressed as the other settings are.
    func reason(_ html: inout Markup) {
        guard !isEnabled else { return }
        html.element(
            .p, .class("help"), .id("w-\(key)"),
            text: RuleWords.text(whyDisabled: face.item, context))
    }
}

import Faceplate
import FaceplateHTML

/// A press saves the typed values, then runs the action; title and confirmation question depend on the state of the
/// action.
enum ButtonView: ControlView {
    static let isSearched = false

    static func render(_ row: Row, into html: inout Markup) {
        guard let item = row.face.item else { return }
        row.frame(&html) { html in
            let title = row.context.actionTitle(of: item)
            words(row, besides: title, &html)
            row.inputs(of: item, title, &html)
            html.element(.div, .class("ctl")) { html in
                html.element(
                    .button,
                    attributes: row.press(item) + look(row.context.role(of: item))
                        + title.language(on: row.context.locale),
                    text: title.text)
            }
            row.reason(&html)
            row.problem(&html)
        }
    }

    private static func words(_ row: Row, besides title: ResolvedLabel, _ html: inout Markup) {
        let isNamed = title.text != row.face.texts.title.text
        guard isNamed || row.face.texts.help != nil else { return }
        html.element(.div, .class("t")) {
            $0.append(isNamed ? row.face.name : row.face.helpText)
        }
    }

    private static func look(_ role: Schema.Role) -> [Attribute] {
        switch role {
        case .primary: [.class("pri")]
        case .destructive: [.class("danger")]
        case .normal: []
        }
    }

    static func shown(_ value: Value, of item: Schema.Item?, on page: PageContext) -> String? {
        guard case .text(let state) = value else { return nil }
        return item.map { page.labels.title(of: $0, state: state).text }
    }
}

extension Row {
    /// JavaScript sends them with the press alone.
    fileprivate func inputs(
        of item: Schema.Item, _ title: ResolvedLabel, _ html: inout Markup
    ) {
        InputFields(
            item: item, title: title.text, context: context, typed: typed, isOff: !isEnabled,
            wrong: place?.column, problem: hasProblem ? "e-\(key)" : nil
        )?.render(into: &html)
    }

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
                (face.texts.help == nil ? [] : ["d-\(key)"]) + ["w-\(key)"]
                + (hasProblem ? ["e-\(key)"] : [])
            return attributes + [.aria("disabled", true), .aria("describedby", ids: ids)]
        }
        return attributes + describedBy(isField: false)
    }
}

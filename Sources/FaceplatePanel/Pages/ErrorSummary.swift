import Faceplate
import FaceplateHTML

enum ErrorSummary {
    static func render(
        _ problems: [ShownProblem], _ context: PageContext, into html: inout Markup
    ) {
        guard !problems.isEmpty else { return }
        html.element(.div, .class("sum"), .id("sum"), .tabindex(-1)) { html in
            html.element(.div, .role("alert")) { html in
                html.element(.h2, text: context.words[.errorsHeading])
                html.element(.ul) { html in
                    for problem in problems {
                        html.element(.li) { html in
                            if let target = target(of: problem, context) {
                                html.element(.a, .href(target), text: problem.sentence)
                            } else {
                                html.text(problem.sentence)
                            }
                        }
                    }
                }
            }
        }
        html.staticMarkup("\n")
    }

    static func target(of problem: ShownProblem, _ context: PageContext) -> URLReference? {
        let key: String
        // A row that a rule disables has no field, but shows the reason.
        var prefix = "c-"
        switch context.schema.reference(problem.key) {
        case .setting(let setting), .option(_, let setting):
            if setting.isReadOnly || setting.isHidden && setting.pickerKey == nil { return nil }
            key = setting.pickerKey ?? setting.key
            let isEnabled = context.schema.items[key].map(context.rules.isEnabled) ?? true
            if !isEnabled { prefix = "s-" }
        case .row(let item):
            guard item.control.isAction, item.url == nil else { return nil }
            key = item.key
        case nil: return nil
        }
        // A row with a problem is on its page even when a rule hides it.
        if context.face.has(key) { return .fragment(prefix + key) }
        guard context.rules.isVisible(key) else { return nil }
        let page = context.schema.page(of: key)
        let query = context.isBeyondLevel(key) ? [("level", Schema.Level.advanced.rawValue)] : []
        return context.base.path(
            segments: Route.segments(of: page), query: query, fragment: prefix + key)
    }
}

import Faceplate
import FaceplateHTML

/// All problems of a post at the top of the page, each a link to its field.
enum ErrorSummary {
    static func render(
        _ problems: [ShownProblem], _ context: PageContext, into html: inout Markup
    ) {
        guard !problems.isEmpty else { return }
        html.element(.div, .class("sum"), .tabindex(-1)) { html in
            html.element(.div, .role("alert")) { html in
                html.element(.h2, text: context.words[.errorsHeading])
                html.element(.ul) { html in
                    for problem in problems {
                        html.element(.li) { html in
                            if let target = target(of: problem, context.schema) {
                                html.element(
                                    .a, .href(.fragment("c-\(target)")), text: problem.sentence)
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

    /// The field that a problem is about, where the page has one.
    private static func target(of problem: ShownProblem, _ schema: Schema) -> String? {
        switch schema.reference(problem.key) {
        case .setting(let setting), .option(_, let setting):
            setting.isHidden || setting.isReadOnly ? nil : setting.key
        case .row(let item): item.control.isAction && item.url == nil ? item.key : nil
        case nil: nil
        }
    }
}

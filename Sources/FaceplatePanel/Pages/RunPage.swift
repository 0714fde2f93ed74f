import Faceplate
import FaceplateHTML

/// The progress of an action; the page reloads until there is a result.
struct RunPage {
    /// The seconds between two reloads.
    private static let pause = "2"

    let context: PageContext
    let item: Schema.Item
    let run: ActionRuns.Run

    var markup: Markup {
        let words = context.words
        let title = context.actionTitle(of: item)
        let report = run.progress.report
        var frame = PageFrame(context: context, title: title.text)
        frame.refresh = Self.pause
        return frame.markup(reserving: 4 * 1024) { html in
            html.element(.h1, label: title, on: context.locale)
            html.element(.div, .class("run")) { html in
                html.element(.p, .id("r-\(item.key)"), .role("status")) { html in
                    html.element(
                        .bdi, text: report.message ?? words.text(.actionRuns, ["label": title.text])
                    )
                }
                var attributes: [Attribute] = [.aria("labelledby", "r-\(item.key)")]
                if let fraction = report.fraction {
                    attributes += [.max("100"), .value(String(Int(fraction * 100)))]
                }
                html.element(.progress, attributes: attributes)
                html.element(.p) {
                    $0.element(.a, .href(context.address()), text: words[.actionBack])
                }
            }
        }
    }
}

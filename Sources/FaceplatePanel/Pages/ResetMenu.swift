import Faceplate
import FaceplateHTML

struct ResetMenu: PagePart {
    private static let listedLimit = 3

    let context: PageContext
    /// The key of the group or page, or `*`.
    let key: String
    let title: String
    let settings: [Schema.Setting]

    func render(_ html: inout Markup) {
        guard !settings.isEmpty else { return }
        let count = settings.count
        html.element(.details, .class("of")) { html in
            html.element(
                .summary, .class("i"), .aria("label", words.text(.details, ["label": title]))
            ) { _ in }
            html.element(.div, .class("menu")) { html in
                html.element(
                    .button,
                    attributes: [.form("f"), .name("_reset"), .value(key)]
                        + ResetQuestion.attributes(settings, context),
                    text: words.counted(.resetCount, count))
                html.element(.ul) { html in
                    for setting in settings.prefix(Self.listedLimit) { line(setting, &html) }
                    let others = count - Self.listedLimit
                    if others > 0 {
                        html.element(.li, text: words.counted(.resetMore, others))
                    }
                }
            }
        }
    }

    private func line(_ setting: Schema.Setting, _ html: inout Markup) {
        let slots = [
            "label": texts.label(setting.key),
            "old": context.short(context.snapshot.value(of: setting), of: setting),
            "new": context.short(context.snapshot.defaultValue(of: setting), of: setting),
        ]
        html.element(.li, text: words.text(.changeLine, slots))
    }
}

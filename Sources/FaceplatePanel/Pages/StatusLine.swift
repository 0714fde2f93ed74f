import Faceplate
import FaceplateHTML

enum StatusLine {
    case nothing
    /// With `news`, also the values that an undo could not restore.
    case changed([Change], news: News? = nil)
    case unchanged
    case action(key: String, message: String?)
    /// A value that was set for a time, and did not change.
    case temporary(Schema.Setting)
    case failure(String)
    case sync(SyncReport)
    case notShown(HiddenRow)

    /// It has no important message, so that the status of sync can replace it.
    var isQuiet: Bool {
        switch self {
        case .nothing, .unchanged: true
        default: false
        }
    }

    /// Always on the page, because screen readers announce only text that is added to an existing element.
    func render(_ context: PageContext, into html: inout Markup) {
        var attributes: [Attribute] = [.id("status"), .role("status")]
        switch self {
        case .nothing, .notShown: break
        case .failure: attributes.append(.class("bad"))
        case .sync(let report): attributes.append(.class(report.isWell ? "ok" : "bad"))
        default: attributes.append(.class("ok"))
        }
        html.element(.div, attributes: attributes) { html in
            guard let (phrase, slots, count) = sentence(context) else { return }
            html.element(.p) { html in
                html.sentence(phrase, slots, count: count, context)
                guard case .changed(_, let news?) = self else { return }
                for key in news.lost {
                    html.text(". ")
                    let isSecret = context.schema.settings[key]?.isSecret ?? false
                    html.sentence(
                        context.words.phrase(isSecret ? .notUndone : .notUndoneValue),
                        ["label": label(key, context)], context)
                }
            }
        }
    }

    private func sentence(_ context: PageContext) -> (Phrase, [String: String], Int?)? {
        let words = context.words
        switch self {
        case .nothing: return nil
        case .unchanged: return (words.phrase(.unchanged), [:], nil)
        case .failure(let sentence): return ("{sentence}", ["sentence": sentence], nil)
        case .sync(let report): return report.sentence(context)
        case .notShown(let row): return row.sentence(words)
        case .temporary(let setting):
            guard let until = context.snapshot.until(setting.key) else { return nil }
            let slots = ChangeWords(context: context).untilSlots(setting, until)
            return (words.phrase(.untilThen), slots, nil)
        case .action(let key, let message):
            if let message, !message.isEmpty { return ("{message}", ["message": message], nil) }
            return (words.phrase(.actionDone), ["label": label(key, context)], nil)
        case .changed(let changes, let news):
            guard let change = changes.first, changes.count == 1,
                let setting = context.schema.settings[change.key]
            else {
                let count = changes.count
                let isReset = changes.allSatisfy { $0.new == .onDefault }
                return (
                    words.phrase(isReset ? .changedResetCount : .changedCount),
                    ["count": String(count)],
                    count
                )
            }
            let (word, slots) = single(
                change, of: setting, in: news?.revision, context)
            return (words.phrase(word), slots, nil)
        }
    }

    private func single(
        _ change: Change, of setting: Schema.Setting, in revision: Revision?,
        _ context: PageContext
    ) -> (PageWord, [String: String]) {
        var slots = ["label": label(change.key, context)]
        if setting.isSecret {
            return (change.new == .secret ? .changedSecretSet : .changedSecretRemoved, slots)
        }
        // A change that waits to be confirmed has a question of its own.
        if setting.keepWithin == nil, let until = context.snapshot.until(setting.key) {
            return (.untilThen, ChangeWords(context: context).untilSlots(setting, until))
        }
        if change.new != .onDefault,
            let parts = ChangeWords(context: context).parts(change, in: revision)
        {
            slots["parts"] = parts
            return (.changedList, slots)
        }
        func value(_ side: Change.Side) -> Value? {
            if case .value(let value) = side { return value }
            return revision?.defaults[change.key] ?? context.snapshot.defaultValue(of: setting)
        }
        func shown(_ side: Change.Side) -> String {
            ProblemWords.shortened(context.shown(value(side), of: setting))
        }
        let (old, new) = (shown(change.old), shown(change.new))
        let words = context.words
        slots["old"] = words.orEmpty(old)
        slots["new"] = words.orEmpty(new)
        guard change.new == .onDefault else {
            // Formatting is not seen in a sentence, and neither is the end of a long text.
            if old == new, value(change.old) != value(change.new) { return (.changedUnseen, slots) }
            if change.old == .onDefault, old == new {
                slots["old"] = words.text(.onDefault, ["value": words.orEmpty(old)])
            }
            return (.changed, slots)
        }
        return (new.isEmpty ? .changedResetEmpty : .changedReset, slots)
    }

    private func label(_ key: String, _ context: PageContext) -> String {
        context.labels.title(of: key).text
    }
}

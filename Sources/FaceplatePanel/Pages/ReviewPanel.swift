import Faceplate
import FaceplateHTML

/// The changes at the top of the page before they are saved.
struct ReviewPanel: PagePart {
    let review: Review
    let context: PageContext

    func render(into html: inout Markup) {
        html.element(
            .div, .class("confirm"), .id("review"), .tabindex(-1), .role("region"),
            .aria("labelledby", "l-review")
        ) { html in
            html.element(.h2, .id("l-review"), text: heading)
            if !review.changes.isEmpty {
                html.element(.ul) { html in
                    for change in review.changes { line(change, &html) }
                }
            }
            restart(&html)
            for sentence in review.again {
                // Fields keep the typed text with JavaScript.
                html.element(.p, .class("help again"), text: sentence)
            }
            if let question = review.question {
                buttons(question, &html)
            } else if review.asksForNote {
                note(&html)
            }
        }
        html.staticMarkup("\n")
    }

    private var heading: String {
        let count = review.changes.count
        switch review.question?.field {
        case FormPost.clearField?, FormPost.confirmField?:
            let label = context.labels.title(of: review.question?.key ?? "").text
            return words.text(.secretRemoveAsk, ["label": label])
        case .some: return ResetQuestion.sentence(count, words)
        case nil: break
        }
        return count == 0 ? words[.unchanged] : words.counted(.reviewCount, count)
    }

    private func note(_ html: inout Markup) {
        html.element(.div, .class("box")) { html in
            TransferFields.row(
                FormPost.noteField, words[.reviewNote], kind: "edit_text", isField: true,
                into: &html
            ) { html in
                html.void(
                    .input, .type(.text), .id("c-\(FormPost.noteField)"), .form("f"),
                    .name(FormPost.noteField), .dir(.auto), .maxlength(ChangeOptions.longestNote),
                    .value(review.note ?? ""))
            }
        }
    }

    /// They belong to the page's form, so that the typed values are sent with them; Cancel requests the page with the
    /// typed values.
    private func buttons(_ question: PostQuestion, _ html: inout Markup) {
        let label = context.labels.title(of: question.key).text
        let answer =
            question.field == FormPost.resetField
            ? words.counted(.resetCount, review.changes.count)
            : words.text(.secretRemove, ["label": label])
        // The button itself confirms when the changes are in the fields of the page.
        if question.field != FormPost.confirmField {
            html.void(
                .input, .type(.hidden), .form("f"), .name(FormPost.confirmField),
                .value(question.key))
        }
        html.element(.div, .class("answers")) { html in
            html.element(
                .button, .form("f"), .name(FormPost.previewField), .value("1"), .autofocus(true),
                text: words[.cancel])
            html.element(
                .button, .class("danger"), .form("f"), .name(question.field),
                .value(question.key), text: answer)
        }
    }

    private func restart(_ html: inout Markup) {
        let count = review.changes.count {
            context.schema.settings[$0.key]?.appliesOnRestart == true
        }
        guard count > 0 else { return }
        html.element(.p, text: words.counted(.restartCount, count))
    }

    private func line(_ change: Change, _ html: inout Markup) {
        guard let setting = context.schema.settings[change.key] else { return }
        let parts = texts.parts(change)
        let slots = [
            "label": context.labels.title(of: change.key).text, "parts": parts ?? "",
            "old": shown(change.old, of: change.key), "new": shown(change.new, of: change.key),
        ]
        html.element(.li) { html in
            let word = parts == nil ? word(change, setting) : .changedList
            html.sentence(words.phrase(word), slots, context)
        }
    }

    private func word(_ change: Change, _ setting: Schema.Setting) -> PageWord {
        guard setting.isSecret else { return .reviewChange }
        return change.new == .secret ? .reviewSecret : .reviewRemoved
    }

    private func shown(_ side: Change.Side, of key: String) -> String {
        words.orEmpty(texts.plain(side, of: key))
    }
}

enum ResetQuestion {
    /// So many are reset without a question; undo is next to the message about them.
    static let unaskedLimit = 1

    /// JavaScript asks the question; empty for a single setting.
    static func attributes(_ settings: [Schema.Setting], _ context: PageContext) -> [Attribute] {
        guard settings.count > unaskedLimit else { return [] }
        return [.data("confirm", sentence(settings.count, context.words))]
    }

    static func sentence(_ count: Int, _ words: PageWords) -> String {
        words.counted(.resetAsk, count)
    }
}

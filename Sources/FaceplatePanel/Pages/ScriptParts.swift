import Faceplate
import FaceplateHTML

/// What scripting shows that no answer of the server brings: the script takes it from here, since
/// it has no words of its own.
///
/// `data-t` names a part; `data-n` the class of numbers that a form of a sentence is for.
struct ScriptParts {
    private let words: PageWords

    /// Those of a language, made once: most of a page's sentences are in them.
    static func markup(_ words: PageWords) -> Markup {
        if let known = known.withLock({ $0[words.locale] }) { return known }
        var html = Markup()
        ScriptParts(words: words).render(into: &html)
        known.withLock { known in
            // Programs with that many languages show them one after the other.
            if known.count >= 100 { known = [:] }
            known[words.locale] = html
        }
        return html
    }

    private static let known = Locked<[LocaleTag: Markup]>([:])

    private func render(into html: inout Markup) {
        // A live region must be on the page before its words are.
        html.element(.div, .class("sr"), .id("voice"), .role("status"))
        html.element(.template, .id("parts")) { html in
            offline(&html)
            rowButtons(&html)
            question(&html)
            problem(&html)
            lost("unheard", .notChangedOffline, &html)
            lost("lost", .notChanged, &html)
            sentence("unsaved", .unsavedCount, &html)
            sentence("problems", .problemCount, &html)
            sentence("elsewhere", .elsewhere, &html)
            html.element(.p, .data("t", "copied"), text: words[.copied])
            html.element(.p, .class("sum count"), .data("t", "count")) { $0.element(.a) }
        }
        html.staticMarkup("\n")
    }

    /// Shown at the top while the server does not answer.
    private func offline(_ html: inout Markup) {
        html.element(
            .div, .id("offline"), .class("ban"), .role("status"), .data("t", "offline")
        ) { html in
            html.element(.p, text: words[.offline])
            html.element(.button, .type(.button), text: words[.retry])
        }
    }

    /// Shown in a row while something typed in it is not saved.
    private func rowButtons(_ html: inout Markup) {
        html.element(.span, .class("acts"), .data("t", "acts")) { html in
            html.element(.span, .class("sr"), text: words[.rowUnsaved])
            rowButton("check", words[.rowSave], &html)
            rowButton("del", words[.cancel], &html)
        }
    }

    private func rowButton(_ look: String, _ title: String, _ html: inout Markup) {
        html.element(
            .button, .type(.button), .class(look), .title(title), .aria("label", title))
    }

    /// Shown in a row for a problem that is found before anything is sent.
    private func problem(_ html: inout Markup) {
        html.element(.p, .class("err unsent"), .data("t", "problem")) { html in
            html.element(.span) { html in
                html.element(.span, .class("sr"), text: words[.errorPrefix] + " ")
                html.element(.span, .data("words", ""))
            }
        }
    }

    /// Shown in a row whose choice was not saved; the script fills in the label.
    private func lost(_ name: String, _ word: PageWord, _ html: inout Markup) {
        html.element(.p, .class("warn lost"), .data("t", name)) { html in
            html.element(
                .span, .data("words", ""), text: words.text(word, ["label": "{label}"]))
            html.element(.button, .type(.button), .class("reset"), text: words[.retry])
        }
    }

    /// Asks before an action, in a dialog that closes with `go` where the answer is yes.
    private func question(_ html: inout Markup) {
        html.element(.dialog, .data("t", "confirm")) { html in
            html.element(.p)
            html.element(.form, .method(.dialog)) { html in
                html.element(.button, text: words[.cancel])
                html.element(.button, .value("go"))
            }
        }
    }

    /// A sentence with a number, in each form that the language has for one.
    private func sentence(_ name: String, _ word: PageWord, _ html: inout Markup) {
        var known: Set<PluralCategory> = []
        // Every class of numbers has one among these.
        for number in 0...100 {
            let category = PluralCategory(number, in: words.locale)
            guard known.insert(category).inserted else { continue }
            html.element(
                .p, .data("t", name), .data("n", category.rawValue),
                text: words.phrase(word).filled(count: number, in: words.locale))
        }
    }
}

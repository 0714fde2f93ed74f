import Faceplate
import FaceplateHTML

/// The parts of a page that JavaScript shows without a response of the server.
///
/// The script has no texts of its own, so it copies them from here. `data-t` is the name of a part;
/// `data-n` is the plural category that a form of a sentence is for.
struct ScriptParts {
    private let words: PageWords

    /// Returns the parts in a language; they are rendered once, because they contain most of a
    /// page's sentences.
    static func markup(_ words: PageWords) -> Markup {
        let parts = words.source.scriptParts
        if let known = parts.withLock({ $0[words.locale] }) { return known }
        var html = Markup()
        ScriptParts(words: words).render(into: &html)
        parts.withLock { known in
            // Limits the memory for apps with very many languages.
            if known.count >= 100 { known = [:] }
            known[words.locale] = html
        }
        return html
    }

    private func render(into html: inout Markup) {
        // Screen readers announce only text that is added to an existing live region.
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
            html.element(.p, .class("count"), .data("t", "count")) { $0.element(.a) }
            html.element(.span, .class("dot wrong"), .data("t", "wrong")) {
                $0.element(.span, .class("sr"))
            }
        }
        html.staticMarkup("\n")
    }

    /// Writes the banner shown while the server does not respond.
    private func offline(_ html: inout Markup) {
        html.element(
            .div, .id("offline"), .role("status"), .data("t", "offline")
        ) { html in
            html.element(.p, text: words[.offline])
            html.element(.button, .type(.button), text: words[.retry])
        }
    }

    /// Writes the buttons shown in a row with unsaved input.
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

    /// Writes the error message shown in a row for a problem that JavaScript finds before it sends
    /// anything.
    private func problem(_ html: inout Markup) {
        html.element(.p, .class("err unsent"), .data("t", "problem")) { html in
            html.element(.span) { html in
                html.element(.span, .class("sr"), text: words[.errorPrefix] + " ")
                html.element(.span, .data("words", ""))
            }
        }
    }

    /// Writes the message shown in a row whose value was not saved; the script fills in the label.
    private func lost(_ name: String, _ word: PageWord, _ html: inout Markup) {
        html.element(.p, .class("warn lost"), .data("t", name)) { html in
            html.element(
                .span, .data("words", ""), text: words.text(word, ["label": "{label}"]))
            html.element(.button, .type(.button), .class("reset"), text: words[.retry])
        }
    }

    /// Writes the dialog that asks before an action; it closes with the value `go` after a yes.
    private func question(_ html: inout Markup) {
        html.element(.dialog, .data("t", "confirm")) { html in
            html.element(.p)
            html.element(.form, .method(.dialog)) { html in
                html.element(.button, text: words[.cancel])
                html.element(.button, .value("go"))
            }
        }
    }

    /// Writes a sentence with a number, once for each plural form of the language.
    ///
    /// The form for other numbers is the last one: the script uses it for a category without a form, which the
    /// language of the page can have if its texts are in another language.
    private func sentence(_ name: String, _ word: PageWord, _ html: inout Markup) {
        var numbers: [PluralCategory: Int] = [:]
        // The numbers up to 100 include every plural category; nothing is counted as 0.
        for number in (1...100).reversed() {
            numbers[PluralCategory(number, in: words.locale)] = number
        }
        for category in PluralCategory.allCases {
            guard let number = numbers[category] else { continue }
            html.element(
                .p, .data("t", name), .data("n", category.rawValue),
                text: words.phrase(word).filled(count: number, in: words.locale))
        }
    }
}

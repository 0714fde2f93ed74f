import Faceplate
import FaceplateHTML

/// The script has no texts of its own, so it copies them from here: `data-t` is the name of a part, and `data-one` the
/// form of a sentence for that plural category.
struct ScriptParts {
    private let words: PageWords

    /// Rendered once, because they contain most of a page's sentences.
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
            banner("offline", .offline, &html) { html in
                html.element(.button, .type(.button), text: words[.retry])
            }
            banner("signedOut", .signedOut, &html) { html in
                html.element(
                    .a, .class("btn"), .href(.query([])), .target("_blank"), text: words[.signIn])
            }
            notes(&html)
            entryButtons(&html)
            question(&html)
            problem(&html)
            text("lines", words.text(.secretLines, ["label": "{label}"]), &html)
            count(&html)
            menu(&html)
            sentence("unsaved", .unsavedCount, &html)
            sentence("problems", .problemCount, &html)
            sentence("back", .back, &html)
            sentence("elsewhere", .elsewhere, &html)
            text("copied", words[.copied], &html)
            text(
                "control", words.phrase(.shortcutHint).filled(["key": ""], in: words.locale), &html)
            html.element(.span, .class("dot wrong"), .data("t", "wrong")) {
                $0.element(.span, .class("sr"))
            }
        }
        html.staticMarkup("\n")
    }

    private func text(_ name: String, _ text: String, _ html: inout Markup) {
        html.element(.p, .data("t", name), text: text)
    }

    /// Shown while the server does not respond, or asks for a sign-in.
    private func banner(
        _ name: String, _ word: PageWord, _ html: inout Markup, way: (inout Markup) -> Void
    ) {
        html.element(.div, .role("status"), .data("t", name)) { html in
            html.element(.p, text: words[word])
            way(&html)
        }
    }

    private func notes(_ html: inout Markup) {
        html.element(.div, .class("note"), .data("t", "note")) { html in
            html.element(.p)
            for word in [PageWord.rowSave, .rowDiscard] {
                html.element(.button, .type(.button), .class("reset"), text: words[word])
            }
        }
        text("typedRow", words[.rowTyped], &html)
        text("waitsRow", words.phrase(.rowWaits).filled(in: words.locale), &html)
        text("offlineRow", words[.rowOffline], &html)
        text("signedOutRow", words[.rowSignedOut], &html)
        let slots = ["problem": "{sentence}", "value": "{value}"]
        text("saved", words.text(.rowRefused, slots), &html)
        text("notDone", words[.notDone], &html)
        text("searchWaits", words[.searchWaits], &html)
    }

    private func entryButtons(_ html: inout Markup) {
        html.element(
            .button, .type(.button), .class("grip"), .title(words[.entryKeys]), .data("t", "grip"))
        html.element(
            .button, .type(.button), .class("brief"), .data("t", "brief")
        ) { $0.element(.span) }
        html.element(.span, .class("leave"), .data("t", "leave")) { html in
            html.element(.button, .type(.button), .class("reset"), text: words[.done])
            html.element(
                .button, .type(.button), .class("reset"), .value("0"), text: words[.cancel])
        }
        text("place", words.phrase(.entryPlace).filled(in: words.locale), &html)
    }

    private func count(_ html: inout Markup) {
        html.element(.p, .class("count"), .data("t", "count")) { html in
            html.element(.a)
            html.element(.button, .type(.button), text: words[.rowDiscard])
        }
        text("more", words.phrase(.problemMore).filled(in: words.locale), &html)
    }

    /// For a problem that JavaScript finds before it sends anything.
    private func problem(_ html: inout Markup) {
        html.element(.p, .class("err unsent"), .data("t", "problem")) { html in
            html.element(.span) { html in
                html.element(.span, .class("sr"), text: words[.errorPrefix] + " ")
                html.element(.span)
            }
        }
    }

    /// The dialog closes with the value `go` after a yes.
    private func question(_ html: inout Markup) {
        html.element(.dialog, .data("t", "confirm")) { html in
            html.element(.p)
            html.element(.form, .method(.dialog)) { html in
                html.element(.button, text: words[.cancel])
                html.element(.button, .value("go"))
            }
        }
    }

    private func menu(_ html: inout Markup) {
        html.element(.div, .class("pop"), .data("t", "pick")) { html in
            html.void(
                .input, .role("combobox"), .aria("controls", "pick-list"),
                .aria("expanded", true), .aria("autocomplete", "list"),
                .placeholder(words[.pickFind]))
            html.element(
                .ul, .id("pick-list"), .role("listbox"), .aria("label", words[.pickFind])
            ) { _ in }
            html.element(.p, .class("help"), .role("status"), text: words[.pickNone])
        }
    }

    /// The text is the form for other numbers, which the script also uses for a category without a form: the language of
    /// the page can have one if its texts are in another language.
    private func sentence(_ name: String, _ word: PageWord, _ html: inout Markup) {
        var numbers: [PluralCategory: Int] = [:]
        // The numbers up to 100 include every plural category; nothing is counted as 0.
        for number in (1...100).reversed() {
            numbers[PluralCategory(number, in: words.locale)] = number
        }
        let forms = PluralCategory.allCases.compactMap { category in
            numbers[category].map {
                (category, words.phrase(word).filled(count: $0, in: words.locale))
            }
        }
        html.element(
            .p,
            attributes: [.data("t", name)]
                + forms.dropLast().map { .data($0.attribute, $1) },
            text: forms.last?.1 ?? "")
    }
}

extension PluralCategory {
    /// The name as a part of an attribute: `data-one`.
    fileprivate var attribute: StaticString {
        switch self {
        case .zero: "zero"
        case .one: "one"
        case .two: "two"
        case .few: "few"
        case .many: "many"
        case .other: "other"
        }
    }
}

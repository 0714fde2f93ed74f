import Faceplate
import FaceplateHTML

extension Row {
    func problem(_ html: inout Markup) {
        if let asked { return ask(asked, &html) }
        guard hasProblem else { return }
        let sentence = problems.joined(separator: " ")
        guard let saved = savedText, !isSaidElsewhere else {
            // A sentence in another row describes this field, too, but is seen once. JavaScript adds a button, which is
            // no part of the sentence.
            return html.element(.p, .class("err"), .hidden(isSaidElsewhere)) { html in
                html.element(.span, .id("e-\(key)")) { error(sentence, &$0) }
            }
        }
        html.element(.p, .class("err")) { html in
            html.element(.span) { html in
                html.sentence(words.phrase(.rowRefused), context) { html, slot in
                    guard slot == "value" else {
                        return html.element(.span, .id("e-\(key)")) {
                            error(Self.withoutStop(sentence), &$0)
                        }
                    }
                    html.element(.b) { $0.element(.bdi, text: saved) }
                }
            }
        }
    }

    private func error(_ sentence: String, _ html: inout Markup) {
        html.element(.span, .class("sr"), text: words[.errorPrefix] + " ")
        html.text(sentence)
    }

    private func ask(_ sentence: String, _ html: inout Markup) {
        html.element(.p, .class("note ask"), .id("e-\(key)"), text: sentence)
    }

    static func withoutStop(_ sentence: String) -> String {
        sentence.hasSuffix(".") || sentence.hasSuffix("。") ? String(sentence.dropLast()) : sentence
    }

    /// Stays saved while the typed value is refused; `nil` for one that is empty, or not to be read here.
    private var savedText: String? {
        guard typed != nil, !isUnreadable, let setting, !setting.isSecret,
            face.item?.hints.isObscured != true
        else { return nil }
        let saved = ProblemWords.shortened(shownValue)
        return saved.isEmpty ? nil : saved
    }

    func notes(_ html: inout Markup) {
        guard let conflict else { return }
        html.element(.div, .class("note conflict")) { note(conflict, &$0) }
    }

    /// A setting of that kind always has the line, so that its row keeps its height.
    private func restartHelp(_ html: inout Markup) {
        guard let setting, setting.appliesOnRestart else { return }
        let look: Attribute = .class(state.needsRestart ? "help restart" : "help")
        html.element(.p, look, .id("r-\(key)")) { html in
            guard state.needsRestart, !setting.isSecret else {
                return html.text(words[.restartRowSecret])
            }
            html.sentence(
                words.phrase(.restartRow), ["value": context.short(state.running, of: setting)],
                context)
        }
    }

    /// The notes below the help: that a value takes effect later, that the options could not be read, and that the
    /// setting is deprecated.
    func standingNotes(_ html: inout Markup) {
        restartHelp(&html)
        if let reason = state.optionsFailure {
            html.element(
                .p, .class("help old"), .id("y-\(key)"),
                text: words.text(.optionsFailed, ["reason": reason]))
        }
        guard showsDeprecation, let note = face.texts.deprecation else { return }
        html.element(
            .p,
            attributes: [.class("help old"), .id("x-\(key)")] + note.language(on: context.locale),
            text: note.text)
    }

    /// True when a value is set that must be replaced.
    var showsDeprecation: Bool {
        guard face.texts.deprecation != nil, let setting else { return false }
        if setting.isSecret { return hasSecret }
        return state.setting?.isModified == true || value != state.setting?.defaultValue
    }

    func lockNote(_ html: inout Markup, _ reason: String) {
        guard !reason.isEmpty else { return }
        let isClosed = lockSource != nil || setting?.isReadOnly == true || !state.mayEdit
        html.element(.div, .class(isClosed ? "note lock" : "note lock why")) { html in
            html.element(.p) { html in
                guard let lockSource else { return html.text(reason) }
                LockWords(lockSource, words).write(&html)
            }
        }
    }

    func reason(_ html: inout Markup) {
        guard let why = state.whyDisabled else { return }
        html.element(.div, .class("note why")) { $0.element(.p, .id("w-\(key)"), text: why) }
    }
}

import Faceplate
import FaceplateHTML

/// An item or a `select` group, with the text of its field and the problems of its value.
struct Row: PagePart {
    let face: RowFace
    let context: PageContext
    let state: RowState
    let problems: [String]
    /// True when another row, with whose value this one does not fit, reports all of them.
    let isSaidElsewhere: Bool
    let place: ElementPlace?
    let conflict: KeyConflict?
    /// The buttons to choose between the other user's value and the typed one work only with JavaScript.
    let offersChoice: Bool
    /// True when the value was rejected for the conflict that the row notes.
    let isContested: Bool
    /// `nil` unless they could not be saved.
    let typed: FormFields?
    /// Asks for a value which another choice has just made necessary.
    let asked: String?
    /// True when the stored value cannot be read.
    let isUnreadable: Bool

    /// The stored value, or its default.
    var value: Value? { state.setting?.value }
    var isSet: Bool { state.setting.map { $0.isSet && $0.lock == nil } ?? false }
    var isModified: Bool { isSet && state.setting?.isModified == true }

    var key: String { face.key }
    var setting: Schema.Setting? { face.setting }
    var hasProblem: Bool { !problems.isEmpty }
    var isRejected: Bool { hasProblem || isContested }

    /// `nil` when the fields cannot be read; also accepts other input formats, and former values that the schema maps
    /// to current ones.
    var typedValue: Value? {
        guard let typed, let setting else { return nil }
        return (try? typed.value(by: setting.rules, now: value))
            ?? typed.texts.last.flatMap(setting.mapped)
    }

    var fieldText: String {
        if let text = typed?.texts.last { return text }
        guard let value, let setting else { return "" }
        return setting.rules.fieldText(of: value, locale: context.locale)
    }

    /// `state` is given if it is known: to find it can call a provider of the app.
    init(
        _ face: RowFace, context: PageContext, submission: Submission?, state: RowState? = nil
    ) {
        self.face = face
        self.context = context
        self.state = state ?? RowState(face, context)
        let other = submission?.others[face.key]
        conflict = submission?.conflicts[face.key] ?? other
        offersChoice = other != nil || conflict != nil && submission?.asksInRows(context) == true
        // The note on a conflict says who changed the setting, and to what.
        let all = submission?.problems[face.key] ?? []
        var found = all.filter { [conflict] in
            conflict == nil || $0.code != ValueProblem.Code.changedElsewhere.rawValue
        }
        isContested = !offersChoice && found.count < all.count
        let own = found.filter { submission?.isSaidElsewhere($0, context) == false }
        isSaidElsewhere = own.isEmpty && !found.isEmpty
        if !isSaidElsewhere { found = own }
        isUnreadable = submission == nil && self.state.setting?.isUnreadable == true
        typed = submission?.typed[face.key]
        asked = typed == nil ? Self.question(found, face, context) : nil
        problems =
            asked != nil
            ? [] : isUnreadable ? [context.words[.unreadable]] : found.map(\.sentence)
        place = found.lazy.compactMap(\.place).first
    }

    /// A value that is missing, but was not posted, is asked for before it is refused.
    private static func question(
        _ problems: [ShownProblem], _ face: RowFace, _ context: PageContext
    ) -> String? {
        guard !problems.isEmpty, let item = face.item, item.rules.requiredWhen != nil,
            problems.allSatisfy({ $0.code == ValueProblem.Code.required.rawValue })
        else { return nil }
        return context.whyNeeded(item) ?? problems[0].sentence
    }

    // MARK: - Parts

    /// The ids are in reading order: help, state, problem, conflict, restart note, deprecation.
    ///
    /// `state` is true when the row has a state with the id `v-KEY`; only a control with a value (`isField`) is marked
    /// as invalid.
    func describedBy(state: Bool = false, isField: Bool = true) -> [Attribute] {
        let isForRestart = setting?.appliesOnRestart == true
        let isTemporary = self.state.hasTimeNote
        if !state, !hasProblem, asked == nil, conflict == nil, !isForRestart, !isTemporary,
            !showsDeprecation, self.state.optionsFailure == nil
        {
            return face.describedByHelp
        }
        var ids: [String] = []
        if face.texts.help != nil { ids.append("d-\(key)") }
        if state { ids.append("v-\(key)") }
        if hasProblem || asked != nil { ids.append("e-\(key)") }
        if conflict != nil { ids.append("n-\(key)") }
        if isForRestart { ids.append("r-\(key)") }
        if showsDeprecation { ids.append("x-\(key)") }
        if self.state.optionsFailure != nil { ids.append("y-\(key)") }
        if isTemporary { ids.append("u-\(key)") }
        var attributes: [Attribute] = []
        if !ids.isEmpty { attributes.append(.aria("describedby", ids.joined(separator: " "))) }
        if isField, isRejected { attributes.append(.aria("invalid", true)) }
        return attributes
    }

    func picture(_ html: inout Markup) {
        face.picture?.render(context.base, into: &html)
    }

    func frame(_ html: inout Markup, content: (inout Markup) -> Void) {
        html.element(.div, attributes: rootAttributes) { html in
            picture(&html)
            folded(&html, content: content)
            end(&html)
        }
        html.staticMarkup("\n")
    }

    /// `state` is true when an element with the id `v-KEY` describes the fields, in addition to the help.
    func fieldset(
        _ html: inout Markup, state: Bool = false, content: (inout Markup) -> Void
    ) {
        if let lock { return readOnly(&html, shown: shownValue, reason: lock) }
        html.element(
            .fieldset,
            attributes: rootAttributes + describedBy(state: state, isField: false)
        ) { html in
            html.element(.legend, attributes: [.id("l-\(key)")] + face.titleLanguage) { html in
                picture(&html)
                html.append(face.titleWords)
            }
            folded(&html, isNamed: true) { html in
                html.append(face.helpText)
                standingNotes(&html)
                content(&html)
                problem(&html)
                more(&html)
            }
            end(&html)
        }
        html.staticMarkup("\n")
    }

    /// Names are, for example, `[own]` or `[2][host]`.
    func typedPart(_ name: BracketName.Part...) -> String? {
        typed?.parts.last { $0.name == name }?.text
    }

    var rootAttributes: [Attribute] {
        var attributes: [Attribute] = [.class(rowClass), .id(face.rowID)]
        if face.depends { attributes.append(.data("dep", "")) }
        if waitsForSave { attributes.append(.data("hold", "")) }
        if asked != nil { attributes.append(.data("asked", "")) }
        if !isVisible { attributes.append(.hidden(true)) }
        return attributes
    }

    /// JavaScript saves the row only on request, not automatically.
    private var waitsForSave: Bool {
        setting.map { $0.isSecret || $0.appliesOnRestart } ?? false
    }

    /// A hidden row with a rejected value is shown too, so that the error is seen.
    private var isVisible: Bool { isRejected || asked != nil || state.isVisible }

    var isEnabled: Bool { state.isEnabled }

    /// `nil` when the row can be changed here, empty when the page shows the reason already.
    var lock: String? {
        if let source = lockSource { return LockWords(source, words).text }
        // The page shows this reason once, for all rows.
        if !state.mayEdit { return "" }
        if setting?.isReadOnly == true, setting?.control != .button { return words[.readonly] }
        return state.whyDisabled
    }

    var lockSource: Settings.Lock.Source? { state.setting?.lock }

    var hasSecret: Bool {
        setting?.isSecret == true && (state.setting?.isSet == true || lockSource != nil)
    }

    var isRequired: Bool {
        setting?.isRequired == true || state.isRequired
    }

    /// For a setting whose field is at another place of the page, with a link to that field.
    func elsewhere(_ html: inout Markup) {
        let attributes: [Attribute] = [.class(rowClass)] + (isVisible ? [] : [.hidden(true)])
        // The row of a page has nothing to edit, so each of its places opens the page.
        let page = face.control == .page ? context.schema.pages[key] : nil
        let target =
            page.map { context.base.path(segments: Route.segments(of: $0)) }
            ?? .fragment(face.rowID)
        html.element(.div, attributes: attributes) { html in
            html.element(.div, .class("t")) { html in
                html.element(
                    .a, attributes: [.href(target)] + face.titleLanguage,
                    text: face.texts.title.text)
            }
            html.element(.span, .class("v"), .dir(.auto), text: shownValue)
        }
        html.staticMarkup("\n")
    }

    var shownValue: String {
        guard let setting else { return "" }
        return setting.isSecret
            ? words[hasSecret ? .secretSet : .secretUnset] : context.shown(value, of: setting)
    }

    var rowClass: String {
        isModified && setting?.isSecret == false && lock == nil
            ? face.modifiedClass : face.plainClass
    }

    func words(_ html: inout Markup, state: (inout Markup) -> Void = { _ in }) {
        html.element(.div, .class("t")) { html in
            html.append(face.label)
            standingNotes(&html)
            state(&html)
        }
    }

    func end(_ html: inout Markup) {
        TimeNote(self)?.render(&html)
        lead(&html)
        about(&html)
        details(&html)
    }

    /// With JavaScript, the link opens the menu of the row, which is a part of the details.
    private func about(_ html: inout Markup) {
        guard context.details?.key == key, face.hasDetails else {
            return html.append(face.about)
        }
        html.element(
            .a, .class("i"), .href(.query([], fragment: face.rowID)),
            .aria("label", words.text(.detailsClose, ["label": face.texts.title.text])),
            .aria("expanded", true))
    }

    private func details(_ html: inout Markup) {
        guard let details = context.details, details.key == key, face.hasDetails else { return }
        RowDetails(row: self, details: details).render(&html)
    }

    func more(_ html: inout Markup) {
        notes(&html)
        guard let setting, !setting.isSecret, isModified else { return }
        html.element(.span, .class("sr"), text: words[.modified])
        resetButton(&html, "_reset", resetText(setting), [.aria("describedby", "l-\(key)")])
    }

    /// The button has a place that each row reserves before its control, so that nothing moves when it comes or goes.
    ///
    /// It looks like an arrow or a cross; its text is its name, and appears beside the pointer and the focus.
    func resetButton(
        _ html: inout Markup, _ name: String, _ text: String, _ more: [Attribute]
    ) {
        html.element(
            .button,
            attributes: [.class("reset"), .name(name), .value(key)] + more
        ) { $0.element(.span, text: text) }
    }

    var resetText: String? {
        guard let setting, !setting.isSecret, isModified, lock == nil else { return nil }
        return resetText(setting)
    }

    private func resetText(_ setting: Schema.Setting) -> String {
        let value = context.shown(context.snapshot.defaultValue(of: setting), of: setting)
        return value.isEmpty
            ? words[.resetEmpty]
            : words.text(.reset, ["value": ProblemWords.shortened(value)])
    }

    /// `language` is set if the language of the value differs from the page's.
    func readOnly(
        _ html: inout Markup, shown: String, language: [Attribute] = [], reason: String?,
        write: (inout Markup, String) -> Void = { $0.text($1) }
    ) {
        frame(&html) { html in
            html.element(.div, .class("t")) { html in
                html.append(face.name)
                standingNotes(&html)
            }
            let isLong =
                shown.utf8.count > 40 && shown.count > 40
                || shown.utf8.contains(UInt8(ascii: "\n"))
            let look = Attribute.class(isLong ? "v long" : "v")
            let text = shown.isEmpty && reason != nil ? words[.empty] : shown
            html.element(
                .span, attributes: [look] + (language.isEmpty ? [.dir(.auto)] : language)
            ) { write(&$0, text) }
            if let reason { lockNote(&html, reason) }
            problem(&html)
        }
    }
}

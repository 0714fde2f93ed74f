import Faceplate
import FaceplateHTML

/// One row of a page while it is rendered.
///
/// The row is an item or a `select` group, with the text of its field and the problems of its
/// value.
struct Row: PagePart {
    let face: RowFace
    let context: PageContext
    let state: RowState
    /// The error messages of the row; empty when its value has no problem.
    let problems: [String]
    /// True when another row, with whose value this one does not fit, reports all of them.
    let isSaidElsewhere: Bool
    /// The element of a list or table that has the problem; `nil` when the problem is in the whole
    /// value.
    let place: ElementPlace?
    let conflict: KeyConflict?
    /// True when the row has buttons to choose between the other user's value and the typed one.
    ///
    /// The buttons work only with JavaScript.
    let offersChoice: Bool
    /// True when the value was rejected for the conflict that the row notes.
    let isContested: Bool
    /// The fields that the user sent; `nil` unless they could not be saved.
    let typed: FormFields?
    /// The sentence that asks for a value which another choice has just made necessary; `nil` otherwise.
    let asked: String?
    /// True when the stored value cannot be read.
    let isUnreadable: Bool

    /// The value of the setting: the stored value, or its default.
    var value: Value? { state.setting?.value }
    /// True when the row shows a stored value: the setting is set and not locked.
    var isSet: Bool { state.setting.map { $0.isSet && $0.lock == nil } ?? false }
    /// True when that value differs from the default.
    var isModified: Bool { isSet && state.setting?.isModified == true }

    var key: String { face.key }
    var setting: Schema.Setting? { face.setting }
    var hasProblem: Bool { !problems.isEmpty }
    /// True when the value was rejected, whatever the row says about it.
    var isRejected: Bool { hasProblem || isContested }

    /// The value of the typed fields; `nil` when it cannot be read.
    ///
    /// Also accepts other input formats, and former values that the schema maps to current ones.
    var typedValue: Value? {
        guard let typed, let setting else { return nil }
        return (try? typed.value(by: setting.rules, now: value))
            ?? typed.texts.last.flatMap(setting.mapped)
    }

    /// The text of the field: the typed text if it could not be saved, otherwise the value.
    var fieldText: String {
        if let text = typed?.texts.last { return text }
        guard let value, let setting else { return "" }
        return setting.rules.fieldText(of: value, locale: context.locale)
    }

    /// - Parameter state: The state, if it is known: to find it can call a provider of the app.
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

    /// Returns the sentence for a value that is missing, but was not posted: it is asked for before it is refused.
    private static func question(
        _ problems: [ShownProblem], _ face: RowFace, _ context: PageContext
    ) -> String? {
        guard !problems.isEmpty, let item = face.item, item.rules.requiredWhen != nil,
            problems.allSatisfy({ $0.code == ValueProblem.Code.required.rawValue })
        else { return nil }
        return context.whyNeeded(item) ?? problems[0].sentence
    }

    // MARK: - Parts

    /// The attributes that connect the control to its descriptions.
    ///
    /// The ids are in reading order: help, state, problem, conflict, restart note.
    ///
    /// - Parameter state: True when the row has a state with the id `v-KEY`.
    /// - Parameter isField: True when the control has a value; only such a control is marked as
    ///   invalid.
    func describedBy(state: Bool = false, isField: Bool = true) -> [Attribute] {
        let isForRestart = setting?.appliesOnRestart == true
        let isTemporary = self.state.hasTimeNote
        if !state, !hasProblem, asked == nil, conflict == nil, !isForRestart, !isTemporary {
            return face.describedByHelp
        }
        var ids: [String] = []
        if face.help != nil { ids.append("d-\(key)") }
        if state { ids.append("v-\(key)") }
        if hasProblem || asked != nil { ids.append("e-\(key)") }
        if conflict != nil { ids.append("n-\(key)") }
        if isForRestart { ids.append("r-\(key)") }
        if isTemporary { ids.append("u-\(key)") }
        var attributes: [Attribute] = []
        if !ids.isEmpty { attributes.append(.aria("describedby", ids.joined(separator: " "))) }
        if isField, isRejected { attributes.append(.aria("invalid", true)) }
        return attributes
    }

    /// Writes the picture at the start of the row, if it has one.
    func picture(_ html: inout Markup) {
        face.picture?.render(context.base, into: &html)
    }

    /// Writes the frame of the row, with `content` inside it.
    func frame(_ html: inout Markup, content: (inout Markup) -> Void) {
        html.element(.div, attributes: rootAttributes) { html in
            picture(&html)
            folded(&html, content: content)
            end(&html)
        }
        html.staticMarkup("\n")
    }

    /// Writes a row of several fields as a `fieldset`: its legend, its help and problem, then
    /// `content`; of a locked setting, only the value.
    ///
    /// - Parameter state: True when an element with the id `v-KEY` describes the fields, in
    ///   addition to the help.
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
                restartHelp(&html)
                content(&html)
                problem(&html)
                more(&html)
            }
            end(&html)
        }
        html.staticMarkup("\n")
    }

    /// Returns the text typed into the field of a part, such as `[own]` or `[2][host]`.
    func typedPart(_ name: BracketName.Part...) -> String? {
        typed?.parts.last { $0.name == name }?.text
    }

    /// The attributes of the outermost element: its classes, its id, and the marks for JavaScript
    /// and for a hidden row.
    var rootAttributes: [Attribute] {
        var attributes: [Attribute] = [.class(rowClass), .id(face.rowID)]
        if face.depends { attributes.append(.data("dep", "")) }
        if waitsForSave { attributes.append(.data("hold", "")) }
        if asked != nil { attributes.append(.data("asked", "")) }
        if !isVisible { attributes.append(.hidden(true)) }
        return attributes
    }

    /// True when JavaScript saves the row only on request, not automatically.
    ///
    /// This applies to secrets and to settings that take effect after a restart.
    private var waitsForSave: Bool {
        setting.map { $0.isSecret || $0.appliesOnRestart } ?? false
    }

    /// True when the row is shown; a hidden row with a rejected value is shown too, so that the
    /// error is seen.
    private var isVisible: Bool { isRejected || asked != nil || state.isVisible }

    /// True when the rules and the viewer's rights allow to change or press the item.
    var isEnabled: Bool { state.isEnabled }

    /// The reason why the row cannot be changed here; `nil` when it can, empty when the page shows
    /// it already.
    var lock: String? {
        if let source = lockSource { return LockWords(source, words).text }
        // The page shows this reason once, for all rows.
        if !state.mayEdit { return "" }
        if setting?.isReadOnly == true, setting?.control != .button { return words[.readonly] }
        return state.whyDisabled
    }

    /// The source of the lock on the setting; `nil` when it is not locked.
    var lockSource: Settings.Lock.Source? { state.setting?.lock }

    /// True when a secret is set, or a lock supplies one.
    var hasSecret: Bool {
        setting?.isSecret == true && (state.setting?.isSet == true || lockSource != nil)
    }

    /// True when the setting needs a value, always or because a rule currently requires one.
    var isRequired: Bool {
        setting?.isRequired == true || state.isRequired
    }

    /// Writes the value of a setting whose field is at another place of the page, with a link to
    /// that field.
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
                    text: face.title.text)
            }
            html.element(.span, .class("v"), .dir(.auto), text: shownValue)
        }
        html.staticMarkup("\n")
    }

    /// The value in a readable form; for a secret, only a note that it is set or not set.
    var shownValue: String {
        guard let setting else { return "" }
        return setting.isSecret
            ? words[hasSecret ? .secretSet : .secretUnset] : context.shown(value, of: setting)
    }

    var rowClass: String {
        isModified && setting?.isSecret == false && lock == nil
            ? face.modifiedClass : face.plainClass
    }

    /// Writes the label and the help of the row.
    func words(_ html: inout Markup, state: (inout Markup) -> Void = { _ in }) {
        html.element(.div, .class("t")) { html in
            html.append(face.label)
            restartHelp(&html)
            state(&html)
        }
    }

    /// Writes the parts at the end of the row: the link to a page, the link to its details, and the details.
    func end(_ html: inout Markup) {
        TimeNote(self)?.render(&html)
        lead(&html)
        about(&html)
        details(&html)
    }

    /// Writes the link to the details of the row, or the link that closes them while they are shown.
    ///
    /// With JavaScript, the link opens the menu of the row, which is a part of the details.
    private func about(_ html: inout Markup) {
        guard context.details?.key == key, face.hasDetails else {
            return html.append(face.about)
        }
        html.element(
            .a, .class("i"), .href(.query([], fragment: face.rowID)),
            .aria("label", words.text(.detailsClose, ["label": face.title.text])),
            .aria("expanded", true))
    }

    /// Writes the details of the row, if the request asks for them.
    private func details(_ html: inout Markup) {
        guard let details = context.details, details.key == key, face.hasDetails else { return }
        RowDetails(row: self, details: details).render(&html)
    }

    /// Writes the parts after the control: the conflict, the restart note, and the button that
    /// resets to the default.
    func more(_ html: inout Markup) {
        notes(&html)
        guard let setting, !setting.isSecret, isModified else { return }
        html.element(.span, .class("sr"), text: words[.modified])
        resetButton(&html, "_reset", resetText(setting), [.aria("describedby", "l-\(key)")])
    }

    /// Writes a button for the place that each row reserves before its control, so that nothing moves when the button
    /// comes or goes.
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

    /// The text of the button that resets the setting; `nil` when it has nothing to reset.
    var resetText: String? {
        guard let setting, !setting.isSecret, isModified, lock == nil else { return nil }
        return resetText(setting)
    }

    private func resetText(_ setting: Schema.Setting) -> String {
        let value = context.shown(setting.defaultValue, of: setting)
        return value.isEmpty
            ? words[.resetEmpty]
            : words.text(.reset, ["value": ProblemWords.shortened(value)])
    }

    /// Writes a value that cannot be changed here, and the reason.
    ///
    /// - Parameters:
    ///   - language: The attributes for the language of the value, if it differs from the page's.
    ///   - write: Writes the shown text.
    func readOnly(
        _ html: inout Markup, shown: String, language: [Attribute] = [], reason: String?,
        write: (inout Markup, String) -> Void = { $0.text($1) }
    ) {
        frame(&html) { html in
            html.element(.div, .class("t")) { html in
                html.append(face.name)
                restartHelp(&html)
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

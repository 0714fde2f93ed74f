import Faceplate
import FaceplateHTML

/// One row of the page on its way into markup: an item or a `select` group, what stands in its
/// field, and what is wrong with that.
struct Row {
    let face: RowFace
    let context: PageContext
    /// The value of the setting: what is set, else its default.
    let value: Value?
    /// Whether it has the value that somebody set.
    let isSet: Bool
    /// True when that value is not the default.
    let isModified: Bool
    /// Whether the program works with another value until it is started again.
    let needsRestart: Bool
    /// What is wrong, in words; empty where nothing is.
    let problems: [String]
    /// The part of a list that is wrong; `nil` where it is the whole value.
    let place: ElementPlace?
    let conflict: KeyConflict?
    /// Whether what others made of it can be taken by a button, which only scripting does.
    let offersChoice: Bool
    /// What the person typed, where it could not be saved.
    let typed: FormFields?

    var key: String { face.key }
    var setting: Schema.Setting? { face.setting }
    var words: PageWords { context.words }
    var hasProblem: Bool { !problems.isEmpty }

    /// What was typed, as a value: other spellings and values of before stand for today's.
    var typedValue: Value? {
        guard let typed, let setting else { return nil }
        return (try? typed.value(by: setting.rules, now: value))
            ?? typed.texts.last.flatMap(setting.mapped)
    }

    /// The text in the field: as typed where it could not be saved, else the value.
    var fieldText: String {
        if let text = typed?.texts.last { return text }
        guard let value, let setting else { return "" }
        return setting.rules.fieldText(of: value, locale: context.locale)
    }

    init(_ face: RowFace, context: PageContext, submission: Submission?) {
        self.face = face
        self.context = context
        value = face.setting.flatMap { context.snapshot.value(of: $0) }
        isSet =
            face.setting.map { context.snapshot.isSet($0) && !context.snapshot.isLocked($0) }
            ?? false
        isModified = isSet && face.setting.map(context.snapshot.isModified) ?? false
        needsRestart =
            face.setting.map { context.snapshot.needsRestart($0.key) } ?? false
        let other = submission?.others[face.key]
        conflict = submission?.conflicts[face.key] ?? other
        offersChoice = other != nil || conflict != nil && submission?.asksInRows(context) == true
        let found = (submission?.problems[face.key] ?? []).filter { [offersChoice] in
            !offersChoice || $0.code != ValueProblem.Code.changedElsewhere.rawValue
        }
        let isUnreadable =
            submission == nil && face.setting.map(context.snapshot.isUnreadable) == true
        problems = isUnreadable ? [context.words[.unreadable]] : found.map(\.sentence)
        place = found.lazy.compactMap(\.place).first
        typed = submission?.typed[face.key]
    }

    // MARK: - Parts

    /// The ids that describe the control, in the order they are read: help, state, problem, note.
    ///
    /// - Parameter isField: whether it takes a value; only a field can be called invalid.
    func describedBy(state: Bool = false, isField: Bool = true) -> [Attribute] {
        if !state, !hasProblem, conflict == nil, !needsRestart { return face.describedByHelp }
        var ids: [String] = []
        if face.help != nil { ids.append("d-\(key)") }
        if state { ids.append("v-\(key)") }
        if hasProblem { ids.append("e-\(key)") }
        if conflict != nil { ids.append("n-\(key)") }
        if needsRestart { ids.append("r-\(key)") }
        var attributes: [Attribute] = []
        if !ids.isEmpty { attributes.append(.aria("describedby", ids.joined(separator: " "))) }
        if isField, hasProblem { attributes.append(.aria("invalid", true)) }
        return attributes
    }

    /// Writes the picture at the start of the row, where it has one.
    func picture(_ html: inout Markup) {
        guard let picture = face.picture else { return }
        html.void(.img, .class("thumb"), .src(context.base.resolving(picture)), .alt(""))
    }

    /// Writes the row: its frame, and what `content` writes into it.
    func frame(_ html: inout Markup, content: (inout Markup) -> Void) {
        if isVisible, !face.depends, !waitsForSave {
            html.element(.div, .class(rowClass), .id(face.rowID)) { html in
                picture(&html)
                content(&html)
                details(&html)
            }
        } else {
            html.element(.div, attributes: rootAttributes) { html in
                picture(&html)
                content(&html)
                details(&html)
            }
        }
        html.staticMarkup("\n")
    }

    /// Writes a row of several fields: their legend, its words, and what `content` writes.
    ///
    /// - Parameter state: whether something describes it beside its help.
    func fieldset(
        _ html: inout Markup, state: Bool = false, content: (inout Markup) -> Void
    ) {
        html.element(
            .fieldset,
            attributes: rootAttributes + describedBy(state: state, isField: false)
        ) { html in
            html.element(.legend, attributes: [.id("l-\(key)")] + face.titleLanguage) { html in
                picture(&html)
                html.append(face.titleWords)
            }
            about(&html)
            html.append(face.helpText)
            problem(&html)
            content(&html)
            more(&html)
            details(&html)
        }
        html.staticMarkup("\n")
    }

    /// What was typed into a field of a part: `[own]`, `[2][host]`.
    func typedPart(_ name: BracketName.Part...) -> String? {
        typed?.parts.last { $0.name == name }?.text
    }

    /// What the outermost element of a row says: its look, its place, and whether it is there.
    var rootAttributes: [Attribute] {
        var attributes: [Attribute] = [.class(rowClass), .id(face.rowID)]
        if face.depends { attributes.append(.data("dep", "")) }
        if waitsForSave { attributes.append(.data("hold", "")) }
        if !isVisible { attributes.append(.hidden(true)) }
        return attributes
    }

    /// Whether scripting saves it only when somebody says so: what cannot be undone unseen.
    private var waitsForSave: Bool {
        setting.map { $0.isSecret || $0.appliesOnRestart } ?? false
    }

    /// True also for a row that a rule hides while its value is refused: the error must be seen.
    private var isVisible: Bool { hasProblem || context.rules.isVisible(key) }

    /// Whether its rule lets it be changed or pressed.
    var isEnabled: Bool { face.item.map(context.isEnabled) ?? context.rights.mayEdit }

    /// Why it cannot be changed here; `nil` where it can.
    var lock: String? {
        if let source = lockSource { return LockWords(source, words).text }
        // The page says it once, for all of them.
        if !context.rights.mayEdit { return "" }
        if setting?.isReadOnly == true { return words[.readonly] }
        return isEnabled ? nil : context.whyDisabled(face.item)
    }

    /// What holds it at its value from outside of the store.
    private var lockSource: Settings.Lock.Source? {
        guard let setting, case .locked(let source) = context.snapshot.provenance(of: setting)
        else { return nil }
        return source
    }

    /// Whether there is a secret, set or given by a lock.
    var hasSecret: Bool { setting.map { context.snapshot.hasSecret($0) } ?? false }

    /// Writes why it cannot be changed here.
    func lockNote(_ html: inout Markup, _ reason: String) {
        guard !reason.isEmpty else { return }
        html.element(.p, .class("help lock")) { html in
            guard let lockSource else { return html.text(reason) }
            html.element(.span) { LockWords(lockSource, words).write(&$0) }
        }
    }

    /// Whether it must have a value, always or as the others are now.
    var isRequired: Bool {
        setting?.isRequired == true || face.item.map { context.rules.isRequired($0) } ?? false
    }

    /// Writes the value of a setting that has its field elsewhere on the page, with the way there.
    func elsewhere(_ html: inout Markup) {
        let attributes: [Attribute] = [.class(rowClass)] + (isVisible ? [] : [.hidden(true)])
        html.element(.div, attributes: attributes) { html in
            html.element(.div, .class("t")) { html in
                html.element(
                    .a, attributes: [.href(.fragment(face.rowID))] + face.titleLanguage,
                    text: face.title.text)
            }
            html.element(.span, .class("v"), .dir(.auto), text: shownValue)
        }
        html.staticMarkup("\n")
    }

    /// The value as people read it; of a secret, only whether one is set.
    var shownValue: String {
        guard let setting else { return "" }
        return setting.isSecret
            ? words[hasSecret ? .secretSet : .secretUnset] : context.shown(value, of: setting)
    }

    var rowClass: String {
        isModified && setting?.isSecret == false && lock == nil
            ? face.modifiedClass : face.plainClass
    }

    /// Writes the words of the row: label, help, and what is wrong.
    func words(_ html: inout Markup, state: (inout Markup) -> Void = { _ in }) {
        html.element(.div, .class("t")) { html in
            html.append(face.label)
            state(&html)
            problem(&html)
        }
        about(&html)
    }

    /// Writes the way to the details of the row, or back where they are shown.
    func about(_ html: inout Markup) {
        guard context.details?.key == key, face.hasDetails else {
            return html.append(face.about)
        }
        html.element(
            .a, .class("i"), .href(.query([], fragment: face.rowID)),
            .aria("label", words.text(.detailsClose, ["label": face.title.text])),
            .aria("expanded", true))
    }

    /// Writes the details where somebody asked for them.
    func details(_ html: inout Markup) {
        guard let details = context.details, details.key == key, face.hasDetails else { return }
        RowDetails(row: self, details: details).render(&html)
    }

    /// Writes what is wrong with the value.
    func problem(_ html: inout Markup) {
        guard hasProblem else { return }
        html.element(.p, .class("err"), .id("e-\(key)")) { html in
            html.element(.span) { html in
                html.element(.span, .class("sr"), text: words[.errorPrefix] + " ")
                html.text(problems.joined(separator: " "))
            }
        }
    }

    /// Writes what follows the control: what others changed, and the way back to the default.
    func more(_ html: inout Markup) {
        guard let setting, !setting.isSecret, isModified || conflict != nil || needsRestart else {
            return
        }
        html.element(.div, .class("more")) { html in
            if let conflict { note(conflict, &html) }
            restartNote(&html)
            guard isModified else { return }
            html.element(.span, .class("sr"), text: words[.modified])
            html.element(
                .button, .class("reset"), .name("_reset"), .value(key),
                .aria("describedby", "l-\(key)"), text: resetText(setting))
        }
    }

    /// Writes that a new value is not in use yet, and what is.
    func restartNote(_ html: inout Markup) {
        guard needsRestart, let setting else { return }
        html.element(.p, .class("help"), .id("r-\(key)")) { html in
            guard !setting.isSecret else { return html.text(words[.restartRowSecret]) }
            let value = context.shown(context.snapshot.runningValue(of: setting), of: setting)
            let shown = value.isEmpty ? words[.empty] : ProblemWords.shortened(value)
            html.sentence(words.phrase(.restartRow), ["value": shown], context)
        }
    }

    private func resetText(_ setting: Schema.Setting) -> String {
        let value = context.shown(setting.defaultValue, of: setting)
        return value.isEmpty
            ? words[.resetEmpty]
            : words.text(.reset, ["value": ProblemWords.shortened(value)])
    }

    /// Writes what the value was changed to since the page was opened, and by whom.
    func note(_ conflict: KeyConflict, _ html: inout Markup) {
        guard let setting else { return }
        html.element(
            .p, .class("warn"), .id("n-\(key)"),
            text: ConflictNote.text(conflict, setting: setting, context: context))
        guard offersChoice else { return }
        let theirs = ConflictNote.theirs(conflict, setting: setting, context: context)
        html.element(
            .button, .type(.button), .class("reset"), .data("take", "theirs"),
            text: theirs.isEmpty
                ? words[.useTheirsOther] : words.text(.useTheirs, ["value": theirs]))
        html.element(
            .button, .type(.button), .class("reset"), .data("take", "mine"),
            text: words[.keepMine])
    }

    /// Writes a value that cannot be changed here, and why.
    ///
    /// - Parameter language: of the value, where it is in words of another locale.
    func readOnly(
        _ html: inout Markup, shown: String, language: [Attribute] = [], reason: String?
    ) {
        readOnly(&html, shown: shown, language: language, reason: reason) { $0.text($1) }
    }

    /// - Parameter write: writes the words that are shown.
    func readOnly(
        _ html: inout Markup, shown: String, language: [Attribute] = [], reason: String?,
        write: (inout Markup, String) -> Void
    ) {
        frame(&html) { html in
            html.element(.div, .class("t")) { html in
                html.append(face.name)
                if let reason { lockNote(&html, reason) }
                restartNote(&html)
                problem(&html)
            }
            about(&html)
            let isLong =
                shown.utf8.count > 40 && shown.count > 40
                || shown.utf8.contains(UInt8(ascii: "\n"))
            let look = Attribute.class(isLong ? "v long" : "v")
            let text = shown.isEmpty && reason != nil ? words[.empty] : shown
            html.element(
                .span, attributes: [look] + (language.isEmpty ? [.dir(.auto)] : language)
            ) { write(&$0, text) }
        }
    }
}

/// What was changed by somebody else while the page was open.
enum ConflictNote {
    static func text(
        _ conflict: KeyConflict, setting: Schema.Setting, context: PageContext
    ) -> String {
        let words = context.words
        let who = words[word(for: conflict.origin)]
        if setting.isSecret { return words.text(.conflictSecret, ["who": who]) }
        let shown = theirs(conflict, setting: setting, context: context)
        if shown.isEmpty { return words.text(.conflictEmpty, ["who": who]) }
        return words.text(.conflict, ["who": who, "value": shown])
    }

    /// What it was changed to, as people read it; empty for nothing and for a secret.
    static func theirs(
        _ conflict: KeyConflict, setting: Schema.Setting, context: PageContext
    ) -> String {
        let value: Value? =
            switch conflict.theirs {
            case .value(let value): value
            default: setting.defaultValue
            }
        return setting.isSecret ? "" : ProblemWords.shortened(context.shown(value, of: setting))
    }

    static func word(for origin: Origin?) -> PageWord {
        switch origin {
        case .script: .originScript
        case .cli: .originCli
        case .program: .originProgram
        case .import: .originImport
        case .sync: .originSync
        case .migration: .originMigration
        case .undo: .originUndo
        case .expiry: .originExpiry
        case .browser: .originBrowser
        case nil: .originUnknown
        }
    }
}

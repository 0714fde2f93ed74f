import Faceplate
import FaceplateHTML

extension Row {
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
}

enum ConflictNote {
    static func text(
        _ conflict: KeyConflict, setting: Schema.Setting, context: PageContext
    ) -> String {
        let words = context.words
        let who = words[word(for: conflict.origin, of: setting)]
        if setting.isSecret { return words.text(.conflictSecret, ["who": who]) }
        let shown = theirs(conflict, setting: setting, context: context)
        if shown.isEmpty { return words.text(.conflictEmpty, ["who": who]) }
        return words.text(.conflict, ["who": who, "value": shown])
    }

    /// Empty for an empty value and for a secret.
    static func theirs(
        _ conflict: KeyConflict, setting: Schema.Setting, context: PageContext
    ) -> String {
        let value: Value? =
            switch conflict.theirs {
            case .value(let value): value
            default: context.snapshot.defaultValue(of: setting)
            }
        return setting.isSecret ? "" : ProblemWords.shortened(context.shown(value, of: setting))
    }

    static func word(for origin: Origin?, of setting: Schema.Setting?) -> PageWord {
        switch origin {
        case .script: .originScript
        case .cli: .originCli
        case .program: .originProgram
        case .import: .originImport
        case .sync: .originSync
        case .migration: .originMigration
        case .undo: .originUndo
        case .expiry: setting?.keepWithin == nil ? .originExpiry : .originUnconfirmed
        case .profile: .originProfile
        case .file: .originFile
        case .browser: .originBrowser
        case nil: .originUnknown
        }
    }
}

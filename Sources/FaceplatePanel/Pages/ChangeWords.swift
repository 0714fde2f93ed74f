import Faceplate
import FaceplateHTML
import Foundation

/// Changes of settings in the words of a page.
struct ChangeWords {
    let context: PageContext

    /// What a key is called; the key itself where the schema has lost it.
    func label(_ key: String) -> String {
        let schema = context.schema
        guard let setting = schema.settings[key] else {
            return schema.items[key] == nil ? key : context.labels.title(of: key).text
        }
        return context.labels.title(of: setting.pickerKey ?? key).text
    }

    /// What a setting was or is, at most 40 characters; of a secret only whether one is set.
    ///
    /// - Parameter revision: the revision that it is of, which knows the default of then.
    func shown(_ side: Change.Side, of key: String, in revision: Revision? = nil) -> String {
        let text = plain(side, of: key, in: revision)
        guard case .onDefault = side, context.schema.settings[key]?.isSecret == false else {
            return text.isEmpty ? context.words[.empty] : text
        }
        let value = text.isEmpty ? context.words[.empty] : text
        return context.words.text(.onDefault, ["value": value])
    }

    /// The same without a word for what is empty, or on default.
    func plain(_ side: Change.Side, of key: String, in revision: Revision? = nil) -> String {
        let setting = context.schema.settings[key]
        let text: String =
            switch side {
            case .secret: context.words[.secretSet]
            case .onDefault where setting?.isSecret == true: context.words[.secretUnset]
            case .onDefault:
                setting.map {
                    context.shown(revision?.defaults[key] ?? $0.defaultValue, of: $0)
                } ?? revision?.defaults[key]?.plainText ?? ""
            case .value(let value):
                setting.map { context.shown(value, of: $0) } ?? value.plainText
            case .json(let json): JSONWriter().text(json)
            }
        // Counting the characters of a whole file takes long.
        return ProblemWords.shortened(String(text.prefix(64)))
    }

    /// Writes what became of a setting: `Port: 80 → 443`.
    func line(_ change: Change, of revision: Revision, into html: inout Markup) {
        let label = ["label": label(change.key)]
        if change.new == .secret {
            html.sentence(context.words.phrase(.changedSecretSet), label, context)
        } else if change.old == .secret {
            html.sentence(context.words.phrase(.changedSecretRemoved), label, context)
        } else {
            let sides = [
                "old": shown(change.old, of: change.key, in: revision),
                "new": shown(change.new, of: change.key, in: revision),
            ]
            html.sentence(
                context.words.phrase(.changeLine), label.merging(sides) { $1 }, context)
        }
    }

    /// Who made a revision, or what it took back.
    func maker(of revision: Revision) -> String {
        let words = context.words
        switch revision.reversal {
        case .undo(let number, _)?: return words.text(.undoOf, ["number": String(number)])
        case .restore(let number)?: return words.text(.restoreOf, ["number": String(number)])
        case .restoreTime?, nil: break
        }
        switch revision.origin {
        case .browser: return words[.madeBrowser]
        case .script: return words[.madeScript]
        case .cli: return words[.madeCli]
        case .program: return words[.madeProgram]
        case .import: return words[.madeImport]
        case .sync: return words[.madeSync]
        case .migration: return words[.madeMigration]
        case .undo: return words[.madeUndo]
        case .expiry: return words[.madeExpiry]
        }
    }
}

/// Moments as the clocks of the server show them.
struct ServerClock: Sendable {
    let zone: String
    private let clock: Zone?

    /// The clock of this machine; UTC where its zone is not known.
    init() {
        let name = TimeZone.current.identifier
        clock = Zone(name)
        // `Etc/UTC` is the database's name for it, not people's.
        zone = clock == nil ? "UTC" : name.hasPrefix("Etc/") ? String(name.dropFirst(4)) : name
    }

    /// A day and a time to the minute, in a page's language.
    func text(_ date: Date, in locale: LocaleTag) -> String {
        let seconds = date.timeIntervalSince1970
        guard abs(seconds) < 1e12 else { return RevisionTime.text(date) }
        let minutes = Int((seconds / 60).rounded(.down)) * 60
        guard let local = clock?.local(at: minutes) ?? Zone("UTC")?.local(at: minutes) else {
            return RevisionTime.text(date)
        }
        return DateStyle.text(of: .text(local.description), in: locale)
    }
}

extension Markup {
    /// Writes a sentence with its slots filled.
    ///
    /// Values of either direction do not scramble the sentence around them.
    mutating func sentence(
        _ phrase: Phrase, _ slots: [String: String] = [:], count: Int? = nil,
        _ context: PageContext
    ) {
        let slots = PageWords.completed(slots)
        for piece in phrase.pieces(count: count, in: context.words.locale) {
            switch piece {
            case .text(let text): self.text(text)
            case .slot(let name): element(.bdi, text: slots[name] ?? "")
            }
        }
    }
}

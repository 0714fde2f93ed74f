import Faceplate
import FaceplateHTML
import Foundation

/// The text of changes, in the style of a page.
struct ChangeWords {
    let context: PageContext

    /// Returns the title of a key, or the key itself when the schema no longer contains it.
    func label(_ key: String) -> String {
        let schema = context.schema
        guard let setting = schema.settings[key] else {
            return schema.items[key] == nil ? key : context.labels.title(of: key).text
        }
        return context.labels.title(of: setting.pickerKey ?? key).text
    }

    /// Returns one side of a change, at most 40 characters; for a secret, only a note that it is
    /// set or not set.
    ///
    /// - Parameter revision: The revision of the change, which knows the default at that time.
    func shown(_ side: Change.Side, of key: String, in revision: Revision? = nil) -> String {
        let text = plain(side, of: key, in: revision)
        guard case .onDefault = side, context.schema.settings[key]?.isSecret == false else {
            return text.isEmpty ? context.words[.empty] : text
        }
        let value = text.isEmpty ? context.words[.empty] : text
        return context.words.text(.onDefault, ["value": value])
    }

    /// Returns the same text, but without a mark for an empty value or for the default.
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

    /// Writes the change of a setting, as in `Port: 80 → 443`.
    func line(_ change: Change, of revision: Revision? = nil, into html: inout Markup) {
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

    /// Returns the source of a revision, or the revision that it undid or restored.
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

/// Times in the time zone of the server.
struct ServerClock: Sendable {
    let zone: String
    private let clock: Zone?

    /// Creates a clock with the time zone of this machine, or with UTC when that zone is not known.
    init() {
        let name = TimeZone.current.identifier
        clock = Zone(name)
        // `Etc/UTC` is the name in the time zone database; people write UTC.
        zone = clock == nil ? "UTC" : name.hasPrefix("Etc/") ? String(name.dropFirst(4)) : name
    }

    /// Returns a date and time to the minute, in the style of a page.
    func text(_ date: Date, in style: DateStyle) -> String {
        let seconds = date.timeIntervalSince1970
        guard abs(seconds) < 1e12 else { return RevisionTime.text(date) }
        let minutes = Int((seconds / 60).rounded(.down)) * 60
        guard let local = clock?.local(at: minutes) ?? Zone("UTC")?.local(at: minutes) else {
            return RevisionTime.text(date)
        }
        return style.text(of: .text(local.description))
    }

    /// Returns the time of a local date and time such as `2026-11-20T07:30`; `nil` for other text.
    ///
    /// If the clocks skip or repeat that hour, it is one of the possible times.
    func time(_ text: String) -> Date? {
        guard let local = CivilTime(text) else { return nil }
        let wall = local.secondsSince1970
        let time = wall - offset(at: wall - offset(at: wall))
        return Date(timeIntervalSince1970: TimeInterval(time))
    }

    /// Returns the difference to UTC in seconds.
    private func offset(at seconds: Int) -> Int {
        (clock?.local(at: seconds)).map { $0.secondsSince1970 - seconds } ?? 0
    }
}

extension Markup {
    /// Writes a sentence with its slots filled.
    ///
    /// Each value is isolated, so that its direction does not affect the sentence around it.
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

import Faceplate
import FaceplateHTML
import Foundation

struct ChangeWords: PagePart {
    let context: PageContext

    func label(_ key: String) -> String {
        let schema = context.schema
        guard let setting = schema.settings[key] else {
            return schema.items[key] == nil ? key : context.labels.title(of: key).text
        }
        return context.labels.title(of: setting.pickerKey ?? key).text
    }

    /// At most 40 characters; for a secret, only a note that it is set or not set.
    ///
    /// `revision` is that of the change, which knows the default at that time.
    func shown(_ side: Change.Side, of key: String, in revision: Revision? = nil) -> String {
        let value = words.orEmpty(plain(side, of: key, in: revision))
        guard case .onDefault = side, context.schema.settings[key]?.isSecret == false else {
            return value
        }
        return words.text(.onDefault, ["value": value])
    }

    /// Without a mark for an empty value or for the default.
    func plain(_ side: Change.Side, of key: String, in revision: Revision? = nil) -> String {
        let setting = context.schema.settings[key]
        if case .large(let large) = side {
            let size = context.problemWords.roundedSize(large.size)
            return "\(ProblemWords.shortened(String(large.preview.prefix(64)))) (\(size))"
        }
        let text: String =
            switch side {
            // Returned above.
            case .large(let large): large.preview
            case .secret: context.words[.secretSet]
            case .onDefault where setting?.isSecret == true: context.words[.secretUnset]
            case .onDefault:
                setting.map {
                    context.shown(
                        revision?.defaults[key] ?? context.snapshot.defaultValue(of: $0), of: $0)
                } ?? revision?.defaults[key]?.plainText ?? ""
            case .value(let value):
                setting.map { context.shown(value, of: $0) } ?? value.plainText
            case .json(let json): JSONWriter().text(json)
            }
        // Counting the characters of a whole file takes long.
        return ProblemWords.shortened(String(text.prefix(64)))
    }

    /// The note that it is the default has a direction of its own.
    func side(
        _ side: Change.Side, of key: String, in revision: Revision?, into html: inout Markup
    ) {
        let value = words.orEmpty(plain(side, of: key, in: revision))
        guard case .onDefault = side, context.schema.settings[key]?.isSecret != true else {
            return html.element(.bdi, text: value)
        }
        html.sentence(context.words.phrase(.onDefault), ["value": value], context)
    }

    /// As in `Port: 80 → 443`, with a link to the setting.
    func line(_ change: Change, of revision: Revision? = nil, into html: inout Markup) {
        let (word, parts): (PageWord, String?) =
            if change.new == .secret {
                (.changedSecretSet, nil)
            } else if change.old == .secret {
                (.changedSecretRemoved, nil)
            } else if let parts = parts(change, in: revision) {
                (.changedList, parts)
            } else {
                (
                    wordForTheSameValue(change, in: revision)
                        ?? (looksTheSame(change, in: revision) ? .changedUnseen : .changeLine), nil
                )
            }
        html.sentence(context.words.phrase(word), context) { html, slot in
            switch slot {
            case "old":
                html.element(.s) { side(change.old, of: change.key, in: revision, into: &$0) }
            case "new":
                html.element(.b) { side(change.new, of: change.key, in: revision, into: &$0) }
            case "value":
                html.element(.b) {
                    $0.element(.bdi, text: plain(change.new, of: change.key, in: revision))
                }
            case "parts": html.element(.b) { $0.element(.bdi, text: parts ?? "") }
            default: link(change.key, &html)
            }
        }
    }

    /// For a change between a default and a set value that is equal to it; `nil` for other changes.
    private func wordForTheSameValue(_ change: Change, in revision: Revision?) -> PageWord? {
        let isReset = change.new == .onDefault
        // Texts are shortened, so that different values can look alike.
        guard isReset != (change.old == .onDefault),
            case .value(let value) = isReset ? change.old : change.new,
            let standard = revision?.defaults[change.key]
                ?? context.schema.settings[change.key].flatMap(context.snapshot.defaultValue),
            value == standard, !plain(change.new, of: change.key, in: revision).isEmpty
        else { return nil }
        return isReset ? .changeToDefault : .changeFromDefault
    }

    /// For a change of what the line does not show: the formatting, or the end of a long text.
    private func looksTheSame(_ change: Change, in revision: Revision?) -> Bool {
        let (old, new) = (
            plain(change.old, of: change.key, in: revision),
            plain(change.new, of: change.key, in: revision)
        )
        return old == new && !new.isEmpty
    }

    func line(_ difference: ProfileComparison.Difference, into html: inout Markup) {
        let key = difference.setting.key
        let parts = difference.change.flatMap { self.parts($0) }
        func write(_ json: JSONValue?, _ html: inout Markup) {
            guard let content = difference.side(json) else {
                return html.text(context.words[.profileAbsent])
            }
            side(content, of: key, in: nil, into: &html)
        }
        let word = parts == nil ? PageWord.changeLine : .changedList
        html.sentence(context.words.phrase(word), context) { html, slot in
            switch slot {
            case "old": write(difference.old, &html)
            case "new": html.element(.b) { write(difference.new, &$0) }
            case "parts": html.element(.b) { $0.element(.bdi, text: parts ?? "") }
            default: link(key, &html)
            }
        }
    }

    func sides(_ change: Change, of revision: Revision?, into html: inout Markup) {
        if change.new == .secret || change.old == .secret {
            return html.element(.b) {
                side(change.new, of: change.key, in: revision, into: &$0)
            }
        }
        if let parts = parts(change, in: revision) {
            return html.element(.b) { $0.element(.bdi, text: parts) }
        }
        func write(_ side: Change.Side, _ html: inout Markup) {
            html.element(.bdi, text: words.orEmpty(plain(side, of: change.key, in: revision)))
        }
        if looksTheSame(change, in: revision) {
            return html.element(.b) { write(change.new, &$0) }
        }
        html.sentence(context.words.phrase(.changeSides), context) { html, slot in
            if slot == "old" {
                html.element(.s) { write(change.old, &$0) }
            } else {
                html.element(.b) { write(change.new, &$0) }
            }
        }
    }

    func count(of revision: Revision, into html: inout Markup) {
        if revision.origin == .profile, revision.reversal == nil, let name = revision.note {
            html.sentence(context.words.phrase(.switchedTo), ["value": name], context)
            return html.text(", " + words.counted(.settingCount, revision.changes.count))
        }
        html.element(.b, text: words.counted(.settingCount, revision.changes.count))
        guard let place = place(of: revision) else { return }
        html.text(" ")
        html.element(.span, .class("help")) { $0.element(.bdi, text: place) }
    }

    private func place(of revision: Revision) -> String? {
        let schema = context.schema
        guard let first = revision.changes.first, schema.settings[first.key] != nil else {
            return nil
        }
        let page = schema.page(of: first.key).key
        let isOne = revision.changes.allSatisfy {
            schema.settings[$0.key] != nil && schema.page(of: $0.key).key == page
        }
        return isOne && !page.isEmpty ? context.labels.title(of: page).text : nil
    }

    func canUndo(_ revision: Revision) -> Bool {
        guard !revision.isFirstReading else { return false }
        return !context.snapshot.undoing(revision, isForced: true).isEmpty
    }

    func untilSlots(_ setting: Schema.Setting, _ until: Date) -> [String: String] {
        let after = context.snapshot.sideAfterTime(of: setting.key)?.side ?? .onDefault
        return [
            "label": label(setting.key), "time": context.end(until),
            "value": context.short(context.snapshot.value(of: setting), of: setting),
            "after": context.shown(after, of: setting),
        ]
    }

    func link(_ key: String, _ html: inout Markup) {
        let label = label(key)
        guard let setting = context.schema.settings[key], !setting.isHidden else {
            return html.element(.bdi, text: label)
        }
        html.element(.a, .href(context.base.path("s", key))) { $0.element(.bdi, text: label) }
    }

    /// Of a list or table: `added “Kitchen”, moved “Hall”`; `nil` for other changes.
    func parts(_ change: Change, in revision: Revision? = nil) -> String? {
        guard let setting = context.schema.settings[change.key], !setting.isSecret,
            let difference = ListDifference(change, of: setting, in: revision)
        else { return nil }
        var moved = PageWord.listMoved
        if difference.moved.count == 1 {
            moved = difference.above == nil ? .listMovedFirst : .listMovedBelow
        }
        let parts: [(word: PageWord, entries: [Value])] = [
            (.listAdded, difference.added), (.listEdited, difference.edited),
            (.listRemoved, difference.removed), (moved, difference.moved),
        ]
        let other = difference.above.map { named([$0], of: setting) } ?? ""
        return context.problemWords.enumerated(
            parts.filter { !$0.entries.isEmpty }.map { word, entries in
                if word == moved, let (first, second) = difference.swapped {
                    let slots = [
                        "first": named([first], of: setting),
                        "second": named([second], of: setting),
                    ]
                    return context.words.text(.listSwapped, slots)
                }
                return context.words.text(
                    word, ["values": named(entries, of: setting), "other": other])
            })
    }

    private static let mostNamed = 3

    private func named(_ entries: [Value], of setting: Schema.Setting) -> String {
        let names = entries.prefix(Self.mostNamed).map { entry in
            let name = context.entryName(entry, of: setting)
            return name.isEmpty
                ? context.words[.empty]
                : context.words.text(.quoted, ["value": ProblemWords.shortened(name)])
        }
        let rest = entries.count - names.count
        return context.problemWords.enumerated(names) + (rest > 0 ? " (+\(rest))" : "")
    }

    func maker(of revision: Revision) -> String {
        switch revision.reversal {
        case .undo(let number, _)?: return words.text(.undoOf, ["number": String(number)])
        case .restore(let number)?: return words.text(.restoreOf, ["number": String(number)])
        case .restoreTime?, nil: break
        }
        let source = words[Self.word(for: revision.origin)]
        let unconfirmed = revision.unconfirmed(in: context.schema)
        if unconfirmed.isEmpty { return source }
        // The times of other changes can end at the same moment.
        return unconfirmed.count == revision.changes.count
            ? words[.madeUnconfirmed]
            : context.problemWords.enumerated([source, words[.madeUnconfirmed]])
    }

    static func word(for origin: Origin) -> PageWord {
        switch origin {
        case .browser: .madeBrowser
        case .script: .madeScript
        case .cli: .madeCli
        case .program: .madeProgram
        case .import: .madeImport
        case .sync: .madeSync
        case .migration: .madeMigration
        case .undo: .madeUndo
        case .expiry: .madeExpiry
        case .profile: .madeProfile
        case .file: .madeFile
        }
    }
}

extension Revision {
    /// True for the first reading of a configuration file, which has no state before it: its undo would empty the file.
    var isFirstReading: Bool { number == 1 && origin == .file }
}

extension Markup {
    /// Each value is isolated, so that its direction does not affect the sentence around it.
    mutating func sentence(
        _ phrase: Phrase, _ slots: [String: String] = [:], count: Int? = nil,
        _ context: PageContext
    ) {
        let slots = PageWords.completed(slots)
        sentence(phrase, count: count, context) { html, slot in
            html.element(.bdi, text: slots[slot] ?? "")
        }
    }

    mutating func sentence(
        _ phrase: Phrase, count: Int? = nil, _ context: PageContext,
        slot: (inout Markup, String) -> Void
    ) {
        for piece in phrase.pieces(count: count, in: context.words.locale) {
            switch piece {
            case .text(let text): self.text(text)
            case .slot(let name): slot(&self, name)
            }
        }
    }
}

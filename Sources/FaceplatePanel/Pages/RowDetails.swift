import Faceplate
import FaceplateHTML

/// From `?details=KEY`.
struct Details: Sendable {
    let key: String
    /// The one that last changed the setting, if it is still in history.
    let last: Revision?
    /// The start of the panel's URLs in commands, as in `http://127.0.0.1:8080`.
    let origin: String
    var sync: [String] = []
}

/// They are part of the row, with the id `i-KEY`; the value of a secret is never in them.
struct RowDetails: PagePart {
    let row: Row
    let details: Details

    var context: PageContext { row.context }
    private var item: Schema.Item? { row.face.item }

    func render(_ html: inout Markup) {
        html.element(.div, .class("rich"), .id("i-\(row.key)")) { html in
            menu(&html)
            html.element(.dl) { html in
                code(.detailsKey, row.key, &html)
                code(.detailsControl, row.face.control.rawValue, &html)
                if let setting = row.setting { about(setting, &html) }
                for line in lines {
                    entry(line.word, &html) { copyable(line.text, line.word, &$0) }
                }
            }
        }
    }

    /// JavaScript shows it as a menu.
    private func menu(_ html: inout Markup) {
        html.element(.div, .class("menu")) { html in
            let key = (word: PageWord.detailsKey, text: row.key)
            for line in lines.suffix(1) + [key] + lines.dropLast() {
                html.element(
                    .button, .type(.button), .data("copy", line.text),
                    text: words.text(.copyLabel, ["label": words[line.word]]))
            }
            if let text = row.resetText {
                html.element(.button, .name("_reset"), .value(row.key), text: text)
            }
            if row.offersTimes { row.timeButtons([3_600], &html) }
            if row.setting != nil {
                html.element(
                    .a, .href(context.base.path("changes", query: [("key", row.key)])),
                    text: words[.history])
            }
            html.element(
                .a, .class("about"),
                .href(.query([("details", row.key)], fragment: row.face.rowID)),
                text: words[.accessoryDetail])
        }
    }

    private func about(_ setting: Schema.Setting, _ html: inout Markup) {
        if setting.control != .button {
            let accepted = AcceptedWords(setting: setting, item: item, context: context)
            text(.detailsAccepts, accepted.text, &html)
        }
        if !setting.isSecret, let value = context.snapshot.defaultValue(of: setting) {
            text(.detailsDefault, words.orEmpty(context.shown(value, of: setting)), &html)
        }
        if let note = row.face.texts.deprecation { text(.detailsDeprecated, note.text, &html) }
        entry(.detailsOrigin, &html) { provenance(of: setting, &$0) }
        if row.offersTimes {
            entry(.detailsTime, &html) { row.timeButtons(TimeNote.choices, areShort: true, &$0) }
        }
        if !details.sync.isEmpty {
            code(.syncState, details.sync.joined(separator: " "), &html)
        }
        if !setting.renamedFrom.isEmpty {
            code(.detailsFormer, setting.renamedFrom.joined(separator: ", "), &html)
        }
    }

    // MARK: - Provenance

    private func provenance(of setting: Schema.Setting, _ html: inout Markup) {
        switch context.snapshot.provenance(of: setting) {
        case .locked(let source): LockWords(source, words).write(&html)
        case .onDefault: changed(.provenanceReset, else: .provenanceDefault, &html)
        case .set: changed(.provenanceSet, else: .provenanceSetOnce, &html)
        }
    }

    private func changed(_ word: PageWord, else plain: PageWord, _ html: inout Markup) {
        guard let last = details.last else { return html.text(words[plain]) }
        var who = words[maker(last.origin)]
        if let actor = last.actor { who += " (\(ProblemWords.shortened(actor)))" }
        let slots = [
            "who": who, "time": context.plainTime(last.time),
            "number": String(last.number),
        ]
        html.sentence(words.phrase(word), slots, context)
    }

    private func maker(_ origin: Origin) -> PageWord {
        origin == .browser ? .originOwnBrowser : ConflictNote.word(for: origin, of: row.setting)
    }

    // MARK: - Lines to copy

    private var lines: [(word: PageWord, text: String)] {
        var lines: [(word: PageWord, text: String)] = []
        if let command = CurlCommand(row, address: details.origin + context.base.root)?.text {
            lines.append((.detailsCommand, command))
        }
        if let setting = row.setting, !setting.isSecret, setting.control != .button {
            let value = row.value?.json ?? nil
            let object = JSONObject([.init(name: row.key, value: value)])
            lines.append((.detailsJSON, JSONWriter().text(JSONValue(.object(object)))))
        }
        return lines + [(.detailsLink, details.origin + context.base.path("s", row.key).text)]
    }

    /// Without JavaScript the copy button is hidden.
    private func copyable(_ text: String, _ word: PageWord, _ html: inout Markup) {
        html.element(.code, .dir(.ltr), text: text)
        html.element(
            .button, .type(.button), .data("copy", text),
            .aria("label", words.text(.copyLabel, ["label": words[word]])), text: words[.copy])
    }

    // MARK: - Entries

    private func entry(_ word: PageWord, _ html: inout Markup, _ write: (inout Markup) -> Void) {
        html.element(.dt, text: words[word])
        html.element(.dd, content: write)
    }

    private func text(_ word: PageWord, _ text: String, _ html: inout Markup) {
        entry(word, &html) { $0.element(.bdi, text: text) }
    }

    private func code(_ word: PageWord, _ text: String, _ html: inout Markup) {
        entry(word, &html) { $0.element(.code, .dir(.ltr), text: text) }
    }
}

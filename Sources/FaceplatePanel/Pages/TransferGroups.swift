import Faceplate
import FaceplateHTML
import FaceplateImport

struct TransferGroups: PagePart {
    let context: PageContext
    let result: TransferResult
    /// When some values are rejected and others are not, and when all of them are.
    let someRefused: PageWord
    let allRefused: PageWord
    var noChange = PageWord.unchanged
    var notes: [PageWord] = []

    func render(_ html: inout Markup) {
        let plan = result.whole.trial.plan
        if result.conflicts > 0 {
            html.element(
                .p, .class("warn"), .role("alert"),
                text: words.counted(.conflictHeading, result.conflicts))
        }
        for word in lead + notes { html.element(.p, text: words[word]) }
        Self.group(words, .importChanged, result.changes.count, &html) { html in
            for change in result.changes { html.element(.li) { texts.line(change, into: &$0) } }
        }
        Self.group(words, .importRefused, result.refused.count, &html) { html in
            for refusal in result.refused { html.element(.li) { line(refusal, &$0) } }
        }
        Self.unknown(plan.unknown { visible($0) != nil }, words, &html)
        Self.group(words, .importSame, result.whole.unchanged.count, &html) {
            labels(result.whole.unchanged, &$0)
        }
        let untouched = result.whole.untouched.filter { visible($0) != nil }
        Self.group(words, .importSkipped, untouched.count, &html) { labels(untouched, &$0) }
    }

    private var lead: [PageWord] {
        if result.refused.isEmpty { return result.changes.isEmpty ? [noChange] : [] }
        return [result.changes.isEmpty ? allRefused : someRefused]
    }

    /// A file can have any number of unknown keys.
    private static let mostShown = 200

    /// Each with the most similar key that the viewer may see.
    static func unknown(
        _ keys: [(key: String, nearest: String?)], _ words: PageWords, _ html: inout Markup
    ) {
        group(words, .importUnknown, keys.count, &html) { html in
            for (key, nearest) in keys.prefix(mostShown) {
                html.element(.li) { html in
                    html.element(.bdi, text: ProblemWords.shortened(key))
                    if let nearest {
                        html.text(" · " + words.text(.searchNearest, ["label": nearest]))
                    }
                }
            }
        }
    }

    static func group(
        _ words: PageWords, _ heading: PageWord, _ count: Int, _ html: inout Markup,
        _ items: (inout Markup) -> Void
    ) {
        guard count > 0 else { return }
        html.element(.section, .class("group")) { html in
            html.element(.h2, text: words.text(heading, ["count": String(count)]))
            html.element(.div, .class("box revs")) { html in
                html.element(.ul, content: items)
            }
        }
        html.staticMarkup("\n")
    }

    private func labels(_ keys: [String], _ html: inout Markup) {
        for key in keys { html.element(.li, text: texts.label(key)) }
    }

    private func visible(_ key: String?) -> String? {
        key.flatMap { context.isWithheld($0) ? nil : $0 }
    }

    private func line(_ refused: ImportTrial.Refused, _ html: inout Markup) {
        let sentence = sentence(refused)
        guard let value = value(refused), !value.isEmpty else { return html.text(sentence) }
        html.sentence(
            words.phrase(.refusedValue),
            ["problem": Row.withoutStop(sentence), "value": ProblemWords.shortened(value)], context)
    }

    /// `nil` for a secret, and for a value that is not in the file as such.
    private func value(_ refused: ImportTrial.Refused) -> String? {
        let json: JSONValue?
        switch refused {
        case .misfit(let refusal): json = refusal.value
        case .problem(let problem):
            json = result.whole.trial.plan.entries.first { $0.key == problem.key }?.value
        case .withheld, .withheldPart: return nil
        }
        switch context.schema.reference(refused.key) {
        case .setting(let setting):
            let isObscured = context.schema.items[setting.key]?.isObscured == true
            if setting.isSecret || isObscured { return nil }
        case .option: break
        case .row, nil: return nil
        }
        return json.flatMap { Value(json: $0) }?.plainText
    }

    private func sentence(_ refused: ImportTrial.Refused) -> String {
        switch refused {
        case .misfit(let refusal):
            "\(ProblemWords.shortened(refusal.source)): \(refusal.message)"
        case .problem(let problem): context.sentence(for: problem)
        case .withheld(let key):
            words.text(.notAllowed, ["key": ProblemWords.shortened(key)])
        case .withheldPart: words[.profileWithheld]
        }
    }
}

import Faceplate

/// A refused value as it is shown.
struct ShownProblem: Sendable {
    /// As the sender wrote it.
    let key: String
    let code: String
    /// Without a full stop, in the reader's language.
    let sentence: String
    let nearest: String?
}

/// What a person typed into a page that could not be saved: shown again as typed, with what is
/// wrong beside each field.
struct Submission: Sendable {
    /// By the key of the setting; secrets are never among them.
    var typed: [String: FormFields] = [:]
    /// What was to be set, so that the page shows what goes with it.
    var assignments: [Assignment] = []
    /// The revision that the typed values are held against; the newest where `nil`.
    var revision: Int?
    /// By the key of the setting; the rest are about no field of the page.
    var problems: [String: [ShownProblem]] = [:]
    /// Problems in the order to be listed, those without a field too.
    var all: [ShownProblem] = []
    /// What settings were changed to meanwhile, by key.
    var conflicts: [String: KeyConflict] = [:]
    /// A sentence at the top, for what is about no value: the disk is full, an action failed.
    var notice: String?
    /// What scripts may rely on where the problem is about no value.
    var code: String?

    /// Says that secrets must be typed once more, since a page never shows them again: without a
    /// word they would be lost where something else was wrong.
    mutating func askAgain(for secrets: Set<String>, _ page: PageContext) {
        for setting in page.schema.settings
        where secrets.contains(setting.key) && problems[setting.key] == nil {
            let label = page.labels.title(of: setting.key).text
            let sentence = page.problemWords.secretAgain(label: label)
            add(
                ShownProblem(
                    key: setting.key, code: ValueProblem.Code.message.rawValue, sentence: sentence,
                    nearest: nil),
                in: page.schema)
        }
    }

    /// Whether something was refused, rather than only tried.
    var isRefused: Bool { !all.isEmpty || notice != nil }

    /// Adds a problem, under the setting that it is about.
    mutating func add(_ problem: ShownProblem, in schema: Schema) {
        all.append(problem)
        switch schema.reference(problem.key) {
        case .setting(let setting), .option(_, let setting):
            problems[setting.key, default: []].append(problem)
        case .row(let item): problems[item.key, default: []].append(problem)
        case nil: break
        }
    }
}

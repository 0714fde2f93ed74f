import Faceplate

/// A refused value as it is shown.
struct ShownProblem: Sendable {
    /// As the sender wrote it.
    let key: String
    let code: String
    /// Without a full stop, in the reader's language.
    let sentence: String
    let nearest: String?
    /// Which part of a list it is about; `nil` where it is the whole value.
    var place: ElementPlace?
}

/// A part of a list that something is wrong with.
struct ElementPlace: Sendable, Equatable {
    /// Counted from 1, blank elements left out.
    let number: Int
    /// The key of the column, in a table.
    let column: String?

    init?(_ problem: ValueProblem) {
        let parameters = problem.parameters
        guard let number = (parameters["line"] ?? parameters["row"]).flatMap(Int.init) else {
            return nil
        }
        self.number = number
        column = parameters["column"]
    }
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
    private(set) var conflicts: [String: KeyConflict] = [:]
    /// The same in the order to be asked about.
    private(set) var contested: [KeyConflict] = []
    /// Whether the sender still has the secrets that were typed.
    var keepsTyped = false
    /// Whether the page has asked already, and nobody has chosen.
    var isUndecided = false
    /// What of history is to be taken back, once the conflicts are decided.
    var reversal: PostedReversal?
    /// What others made of settings, to be taken in place of what was typed; only for scripting.
    var others: [String: KeyConflict] = [:]
    /// What would change, where that was asked for.
    var review: Review?
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

    /// Says that files must be chosen once more, since a page cannot keep them.
    mutating func askForFiles(_ page: PageContext) {
        for setting in page.schema.settings
        where typed[setting.key]?.file != nil && problems[setting.key] == nil {
            let label = page.labels.title(of: setting.key).text
            add(
                ShownProblem(
                    key: setting.key, code: ValueProblem.Code.message.rawValue,
                    sentence: page.words.text(.fileAgain, ["label": label]), nearest: nil),
                in: page.schema)
        }
    }

    /// Asks whose value is kept of a setting that two sides changed.
    mutating func contest(_ conflict: KeyConflict) {
        guard conflicts.updateValue(conflict, forKey: conflict.key) == nil else { return }
        contested.append(conflict)
    }

    /// The problems that are listed at the top: all but those that the page asks about.
    var listed: [ShownProblem] {
        contested.isEmpty ? all : all.filter { conflicts[$0.key] == nil }
    }

    /// True when each row asks itself whose value is kept.
    ///
    /// So it is with scripting, where rows are saved one by one; the panel at the top then asks only
    /// about what has no row here.
    func asksInRows(_ context: PageContext) -> Bool {
        keepsTyped && reversal == nil && !context.savesExplicitly
    }

    /// Whether something was refused, rather than only tried.
    var isRefused: Bool { !all.isEmpty || notice != nil }

    /// Adds a problem, under the setting that it is about.
    mutating func add(_ problem: ShownProblem, in schema: Schema) {
        all.append(problem)
        switch schema.reference(problem.key) {
        case .setting(let setting), .option(_, let setting):
            problems[setting.pickerKey ?? setting.key, default: []].append(problem)
        case .row(let item): problems[item.key, default: []].append(problem)
        case nil: break
        }
    }
}

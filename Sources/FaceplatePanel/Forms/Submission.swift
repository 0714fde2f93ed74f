import Faceplate

struct ShownProblem: Sendable {
    let key: String
    let code: String
    /// In the reader's language, without a full stop.
    let sentence: String
    var nearest: String?
    /// For a program that writes the message itself; `nil` for other clients.
    var details: ValueProblem?
    var place: ElementPlace?
}

extension ShownProblem {
    init(_ problem: KeyProblem, _ page: PageContext, asValues: Bool = false) {
        self.init(
            key: problem.key, code: problem.problem.code.rawValue,
            sentence: page.sentence(for: problem, asValues: asValues), nearest: problem.nearest)
    }

    static func message(_ sentence: String, at key: String) -> ShownProblem {
        ShownProblem(key: key, code: ValueProblem.Code.message.rawValue, sentence: sentence)
    }

    static func notAllowed(_ key: String, _ words: PageWords) -> ShownProblem {
        ShownProblem(
            key: key, code: "not_allowed",
            sentence: words.text(.notAllowed, ["key": ProblemWords.shortened(key)]))
    }
}

struct ElementPlace: Sendable, Equatable {
    /// From 1; blank elements are not counted, and the inputs of an action are the only one.
    let number: Int
    /// Or an input of an action.
    let column: String?

    init?(_ problem: ValueProblem) {
        let parameters = problem.parameters
        column = parameters["column"]
        let number = (parameters["line"] ?? parameters["row"]).map(Int.init)
        guard let number = number ?? (column == nil ? nil : 1) else { return nil }
        self.number = number
    }
}

/// The values that a user typed into a page that could not be saved, shown again with the problems next to the fields.
struct Submission: Sendable {
    /// By the key of the setting, without secrets.
    var typed: [String: FormFields] = [:]
    /// The page derives from these the rows that depend on them.
    var assignments: [Assignment] = []
    /// The revision with which the typed values are compared; `nil` for the newest.
    var revision: Int?
    /// By the key of the setting; problems that concern no row of the schema are only in `all`.
    var problems: [String: [ShownProblem]] = [:]
    /// In the order in which they are listed, including those without a field.
    var all: [ShownProblem] = []
    private(set) var conflicts: [String: KeyConflict] = [:]
    private(set) var contested: [KeyConflict] = []
    var keepsTyped = false
    /// True when the page has already asked about conflicts, and the user has not chosen.
    var isUndecided = false
    /// To undo or restore when the conflicts are decided.
    var reversal: Reversal.Extent?
    /// The reason for the change.
    var note: String?
    /// The changes of other users that can replace typed values, by key; only used by JavaScript.
    var others: [String: KeyConflict] = [:]
    var review: Review?
    /// For a problem that concerns no value: the disk is full, an action failed.
    var notice: String?
    /// For scripts; only for a problem that concerns no value.
    var code: String?

    /// Without the message the secrets would be lost silently when another field was wrong.
    mutating func askAgain(for secrets: Set<String>, _ page: PageContext) {
        for setting in page.schema.settings
        where secrets.contains(setting.key) && problems[setting.key] == nil {
            let label = page.labels.title(of: setting.key).text
            let sentence = page.problemWords.secretAgain(label: label)
            add(.message(sentence, at: setting.key), in: page.schema)
        }
    }

    /// A page cannot retain files.
    mutating func askForFiles(_ page: PageContext) {
        for setting in page.schema.settings
        where typed[setting.key]?.file != nil && problems[setting.key] == nil {
            let label = page.labels.title(of: setting.key).text
            let sentence = page.words.text(.fileAgain, ["label": label])
            add(.message(sentence, at: setting.key), in: page.schema)
        }
    }

    mutating func contest(_ conflict: KeyConflict) {
        guard conflicts.updateValue(conflict, forKey: conflict.key) == nil else { return }
        contested.append(conflict)
    }

    /// All except those that the page asks about, and a check over several settings once.
    func listed(on context: PageContext) -> [ShownProblem] {
        all.filter { conflicts[$0.key] == nil && !isSaidElsewhere($0, context) }
    }

    /// A check over several settings is a problem of one row.
    func wrongKeys(on context: PageContext) -> [String] {
        problems.compactMap { key, found in
            found.allSatisfy { isSaidElsewhere($0, context) } ? nil : key
        }
    }

    /// The sentence is in the first row on the page whose own value was rejected, otherwise in the first one that the
    /// check compares.
    func isSaidElsewhere(_ problem: ShownProblem, _ context: PageContext) -> Bool {
        guard problem.code == ValueProblem.Code.checkFailed.rawValue else { return false }
        let compared = all.filter { $0.code == problem.code && $0.sentence == problem.sentence }
        let here = compared.filter { context.face.has($0.key) }
        let speaker = here.first { hasNewValue($0.key, context) } ?? here.first ?? compared.first
        return speaker?.key != problem.key
    }

    private func hasNewValue(_ key: String, _ context: PageContext) -> Bool {
        guard let fields = typed[key], let setting = context.schema.settings[key] else {
            return false
        }
        let now = context.snapshot.value(of: setting)
        return (try? fields.value(by: setting.rules, now: now)) != now
    }

    /// So with JavaScript, where rows are saved one by one; the message box at the top then asks only about settings
    /// without a row on this page.
    func asksInRows(_ context: PageContext) -> Bool {
        keepsTyped && reversal == nil && !context.savesExplicitly
    }

    var isRefused: Bool { !all.isEmpty || notice != nil }

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

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
    /// The revision that the person had seen, where the fields are still to be held against it.
    var revision: Int?
    /// By the key of the setting; secrets are never among them.
    var typed: [String: String] = [:]
    /// By the key of the setting; the rest are about no field of the page.
    var problems: [String: [ShownProblem]] = [:]
    /// Problems in the order to be listed, those without a field too.
    var all: [ShownProblem] = []
    /// What settings were changed to meanwhile, by key.
    var conflicts: [String: KeyConflict] = [:]
    /// A sentence at the top, for what is about no value: the disk is full, an action failed.
    var notice: String?

    /// Forgets what nobody typed: fields that say what the page showed at `revision`, and that
    /// somebody else has changed since.
    mutating func dropUntouched(since revision: Int, in snapshot: Snapshot) {
        typed = typed.filter { key, _ in
            conflicts[key] != nil || (snapshot.lastChange(of: key) ?? 0) <= revision
        }
    }

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

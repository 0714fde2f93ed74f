import Faceplate
import Logging

/// The values and problems that the style guide shows, which are the same for everyone.
///
/// They are made as any others: fields are read as a form's and applied to settings in memory.
struct Styleguide: Sendable {
    /// Made at the first visit, and kept; `nil` where the built-in schema is not sound.
    static let shared = try? Styleguide()

    let snapshot: Snapshot
    private let typed: [String: FormFields]
    private let problems: [KeyProblem]

    private init() throws {
        let schema = try SchemaReader.read(
            JSONWriter().bytes(StyleguideSchema.json), name: "styleguide")
        // What is done here is no news of the host's settings.
        var logger = Logger(label: "faceplate.styleguide")
        logger.logLevel = .error
        let settings = try Settings.inMemory(schema, logger: logger)
        defer { settings.close() }
        let set = try Self.post(schema) { sample, state in
            switch state {
            case .set: sample.set
            case .long: sample.long
            default: []
            }
        }
        try settings.applyAndWait(Batch(set.assignments, origin: .program))
        snapshot = settings.snapshot
        let bad = try Self.post(schema) { sample, state in state == .error ? sample.bad : [] }
        typed = bad.typed
        problems = bad.problems + Self.refused(bad.assignments, by: settings)
    }

    /// A form with the fields that the rows of each state are given.
    private static func post(
        _ schema: Schema, _ texts: (StyleguideSample, StyleguideState) -> [String]
    ) throws(FormError) -> FormPost {
        var fields: [FormField] = []
        for control in Control.all {
            let sample = StyleguideSample(of: control)
            for state in StyleguideState.allCases {
                let key = state.key(of: control)
                fields += texts(sample, state).map { text in
                    // The options of a `select` group are named by their keys.
                    FormField(name: key, value: control == .select ? "\(key)_\(text)" : text)
                }
            }
        }
        return try FormPost(fields, schema: schema)
    }

    private static func refused(
        _ assignments: [Assignment], by settings: Settings
    ) -> [KeyProblem] {
        do throws(ApplyError) {
            _ = try settings.applyAndWait(Batch(assignments, origin: .script, isDryRun: true))
            return []
        } catch {
            if case .refused(let problems) = error { return problems }
            return []
        }
    }

    /// What was typed and refused, in the words of a page.
    func submission(_ context: PageContext) -> Submission {
        var submission = Submission(typed: typed)
        for problem in problems {
            submission.add(
                ShownProblem(
                    key: problem.key, code: problem.problem.code.rawValue,
                    sentence: context.sentence(for: problem), nearest: problem.nearest),
                in: snapshot.schema)
        }
        return submission
    }
}

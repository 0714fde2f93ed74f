import Faceplate
import Logging

/// The values and problems that the style guide shows, the same for every viewer.
///
/// They are made in the usual way: the samples are read as form fields and applied to settings in
/// memory.
struct Styleguide: Sendable {
    /// The only instance, made at the first visit; `nil` when the built-in schema is not valid.
    static let shared = try? Styleguide()

    let view: SettingsView
    private let typed: [String: FormFields]
    private let problems: [KeyProblem]

    private init() throws {
        let schema = try SchemaReader.read(
            JSONWriter().bytes(StyleguideSchema.json), name: "styleguide")
        // Changes to these settings do not belong in the log of the app.
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
        view = SettingsView(ofSamples: settings.snapshot)
        let bad = try Self.post(schema) { sample, state in state == .error ? sample.bad : [] }
        typed = bad.typed
        problems = bad.problems + Self.refused(bad.assignments, by: settings)
    }

    /// Returns a form with the fields for the rows of each state.
    private static func post(
        _ schema: Schema, _ texts: (StyleguideSample, StyleguideState) -> [String]
    ) throws(FormError) -> FormPost {
        var fields: [FormField] = []
        for control in Control.all {
            let sample = StyleguideSample(of: control)
            for state in StyleguideState.allCases {
                let key = state.key(of: control)
                fields += texts(sample, state).map { text in
                    // The form values of a `select` group are the keys of its options.
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

    /// Returns the rejected fields, with error messages in the language of a page.
    func submission(_ context: PageContext) -> Submission {
        var submission = Submission(typed: typed)
        for problem in problems {
            submission.add(ShownProblem(problem, context), in: view.schema)
        }
        return submission
    }
}

import Logging

extension ProvidedContent {
    /// The answer of the provider of defaults, which is asked once.
    struct Defaults: Sendable {
        var values: [String: Value] = [:]
        var problem: String?

        var edits: [SchemaEdit] {
            values.sorted { $0.key < $1.key }
                .map { SchemaEdit.defaultValue(of: $0.key, $0.value.json) }
        }
    }

    var currentDefaults: Defaults {
        guard let defaults else { return Defaults() }
        do {
            return Defaults(values: try provided(by: defaults))
        } catch {
            return Defaults(problem: "The program gives no defaults: \(error)")
        }
    }

    func problems(in schema: Schema, _ defaults: Defaults) -> [String] {
        func unknown(
            _ given: some Sequence<String>, _ known: [String], _ what: String, _ kind: String
        ) -> [String] {
            given.sorted().filter { !known.contains($0) }.map { key in
                "The program gives \(what) '\(key)', and there is no such \(kind)."
                    + NearestWord.suggestion(for: key, among: known)
            }
        }
        let items = schema.items.keys
        return [defaults.problem].compactMap(\.self)
            + unknown(
                defaults.values.keys, schema.settings.keys, "a default of", "setting")
            + unknown(
                Array(groups.keys) + declaredGroups.keys, schema.pages.keys, "the groups of", "page"
            )
            + unknown(options.keys, items, "the options of", "item")
            + unknown(values.keys, items, "the value of", "item")
    }
}

extension Settings {
    func begin(with content: ProvidedContent, _ defaults: ProvidedContent.Defaults) {
        reportContent(content.problems(in: committed.schema, defaults))
        fillInitialValues(content)
    }

    func begin(with current: CurrentContent) {
        do {
            try adopt(current.handlers)
        } catch {
            logger.error("provided content: \(error)")
        }
    }

    /// Rejected values are reported and left out; a locked setting has a value already.
    private func fillInitialValues(_ content: ProvidedContent) {
        guard let provider = content.initialValues else { return }
        var values: [String: Value] = [:]
        do {
            values = try provided(by: provider)
        } catch {
            reportContent(["The program gives no initial values: \(error)"])
        }
        guard !values.isEmpty else { return }
        let snapshot = committed
        var assignments = values.sorted { $0.key < $1.key }
            .filter { key, _ in
                let key = snapshot.schema.settingKey(of: key)
                return !snapshot.isSet(key) && snapshot.lastChange(of: key) == nil
                    && snapshot.locks[key] == nil
            }
            .map { Assignment($0.key, .json($0.value.json)) }
        do throws(ApplyError) {
            do throws(ApplyError) {
                try applyAndWait(Batch(assignments, origin: .program, isDryRun: true))
            } catch .refused(let problems) {
                report(initial: problems)
                let refused = Set(problems.map(\.key))
                assignments.removeAll { refused.contains($0.key) }
            }
            guard !assignments.isEmpty else { return }
            try applyAndWait(
                Batch(assignments, origin: .program, note: "initial values"))
        } catch {
            logger.error("the initial values were not set")
        }
    }

    private func report(initial problems: [KeyProblem]) {
        let lines = problems.sorted { $0.key < $1.key }.map { problem in
            let meant = problem.nearest.map { " Did you mean '\($0)'?" } ?? ""
            let reason =
                problem.problem.code == .unknownKey
                ? "and there is no such setting."
                : "which was rejected (\(problem.problem.code.rawValue))."
            return "The program gives an initial value of '\(problem.key)', \(reason)\(meant)"
        }
        reportContent(lines)
    }

    func reportContent(_ problems: [String]) {
        let new = state.withLock { state in
            let new = problems.filter { !state.contentProblems.contains($0) }
            state.contentProblems += new
            return new
        }
        for problem in new { logger.error("provided content: \(problem)") }
    }
}

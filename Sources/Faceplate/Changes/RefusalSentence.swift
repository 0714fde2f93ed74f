import FaceplateSchema

extension Snapshot {
    /// Returns the English message about a rejected value, as the command line and the log show it.
    ///
    /// The key is in quotation marks, and the message ends with a period or a question mark.
    package func sentence(for refusal: KeyProblem) -> String {
        if let message = checkMessage(of: refusal.problem) { return message }
        let sentence = ProblemWords.english.sentence(
            for: refusal.problem, label: "'\(refusal.key)'",
            options: schema.settings[refusal.key]?.options(for: refusal.problem) ?? [],
            nearest: refusal.nearest.map { "'\($0)'" })
        return sentence.hasSuffix("?") ? sentence : sentence + "."
    }

    /// Returns the schema's own message about settings that do not fit together.
    private func checkMessage(of problem: ValueProblem) -> String? {
        guard problem.code == .checkFailed,
            let index = problem.parameters["check"].flatMap({ Int($0) })
        else { return nil }
        let checks = LabelResolver(schema: schema, catalog: labels, locale: .english).checks
        guard checks.indices.contains(index) else { return nil }
        let text = checks[index].text
        return text.hasSuffix(".") ? text : text + "."
    }
}

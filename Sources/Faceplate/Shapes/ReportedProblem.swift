/// A rejected value as programs receive it: with the sentence for people, and if they ask for it, with what they need to
/// write another.
package struct ReportedProblem: Sendable {
    /// The key, as the sender wrote it.
    package let key: String
    package let code: String
    package let message: String
    package let nearest: String?
    /// The code and the parameters of the problem; `nil` for programs that only show the message.
    package let details: ValueProblem?

    package init(
        key: String, code: String, message: String, nearest: String? = nil,
        details: ValueProblem? = nil
    ) {
        self.key = key
        self.code = code
        self.message = message
        self.nearest = nearest
        self.details = details
    }

    package static let shape = Shape<ReportedProblem>(
        .always("key", JSONType.text) { .text($0.key) },
        .always("code", JSONType.text) { .text($0.code) },
        .always("message", JSONType.text) { .text($0.message) },
        .sometimes("nearest", JSONType.text) { $0.nearest.map(JSONValue.text) },
        .sometimes("parameters", JSONType.map(JSONType.text)) { problem in
            problem.details.map { .object($0.parameters(problem.message)) }
        },
        .sometimes("kind", JSONType.text) { $0.details.map { .text($0.kind.rawValue) } })

    package var json: JSONValue { Self.shape.json(of: self) }
}

extension ValueProblem {
    /// The parameters of the message; a failed check has its text, because programs do not know the rules.
    fileprivate func parameters(_ message: String) -> [(String, JSONValue)] {
        var parameters = parameters
        if code == .checkFailed { parameters["text"] = message }
        return parameters.sorted { $0.key < $1.key }.map { ($0.key, .text($0.value)) }
    }
}

extension KeyProblem {
    /// Reads the shape; `nil` for JSON of another form.
    ///
    /// A problem without details has the message of the panel.
    package init?(_ json: JSONValue) {
        guard let object = json.object, let key = object["key"]?.string,
            let code = object["code"]?.string, let message = object["message"]?.string
        else { return nil }
        let nearest = object["nearest"]?.string
        guard let parameters = object["parameters"]?.object,
            let kind = object["kind"]?.string.flatMap(ValueProblem.Kind.init)
        else {
            self.init(key: key, problem: .message(message), nearest: nearest)
            return
        }
        let texts = parameters.members.reduce(into: [:]) { $0[$1.name] = $1.value.string }
        self.init(
            key: key,
            problem: ValueProblem(ValueProblem.Code(rawValue: code), texts, kind: kind),
            nearest: nearest)
    }
}

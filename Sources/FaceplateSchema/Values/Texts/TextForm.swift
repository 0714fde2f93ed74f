/// Two forms of the same name and examples are equal.
package struct TextForm: Sendable, Hashable {
    /// The name of the form in JSON Schema (`format`), such as `uri`.
    let name: String
    package let examples: [String]
    /// A pattern that accepts the same texts, for JSON Schema.
    let pattern: String
    package let accepts: @Sendable (String) -> Bool
    /// Converts typed text into the stored form.
    let converted: @Sendable (String) -> String
    /// Converts the stored form into the text of a form field.
    let written: @Sendable (String) -> String

    init(
        _ name: String, examples: [String] = [], pattern: String = "",
        converted: @escaping @Sendable (String) -> String = { $0 },
        written: @escaping @Sendable (String) -> String = { $0 },
        accepts: @escaping @Sendable (String) -> Bool = { _ in true }
    ) {
        self.name = name
        self.examples = examples
        self.pattern = pattern
        self.accepts = accepts
        self.converted = converted
        self.written = written
    }

    package var problem: ValueProblem {
        ValueProblem(.patternMismatch, ["examples": examples.joined(separator: ", ")])
    }

    /// `nil` for a form into which all text is converted.
    var limit: ValueProblem? { examples.isEmpty ? nil : problem }

    package static func == (left: Self, right: Self) -> Bool {
        left.name == right.name && left.examples == right.examples
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A form that text must have, such as that of an address, or into which it is converted.
///
/// Two forms of the same name are equal.
package struct TextForm: Sendable, Hashable {
    /// The name of the form in JSON Schema (`format`), such as `uri`.
    let name: String
    /// The beginnings or examples of the accepted texts, for messages.
    let examples: [String]
    /// A pattern that accepts the same texts, for JSON Schema.
    let pattern: String
    private let isMet: @Sendable (String) -> Bool
    /// Converts typed text into the stored form.
    let converted: @Sendable (String) -> String
    /// Converts the stored form into the text of a form field.
    let written: @Sendable (String) -> String

    init(
        _ name: String, examples: [String], pattern: String,
        isMet: @escaping @Sendable (String) -> Bool
    ) {
        self.name = name
        self.examples = examples
        self.pattern = pattern
        self.isMet = isMet
        converted = { $0 }
        written = { $0 }
    }

    /// Creates a form that accepts all text, after a conversion.
    init(
        _ name: String, converted: @escaping @Sendable (String) -> String,
        written: @escaping @Sendable (String) -> String
    ) {
        self.name = name
        examples = []
        pattern = ""
        isMet = { _ in true }
        self.converted = converted
        self.written = written
    }

    /// Returns true if the text has this form.
    package func accepts(_ text: String) -> Bool { isMet(text) }

    /// The problem with text in another form.
    package var problem: ValueProblem {
        ValueProblem(.patternMismatch, ["examples": examples.joined(separator: ", ")])
    }

    /// The problem with text in another form; `nil` for a form into which all text is converted.
    var limit: ValueProblem? { examples.isEmpty ? nil : problem }

    package static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A form that text must have, such as that of an address.
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

    init(
        _ name: String, examples: [String], pattern: String,
        isMet: @escaping @Sendable (String) -> Bool
    ) {
        self.name = name
        self.examples = examples
        self.pattern = pattern
        self.isMet = isMet
    }

    /// Returns true if the text has this form.
    package func accepts(_ text: String) -> Bool { isMet(text) }

    /// The problem with text in another form.
    package var problem: ValueProblem {
        ValueProblem(.patternMismatch, ["examples": examples.joined(separator: ", ")])
    }

    package static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The rules of the values that a setting accepts; each type of value has a conforming type.
///
/// A value is first read (`value(fromText:locale:)`, `value(fromJSON:)`), then checked
/// (`problem(with:)`). Reading verifies the type and returns the canonical form; checking compares
/// it with the declared constraints.
package protocol ValueRules: Sendable {
    var kind: RulesKind { get }

    /// The rules of the built-in control, without those that the app adds.
    var base: any ValueRules { get }

    /// Reads the text form: a form field or a command-line argument.
    ///
    /// - Parameter locale: The locale of numbers; `nil` to accept only the canonical form.
    /// - Throws: The problem, if the text is not of this type.
    func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value

    /// Reads the JSON form from the schema, the store or the API.
    ///
    /// - Throws: The problem, if the JSON is not of this type.
    func value(fromJSON json: JSONValue) throws(ValueProblem) -> Value

    /// Returns the problem with a value of this type; `nil` if the value is accepted.
    func problem(with value: Value) -> ValueProblem?

    /// Returns the problem with a value that replaces another; `nil` if the value is accepted.
    func problem(with value: Value, insteadOf old: Value?) -> ValueProblem?

    /// Returns the text of a form field for a value, which `value(fromText:locale:)` can read.
    ///
    /// - Parameter locale: The locale of numbers; `nil` for the canonical form.
    func fieldText(of value: Value, locale: LocaleTag?) -> String

    /// True when the app adds checks and formats of its own to those of the built-in control.
    var isExtended: Bool { get }

    /// The declared options, in order; empty for values without options.
    var options: [Value] { get }

    /// The problem with each kind of value that is rejected, to describe the accepted values.
    ///
    /// Options, elements and columns are not included; `kind` has them.
    var constraints: [ValueProblem] { get }

    /// Returns a stored value converted to this type after a schema changes; `nil` if it cannot be converted.
    ///
    /// The conversion uses the text form if needed, and a single value becomes a list of one
    /// element. Constraints are not checked: a value out of range is retained and shown.
    func converted(from json: JSONValue) -> Value?

    /// Returns the number after `count` steps up, or down if `count` is negative; `nil` if the values are not numbers.
    ///
    /// The result stays within the limits: it stops at a limit that is an accepted value, and
    /// otherwise does not change.
    ///
    /// - Parameter value: The number before the steps; `nil` for zero.
    func stepped(_ value: Value?, by count: Int) -> Value?

    /// Returns the value that the app reads from an input; `nil` if it leaves the input to the built-in control.
    ///
    /// - Throws: The problem, if the app rejects the input.
    func ownValue(of text: String, locale: LocaleTag?) throws(ValueProblem) -> Value?

    /// The size in bytes of the longest accepted value in a percent-encoded form, without its name.
    ///
    /// `nil` if the length is not limited.
    var longestFormSize: Int? { get }

    /// The number of form fields of one more element; 0 for a value with a single field.
    var fieldsOfElement: Int { get }

    /// The JSON Schema (2020-12) of the accepted values in their canonical JSON form.
    ///
    /// It is as strict as JSON Schema can be; conditions that it cannot express are in `$comment`.
    var jsonSchema: JSONSchemaObject { get }
}

extension ValueRules {
    package var base: any ValueRules { self }

    package var options: [Value] { [] }

    package var isExtended: Bool { false }

    package var constraints: [ValueProblem] { [] }

    package func stepped(_ value: Value?, by count: Int) -> Value? { nil }

    package func ownValue(of text: String, locale: LocaleTag?) throws(ValueProblem) -> Value? {
        nil
    }

    package func problem(with value: Value, insteadOf old: Value?) -> ValueProblem? {
        problem(with: value)
    }

    /// Enough for a number, a date or the name of an option.
    package var longestFormSize: Int? { 256 }

    package var fieldsOfElement: Int { 0 }

    /// Returns the canonical form, which does not depend on the locale.
    package func fieldText(of value: Value, locale: LocaleTag?) -> String { value.plainText }
}

extension Int {
    /// Returns the product, limited to a large number, because the limits in a schema can be huge.
    func multiplied(by other: Int) -> Int {
        let (product, isTooLarge) = multipliedReportingOverflow(by: other)
        return isTooLarge ? .max / 1024 : Swift.min(product, .max / 1024)
    }
}

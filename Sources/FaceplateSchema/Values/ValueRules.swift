/// What a setting accepts: one conforming type a value type.
///
/// A value is read (`value(from:)`), then checked (`problem(with:)`). Reading decides the type and
/// gives the canonical form; checking holds it against the declared constraints.
public protocol ValueRules: Sendable {
    /// Reads the text form: a form field, a command line argument.
    ///
    /// - Parameter locale: how numbers are written; `nil` reads the canonical form only.
    /// - Throws: the problem, where the text is not of this type.
    func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value

    /// Reads the JSON form: the schema, the store, the API.
    ///
    /// - Throws: the problem, where the JSON is not of this type.
    func value(fromJSON json: JSONValue) throws(ValueProblem) -> Value

    /// What is wrong with a value of this type; `nil` where it is accepted.
    func problem(with value: Value) -> ValueProblem?

    /// What is wrong with a value that takes the place of another; `nil` where it is accepted.
    func problem(with value: Value, insteadOf old: Value?) -> ValueProblem?

    /// The text of a field that holds a value: what `value(fromText:locale:)` reads back.
    ///
    /// - Parameter locale: how numbers are written; `nil` gives the canonical form.
    func fieldText(of value: Value, locale: LocaleTag?) -> String

    /// In bytes: the longest accepted value in a percent-encoded form, without its name; `nil` when
    /// a value may be of any length.
    var longestFormSize: Int? { get }

    /// The number of form fields that one more element takes; 0 for a value of one field.
    var fieldsOfElement: Int { get }
}

extension ValueRules {
    /// What is wrong with the value, whatever was there before.
    public func problem(with value: Value, insteadOf old: Value?) -> ValueProblem? {
        problem(with: value)
    }

    /// Enough for a number, a date or the name of an option.
    public var longestFormSize: Int? { 256 }

    /// One field holds the value.
    public var fieldsOfElement: Int { 0 }

    /// The canonical form, which no locale changes.
    public func fieldText(of value: Value, locale: LocaleTag?) -> String { value.plainText }
}

extension Int {
    /// The product, or the largest number where that does not fit: bounds of a schema may be huge.
    func multiplied(by other: Int) -> Int {
        let (product, isTooLarge) = multipliedReportingOverflow(by: other)
        return isTooLarge ? .max / 1024 : Swift.min(product, .max / 1024)
    }
}

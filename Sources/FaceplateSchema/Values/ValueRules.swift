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
}

extension ValueRules {
    /// What is wrong with the value, whatever was there before.
    public func problem(with value: Value, insteadOf old: Value?) -> ValueProblem? {
        problem(with: value)
    }

    /// The canonical form, which no locale changes.
    public func fieldText(of value: Value, locale: LocaleTag?) -> String { value.plainText }
}

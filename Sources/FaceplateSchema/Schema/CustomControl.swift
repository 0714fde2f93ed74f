/// A custom control of an app, which schemas name in `itemControlType`.
///
/// A built-in control and its attributes declare the value, so that the command line, scripts and the JSON Schema can
/// handle it too; the app adds input formats and checks. Methods are called on any thread and must not block.
public protocol CustomControl: Sendable {
    /// The name of the control in schemas.
    var name: String { get }
    /// The built-in control and the attributes of each item: `["itemControlType": "edit_integer", "itemMaximum": 5]`.
    ///
    /// The attributes of an item itself take precedence.
    var attributes: JSONValue { get }
    /// Returns the value of an input that this control reads itself; `nil` passes the input to the declared control.
    ///
    /// - Throws: the problem, if the input is rejected.
    func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value?
    /// Returns the problem with a value that the declared control accepts; `nil` if the value is valid.
    func problem(with value: Value) -> ValueProblem?
}

extension CustomControl {
    /// Passes all inputs to the declared control.
    public func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value? {
        nil
    }

    /// Accepts every value that the declared control accepts.
    public func problem(with value: Value) -> ValueProblem? { nil }
}

package struct CustomRules: ValueRules {
    package let base: any ValueRules
    let control: any CustomControl

    package var longestFormSize: Int? { base.longestFormSize }

    package var fieldsOfElement: Int { base.fieldsOfElement }

    package func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value {
        if let value = try ownValue(of: text, locale: locale) { return value }
        return try base.value(fromText: text, locale: locale)
    }

    package var isExtended: Bool { true }

    package var options: [Value] { base.options }

    package var constraints: [ValueProblem] { base.constraints }

    package func ownValue(of text: String, locale: LocaleTag?) throws(ValueProblem) -> Value? {
        guard let value = try control.value(fromText: text, locale: locale) else { return nil }
        // The value that the app returns can have another type than the declared control accepts.
        return try base.value(fromJSON: value.json)
    }

    package func value(fromJSON json: JSONValue) throws(ValueProblem) -> Value {
        try base.value(fromJSON: json)
    }

    package func problem(with value: Value) -> ValueProblem? {
        base.problem(with: value) ?? control.problem(with: value)
    }

    package func problem(with value: Value, insteadOf old: Value?) -> ValueProblem? {
        base.problem(with: value, insteadOf: old) ?? control.problem(with: value)
    }

    package func fieldText(of value: Value, locale: LocaleTag?) -> String {
        base.fieldText(of: value, locale: locale)
    }
}

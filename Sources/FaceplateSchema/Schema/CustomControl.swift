/// A control of a program's own, which schemas name as `itemControlType`.
///
/// Its value is declared by one of the dialect's controls and attributes for it, so that the
/// command line, scripts and the JSON Schema know it too; the program adds spellings and checks.
/// Called on any thread; must not wait.
public protocol CustomControl: Sendable {
    /// The name that schemas write.
    var name: String { get }
    /// What each of its items is made of: `["itemControlType": "edit_integer", "itemMaximum": 5]`.
    ///
    /// An item's own attributes win.
    var attributes: JSONValue { get }
    /// Reads a text that the declared control would not, or not so; `nil` leaves it to that one.
    ///
    /// - Throws: the problem, where the text is refused.
    func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value?
    /// What is wrong with a value that the declared control accepts; `nil` where nothing is.
    func problem(with value: Value) -> ValueProblem?
}

extension CustomControl {
    /// Leaves all texts to the declared control.
    public func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value? {
        nil
    }

    /// Accepts all that the declared control accepts.
    public func problem(with value: Value) -> ValueProblem? { nil }
}

/// The rules of a program's own control: those of the declared one, and the program's.
public struct CustomRules: ValueRules {
    /// The rules of the control that it is made of.
    public let base: any ValueRules
    private let control: any CustomControl

    init(_ base: any ValueRules, _ control: any CustomControl) {
        self.base = base
        self.control = control
    }

    /// The length of the declared control's values; see `ValueRules`.
    public var longestFormSize: Int? { base.longestFormSize }

    /// The fields of the declared control; see `ValueRules`.
    public var fieldsOfElement: Int { base.fieldsOfElement }

    /// Reads the text form; see `ValueRules`.
    public func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value {
        if let value = try ownValue(of: text, locale: locale) { return value }
        return try base.value(fromText: text, locale: locale)
    }

    /// What the program reads from a text; `nil` where it leaves that to the declared control.
    func ownValue(of text: String, locale: LocaleTag?) throws(ValueProblem) -> Value? {
        guard let value = try control.value(fromText: text, locale: locale) else { return nil }
        // What the program makes of it must be of the declared type.
        return try base.value(fromJSON: value.json)
    }

    /// Reads the JSON form; see `ValueRules`.
    public func value(fromJSON json: JSONValue) throws(ValueProblem) -> Value {
        try base.value(fromJSON: json)
    }

    /// Holds a value against the constraints; see `ValueRules`.
    public func problem(with value: Value) -> ValueProblem? {
        base.problem(with: value) ?? control.problem(with: value)
    }

    /// Holds a value against the constraints; see `ValueRules`.
    public func problem(with value: Value, insteadOf old: Value?) -> ValueProblem? {
        base.problem(with: value, insteadOf: old) ?? control.problem(with: value)
    }

    /// The text of a field; see `ValueRules`.
    public func fieldText(of value: Value, locale: LocaleTag?) -> String {
        base.fieldText(of: value, locale: locale)
    }
}

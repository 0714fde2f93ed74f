/// An option, or a value of one's own: the value of `picker`.
public struct PickerRules: ValueRules {
    /// The options' values in order.
    public let options: [Value]
    /// What a value that is no option must be.
    public let own: any ValueRules

    /// Makes rules: what is offered, and what is accepted beside it.
    public init(options: [Value], own: any ValueRules) {
        self.options = options
        self.own = own
    }

    /// The longest value of one's own; see `ValueRules`.
    public var longestFormSize: Int? { own.longestFormSize }

    /// Reads the text form; see `ValueRules`.
    ///
    /// An option with that text is preferred to a value of one's own.
    public func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value {
        if let option = options.first(where: { $0.plainText.utf8.elementsEqual(text.utf8) }) {
            return option
        }
        if TextLines.isBlank(text) { throw ValueProblem(.required) }
        return try own.value(fromText: text, locale: locale)
    }

    /// Reads the JSON form; see `ValueRules`.
    public func value(fromJSON json: JSONValue) throws(ValueProblem) -> Value {
        if let value = Value(json: json), options.contains(value) { return value }
        return try own.value(fromJSON: json)
    }

    /// Holds a value against the constraints; see `ValueRules`.
    public func problem(with value: Value) -> ValueProblem? {
        options.contains(value) ? nil : own.problem(with: value)
    }

    /// An option's own text; any other value as its rules have it.
    public func fieldText(of value: Value, locale: LocaleTag?) -> String {
        options.contains(value) ? value.plainText : own.fieldText(of: value, locale: locale)
    }
}

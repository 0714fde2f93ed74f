/// The rules of an option or a custom value: the value of `picker`.
package struct PickerRules: ValueRules {
    package let options: [Value]
    /// The rules of a custom value.
    package let own: any ValueRules

    package init(options: [Value], own: any ValueRules) {
        self.options = options
        self.own = own
    }

    package var longestFormSize: Int? { own.longestFormSize }

    /// If the text matches an option and is also a valid custom value, the option is used.
    package func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value {
        if let option = options.first(where: { $0.plainText.utf8.elementsEqual(text.utf8) }) {
            return option
        }
        if TextLines.isBlank(text) { throw ValueProblem(.required) }
        return try own.value(fromText: text, locale: locale)
    }

    package func value(fromJSON json: JSONValue) throws(ValueProblem) -> Value {
        if let value = Value(json: json), options.contains(value) { return value }
        return try own.value(fromJSON: json)
    }

    package func problem(with value: Value) -> ValueProblem? {
        options.contains(value) ? nil : own.problem(with: value)
    }

    package func fieldText(of value: Value, locale: LocaleTag?) -> String {
        options.contains(value) ? value.plainText : own.fieldText(of: value, locale: locale)
    }
}

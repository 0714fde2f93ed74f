/// The rules of one declared option: the value of `choice` and of a `select` group.
///
/// The options of a `select` group are the keys of its items. The value of an option is any scalar.
package struct OptionRules: ValueRules, Equatable {
    package let values: [Value]

    package var options: [Value] { values }

    package init(_ values: [Value]) {
        self.values = values
    }

    package func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value {
        if let value = values.first(where: { $0.plainText.utf8.elementsEqual(text.utf8) }) {
            return value
        }
        if let flag = BooleanRules.boolean(text), values.contains(.boolean(flag)) {
            return .boolean(flag)
        }
        throw unknown(text)
    }

    package func value(fromJSON json: JSONValue) throws(ValueProblem) -> Value {
        guard let value = Value(json: json) else { throw unknown(JSONWriter().text(json)) }
        if values.contains(value) { return value }
        // A stored value that is no longer an option still has this type if it is a scalar.
        guard value.isScalar else { throw unknown(value.plainText) }
        return value
    }

    package func problem(with value: Value) -> ValueProblem? {
        values.contains(value) ? nil : unknown(value.plainText)
    }

    private func unknown(_ text: String) -> ValueProblem {
        ValueProblem(
            .notAnOption,
            ["value": text, "options": values.map(\.plainText).joined(separator: ", ")])
    }
}

/// The rules of any JSON value: the value of `custom`.
///
/// `null` means no value, except within arrays and objects, and in lists, rows and maps.
///
/// The text form is JSON; text that is not JSON is itself the value. Strings with control
/// characters other than TAB and line ends are rejected.
package struct AnyRules: ValueRules, Equatable {
    /// `nil` if any value is accepted.
    package let schema: JSONSchemaCheck?

    /// True for a part of a value.
    package let isNullable: Bool

    package init(schema: JSONSchemaCheck? = nil, acceptsNull: Bool = false) {
        self.schema = schema
        isNullable = acceptsNull
    }

    /// `nil`, because JSON of any length is accepted.
    package var longestFormSize: Int? { nil }

    package func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value {
        guard let json = try? JSONReader.read(text) else {
            // Forms send each line end as CRLF.
            return .text(TextRules.withLineFeeds(text))
        }
        return try value(fromJSON: json)
    }

    /// - Throws: `.required` if the JSON is `null`, `.notNumber` if it contains a number out of range.
    package func value(fromJSON json: JSONValue) throws(ValueProblem) -> Value {
        if let value = Value(json: json) ?? (isNullable && json.isNull ? .null : nil) {
            return value
        }
        guard let number = Self.numberOutOfRange(in: json) else { throw ValueProblem(.required) }
        throw ValueProblem(.notNumber, ["value": number.text, "example": "1"], kind: .decimal)
    }

    private static func numberOutOfRange(in json: JSONValue) -> JSONNumber? {
        switch json.content {
        case .number(let number): ExactDecimal(number.text) == nil ? number : nil
        case .array(let elements): elements.lazy.compactMap(numberOutOfRange).first
        case .object(let object):
            object.members.lazy.compactMap { numberOutOfRange(in: $0.value) }.first
        case .null, .boolean, .string: nil
        }
    }

    package func problem(with value: Value) -> ValueProblem? {
        controlCharacter(in: value) ?? schema?.problem(with: value)
    }

    private func controlCharacter(in value: Value) -> ValueProblem? {
        switch value {
        case .boolean, .integer, .decimal, .null: return nil
        case .text(let text): return controlCharacter(in: text)
        case .list(let elements): return elements.lazy.compactMap(controlCharacter).first
        case .record(let parts):
            return parts.sorted { $0.key < $1.key }.lazy
                .compactMap { controlCharacter(in: $0.key) ?? controlCharacter(in: $0.value) }.first
        }
    }

    /// A string unchanged, or as a JSON string if it would otherwise be read as another value.
    package func fieldText(of value: Value, locale: LocaleTag?) -> String {
        guard case .text(let text) = value,
            (try? self.value(fromText: text, locale: locale)) != value
        else { return value.plainText }
        return JSONWriter().text(value.json)
    }

    private func controlCharacter(in text: String) -> ValueProblem? {
        text.unicodeScalars.enumerated().first { _, scalar in
            switch scalar.value {
            case 0x09, 0x0A, 0x0D: false
            case 0..<0x20, 0x7F..<0xA0, 0xFDD0...0xFDEF: true
            default: scalar.value & 0xFFFE == 0xFFFE
            }
        }.map { ValueProblem(.controlCharacter, ["position": String($0.offset + 1)]) }
    }
}

/// The rules of an sRGB color: the value of `edit_color`, a string such as `#0b5cad`.
///
/// A color has three or six hexadecimal digits in any case, with or without `#`. With
/// `allowsAlpha`, four or eight digits are also accepted, and the last one or two are the opacity.
/// The canonical form omits full opacity.
package struct ColorRules: ValueRules, Equatable {
    package let allowsAlpha: Bool

    package init(allowsAlpha: Bool = false) {
        self.allowsAlpha = allowsAlpha
    }

    package func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value {
        let trimmed = NumberSpelling.trimmed(text)
        if trimmed.isEmpty { throw ValueProblem(.required) }
        guard let color = Self.canonical(trimmed) else { throw notColor(text) }
        return .text(color)
    }

    package func value(fromJSON json: JSONValue) throws(ValueProblem) -> Value {
        guard let text = json.string else { throw notColor(JSONWriter().text(json)) }
        return try value(fromText: text, locale: nil)
    }

    package func problem(with value: Value) -> ValueProblem? {
        guard case .text(let text) = value, let color = Self.canonical(text),
            allowsAlpha || color.utf8.count == 7
        else { return notColor(value.plainText) }
        return nil
    }

    private static func canonical(_ text: String) -> String? {
        var digits = text.lowercased()[...]
        if digits.first == "#" { digits.removeFirst() }
        let isHexadecimal = digits.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
        guard isHexadecimal, [3, 4, 6, 8].contains(digits.utf8.count) else { return nil }
        let long = digits.utf8.count > 4 ? String(digits) : String(digits.flatMap { [$0, $0] })
        return "#" + (long.utf8.count == 8 && long.hasSuffix("ff") ? long.dropLast(2) : long[...])
    }

    private func notColor(_ text: String) -> ValueProblem {
        ValueProblem(.notAColor, ["value": text])
    }
}

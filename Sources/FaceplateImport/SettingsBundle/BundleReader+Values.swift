import FaceplateSchema

extension BundleReader {
    // MARK: - Switches

    mutating func toggle(_ specifier: inout Specifier) -> ItemDraft {
        var draft = ItemDraft(.switch)
        let on = specifier.scalar("TrueValue") ?? .boolean(true)
        let off = specifier.scalar("FalseValue") ?? .boolean(false)
        if on != .boolean(true) || off != .boolean(false) {
            draft.data = [("trueValue", on.json), ("falseValue", off.json)]
            note(
                specifier, nil,
                "There it stores '\(on.plainText)' or '\(off.plainText)', here true or false; "
                    + "'itemData' retains both.")
        }
        guard let value = specifier.read("DefaultValue") else { return draft }
        let isOn: Bool? =
            switch value.scalar {
            case let value? where Self.isSame(value, on): true
            case let value? where Self.isSame(value, off): false
            // Apple converts any other value to a Boolean, too.
            case let other?: Specifier.flag(other) ?? other.number.map { $0 != .zero }
            case nil: nil
            }
        if let isOn {
            draft.set("itemValue", .boolean(isOn))
            if let text = value.text, ![on, off].contains(.text(text)) {
                note(
                    specifier, "DefaultValue",
                    "It is \(value.kind) there, and \(isOn ? "on" : "off") here.")
            }
        } else {
            noteMisfit(specifier, "DefaultValue", value, "so it is off")
        }
        return draft
    }

    /// Returns true when two values are equal in a property list, where `true` equals 1.
    private static func isSame(_ one: Value, _ other: Value) -> Bool {
        func number(_ value: Value) -> ExactDecimal? {
            if case .boolean(let isOn) = value { return isOn ? ExactDecimal(1) : .zero }
            return value.number
        }
        return one == other || number(one).map { $0 == number(other) } ?? false
    }

    // MARK: - Text fields

    mutating func textField(_ specifier: inout Specifier) -> ItemDraft {
        let isHidden = specifier.flag("IsSecure") ?? false
        let isSecure = isHidden || specifier.key.map(secrets.contains) ?? false
        var draft = ItemDraft(isSecure ? .editPassword : .editText)
        let hints = hints(&specifier)
        guard !isSecure else {
            for hint in hints where hint.value != "none" && hint.value != false {
                note(specifier, hint.name, "It is left out: a secret has none.")
            }
            if let value = specifier.read("DefaultValue"), value.text != "" {
                note(
                    specifier, "DefaultValue",
                    "It is left out: a secret has no default, since everyone can read the "
                        + "schema.")
            }
            return draft
        }
        setText(specifier.read("DefaultValue"), specifier, &draft)
        draft.members += hints.map { ($0.attribute, $0.value) }
        return draft
    }

    mutating func setText(
        _ value: PropertyList?, _ specifier: Specifier, _ draft: inout ItemDraft
    ) {
        guard let value else { return }
        guard let text = value.scalar?.plainText,
            let read = try? TextRules().value(fromJSON: JSONValue.text(text)),
            TextRules().problem(with: read) == nil
        else { return noteMisfit(specifier, "DefaultValue", value, "so it has no default") }
        if value.text == nil {
            note(specifier, "DefaultValue", "It is \(value.kind) there and text here.")
        }
        draft.set("itemValue", .text(text))
    }

    private typealias Hint = (name: String, attribute: String, value: JSONValue)

    private mutating func hints(_ specifier: inout Specifier) -> [Hint] {
        var hints: [Hint] = []
        let table: [(String, String, [String: JSONValue])] = [
            ("KeyboardType", "itemKeyboard", Self.keyboards),
            ("AutocapitalizationType", "itemCapitalization", Self.capitalizations),
            ("AutocorrectionType", "itemSpellcheck", ["No": false, "Yes": true]),
        ]
        for (name, attribute, values) in table {
            guard let word = specifier.text(name) else { continue }
            if let value = values.first(where: { $0.key.lowercased() == word.lowercased() })?.value
            {
                hints.append((name, attribute, value))
            } else if !["default", "alphabet", ""].contains(word.lowercased()) {
                note(specifier, name, "'\(word)' has no counterpart.")
            }
        }
        return hints
    }

    private static let keyboards: [String: JSONValue] = [
        "NumberPad": "numeric", "DecimalPad": "decimal", "PhonePad": "tel", "URL": "url",
        "EmailAddress": "email",
    ]
    private static let capitalizations: [String: JSONValue] = [
        "None": "none", "Sentences": "sentences", "Words": "words", "AllCharacters": "characters",
    ]

    // MARK: - Sliders

    mutating func slider(_ specifier: inout Specifier) -> ItemDraft {
        let written = (
            bound("MinimumValue", of: &specifier, or: .zero),
            bound("MaximumValue", of: &specifier, or: ExactDecimal(1))
        )
        let grain = Self.fractionDigits(from: written.0, to: written.1)
        let minimum = rounded(written.0, "MinimumValue", specifier, grain)
        let maximum = rounded(written.1, "MaximumValue", specifier, grain)
        for name in ["MinimumValueImage", "MaximumValueImage"] {
            // An empty name is no picture.
            guard let value = specifier.read(name), value.text != "" else { continue }
            note(specifier, name, "The ends of a slider have text here, not pictures.")
        }
        guard minimum < maximum else {
            note(
                specifier, nil,
                "Nothing is between \(minimum) and \(maximum), so it is a number to type.")
            var draft = ItemDraft(.editDecimal)
            if let number = specifier.number("DefaultValue") {
                draft.set("itemValue", Value(number))
            } else if let value = specifier.read("DefaultValue") {
                noteMisfit(specifier, "DefaultValue", value, "so it has no default")
            }
            return draft
        }
        var draft = ItemDraft(.slider)
        let number = specifier.number("DefaultValue").map {
            rounded($0, "DefaultValue", specifier, grain)
        }
        if number != nil, let value = specifier.read("DefaultValue"), value.text != nil {
            note(specifier, "DefaultValue", "It is \(value.kind) there and a number here.")
        }
        if let number, number >= minimum, number <= maximum {
            draft.set("itemValue", Value(number))
        } else if let value = specifier.read("DefaultValue") {
            noteMisfit(specifier, "DefaultValue", value, "so it is \(minimum)")
        }
        draft.set("itemMinimum", Value(minimum))
        draft.set("itemMaximum", Value(maximum))
        // Apple's sliders have any number of fraction digits. A fixed number of digits gives the scale
        // on the page and the imported values the same steps.
        let digits =
            ([minimum, maximum, number ?? .zero].map(\.fractionDigits) + [grain]).max() ?? 0
        if digits > 0 { draft.set("itemFractionDigits", .integer(Int64(digits))) }
        return draft
    }

    /// Returns a number without the digits that come only from binary fractions.
    private mutating func rounded(
        _ number: ExactDecimal, _ name: String, _ specifier: Specifier, _ grain: Int
    ) -> ExactDecimal {
        let rounded = number.rounded(toFractionDigits: max(Self.mostDigits, grain))
        if rounded != number, specifier.has(name) {
            note(specifier, name, "'\(number)' is \(rounded) here.")
        }
        return rounded
    }

    /// The largest number of fraction digits of a slider, unless its range requires more.
    private static let mostDigits = 6

    private mutating func bound(
        _ name: String, of specifier: inout Specifier, or usual: ExactDecimal
    ) -> ExactDecimal {
        if let number = specifier.number(name) { return number }
        if let value = specifier.read(name) {
            noteMisfit(specifier, name, value, "so it is \(usual)")
        }
        return usual
    }

    /// Returns the number of fraction digits for at least a thousand steps, at most nine.
    private static func fractionDigits(from minimum: ExactDecimal, to maximum: ExactDecimal) -> Int
    {
        let range = (Double(maximum.description) ?? 0) - (Double(minimum.description) ?? 0)
        var digits = 0
        var steps = range
        while steps < 1_000, digits < 9 {
            steps *= 10
            digits += 1
        }
        return digits
    }
}

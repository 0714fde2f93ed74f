import FaceplateSchema

/// What is on or off, typed or moved.
extension BundleReader {
    // MARK: - On and off

    mutating func toggle(_ specifier: inout Specifier) -> ItemDraft {
        var draft = ItemDraft(.switch)
        let on = specifier.scalar("TrueValue") ?? .boolean(true)
        let off = specifier.scalar("FalseValue") ?? .boolean(false)
        let isPlain = Specifier.flag(on) == true && Specifier.flag(off) == false
        if !isPlain {
            draft.data = [
                .init(name: "trueValue", value: on.json),
                .init(name: "falseValue", value: off.json),
            ]
            note(
                specifier.note(
                    nil,
                    "There it is '\(on.plainText)' or '\(off.plainText)'; here it is true or "
                        + "false."))
        }
        guard let value = specifier.take("DefaultValue") else { return draft }
        let isOn: Bool? =
            switch value.scalar {
            case on?: true
            case off?: false
            case let other?: isPlain ? Specifier.flag(other) : nil
            case nil: nil
            }
        if let isOn {
            draft.set("itemValue", JSONValue(.boolean(isOn)))
        } else {
            noteMisfit(specifier, "DefaultValue", value, "so it is off")
        }
        return draft
    }

    // MARK: - Texts

    mutating func textField(_ specifier: inout Specifier) -> ItemDraft {
        let isHidden = specifier.flag("IsSecure") ?? false
        let isSecure = isHidden || specifier.key.map(secrets.contains) ?? false
        var draft = ItemDraft(isSecure ? .editPassword : .editText)
        let hints = hints(&specifier)
        guard !isSecure else {
            noteHints(hints, specifier)
            if let value = specifier.take("DefaultValue"), value.text != "" {
                note(
                    specifier.note(
                        "DefaultValue",
                        "It is left out: a secret has no default, since everyone can read the "
                            + "schema."))
            }
            return draft
        }
        setText(specifier.take("DefaultValue"), specifier, &draft)
        draft.members += hints
        return draft
    }

    /// A default that is one line of text.
    mutating func setText(
        _ value: PropertyList?, _ specifier: Specifier, _ draft: inout ItemDraft
    ) {
        guard let value else { return }
        guard let text = value.scalar?.plainText,
            let read = try? TextRules().value(fromJSON: JSONValue(.string(text))),
            TextRules().problem(with: read) == nil
        else { return noteMisfit(specifier, "DefaultValue", value, "so there is none") }
        draft.set("itemValue", JSONValue(.string(text)))
    }

    private mutating func hints(_ specifier: inout Specifier) -> [JSONObject.Member] {
        var members: [JSONObject.Member] = []
        let table: [(String, String, [String: JSONValue])] = [
            ("KeyboardType", "itemKeyboard", Self.keyboards),
            ("AutocapitalizationType", "itemCapitalization", Self.capitalizations),
            ("AutocorrectionType", "itemSpellcheck", ["No": false, "Yes": true]),
        ]
        for (name, attribute, values) in table {
            guard let word = specifier.text(name) else { continue }
            if let value = values.first(where: { $0.key.lowercased() == word.lowercased() })?.value
            {
                members.append(.init(name: attribute, value: value))
            } else if !["default", "alphabet", ""].contains(word.lowercased()) {
                note(specifier.note(name, "'\(word)' has no counterpart."))
            }
        }
        return members
    }

    /// A secret is typed as it is: without capitals or corrections, on the usual keyboard.
    private mutating func noteHints(_ hints: [JSONObject.Member], _ specifier: Specifier) {
        let names = [
            "itemKeyboard": "KeyboardType", "itemCapitalization": "AutocapitalizationType",
            "itemSpellcheck": "AutocorrectionType",
        ]
        for hint in hints where hint.value != "none" && hint.value != false {
            note(specifier.note(names[hint.name], "It is left out: a secret has none."))
        }
    }

    private static let keyboards: [String: JSONValue] = [
        "NumberPad": "numeric", "DecimalPad": "decimal", "PhonePad": "tel", "URL": "url",
        "EmailAddress": "email",
    ]
    private static let capitalizations: [String: JSONValue] = [
        "None": "none", "Sentences": "sentences", "Words": "words", "AllCharacters": "characters",
    ]

    // MARK: - Numbers

    mutating func slider(_ specifier: inout Specifier) -> ItemDraft {
        let minimum = bound("MinimumValue", of: &specifier, or: .zero)
        let maximum = bound("MaximumValue", of: &specifier, or: ExactDecimal(1))
        for name in ["MinimumValueImage", "MaximumValueImage"] where specifier.take(name) != nil {
            note(specifier.note(name, "The ends of a slider have words here, and no pictures."))
        }
        guard minimum < maximum else {
            note(
                specifier.note(
                    nil,
                    "Nothing is between \(minimum) and \(maximum), so it is a number to type."))
            var draft = ItemDraft(.editDecimal)
            if let number = specifier.number("DefaultValue") {
                draft.set("itemValue", Value(number))
            } else if let value = specifier.take("DefaultValue") {
                noteMisfit(specifier, "DefaultValue", value, "so there is none")
            }
            return draft
        }
        var draft = ItemDraft(.slider)
        let number = specifier.number("DefaultValue")
        if let number, number >= minimum, number <= maximum {
            draft.set("itemValue", Value(number))
        } else if let value = specifier.take("DefaultValue") {
            noteMisfit(specifier, "DefaultValue", value, "so it is \(minimum)")
        }
        draft.set("itemMinimum", Value(minimum))
        draft.set("itemMaximum", Value(maximum))
        // There every slider has fractions; here one counts in whole numbers where nothing about it
        // has any.
        let digits = Self.fractionDigits(from: minimum, to: maximum)
        if [minimum, maximum, number ?? .zero].allSatisfy({ $0.integer != nil }), digits > 0 {
            draft.set("itemFractionDigits", .integer(Int64(digits)))
        }
        return draft
    }

    private mutating func bound(
        _ name: String, of specifier: inout Specifier, or usual: ExactDecimal
    ) -> ExactDecimal {
        if let number = specifier.number(name) { return number }
        if let value = specifier.take(name) {
            noteMisfit(specifier, name, value, "so it is \(usual)")
        }
        return usual
    }

    /// So many that there are about a thousand steps.
    private static func fractionDigits(from minimum: ExactDecimal, to maximum: ExactDecimal) -> Int
    {
        let range = (Double(maximum.description) ?? 0) - (Double(minimum.description) ?? 0)
        return [1000, 100, 10].firstIndex { range >= $0 } ?? 3
    }
}

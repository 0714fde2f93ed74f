import FaceplateSchema

/// What a specifier becomes, but for its key and its words.
struct ItemDraft {
    let control: Control
    var members: [JSONObject.Member] = []
    /// What the other system keeps in the place of `true` and `false`.
    var data: [JSONObject.Member] = []

    init(_ control: Control) { self.control = control }

    mutating func set(_ name: String, _ value: JSONValue) {
        members.append(.init(name: name, value: value))
    }

    mutating func set(_ name: String, _ value: Value?) {
        if let value { set(name, value.json) }
    }
}

extension BundleReader {
    /// The item of a specifier; `nil` for one that has no counterpart, which is noted.
    mutating func item(_ specifier: inout Specifier, depth: Int) -> JSONValue? {
        if specifier.type == "PSChildPaneSpecifier" { return page(&specifier, depth: depth) }
        let original = specifier.key
        if let original, let second = secondPlace(of: &specifier, key: original) {
            return second
        }
        let title = specifier.text("Title") ?? ""
        _ = specifier.take("Key")
        let key = original.map { names.key(for: $0) } ?? keyOfNameless(specifier, title)
        guard let draft = draft(&specifier, key: key) else { return nil }
        show(specifier)
        if original == nil, draft.control.holdsValue {
            note(specifier.note("Key", "It has none; here it is '\(key)'."))
        }
        noteIdioms(&specifier)
        var members: [JSONObject.Member] = [
            .init(name: "itemKey", value: JSONValue(.string(key))),
            .init(name: "itemControlType", value: JSONValue(.string(draft.control.rawValue))),
        ]
        if !title.isEmpty {
            members += words.take(title, from: specifier.table, as: "itemTitle", of: key)
        } else if let readable = Self.readable(key) {
            members.append(.init(name: "itemTitle", value: JSONValue(.string(readable))))
        }
        // Other systems know notes below groups alone, but some frameworks below every row.
        if specifier.type != "PSRadioGroupSpecifier", let help = specifier.text("FooterText"),
            !help.isEmpty
        {
            members += words.take(
                help, from: specifier.table, as: "itemHelp", of: key, suffix: ".help")
        }
        members += draft.members
        var data = draft.data
        if let original, original != key {
            note(specifier.note("Key", "'\(original)' is '\(key)' here."))
            data.insert(
                .init(name: "importedFrom", value: JSONValue(.string(original))), at: 0)
        }
        if !data.isEmpty {
            members.append(.init(name: "itemData", value: JSONValue(.object(JSONObject(data)))))
        }
        return JSONValue(.object(JSONObject(members)))
    }

    /// The words that a key like `sliderValue` is made of, which few sliders have a title beside;
    /// `nil` where it is readable as it is.
    private static func readable(_ key: String) -> String? {
        var text = ""
        for (scalar, next) in zip(key.unicodeScalars, key.unicodeScalars.dropFirst()) {
            text.unicodeScalars.append(scalar)
            if scalar.properties.isLowercase, next.properties.isUppercase { text += " " }
        }
        guard text.contains(" "), let last = key.last else { return nil }
        let words = (text + String(last)).lowercased().map { "._-".contains($0) ? " " : $0 }
        return words.prefix(1).map { $0.uppercased() }.joined() + String(words.dropFirst())
    }

    private mutating func keyOfNameless(_ specifier: Specifier, _ title: String) -> String {
        names.key(madeOf: title.isEmpty ? specifier.type : title)
    }

    private mutating func draft(_ specifier: inout Specifier, key: String) -> ItemDraft? {
        switch specifier.type {
        case "PSToggleSwitchSpecifier": return toggle(&specifier)
        case "PSTextFieldSpecifier": return textField(&specifier)
        case "PSSliderSpecifier": return slider(&specifier)
        case "PSTitleValueSpecifier": return titleValue(&specifier, key: key)
        case "PSMultiValueSpecifier": return choice(&specifier, key: key)
        case "PSRadioGroupSpecifier":
            var draft = choice(&specifier, key: key)
            draft?.set("itemStyle", "radios")
            return draft
        case "IASKOpenURLSpecifier", "IASKMailComposeSpecifier": return link(&specifier)
        case "IASKButtonSpecifier": return ItemDraft(.button)
        default:
            let type = specifier.type
            leaveOut(
                &specifier,
                type.isEmpty
                    ? "it has no 'Type'."
                    : "'\(type)' has no counterpart."
                        + NearestWord.suggestion(for: type, among: Self.types))
            return nil
        }
    }

    private static let types = [
        "PSGroupSpecifier", "PSToggleSwitchSpecifier", "PSTextFieldSpecifier",
        "PSSliderSpecifier", "PSTitleValueSpecifier", "PSMultiValueSpecifier",
        "PSRadioGroupSpecifier", "PSChildPaneSpecifier",
    ]

    // MARK: - Links

    /// What a framework that shows bundles inside of programs adds to them.
    private mutating func link(_ specifier: inout Specifier) -> ItemDraft? {
        let recipient = specifier.list("IASKMailComposeToRecipents").first?.text
        guard let address = specifier.text("File") ?? recipient.map({ "mailto:\($0)" }),
            LinkTarget.isAllowed(address)
        else {
            leaveOut(&specifier, "it leads nowhere that a page may lead.")
            return nil
        }
        var draft = ItemDraft(.link)
        draft.set("itemURL", JSONValue(.string(address)))
        return draft
    }

    // MARK: - On and off

    private mutating func toggle(_ specifier: inout Specifier) -> ItemDraft {
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
            noteDefault(specifier, value, "so it is off")
        }
        return draft
    }

    // MARK: - Texts

    private mutating func textField(_ specifier: inout Specifier) -> ItemDraft {
        let isSecure = specifier.flag("IsSecure") ?? false
        var draft = ItemDraft(isSecure ? .editPassword : .editText)
        let hints = hints(&specifier)
        guard !isSecure else {
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
    private mutating func setText(
        _ value: PropertyList?, _ specifier: Specifier, _ draft: inout ItemDraft
    ) {
        guard let value else { return }
        guard let text = value.scalar?.plainText,
            let read = try? TextRules().value(fromJSON: JSONValue(.string(text))),
            TextRules().problem(with: read) == nil
        else { return noteDefault(specifier, value, "so there is none") }
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

    private static let keyboards: [String: JSONValue] = [
        "NumberPad": "numeric", "DecimalPad": "decimal", "PhonePad": "tel", "URL": "url",
        "EmailAddress": "email",
    ]
    private static let capitalizations: [String: JSONValue] = [
        "None": "none", "Sentences": "sentences", "Words": "words", "AllCharacters": "characters",
    ]

    // MARK: - Numbers

    private mutating func slider(_ specifier: inout Specifier) -> ItemDraft {
        let minimum = specifier.number("MinimumValue") ?? .zero
        let maximum = specifier.number("MaximumValue") ?? ExactDecimal(1)
        for name in ["MinimumValueImage", "MaximumValueImage"] where specifier.take(name) != nil {
            note(specifier.note(name, "The ends of a slider have words here, and no pictures."))
        }
        guard minimum < maximum else {
            note(
                specifier.note(
                    nil,
                    "Nothing is between \(minimum) and \(maximum), so it is a number to type."))
            var draft = ItemDraft(.editDecimal)
            draft.set("itemValue", specifier.number("DefaultValue").map { Value($0) })
            return draft
        }
        var draft = ItemDraft(.slider)
        let number = specifier.number("DefaultValue")
        if let number, number >= minimum, number <= maximum {
            draft.set("itemValue", Value(number))
        } else if let value = specifier.take("DefaultValue") {
            noteDefault(specifier, value, "so it is \(minimum)")
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

    /// So many that there are about a thousand steps.
    private static func fractionDigits(from minimum: ExactDecimal, to maximum: ExactDecimal) -> Int
    {
        let range = (Double(maximum.description) ?? 0) - (Double(minimum.description) ?? 0)
        return [1000, 100, 10].firstIndex { range >= $0 } ?? 3
    }

    // MARK: - One of several

    private mutating func choice(_ specifier: inout Specifier, key: String) -> ItemDraft? {
        let options = options(&specifier, key: key)
        guard !options.isEmpty else {
            leaveOut(&specifier, "there is nothing to choose.")
            return nil
        }
        var draft = ItemDraft(.choice)
        if let value = specifier.take("DefaultValue") {
            // 1 and "1" are the same choice, whichever of them was written.
            if let text = value.scalar?.plainText,
                let option = options.first(where: { $0.value.plainText == text })
            {
                draft.set("itemValue", option.value)
            } else {
                noteDefault(
                    specifier, value, "so it is '\(options.first?.value.plainText ?? "")'")
            }
        }
        draft.set("itemOptions", JSONValue(.array(options.map(\.json))))
        return draft
    }

    private struct Option {
        let value: Value
        let title: String
        var words: [JSONObject.Member] = []

        var json: JSONValue {
            guard !words.isEmpty else { return value.json }
            return JSONValue(.object(JSONObject([.init(name: "value", value: value.json)] + words)))
        }
    }

    private mutating func options(_ specifier: inout Specifier, key: String) -> [Option] {
        let titles = specifier.list("Titles")
        let values = specifier.list("Values")
        let shorts = specifier.list("ShortTitles")
        if titles.count != values.count {
            note(
                specifier.note(
                    "Values",
                    "There are \(values.count), and \(titles.count) 'Titles': each value needs one."
                ))
        }
        var known: Set<String> = []
        var options: [Option] = []
        for (index, element) in values.enumerated() {
            guard let value = element.scalar else {
                note(
                    specifier.note(
                        "Values[\(index)]", "It is left out: \(element.kind) cannot be chosen."))
                continue
            }
            guard known.insert(value.plainText).inserted else {
                note(
                    specifier.note(
                        "Values[\(index)]",
                        "It is left out: '\(value.plainText)' is there already."))
                continue
            }
            func title(_ titles: [PropertyList]) -> String? {
                titles.indices.contains(index) ? titles[index].scalar?.plainText : nil
            }
            var option = Option(value: value, title: title(titles) ?? value.plainText)
            let suffix = ".option.\(value.plainText)"
            option.words = words.take(
                option.title, from: specifier.table, as: "label", of: key, suffix: suffix)
            if let short = title(shorts) {
                option.words += words.take(
                    short, from: specifier.table, as: "short", of: key, suffix: suffix + ".short")
            }
            options.append(option)
        }
        return sorted(options, &specifier)
    }

    private mutating func sorted(_ options: [Option], _ specifier: inout Specifier) -> [Option] {
        guard specifier.flag("DisplaySortedByTitle") == true else { return options }
        let titled = options.map {
            (words.shown($0.title, from: specifier.table).lowercased(), $0)
        }
        if !words.locales.isEmpty {
            note(
                specifier.note(
                    "DisplaySortedByTitle",
                    "The options stand in the order of their titles in '\(words.fallback)', also in "
                        + "other languages."))
        }
        return titled.sorted { $0.0 < $1.0 }.map(\.1)
    }

    // MARK: - What people only read

    /// A value that the program alone changes.
    private mutating func titleValue(_ specifier: inout Specifier, key: String) -> ItemDraft? {
        var draft: ItemDraft
        if specifier.has("Values") {
            guard let choice = choice(&specifier, key: key) else { return nil }
            draft = choice
        } else {
            let value = specifier.take("DefaultValue")
            switch value {
            case .value(.boolean(let isOn)):
                draft = ItemDraft(.switch)
                draft.set("itemValue", JSONValue(.boolean(isOn)))
            case .value(.integer(let number)):
                draft = ItemDraft(.editDecimal)
                draft.set("itemValue", .integer(number))
            case .value(.decimal(let number)):
                draft = ItemDraft(.editDecimal)
                draft.set("itemValue", .decimal(number))
            default:
                draft = ItemDraft(.editText)
                setText(value, specifier, &draft)
            }
        }
        draft.set("itemReadOnly", true)
        return draft
    }

    private mutating func noteDefault(
        _ specifier: Specifier, _ value: PropertyList, _ consequence: String
    ) {
        let shown = value.scalar.map { "'\($0.plainText.prefix(40))'" } ?? value.kind
        note(specifier.note("DefaultValue", "\(shown) does not fit, \(consequence)."))
    }
}

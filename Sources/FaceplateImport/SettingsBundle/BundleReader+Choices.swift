import FaceplateSchema

extension BundleReader {
    // MARK: - Choices

    mutating func choice(_ specifier: inout Specifier, key: String) -> ItemDraft? {
        let options = options(&specifier, key: key)
        guard !options.isEmpty else {
            leaveOut(&specifier, "there is nothing to choose.")
            return nil
        }
        var draft = ItemDraft(.choice)
        if let value = specifier.read("DefaultValue") {
            if let option = chosen(value, among: options, specifier) {
                draft.set("itemValue", option.value)
            } else {
                let first = options.first.map { shown($0, specifier) } ?? ""
                noteMisfit(specifier, "DefaultValue", value, "so it is \(first)")
            }
        }
        draft.set("itemOptions", .array(options.map(\.json)))
        return draft
    }

    /// Returns the option for a default: the option with that value, or else with that title.
    private mutating func chosen(
        _ value: PropertyList, among options: [Option], _ specifier: Specifier
    ) -> Option? {
        // 1 and "1" are the same choice.
        guard let text = value.scalar?.plainText else { return nil }
        if let option = options.first(where: { $0.value.plainText == text }) {
            if option.value != value.scalar {
                note(
                    specifier, "DefaultValue",
                    "It is \(value.kind) there, and the value of the choice is of another type.")
            }
            return option
        }
        guard let option = options.first(where: { $0.title == text }) else { return nil }
        note(
            specifier, "DefaultValue",
            "'\(text)' is a title and no value; here it is the value of that title, "
                + "'\(option.value.plainText)'.")
        return option
    }

    private mutating func shown(_ option: Option, _ specifier: Specifier) -> String {
        let title = words.shown(option.title, from: specifier.table)
        let value = option.value.plainText
        return title == value ? "'\(value)'" : "'\(value)' (\"\(title)\")"
    }

    private struct Option {
        let value: Value
        let title: String
        var words: [(String, JSONValue)] = []

        var json: JSONValue {
            guard !words.isEmpty else { return value.json }
            return .object([("value", value.json)] + words)
        }
    }

    private mutating func options(_ specifier: inout Specifier, key: String) -> [Option] {
        let titles = specifier.list("Titles")
        let values = specifier.list("Values")
        let shorts = specifier.list("ShortTitles")
        if shorts.count > values.count {
            note(
                specifier, "ShortTitles", "There are \(shorts.count), and \(values.count) 'Values'."
            )
        }
        if titles.count != values.count {
            note(
                specifier, "Values",
                "There are \(values.count), and \(titles.count) 'Titles': each value needs one.")
        }
        var known: Set<String> = []
        var options: [Option] = []
        for (index, element) in values.enumerated() {
            if let reason = Self.misfit(element, known) {
                note(specifier, "Values[\(index)]", "It is left out: \(reason).")
                continue
            }
            guard let value = element.scalar else { continue }
            known.insert(value.plainText)
            func title(_ titles: [PropertyList]) -> String? {
                titles.indices.contains(index) ? titles[index].scalar?.plainText : nil
            }
            var option = Option(value: value, title: title(titles) ?? value.plainText)
            let suffix = ".option.\(value.plainText)"
            option.words = words.add(
                option.title, from: specifier.table, as: "label", of: key, suffix: suffix)
            if let short = title(shorts) {
                option.words += words.add(
                    short, from: specifier.table, as: "short", of: key, suffix: suffix + ".short")
            }
            options.append(option)
        }
        return sorted(options, &specifier)
    }

    private static func misfit(_ element: PropertyList, _ known: Set<String>) -> String? {
        guard let text = element.scalar?.plainText else {
            return "\(element.kind) cannot be chosen"
        }
        // The text is part of the name of a label, and such a label could not be read again.
        if text.unicodeScalars.contains(where: { $0.value < 0x20 }) {
            return "it has control characters"
        }
        return known.contains(text) ? "'\(text)' is already an option" : nil
    }

    private mutating func sorted(_ options: [Option], _ specifier: inout Specifier) -> [Option] {
        guard specifier.flag("DisplaySortedByTitle") == true else { return options }
        let titled = options.map {
            (words.shown($0.title, from: specifier.table).lowercased(), $0)
        }
        if !words.locales.isEmpty {
            note(
                specifier, "DisplaySortedByTitle",
                "The options are in the order of their titles in '\(words.fallback)', also in "
                    + "other languages.")
        }
        return titled.sorted { $0.0 < $1.0 }.map(\.1)
    }

    // MARK: - Read-only values

    /// A value that only the program changes.
    mutating func titleValue(_ specifier: inout Specifier, key: String) -> ItemDraft? {
        var draft: ItemDraft
        // An empty list counts as a missing list.
        let hasValues = !specifier.list("Values").isEmpty
        if !hasValues { _ = specifier.list("Titles") }
        if hasValues {
            guard let choice = choice(&specifier, key: key) else { return nil }
            draft = choice
        } else if let key = specifier.key, secrets.contains(key) {
            draft = textField(&specifier)
        } else {
            let value = specifier.read("DefaultValue")
            switch value {
            case .value(.boolean(let isOn)):
                draft = ItemDraft(.switch)
                draft.set("itemValue", .boolean(isOn))
            case .value(.integer), .value(.decimal):
                draft = ItemDraft(.editDecimal)
                draft.set("itemValue", value?.scalar)
            default:
                draft = ItemDraft(.editText)
                setText(value, specifier, &draft)
            }
        }
        draft.set("itemReadOnly", true)
        return draft
    }
}

/// A catalog of texts in one language: `"name" = "text";`, with plural forms as
/// `"name.plural.CATEGORY"`.
package struct WordFile<Word: WordName>: Sendable {
    private struct Entry {
        let key: String
        let name: String
        /// The part of the key after `.plural.`; `nil` for the general form.
        let category: String?
        let text: String
        let start: Int
    }

    private let scalars: [Unicode.Scalar]
    private let entries: [Entry]

    package init(_ bytes: [UInt8]) throws(LabelFileError) {
        scalars = try StringsDecoding.scalars(of: bytes)
        var parser = StringsParser(scalars: scalars, budget: PropertyListBudget())
        let read = try parser.entries()
        entries = zip(read, parser.starts).map { entry, start in
            let name = entry.key.prefix { $0 != "." }
            let rest = entry.key[name.endIndex...]
            let isPlural = rest.hasPrefix(LabelLookup.pluralSuffix)
            return Entry(
                key: entry.key, name: isPlural ? String(name) : entry.key,
                category: isPlural ? String(rest.dropFirst(LabelLookup.pluralSuffix.count)) : nil,
                text: entry.text, start: start)
        }
    }

    /// For a repeated key, the last text.
    package var phrases: [Word: Phrase] { Self.phrases(of: entries) }

    private static func phrases(of entries: [Entry]) -> [Word: Phrase] {
        var forms: [Word: [PluralCategory: String]] = [:]
        for entry in entries {
            guard let word = Word(rawValue: entry.name) else { continue }
            let category = entry.category.map(PluralCategory.init(rawValue:)) ?? .other
            if let category { forms[word, default: [:]][category] = entry.text }
        }
        return forms.mapValues { Phrase(forms: $0) }
    }

    package func checked() -> (phrases: [Word: Phrase], problems: [LabelFileError]) {
        let english = Word.shipped.table(for: .english)
        let general = Set(entries.filter { $0.category == nil }.map(\.name))
        var known: Set<String> = []
        var problems: [LabelFileError] = []
        var sound: [Entry] = []
        for entry in entries {
            if !known.insert(entry.key).inserted {
                problems.append(
                    problem("'\(entry.key)' is written twice; the last one counts.", of: entry))
            }
            if let message = Self.fault(of: entry, english, general: general) {
                problems.append(problem(message, of: entry))
            } else {
                sound.append(entry)
            }
        }
        // Without a usable general form, there would be no form for some numbers.
        let phrases = Self.phrases(of: sound).filter { $1.categories.contains(.other) }
        return (phrases, problems)
    }

    private func problem(_ message: String, of entry: Entry) -> LabelFileError {
        .at(entry.start, in: scalars, message)
    }

    private static func fault(
        of entry: Entry, _ english: WordTables<Word>.Table, general: Set<String>
    ) -> String? {
        guard let word = Word(rawValue: entry.name) else {
            let hint = NearestWord.suggestion(
                for: entry.name, among: Word.allCases.map(\.rawValue))
            return "No text is named '\(entry.name)'.\(hint)"
        }
        if let category = entry.category {
            guard PluralCategory(rawValue: category) != nil else {
                return
                    "'\(category)' is not a plural category. Possible are zero, one, two, few, many "
                    + "and other."
            }
            guard general.contains(entry.name) else {
                return
                    "'\(entry.name)' has plural forms, but no general form: write \"\(entry.name)\" too."
            }
        }
        return slotFault(of: entry, english[word]) ?? word.fault(in: entry.text)
    }

    private static func slotFault(of entry: Entry, _ english: Phrase) -> String? {
        let phrase = Phrase(stringLiteral: entry.text)
        // A label is for the middle of a sentence or for its beginning.
        let slots = english.slots.union(
            english.slots.contains { $0.lowercased() == "label" } ? ["label", "Label"] : [])
        for piece in phrase.pieces(in: .english) {
            switch piece {
            case .text(let text) where text.contains { $0 == "{" || $0 == "}" }:
                return "A brace in '\(entry.key)' is not closed or not opened."
            case .slot(let slot) where !slots.contains(slot):
                let all = slots.sorted().map { "{\($0)}" }.joined(separator: ", ")
                return "'\(entry.name)' has no slot {\(slot)}. "
                    + (all.isEmpty ? "It has no slots." : "Its slots are \(all).")
            default: break
            }
        }
        return nil
    }
}

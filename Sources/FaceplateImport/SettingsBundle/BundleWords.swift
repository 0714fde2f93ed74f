import FaceplateSchema

/// If the bundle has translations, all text becomes labels under the key of its item or group.
///
/// Without translations, the text is in the schema.
struct BundleWords {
    private(set) var catalog = LabelCatalog()
    private(set) var notes: [ImportNote] = []
    let fallback: LocaleTag
    private let folder: BundleFolder
    private let translations: [(locale: LocaleTag, folder: String)]
    private let isTranslated: Bool
    private var budget: PropertyListBudget
    private var unspoken: Set<String> = []
    private var tables: [String: [(locale: LocaleTag, texts: [String: String])]] = [:]

    /// Old language names, which were used before language tags.
    private static let languages = [
        "English": "en", "French": "fr", "German": "de", "Italian": "it", "Spanish": "es",
        "Japanese": "ja", "Dutch": "nl", "Base": "en",
    ]

    /// - Parameter locale: The language of the text in the panes; `nil` for that in the `Info.plist`, or English.
    init(_ folder: BundleFolder, _ budget: PropertyListBudget, locale: LocaleTag? = nil) {
        self.folder = folder
        self.budget = budget
        fallback = locale ?? Self.region(folder, &notes) ?? .english
        var translations: [(locale: LocaleTag, folder: String)] = []
        // Tables next to the panes are for languages without a folder.
        let isBeside = folder.names.contains { $0.hasSuffix(".strings") }
        if isBeside { translations.append((fallback, "")) }
        for name in folder.names where name.hasSuffix(".lproj") {
            if !folder.hasFolder(name) {
                notes.append(ImportNote(name, "", "It is not a folder, so it is not read."))
            } else if let locale = Self.locale(String(name.dropLast(".lproj".count))) {
                translations.append((locale, name))
            } else {
                notes.append(
                    ImportNote(name, "", "The folder is not named after a language like 'pt-BR'."))
            }
        }
        self.translations = translations
        isTranslated = !translations.isEmpty
    }

    private static func region(_ folder: BundleFolder, _ notes: inout [ImportNote]) -> LocaleTag? {
        let file = "Info.plist"
        let list: PropertyList
        do {
            list = try PropertyListReader.read(folder.bytes(file))
        } catch let refusal as BundleFolder.Refusal {
            if !refusal.isMissing { notes.append(ImportNote(file, "", refusal.message)) }
            return nil
        } catch {
            let message = (error as? PropertyListError)?.description ?? "\(error)"
            notes.append(ImportNote(file, "", message))
            return nil
        }
        let name = "CFBundleDevelopmentRegion"
        guard let region = list.dictionary?[name] else { return nil }
        let locale = region.text.flatMap(Self.locale)
        if locale == nil {
            notes.append(
                ImportNote(file, name, "It is not a language like 'pt-BR', so it is English."))
        }
        return locale
    }

    private static func locale(_ name: String) -> LocaleTag? {
        LocaleTag(languages[name] ?? name)
    }

    /// The language of the bundle first; empty without translations.
    var locales: [LocaleTag] {
        guard isTranslated else { return [] }
        return [fallback] + catalog.locales.filter { $0 != fallback }
    }

    mutating func add(
        _ words: String, from table: String, as attribute: String, of key: String,
        suffix: String = ""
    ) -> [(String, JSONValue)] {
        // A catalog cannot contain NUL.
        let words = words.filter { $0 != "\0" }
        noteUnspoken(words, in: table)
        guard isTranslated, !words.isEmpty else {
            return [(attribute, .text(words))]
        }
        guard !isEmptied(words, in: table) else {
            if !attribute.hasPrefix("group"), attribute != "itemHelp" {
                notes.append(
                    ImportNote("\(table).strings", "", "'\(words)' is empty, so it is left out."))
            }
            return attribute == "groupTitle" ? [(attribute, .text(""))] : []
        }
        let label = key.uppercased() + suffix
        catalog.set(words, for: label, in: fallback)
        for (locale, texts) in texts(of: table) {
            guard let text = texts[words] else { continue }
            guard !text.isEmpty else {
                notes.append(
                    ImportNote(
                        "\(table).strings", "",
                        "'\(words)' is empty in '\(locale)', where the text of '\(fallback)' is shown."
                    ))
                continue
            }
            catalog.set(text, for: label, in: locale)
        }
        return []
    }

    /// Returns true when a table makes the text empty in the language of the bundle.
    ///
    /// In a bundle without a table in its language, the text must be empty in all languages that have it.
    mutating func isEmptied(_ words: String, in table: String) -> Bool {
        let known = texts(of: table)
        let found = known.compactMap { locale, texts in
            texts[words].map { (locale, $0) }
        }
        guard !found.isEmpty else { return false }
        if let own = found.last(where: { $0.0 == fallback }) { return own.1.isEmpty }
        // Text that the table of this language does not have is shown as it is.
        return !known.contains { $0.locale == fallback } && found.allSatisfy(\.1.isEmpty)
    }

    mutating func hasSeveral(_ words: String, in table: String) -> Bool {
        Set(texts(of: table).compactMap { $0.texts[words] }).count > 1
    }

    private mutating func noteUnspoken(_ words: String, in table: String) {
        let isKey =
            words.utf8.count > 2 && words.utf8.contains(UInt8(ascii: "_"))
            && words.utf8.allSatisfy { $0.isAlphanumeric || "_.-".utf8.contains($0) }
        guard isKey, !texts(of: table).contains(where: { $0.texts[words] != nil }),
            unspoken.insert(words).inserted
        else { return }
        notes.append(
            ImportNote(
                "\(table).strings", "",
                "'\(words)' looks like a key, but has no text in any language, so it is shown as it is."
            ))
    }

    /// Returns text for all languages, in a form that is not looked up as the name of a label.
    func spoken(_ words: String) -> JSONValue {
        guard isTranslated else { return .text(words) }
        return .object([(fallback.description, .text(words))])
    }

    mutating func inline(_ words: String, from table: String) -> JSONValue {
        guard isTranslated else { return .text(words) }
        var byLocale = [fallback: words]
        for (locale, texts) in texts(of: table) {
            if let text = texts[words], !text.isEmpty { byLocale[locale] = text }
        }
        // Write a single locale as an object, too: plain text might be the name of a label.
        return .object(
            byLocale.sorted { $0.key < $1.key }.map {
                ($0.key.description, .text($0.value))
            })
    }

    private mutating func noteMissing(_ locale: LocaleTag, _ place: String, _ reason: String) {
        let end = reason.hasSuffix(".") ? "" : "."
        notes.append(
            ImportNote(
                place, "",
                "\(reason)\(end) So the panel has none of its labels: in '\(locale)' it shows "
                    + "the text of the bundle itself."))
    }

    mutating func shown(_ words: String, from table: String) -> String {
        let found = texts(of: table).last { $0.locale == fallback && $0.texts[words] != nil }
        return found?.texts[words] ?? words
    }

    private mutating func texts(
        of table: String
    ) -> [(locale: LocaleTag, texts: [String: String])] {
        if let known = tables[table] { return known }
        var texts: [(locale: LocaleTag, texts: [String: String])] = []
        for (locale, name) in translations {
            if let found = read("\(table).strings", in: name, locale) {
                texts.append((locale, found))
            }
        }
        tables[table] = texts
        return texts
    }

    private mutating func read(
        _ file: String, in name: String, _ locale: LocaleTag
    ) -> [String: String]? {
        // The note about the exceeded limit exists already.
        guard budget.refusal == nil else { return nil }
        let place = name.isEmpty ? file : "\(name)/\(file)"
        do {
            let bytes = try folder.bytes(file, in: name, &budget)
            let strings = try StringsFile(bytes, &budget)
            for key in strings.duplicates {
                notes.append(
                    ImportNote(place, "", "'\(key)' is written twice; the last one counts."))
            }
            return strings.entries.reduce(into: [:]) { $0[$1.key] = $1.text }
        } catch let refusal as BundleFolder.Refusal {
            if !refusal.isMissing { noteMissing(locale, place, refusal.message) }
        } catch {
            noteMissing(locale, place, "\(error)")
        }
        return nil
    }
}

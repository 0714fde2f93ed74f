package import FaceplateSchema
import Foundation

/// The checks of the shipped catalogs of one kind of texts.
///
/// Each check returns the faults that it finds, so a test expects an empty array.
package struct CatalogAudit<Word: WordName>: Sendable {
    /// The folder of the module in `Sources`.
    private let module: String
    /// The categories that use the general form of their text, by language.
    private let withoutForms: [String: [Word: Set<PluralCategory>]]

    /// Creates the checks of the texts of a module.
    ///
    /// - Parameter withoutForms: The plural categories that need no form, by language and text.
    package init(module: String, withoutForms: [String: [Word: Set<PluralCategory>]]) {
        self.module = module
        self.withoutForms = withoutForms
    }

    /// Returns the missing texts, unknown names, slots and categories, and repeated names.
    package func problems(in locale: LocaleTag) -> [String] {
        guard let catalog = Word.shipped.catalog(of: locale) else {
            return ["There is no catalog that can be read."]
        }
        let phrases = catalog.phrases
        return Word.allCases.filter { phrases[$0] == nil }.map { "'\($0)' is missing." }
            + catalog.checked().problems.map(\.description)
    }

    /// Returns the texts whose slots differ from those of English.
    package func withOtherSlots(in locale: LocaleTag) -> [Word] {
        func slots(_ phrase: Phrase) -> Set<String> {
            Set(phrase.slots.map { $0 == "label" ? "Label" : $0 })
        }
        let english = Word.shipped.table(for: .english)
        let table = Word.shipped.table(for: locale)
        return Word.allCases.filter { slots(table[$0]) != slots(english[$0]) }
    }

    /// Returns the texts whose plural forms are not those of the language (CLDR), each with the categories it lacks.
    package func withOtherForms(in locale: LocaleTag) -> [String] {
        let numbers = Array(0...200) + [1_000_000]
        let needed = Set(numbers.map { PluralCategory($0, in: locale) }).union([.other])
        let english = Word.shipped.table(for: .english)
        let table = Word.shipped.table(for: locale)
        let exceptions = withoutForms[locale.description] ?? [:]
        return Word.allCases.compactMap { word -> String? in
            let forms = table[word].categories
            guard forms.count > 1 || english[word].categories.count > 1 else { return nil }
            let lacking = needed.subtracting(forms)
            guard lacking != exceptions[word] ?? [] else { return nil }
            return "'\(word)' lacks \(lacking.map(\.rawValue).sorted())."
        }
    }

    /// Returns the texts that the sources of the module do not use.
    ///
    /// A use is a name after a period that begins an expression, or that follows the name of the type. Other names
    /// after a period do not count, because members of other values can have the same name.
    package func unused() -> [Word] {
        let root = URL(filePath: #filePath).appending(path: "../../..").standardized
        let folder = root.appending(path: "Sources/\(module)").path
        let files = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        var names: Set<String> = []
        // The file of the type names its formats, which uses none of them.
        for file in files where file.hasSuffix(".swift") && !file.hasSuffix("/\(Word.self).swift") {
            guard let text = try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            else { continue }
            names.formUnion(Self.uses(in: text))
        }
        return Word.allCases.filter { !names.contains($0.rawValue) }
    }

    private static func uses(in text: String) -> Set<String> {
        let lines = text.split(separator: "\n")
        let code = lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
        let parts = code.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        var names: Set<String> = []
        for (before, after) in zip(parts, parts.dropFirst()) where isUse(after: before) {
            names.insert(String(decoding: after.prefix(while: isPartOfName), as: UTF8.self))
        }
        return names
    }

    /// True when a period after this code begins an expression, or follows the name of the type.
    private static func isUse(after code: Substring.UTF8View) -> Bool {
        let spaces = code.reversed().prefix { $0 == 0x20 || $0 == 0x0A }
        // A member at the start of a line belongs to the value at the end of the line before.
        let before = spaces.contains(0x0A) ? code.dropLast(spaces.count) : code
        guard let last = before.last else { return false }
        guard isPartOfName(last) else { return !")]}?!>\"`".utf8.contains(last) }
        let name = before.reversed().prefix(while: isPartOfName)
        return name.elementsEqual("\(Word.self)".utf8.reversed())
    }

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), 0x80...: true
        default: false
        }
    }
}

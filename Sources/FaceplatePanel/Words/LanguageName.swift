import FaceplateSchema
import Foundation

/// The name of a language in that language, for the links that change the language.
enum LanguageName {
    /// The languages that Foundation has translations for; it names other languages in a different
    /// language.
    private static let spoken = Set(
        Locale.availableIdentifiers.map { $0.prefix { $0 != "_" && $0 != "-" }.description })

    /// The names that were looked up, because each lookup takes time.
    private static let looked = Locked<[LocaleTag: String]>([:])

    /// As in `Português (Brasil)` or `Srpski (latinica)`; the tag for a language without a name.
    static func of(_ locale: LocaleTag) -> String {
        if let name = looked.withLock({ $0[locale] }) { return name }
        let tag = locale.description
        let name = spoken.contains(locale.language) ? capitalised(lookedUp(tag)) : tag
        looked.withLock { $0[locale] = name }
        return name
    }

    private static func lookedUp(_ tag: String) -> String {
        Locale(identifier: tag).localizedString(forIdentifier: tag) ?? tag
    }

    private static func capitalised(_ name: String) -> String {
        guard let first = name.unicodeScalars.first else { return name }
        return first.properties.titlecaseMapping
            + String(String.UnicodeScalarView(name.unicodeScalars.dropFirst()))
    }
}

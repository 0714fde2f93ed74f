import FaceplateSchema
import Foundation

/// The name of a language in that language, for the links that change the language.
enum LanguageName {
    private static let names = [
        "ar": "العربية", "bg": "Български", "bn": "বাংলা", "ca": "Català", "cs": "Čeština",
        "cy": "Cymraeg", "da": "Dansk", "de": "Deutsch", "el": "Ελληνικά", "en": "English",
        "es": "Español", "et": "Eesti", "eu": "Euskara", "fa": "فارسی", "fi": "Suomi",
        "fr": "Français", "ga": "Gaeilge", "gl": "Galego", "he": "עברית", "hi": "हिन्दी",
        "hr": "Hrvatski", "hu": "Magyar", "id": "Indonesia", "is": "Íslenska", "it": "Italiano",
        "ja": "日本語", "ko": "한국어", "lt": "Lietuvių", "lv": "Latviešu", "ms": "Melayu",
        "nb": "Norsk bokmål", "nl": "Nederlands", "nn": "Norsk nynorsk", "no": "Norsk",
        "pl": "Polski", "pt": "Português", "ro": "Română", "ru": "Русский", "sk": "Slovenčina",
        "sl": "Slovenščina", "sr": "Српски", "sv": "Svenska", "th": "ไทย", "tr": "Türkçe",
        "uk": "Українська", "ur": "اردو", "vi": "Tiếng Việt", "zh": "中文",
        "zh-Hans": "简体中文", "zh-Hant": "繁體中文",
    ]

    /// The languages that Foundation has translations for; it names other languages in a different
    /// language.
    private static let spoken = Set(
        Locale.availableIdentifiers.map { $0.prefix { $0 != "_" && $0 != "-" }.description })

    /// The names that were looked up, because each lookup takes time.
    ///
    /// They are for tags with a script or region, and for languages that `names` does not contain.
    private static let looked = Locked<[LocaleTag: String]>([:])

    /// Returns the name, as in `Português (Brasil)` or `Srpski (latinica)`; the tag for a language
    /// without a name.
    static func of(_ locale: LocaleTag) -> String {
        let tag = locale.description
        if let name = names[tag] { return name }
        if let name = looked.withLock({ $0[locale] }) { return name }
        let name = spoken.contains(locale.language) ? capitalised(lookedUp(tag)) : tag
        looked.withLock { $0[locale] = name }
        return name
    }

    private static func lookedUp(_ tag: String) -> String {
        Locale(identifier: tag).localizedString(forIdentifier: tag) ?? tag
    }

    /// Returns the name with its first letter in title case; scripts without case are unchanged.
    private static func capitalised(_ name: String) -> String {
        guard let first = name.unicodeScalars.first else { return name }
        return first.properties.titlecaseMapping
            + String(String.UnicodeScalarView(name.unicodeScalars.dropFirst()))
    }
}

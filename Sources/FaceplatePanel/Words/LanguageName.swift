import FaceplateSchema
import Foundation

/// What a language calls itself, for the language links: each is readable to whom it is meant for.
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

    /// The languages that Foundation has words in; of others it tells the name in some other one.
    private static let spoken = Set(
        Locale.availableIdentifiers.map { $0.prefix { $0 != "_" && $0 != "-" }.description })

    /// The names of tags with a script or region and of languages without a name above, since
    /// looking one up takes time.
    private static let looked = Locked<[LocaleTag: String]>([:])

    /// `Português (Brasil)`, `Srpski (latinica)`; the tag itself for a language without a name.
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

    /// The name as it begins a line; letters without a capital at the beginning of words stay.
    private static func capitalised(_ name: String) -> String {
        guard let first = name.unicodeScalars.first else { return name }
        return first.properties.titlecaseMapping
            + String(String.UnicodeScalarView(name.unicodeScalars.dropFirst()))
    }
}

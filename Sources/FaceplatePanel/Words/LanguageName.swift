import FaceplateSchema

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

    /// `Português (BR)`; the tag itself for a language without a name here.
    static func of(_ locale: LocaleTag) -> String {
        let tag = locale.description
        if let name = names[tag] { return name }
        let language =
            locale.script.flatMap { names["\(locale.language)-\($0)"] }
            ?? names[locale.language]
        guard let language else { return tag }
        return locale.region.map { "\(language) (\($0))" } ?? language
    }
}

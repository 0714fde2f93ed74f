/// Words as they are shown, and the locale they are in.
public struct ResolvedLabel: Sendable, Hashable {
    /// The words.
    public let text: String
    /// `nil` where the words are in no known locale: a humanised key, words of the schema itself.
    public let locale: LocaleTag?
    /// What takes the place of the words beside certain numbers.
    let forms: [PluralCategory: String]

    /// Makes a label of words.
    public init(text: String, locale: LocaleTag?) {
        self.init(text: text, locale: locale, forms: [:])
    }

    init(text: String, locale: LocaleTag?, forms: [PluralCategory: String]) {
        self.text = text
        self.locale = locale
        self.forms = forms
    }

    /// Whether the words are others beside other numbers.
    public var hasForms: Bool { !forms.isEmpty }

    /// The words as they stand beside a number, by the plural rules of their own language; the
    /// general ones for `nil`.
    public func form(for number: ExactDecimal?) -> ResolvedLabel {
        guard let number, let locale, !forms.isEmpty,
            let text = forms[PluralCategory(number, in: locale)]
        else { return self }
        return ResolvedLabel(text: text, locale: locale)
    }

    /// The words without the place of the number.
    var withoutCount: ResolvedLabel {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return self }
        let rest = text.replacing("{count}", with: "")
        return ResolvedLabel(
            text: NumberSpelling.trimmed(rest), locale: locale, forms: [:])
    }

    func transformed(by pseudo: PseudoLocale) -> ResolvedLabel {
        ResolvedLabel(
            text: pseudo.text(text), locale: pseudo.tag, forms: forms.mapValues(pseudo.text))
    }
}

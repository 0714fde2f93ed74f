package struct ResolvedLabel: Sendable, Hashable {
    package let text: String
    /// The locale; `nil` if it is unknown, as for a readable form of a key and for text in the
    /// schema.
    package let locale: LocaleTag?
    let forms: [PluralCategory: String]

    package var hasForms: Bool { !forms.isEmpty }

    /// Returns the label for a number, by the plural rules of its own language; the general form
    /// for `nil`.
    package func form(for number: ExactDecimal?) -> ResolvedLabel {
        guard let number, let locale, !forms.isEmpty,
            let text = forms[PluralCategory(number, in: locale)]
        else { return self }
        return ResolvedLabel(text: text, locale: locale)
    }

    var withoutCount: ResolvedLabel {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return self }
        let rest = text.replacing("{count}", with: "")
        return ResolvedLabel(text: NumberSpelling.trimmed(rest), locale: locale)
    }
}

extension ResolvedLabel {
    package init(text: String, locale: LocaleTag?) {
        self.init(text: text, locale: locale, forms: [:])
    }
}

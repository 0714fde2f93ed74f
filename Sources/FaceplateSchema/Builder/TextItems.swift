/// A field for text.
public protocol TextItem: SettingItem {}

extension TextItem {
    /// Sets an example that is shown in the empty field.
    public func placeholder(_ words: LocalizedText) -> Self { with("itemPlaceholder", words.json) }

    /// Sets the minimum number of Unicode scalars, not of characters or bytes.
    ///
    /// An empty string is checked only by `required`.
    public func minimumLength(_ count: Int) -> Self { with("itemMinimumLength", count) }

    /// Sets the maximum number of Unicode scalars, not of characters or bytes: 1 or more.
    ///
    /// A longer string is rejected, never cut.
    public func maximumLength(_ count: Int) -> Self { with("itemMaximumLength", count) }

    /// Sets an ECMA-262 regular expression that the text must contain.
    ///
    /// Use `^` and `$` to match the whole text. Back-references and look-around are errors of the
    /// schema. The time of a match is linear in the length of the text. An empty string is not
    /// checked.
    public func pattern(_ pattern: String) -> Self { with("itemPattern", pattern) }

    /// Sets the kind of content: an `autocomplete` token of HTML such as `email`.
    public func contentType(_ token: String) -> Self { with("itemContentType", token) }
}

/// A field for text with hints for the keyboard of a phone.
public protocol HintedItem: TextItem {}

extension HintedItem {
    /// Sets the keyboard that a phone shows.
    public func keyboard(_ keyboard: Schema.Keyboard) -> Self {
        with("itemKeyboard", keyboard.rawValue)
    }

    /// Sets the automatic capitalization on a phone.
    public func capitalization(_ letters: Schema.Capitalization) -> Self {
        with("itemCapitalization", letters.rawValue)
    }

    /// Specifies that the browser checks and corrects spelling.
    public func spellcheck(_ isChecked: Bool = true) -> Self {
        with("itemSpellcheck", .boolean(isChecked))
    }
}

/// A field for text whose leading and trailing spaces are removed.
public protocol TrimmedItem: HintedItem, RequirableItem {}

extension TrimmedItem {
    /// Turns the removal of leading and trailing spaces on or off; it is on by default.
    public func trim(_ isTrimmed: Bool = true) -> Self {
        with("itemTrim", .boolean(isTrimmed))
    }
}

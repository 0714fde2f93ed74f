/// A field for text.
public protocol TextItem: SettingItem {}

extension TextItem {
    /// Sets an example that is shown in the empty field.
    public func placeholder(_ words: WrittenWords) -> Self { with("itemPlaceholder", words.json) }

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
        with("itemSpellcheck", JSONValue(.boolean(isChecked)))
    }
}

/// A field for text whose leading and trailing spaces are removed.
public protocol TrimmedItem: HintedItem, RequirableItem {}

extension TrimmedItem {
    /// Turns the removal of leading and trailing spaces on or off; it is on by default.
    public func trim(_ isTrimmed: Bool = true) -> Self {
        with("itemTrim", JSONValue(.boolean(isTrimmed)))
    }
}

/// One line of text.
public struct EditText: TrimmedItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares the field; the element of a list has no key.
    public init(
        _ key: String? = nil, default value: String? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.editText, key, value.map(Value.text), file, line)
    }

    /// Displays the text as dots; this does not make it a secret.
    ///
    /// Search does not find it. The store and responses to scripts contain it in plain text: use
    /// `EditPassword` for a secret.
    public func obscured(_ isObscured: Bool = true) -> Self {
        with("itemObscured", JSONValue(.boolean(isObscured)))
    }
}

/// Text with several lines.
public struct EditMultiline: TrimmedItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares the field.
    public init(
        _ key: String, default value: String? = nil, file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.editMultiline, key, value.map(Value.text), file, line)
    }

    /// Sets the number of visible lines, 1 or more; it does not limit the text.
    public func rows(_ count: Int) -> Self { with("itemRows", count) }

    /// Sets the maximum number of lines, 1 or more.
    ///
    /// A line end at the end of the text does not begin another line. More lines are rejected with
    /// the code `too_many_lines`.
    public func maximumLines(_ count: Int) -> Self { with("itemMaximumLines", count) }
}

/// A secret, set and removed but never shown.
public struct EditPassword: TextItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a secret; only an empty default is valid, which every secret has.
    ///
    /// It is encrypted in the store, and read only by `Settings.secret(_:)`. Undo cannot restore
    /// it.
    public init(
        _ key: String, default value: String? = nil, file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.editPassword, key, value.map(Value.text), file, line)
    }
}

/// One of several options, or custom text.
public struct Picker: OptionsItem, HintedItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a picker with its options.
    public init(
        _ key: String, options: [WrittenOption]? = nil, default value: String? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.picker, key, value.map(Value.text), file, line)
        self = with(options)
    }

    /// Allows users to add custom text to the options.
    ///
    /// Added options are stored in a separate setting, with the key `KEY.added`.
    public func adds(_ isAdding: Bool = true) -> Self {
        with("itemAdds", JSONValue(.boolean(isAdding)))
    }
}

/// A text that is typed.
public protocol TextItem: SettingItem {}

extension TextItem {
    /// An example that stands in the empty field.
    public func placeholder(_ words: WrittenWords) -> Self { with("itemPlaceholder", words.json) }

    /// The least number of Unicode scalars.
    public func minimumLength(_ count: Int) -> Self { with("itemMinimumLength", count) }

    /// The greatest number of Unicode scalars.
    public func maximumLength(_ count: Int) -> Self { with("itemMaximumLength", count) }

    /// A regular expression of ECMA-262 that must be found in it; `^` and `$` hold the whole.
    public func pattern(_ pattern: String) -> Self { with("itemPattern", pattern) }

    /// What kind of text it is: an `autocomplete` token of HTML such as `email`.
    public func contentType(_ token: String) -> Self { with("itemContentType", token) }
}

/// A text of which a phone is told more.
public protocol HintedItem: TextItem {}

extension HintedItem {
    /// The keyboard that a phone offers.
    public func keyboard(_ keyboard: Schema.Keyboard) -> Self {
        with("itemKeyboard", keyboard.rawValue)
    }

    /// The letters that a phone writes large.
    public func capitalization(_ letters: Schema.Capitalization) -> Self {
        with("itemCapitalization", letters.rawValue)
    }

    /// Whether spelling is checked and corrected.
    public func spellcheck(_ isChecked: Bool = true) -> Self {
        with("itemSpellcheck", JSONValue(.boolean(isChecked)))
    }
}

/// A text from which space at its ends is taken away.
public protocol TrimmedItem: HintedItem, RequirableItem {}

extension TrimmedItem {
    /// Whether space at its ends is taken away, as it is unless told otherwise.
    public func trim(_ isTrimmed: Bool = true) -> Self {
        with("itemTrim", JSONValue(.boolean(isTrimmed)))
    }
}

/// One line of text.
public struct EditText: TrimmedItem {
    /// What was declared so far.
    public var declaration: Declaration

    /// Declares it; the element of a list has no key.
    public init(
        _ key: String? = nil, default value: String? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.editText, key, value.map(Value.text), file, line)
    }

    /// Shown as dots, though it is no secret.
    public func obscured(_ isObscured: Bool = true) -> Self {
        with("itemObscured", JSONValue(.boolean(isObscured)))
    }
}

/// Text of several lines.
public struct EditMultiline: TrimmedItem {
    /// What was declared so far.
    public var declaration: Declaration

    /// Declares it.
    public init(
        _ key: String, default value: String? = nil, file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.editMultiline, key, value.map(Value.text), file, line)
    }

    /// How many lines it shows.
    public func rows(_ count: Int) -> Self { with("itemRows", count) }

    /// How many lines it may have.
    public func maximumLines(_ count: Int) -> Self { with("itemMaximumLines", count) }
}

/// A secret, set and removed but never shown.
public struct EditPassword: TextItem {
    /// What was declared so far.
    public var declaration: Declaration

    /// Declares it; an empty default says what holds for every secret, and any other is refused.
    public init(
        _ key: String, default value: String? = nil, file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.editPassword, key, value.map(Value.text), file, line)
    }
}

/// One of the options, or a text of one's own.
public struct Picker: OptionsItem, HintedItem {
    /// What was declared so far.
    public var declaration: Declaration

    /// Declares it with its options.
    public init(
        _ key: String, options: [WrittenOption]? = nil, default value: String? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.picker, key, value.map(Value.text), file, line)
        self = with(options)
    }

    /// Whether what people enter can be kept among its options.
    public func adds(_ isAdding: Bool = true) -> Self {
        with("itemAdds", JSONValue(.boolean(isAdding)))
    }
}

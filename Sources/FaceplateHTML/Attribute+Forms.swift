/// The direction of text.
public enum Direction: String, Sendable {
    /// Left to right.
    case ltr
    /// Right to left.
    case rtl
    /// By the first strong character of the text.
    case auto
}

/// How a form is sent.
public enum FormMethod: String, Sendable {
    /// In the query of the URL.
    case get
    /// In a body.
    case post
    /// Nowhere: closes the dialog around it.
    case dialog
}

/// What an `input` element edits.
///
/// Buttons are `button` elements.
public enum InputType: String, Sendable {
    /// A line of text.
    case text
    /// A line of text of a kind, or text that is not shown.
    case search, email, url, tel, password
    /// A number.
    case number, range
    /// On or off.
    case checkbox, radio
    /// A date or time.
    case date, month, week, time
    /// A date and time without a zone.
    case datetimeLocal = "datetime-local"
    /// A colour, a file, or a value that the page keeps to itself.
    case color, file, hidden
}

/// What a button does.
public enum ButtonType: String, Sendable {
    /// Sends its form.
    case submit
    /// Nothing by itself.
    case button
    /// Puts back what the form showed.
    case reset
}

// MARK: - Forms

extension Attribute {
    /// Where a form is sent.
    @inlinable
    public static func action(_ reference: URLReference) -> Attribute {
        Attribute("action", reference.text)
    }

    /// How a form is sent.
    @inlinable
    public static func method(_ method: FormMethod) -> Attribute {
        Attribute("method", method.rawValue)
    }

    /// The media type a form is sent as.
    @inlinable
    public static func enctype(_ keyword: StaticString) -> Attribute {
        Attribute("enctype", keyword: keyword)
    }

    /// Whether the browser sends a form without checking it.
    @inlinable
    public static func novalidate(_ isPresent: Bool) -> Attribute {
        Attribute("novalidate", isPresent)
    }

    /// Where this button sends its form.
    @inlinable
    public static func formaction(_ reference: URLReference) -> Attribute {
        Attribute("formaction", reference.text)
    }

    /// Whether this button sends its form unchecked.
    @inlinable
    public static func formnovalidate(_ isPresent: Bool) -> Attribute {
        Attribute("formnovalidate", isPresent)
    }

    /// The id of the form a control belongs to.
    @inlinable public static func form(_ text: String) -> Attribute { Attribute("form", text) }

    /// The id of the control that is labelled.
    @inlinable public static func `for`(_ text: String) -> Attribute { Attribute("for", text) }
}

// MARK: - Controls

extension Attribute {
    /// The name a value is sent under.
    @inlinable public static func name(_ text: String) -> Attribute { Attribute("name", text) }

    /// The value.
    @inlinable public static func value(_ text: String) -> Attribute { Attribute("value", text) }

    /// The title of an `optgroup`.
    @inlinable public static func label(_ text: String) -> Attribute { Attribute("label", text) }

    /// What an `input` edits.
    @inlinable
    public static func type(_ kind: InputType) -> Attribute {
        Attribute("type", kind.rawValue)
    }

    /// What a button does.
    @inlinable
    public static func type(_ kind: ButtonType) -> Attribute {
        Attribute("type", kind.rawValue)
    }

    /// The media type of a linked resource.
    @inlinable
    public static func type(_ mediaType: StaticString) -> Attribute {
        Attribute("type", keyword: mediaType)
    }

    /// Whether a box or radio button is on.
    @inlinable
    public static func checked(_ isPresent: Bool) -> Attribute {
        Attribute("checked", isPresent)
    }

    /// Whether an option is chosen.
    @inlinable
    public static func selected(_ isPresent: Bool) -> Attribute {
        Attribute("selected", isPresent)
    }

    /// Whether a control can be neither used nor sent.
    @inlinable
    public static func disabled(_ isPresent: Bool) -> Attribute {
        Attribute("disabled", isPresent)
    }

    /// Whether a field can be read and sent, but not edited.
    @inlinable
    public static func readonly(_ isPresent: Bool) -> Attribute {
        Attribute("readonly", isPresent)
    }

    /// Whether a field must be filled in.
    @inlinable
    public static func required(_ isPresent: Bool) -> Attribute {
        Attribute("required", isPresent)
    }

    /// Whether more than one value can be chosen.
    @inlinable
    public static func multiple(_ isPresent: Bool) -> Attribute {
        Attribute("multiple", isPresent)
    }

    /// An example, shown while the field is empty.
    @inlinable
    public static func placeholder(_ text: String) -> Attribute {
        Attribute("placeholder", text)
    }

    /// What browsers may fill in.
    @inlinable
    public static func autocomplete(_ text: String) -> Attribute {
        Attribute("autocomplete", text)
    }

    /// Which on-screen keyboard is shown.
    @inlinable
    public static func inputmode(_ text: String) -> Attribute {
        Attribute("inputmode", text)
    }

    /// How an on-screen keyboard capitalises.
    @inlinable
    public static func autocapitalize(_ text: String) -> Attribute {
        Attribute("autocapitalize", text)
    }

    /// Whether spelling is checked.
    @inlinable
    public static func spellcheck(_ isWanted: Bool) -> Attribute {
        Attribute("spellcheck", isWanted ? "true" : "false")
    }

    /// Whether what is typed is corrected.
    @inlinable
    public static func autocorrect(_ isWanted: Bool) -> Attribute {
        Attribute("autocorrect", isWanted ? "on" : "off")
    }

    /// The name that the direction of the typed text is sent under.
    @inlinable
    public static func dirname(_ text: String) -> Attribute {
        Attribute("dirname", text)
    }

    /// The id of the `datalist` that holds suggestions.
    @inlinable public static func list(_ text: String) -> Attribute { Attribute("list", text) }

    /// The files that can be chosen.
    @inlinable public static func accept(_ text: String) -> Attribute { Attribute("accept", text) }

    /// The least value.
    @inlinable public static func min(_ text: String) -> Attribute { Attribute("min", text) }

    /// The greatest value.
    @inlinable public static func max(_ text: String) -> Attribute { Attribute("max", text) }

    /// The step between values, or `any`.
    @inlinable public static func step(_ text: String) -> Attribute { Attribute("step", text) }

    /// The regular expression the whole value must match.
    @inlinable
    public static func pattern(_ text: String) -> Attribute {
        Attribute("pattern", text)
    }

    /// The least length, in UTF-16 units.
    @inlinable
    public static func minlength(_ number: Int) -> Attribute {
        Attribute("minlength", String(number))
    }

    /// The greatest length, in UTF-16 units.
    @inlinable
    public static func maxlength(_ number: Int) -> Attribute {
        Attribute("maxlength", String(number))
    }

    /// The width in characters, or the rows of a list.
    @inlinable
    public static func size(_ number: Int) -> Attribute {
        Attribute("size", String(number))
    }

    /// The lines of a text area.
    @inlinable
    public static func rows(_ number: Int) -> Attribute {
        Attribute("rows", String(number))
    }

    /// The columns of a text area.
    @inlinable
    public static func cols(_ number: Int) -> Attribute {
        Attribute("cols", String(number))
    }
}

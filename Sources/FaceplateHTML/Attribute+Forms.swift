/// The direction of text.
public enum Direction: String, Sendable {
    /// Left to right.
    case ltr
    /// Right to left.
    case rtl
    /// The direction of the first strong character of the text.
    case auto
}

/// The method that sends a form.
public enum FormMethod: String, Sendable {
    /// Sends the form in the query of the URL.
    case get
    /// Sends the form in the request body.
    case post
    /// Closes the dialog that contains the form, without a request.
    case dialog
}

/// The kind of value that an `input` element edits.
///
/// Buttons are `button` elements.
public enum InputType: String, Sendable {
    /// A line of text.
    case text
    /// A line of text of one kind, or hidden text.
    case search, email, url, tel, password
    /// A number.
    case number, range
    /// An on/off choice.
    case checkbox, radio
    /// A date or time.
    case date, month, week, time
    /// A date and time without a time zone.
    case datetimeLocal = "datetime-local"
    /// A color, a file, or a value that the page does not show.
    case color, file, hidden
}

/// The action of a button.
public enum ButtonType: String, Sendable {
    /// Sends its form.
    case submit
    /// Does nothing without JavaScript.
    case button
    /// Restores the values that the form first showed.
    case reset
}

// MARK: - Forms

extension Attribute {
    /// The URL that a form is sent to.
    @inlinable
    public static func action(_ reference: URLReference) -> Attribute {
        Attribute("action", reference.text)
    }

    /// The method that sends the form.
    @inlinable
    public static func method(_ method: FormMethod) -> Attribute {
        Attribute("method", method.rawValue)
    }

    /// The media type of the request body that a form is sent as.
    @inlinable
    public static func enctype(_ keyword: StaticString) -> Attribute {
        Attribute("enctype", keyword: keyword)
    }

    /// Turns off validation by the browser when the form is sent.
    @inlinable
    public static func novalidate(_ isPresent: Bool) -> Attribute {
        Attribute("novalidate", isPresent)
    }

    /// The URL that this button sends its form to.
    @inlinable
    public static func formaction(_ reference: URLReference) -> Attribute {
        Attribute("formaction", reference.text)
    }

    /// Turns off validation by the browser when this button sends its form.
    @inlinable
    public static func formnovalidate(_ isPresent: Bool) -> Attribute {
        Attribute("formnovalidate", isPresent)
    }

    /// The id of the form that a control belongs to.
    @inlinable public static func form(_ text: String) -> Attribute { Attribute("form", text) }

    /// The id of the control that the label describes.
    @inlinable public static func `for`(_ text: String) -> Attribute { Attribute("for", text) }
}

// MARK: - Controls

extension Attribute {
    /// The name that a value is sent with.
    @inlinable public static func name(_ text: String) -> Attribute { Attribute("name", text) }

    /// The value.
    @inlinable public static func value(_ text: String) -> Attribute { Attribute("value", text) }

    /// The title of an `optgroup`.
    @inlinable public static func label(_ text: String) -> Attribute { Attribute("label", text) }

    /// The kind of value that an `input` edits.
    @inlinable
    public static func type(_ kind: InputType) -> Attribute {
        Attribute("type", kind.rawValue)
    }

    /// The action of a button.
    @inlinable
    public static func type(_ kind: ButtonType) -> Attribute {
        Attribute("type", kind.rawValue)
    }

    /// The media type of a linked resource.
    @inlinable
    public static func type(_ mediaType: StaticString) -> Attribute {
        Attribute("type", keyword: mediaType)
    }

    /// Turns a checkbox or radio button on.
    @inlinable
    public static func checked(_ isPresent: Bool) -> Attribute {
        Attribute("checked", isPresent)
    }

    /// Selects an option.
    @inlinable
    public static func selected(_ isPresent: Bool) -> Attribute {
        Attribute("selected", isPresent)
    }

    /// Disables a control; its value is not sent.
    @inlinable
    public static func disabled(_ isPresent: Bool) -> Attribute {
        Attribute("disabled", isPresent)
    }

    /// Makes a field read-only; its value is sent.
    @inlinable
    public static func readonly(_ isPresent: Bool) -> Attribute {
        Attribute("readonly", isPresent)
    }

    /// Makes a field required.
    @inlinable
    public static func required(_ isPresent: Bool) -> Attribute {
        Attribute("required", isPresent)
    }

    /// Allows more than one value.
    @inlinable
    public static func multiple(_ isPresent: Bool) -> Attribute {
        Attribute("multiple", isPresent)
    }

    /// An example, shown while the field is empty.
    @inlinable
    public static func placeholder(_ text: String) -> Attribute {
        Attribute("placeholder", text)
    }

    /// The kind of value that the browser may fill in.
    @inlinable
    public static func autocomplete(_ text: String) -> Attribute {
        Attribute("autocomplete", text)
    }

    /// The kind of on-screen keyboard.
    @inlinable
    public static func inputmode(_ text: String) -> Attribute {
        Attribute("inputmode", text)
    }

    /// The capitalization that an on-screen keyboard applies.
    @inlinable
    public static func autocapitalize(_ text: String) -> Attribute {
        Attribute("autocapitalize", text)
    }

    /// Turns spell checking on or off.
    @inlinable
    public static func spellcheck(_ isWanted: Bool) -> Attribute {
        Attribute("spellcheck", isWanted ? "true" : "false")
    }

    /// Turns automatic correction on or off.
    @inlinable
    public static func autocorrect(_ isWanted: Bool) -> Attribute {
        Attribute("autocorrect", isWanted ? "on" : "off")
    }

    /// The name that the direction of the typed text is sent with.
    @inlinable
    public static func dirname(_ text: String) -> Attribute {
        Attribute("dirname", text)
    }

    /// The id of the `datalist` that contains suggestions.
    @inlinable public static func list(_ text: String) -> Attribute { Attribute("list", text) }

    /// The file types that can be chosen.
    @inlinable public static func accept(_ text: String) -> Attribute { Attribute("accept", text) }

    /// The smallest value.
    @inlinable public static func min(_ text: String) -> Attribute { Attribute("min", text) }

    /// The largest value.
    @inlinable public static func max(_ text: String) -> Attribute { Attribute("max", text) }

    /// The step between values, or `any`.
    @inlinable public static func step(_ text: String) -> Attribute { Attribute("step", text) }

    /// The regular expression that the whole value must match.
    @inlinable
    public static func pattern(_ text: String) -> Attribute {
        Attribute("pattern", text)
    }

    /// The minimum length, in UTF-16 code units.
    @inlinable
    public static func minlength(_ number: Int) -> Attribute {
        Attribute("minlength", String(number))
    }

    /// The maximum length, in UTF-16 code units.
    @inlinable
    public static func maxlength(_ number: Int) -> Attribute {
        Attribute("maxlength", String(number))
    }

    /// The width in characters, or the number of visible options of a list.
    @inlinable
    public static func size(_ number: Int) -> Attribute {
        Attribute("size", String(number))
    }

    /// The height of a `textarea`, in lines.
    @inlinable
    public static func rows(_ number: Int) -> Attribute {
        Attribute("rows", String(number))
    }

    /// The width of a `textarea`, in columns.
    @inlinable
    public static func cols(_ number: Int) -> Attribute {
        Attribute("cols", String(number))
    }
}

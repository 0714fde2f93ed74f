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

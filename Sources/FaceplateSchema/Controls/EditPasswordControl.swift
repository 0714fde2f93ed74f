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

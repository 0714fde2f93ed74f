/// A reference that shows a setting of another group or page again.
public struct Reference: GroupEntry {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Refers to a setting by its key.
    public init(_ key: String, file: String = #fileID, line: Int = #line) {
        declaration = Declaration(
            "Reference", key, keyName: "itemReference",
            Declaration.Place(file: file, line: line))
    }

    /// Sets the title of this row only; without it the row has the title of the setting.
    public func title(_ words: WrittenWords) -> Self { with("itemTitle", words.json) }
}

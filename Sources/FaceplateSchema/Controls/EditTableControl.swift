/// A list of rows with columns.
public struct EditTable: CountedItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a table with its columns, which are items: `EditText("host")`.
    ///
    /// The controls of the columns must fit a cell. Without a default, the table has no rows.
    public init(
        _ key: String, default rows: [Value]? = nil, file: String = #fileID, line: Int = #line,
        @ItemsBuilder columns: () -> [any GroupEntry]
    ) {
        declaration = Declaration(.editTable, key, rows.map(Value.list), file, line)
        declaration.set("itemColumns", .list(columns().map(\.declaration)))
    }

    /// Sets the column whose values must all be different.
    public func uniqueColumn(_ key: String) -> Self { with("itemUniqueColumn", key) }
}

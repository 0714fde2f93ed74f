/// A link to a subpage, which contains groups.
public struct Page: ItemDeclaration {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a subpage with its groups, which can contain pages, 12 levels deep at most.
    ///
    /// A page without groups is valid: the app can add groups to it.
    public init(
        _ key: String, file: String = #fileID, line: Int = #line,
        @GroupsBuilder groups: () -> [Group] = { [] }
    ) {
        declaration = Declaration(.page, key, nil, file, line)
        declaration.set("groups", .list(groups().map(\.declaration)))
    }

    /// Sets the subtitle of the row, with `{key}` for values.
    public func summary(_ words: WrittenWords) -> Self { with("itemSummary", words.json) }
}

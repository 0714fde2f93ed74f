/// A list of values.
public struct EditList: CountedItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a list; `element` is an item without a key, by default an `EditText`.
    ///
    /// The control of the element must fit a cell. Without a default, the list is empty.
    public init(
        _ key: String, of element: (any SettingItem)? = nil, default values: [Value]? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.editList, key, values.map(Value.list), file, line)
        if let element { declaration.set("itemElement", .one(element.declaration)) }
    }

    /// Requires all elements to be different.
    public func unique(_ isUnique: Bool = true) -> Self {
        with("itemUnique", JSONValue(.boolean(isUnique)))
    }
}

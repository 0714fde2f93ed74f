/// A color: `#1a73e8`.
public struct EditColor: SettingItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a color; without a default it has no value.
    public init(
        _ key: String? = nil, default value: String? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.editColor, key, value.map(Value.text), file, line)
    }

    /// Allows translucent colors, with eight digits: `#1a73e880`.
    ///
    /// Without it, a color with transparency is rejected.
    public func alpha(_ isAllowed: Bool = true) -> Self {
        with("itemAlpha", JSONValue(.boolean(isAllowed)))
    }
}

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

/// A file: its name, its media type and its bytes.
public struct EditFile: RequirableItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a file, of at most 64 KiB unless `maximumSize` is set.
    ///
    /// It is stored in the database, and every version of it in the history.
    public init(_ key: String, file: String = #fileID, line: Int = #line) {
        declaration = Declaration(.editFile, key, nil, file, line)
    }

    /// Sets the accepted media types (`image/png`, `image/*`) and file name extensions (`.pem`).
    ///
    /// The sender states the media type, and it is not verified: do not rely on it.
    public func types(_ types: String...) -> Self { with("itemFileTypes", types) }

    /// Sets the maximum size in bytes: 64 KiB by default, 4 MiB at most.
    ///
    /// A file that machines share (`synced`) has 256 KiB at most.
    public func maximumSize(_ bytes: Int) -> Self { with("itemMaximumSize", bytes) }
}

/// A value of any type, with an appearance that the app provides.
public struct Custom: SettingItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a custom setting.
    public init(
        _ key: String, default value: Value? = nil, file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.custom, key, value, file, line)
    }
}

/// A button that runs an action.
public struct Button: ActionItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a button.
    public init(_ key: String, file: String = #fileID, line: Int = #line) {
        declaration = Declaration(.button, key, nil, file, line)
    }

    /// Sets the role.
    public func role(_ role: Schema.Role) -> Self { with("itemRole", role.rawValue) }

    /// Sets the states; the first is the initial state.
    ///
    /// The state is stored like a setting, and users change it only through the action: after a
    /// success, the next state follows, unless the result names one.
    public func states(_ states: WrittenState...) -> Self {
        with("itemStates", JSONValue(.array(states.map(\.json))))
    }
}

/// A link to a URL, or without a URL a row that runs an action.
public struct Link: ActionItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a link.
    public init(
        _ key: String, to address: String? = nil, file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.link, key, nil, file, line)
        if let address { self = with("itemURL", address) }
    }

    /// Sets the symbol at the end of the row.
    public func accessory(_ mark: Schema.Accessory) -> Self { with("itemAccessory", mark.rawValue) }
}

/// A label with a read-only value.
public struct Info: ItemDeclaration {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares an info row; its value can also be text (`subtitle`), or be provided by the app.
    public init(
        _ key: String, value: Value? = nil, file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.info, key, value, file, line)
    }

    /// Sets the display format: in the form of `printf` for numbers, with Unicode pattern letters for dates.
    public func format(_ format: String) -> Self { with("itemFormat", format) }

    /// Sets the unit of a number.
    public func unit(_ words: WrittenWords) -> Self { with("itemUnit", words.json) }
}

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

/// A read-only text block; its text is the subtitle.
public struct Text: ItemDeclaration {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares the text block.
    public init(_ key: String, file: String = #fileID, line: Int = #line) {
        declaration = Declaration(.text, key, nil, file, line)
    }
}

/// A read-only text block with emphasis, lists and links; its text is the subtitle.
public struct HTML: ItemDeclaration {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares the text block.
    public init(_ key: String, file: String = #fileID, line: Int = #line) {
        declaration = Declaration(.html, key, nil, file, line)
    }
}

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

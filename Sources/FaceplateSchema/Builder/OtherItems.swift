/// A colour: `#1a73e8`.
public struct EditColor: SettingItem {
    /// What was declared so far.
    public var declaration: Declaration

    /// Declares it; without a value where no default is given.
    public init(
        _ key: String? = nil, default value: String? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.editColor, key, value.map(Value.text), file, line)
    }

    /// Whether it may let through what is behind it.
    public func alpha(_ isAllowed: Bool = true) -> Self {
        with("itemAlpha", JSONValue(.boolean(isAllowed)))
    }
}

/// A list of values.
public struct EditList: CountedItem {
    /// What was declared so far.
    public var declaration: Declaration

    /// Declares it; `element` is an item without a key, a text where there is none.
    public init(
        _ key: String, of element: (any SettingItem)? = nil, default values: [Value]? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.editList, key, values.map(Value.list), file, line)
        if let element { declaration.set("itemElement", .one(element.declaration)) }
    }

    /// Whether no value may stand in it twice.
    public func unique(_ isUnique: Bool = true) -> Self {
        with("itemUnique", JSONValue(.boolean(isUnique)))
    }
}

/// A list of rows with columns.
public struct EditTable: CountedItem {
    /// What was declared so far.
    public var declaration: Declaration

    /// Declares it with its columns, which are items: `EditText("host")`.
    public init(
        _ key: String, default rows: [Value]? = nil, file: String = #fileID, line: Int = #line,
        @ItemsBuilder columns: () -> [any GroupEntry]
    ) {
        declaration = Declaration(.editTable, key, rows.map(Value.list), file, line)
        declaration.set("itemColumns", .list(columns().map(\.declaration)))
    }

    /// The column in which no value may stand twice.
    public func uniqueColumn(_ key: String) -> Self { with("itemUniqueColumn", key) }
}

/// A file: its name, its media type and its bytes.
public struct EditFile: RequirableItem {
    /// What was declared so far.
    public var declaration: Declaration

    /// Declares it.
    public init(_ key: String, file: String = #fileID, line: Int = #line) {
        declaration = Declaration(.editFile, key, nil, file, line)
    }

    /// The media types that are accepted: `image/png`, `image/*`.
    public func types(_ types: String...) -> Self { with("itemFileTypes", types) }

    /// The size in bytes that it may have: 64 KiB unless told otherwise, 4 MiB at most.
    public func maximumSize(_ bytes: Int) -> Self { with("itemMaximumSize", bytes) }
}

/// Any value, with a look that the program gives.
public struct Custom: SettingItem {
    /// What was declared so far.
    public var declaration: Declaration

    /// Declares it.
    public init(
        _ key: String, default value: Value? = nil, file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.custom, key, value, file, line)
    }
}

/// Runs an action.
public struct Button: ActionItem {
    /// What was declared so far.
    public var declaration: Declaration

    /// Declares it.
    public init(_ key: String, file: String = #fileID, line: Int = #line) {
        declaration = Declaration(.button, key, nil, file, line)
    }

    /// What it stands for.
    public func role(_ role: Schema.Role) -> Self { with("itemRole", role.rawValue) }

    /// Its states, the first of which it is in at first.
    public func states(_ states: WrittenState...) -> Self {
        with("itemStates", JSONValue(.array(states.map(\.json))))
    }
}

/// Leads to an address, or runs an action where there is none.
public struct Link: ActionItem {
    /// What was declared so far.
    public var declaration: Declaration

    /// Declares it.
    public init(
        _ key: String, to address: String? = nil, file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.link, key, nil, file, line)
        if let address { self = with("itemURL", address) }
    }

    /// The mark at its end.
    public func accessory(_ mark: Schema.Accessory) -> Self { with("itemAccessory", mark.rawValue) }
}

/// A name with a read-only value.
public struct Info: ItemDeclaration {
    /// What was declared so far.
    public var declaration: Declaration

    /// Declares it; its value may also be words (`subtitle`), or what the program says each time.
    public init(
        _ key: String, value: Value? = nil, file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.info, key, value, file, line)
    }

    /// How its value is shown: `printf`'s form for numbers, Unicode's for dates.
    public func format(_ format: String) -> Self { with("itemFormat", format) }

    /// What its number counts.
    public func unit(_ words: WrittenWords) -> Self { with("itemUnit", words.json) }
}

/// Leads to a page of its own, which holds groups.
public struct Page: ItemDeclaration {
    /// What was declared so far.
    public var declaration: Declaration

    /// Declares it with the groups of its page.
    public init(
        _ key: String, file: String = #fileID, line: Int = #line,
        @GroupsBuilder groups: () -> [Group] = { [] }
    ) {
        declaration = Declaration(.page, key, nil, file, line)
        declaration.set("groups", .list(groups().map(\.declaration)))
    }

    /// The line of its row, with `{key}` for values.
    public func summary(_ words: WrittenWords) -> Self { with("itemSummary", words.json) }
}

/// Read-only prose, which is its subtitle.
public struct Text: ItemDeclaration {
    /// What was declared so far.
    public var declaration: Declaration

    /// Declares it.
    public init(_ key: String, file: String = #fileID, line: Int = #line) {
        declaration = Declaration(.text, key, nil, file, line)
    }
}

/// Read-only prose with emphasis, lists and links, which is its subtitle.
public struct HTML: ItemDeclaration {
    /// What was declared so far.
    public var declaration: Declaration

    /// Declares it.
    public init(_ key: String, file: String = #fileID, line: Int = #line) {
        declaration = Declaration(.html, key, nil, file, line)
    }
}

/// Shows a setting that has its place in another group or page once more.
public struct Reference: GroupEntry {
    /// What was declared so far.
    public var declaration: Declaration

    /// Refers to a setting by its key.
    public init(_ key: String, file: String = #fileID, line: Int = #line) {
        declaration = Declaration(
            "Reference", key, keyName: "itemReference",
            Declaration.Place(file: file, line: line))
    }

    /// The title of the row in this place; without it, the one of its own place.
    public func title(_ words: WrittenWords) -> Self { with("itemTitle", words.json) }
}

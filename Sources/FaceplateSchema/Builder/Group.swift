/// A titled, ordered set of items; one of `Select` items is a setting itself.
public struct Group: Declared {
    /// What was declared so far.
    public var declaration: Declaration

    /// Declares a group.
    public init(
        _ key: String, file: String = #fileID, line: Int = #line,
        @ItemsBuilder items: () -> [any GroupEntry] = { [] }
    ) {
        declaration = Declaration(
            "Group", key, keyName: "groupKey", Declaration.Place(file: file, line: line))
        declaration.set("items", .list(items().map(\.declaration)))
    }

    /// What the group is called; an empty text shows no heading.
    public func title(_ words: WrittenWords) -> Self { with("groupTitle", words.json) }

    /// The note above its rows.
    public func header(_ words: WrittenWords) -> Self { with("groupHeader", words.json) }

    /// The note below its rows.
    public func footer(_ words: WrittenWords) -> Self { with("groupFooter", words.json) }

    /// A note below its rows in the place of `footer`; of several, the first whose condition holds.
    public func footer(_ words: WrittenWords, when condition: WrittenCondition) -> Self {
        adding(["when": condition.json, "footer": words.json], to: "groupFooterWhen")
    }

    /// Opens on demand: closed at first, or open.
    public func collapsed(_ isCollapsed: Bool = true) -> Self {
        with("groupCollapsed", JSONValue(.boolean(isCollapsed)))
    }

    /// Who needs it.
    public func level(_ level: Schema.Level) -> Self { with("groupLevel", level.rawValue) }

    /// The groups of people, by the program's names for them, whose members alone see and change it.
    public func access(_ people: String...) -> Self { with("groupAccess", people) }

    /// Colours, lengths and fonts of its own.
    public func style(_ style: WrittenStyle) -> Self { with("groupStyle", style.json) }

    /// When it is there.
    public func visible(when condition: WrittenCondition) -> Self {
        with("groupVisibleWhen", condition.json)
    }

    /// What must hold for settings together, and what is said at `items` where it does not; those
    /// of the condition where none is named.
    public func check(
        _ condition: WrittenCondition, _ message: WrittenWords, at items: String...
    ) -> Self {
        adding(.check(condition, message, items), to: "groupChecks")
    }

    /// Keys that it had before.
    public func renamed(from keys: String...) -> Self { with("groupRenamedFrom", keys) }

    /// Values of before, and what each is now; for a group of `Select` items.
    public func valueMap(_ map: [String: Value]) -> Self { with("groupValueMap", map) }
}

extension JSONValue {
    static func check(
        _ condition: WrittenCondition, _ message: WrittenWords, _ items: [String]
    ) -> JSONValue {
        // Where none is named the attribute is not written at all: `null` is not a list.
        var members: [JSONObject.Member] = [
            .init(name: "require", value: condition.json),
            .init(name: "message", value: message.json),
        ]
        if !items.isEmpty {
            let keys = JSONValue(.array(items.map { JSONValue(.string($0)) }))
            members.append(.init(name: "items", value: keys))
        }
        return JSONValue(.object(JSONObject(members)))
    }
}

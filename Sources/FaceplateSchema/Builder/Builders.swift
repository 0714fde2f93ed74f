/// A result builder for the entries of a group, with `if`, `for` and lists that functions return.
@resultBuilder
public enum ItemsBuilder {
    /// One item.
    public static func buildExpression(_ item: any GroupEntry) -> [any GroupEntry] { [item] }
    /// Items that a function returns.
    public static func buildExpression(_ items: [any GroupEntry]) -> [any GroupEntry] { items }
    /// No items.
    public static func buildBlock() -> [any GroupEntry] { [] }
    /// The first of several entries.
    public static func buildPartialBlock(first: [any GroupEntry]) -> [any GroupEntry] { first }
    /// Adds the next entry to those before it.
    public static func buildPartialBlock(
        accumulated: [any GroupEntry], next: [any GroupEntry]
    ) -> [any GroupEntry] { accumulated + next }
    /// An `if` without `else`.
    public static func buildOptional(_ items: [any GroupEntry]?) -> [any GroupEntry] {
        items ?? []
    }
    /// An `if` branch.
    public static func buildEither(first: [any GroupEntry]) -> [any GroupEntry] { first }
    /// An `else` branch.
    public static func buildEither(second: [any GroupEntry]) -> [any GroupEntry] { second }
    /// A `for` loop.
    public static func buildArray(_ items: [[any GroupEntry]]) -> [any GroupEntry] {
        items.flatMap(\.self)
    }
    /// An `if #available` condition.
    public static func buildLimitedAvailability(_ items: [any GroupEntry]) -> [any GroupEntry] {
        items
    }
}

/// A result builder for the groups of a page, with `if`, `for` and lists that functions return.
@resultBuilder
public enum GroupsBuilder {
    /// One group.
    public static func buildExpression(_ group: Group) -> [Group] { [group] }
    /// Groups that a function returns.
    public static func buildExpression(_ groups: [Group]) -> [Group] { groups }
    /// No groups.
    public static func buildBlock() -> [Group] { [] }
    /// The first of several groups.
    public static func buildPartialBlock(first: [Group]) -> [Group] { first }
    /// Adds the next group to those before it.
    public static func buildPartialBlock(accumulated: [Group], next: [Group]) -> [Group] {
        accumulated + next
    }
    /// An `if` without `else`.
    public static func buildOptional(_ groups: [Group]?) -> [Group] { groups ?? [] }
    /// An `if` branch.
    public static func buildEither(first: [Group]) -> [Group] { first }
    /// An `else` branch.
    public static func buildEither(second: [Group]) -> [Group] { second }
    /// A `for` loop.
    public static func buildArray(_ groups: [[Group]]) -> [Group] { groups.flatMap(\.self) }
    /// An `if #available` condition.
    public static func buildLimitedAvailability(_ groups: [Group]) -> [Group] { groups }
}

/// Gathers what stands in a group, with `if`, `for` and lists that functions return.
@resultBuilder
public enum ItemsBuilder {
    /// One item.
    public static func buildExpression(_ item: any GroupEntry) -> [any GroupEntry] { [item] }
    /// Items that a function returns.
    public static func buildExpression(_ items: [any GroupEntry]) -> [any GroupEntry] { items }
    /// Nothing.
    public static func buildBlock() -> [any GroupEntry] { [] }
    /// The first of several.
    public static func buildPartialBlock(first: [any GroupEntry]) -> [any GroupEntry] { first }
    /// Those before, and the next.
    public static func buildPartialBlock(
        accumulated: [any GroupEntry], next: [any GroupEntry]
    ) -> [any GroupEntry] { accumulated + next }
    /// `if` without `else`.
    public static func buildOptional(_ items: [any GroupEntry]?) -> [any GroupEntry] {
        items ?? []
    }
    /// `if`.
    public static func buildEither(first: [any GroupEntry]) -> [any GroupEntry] { first }
    /// `else`.
    public static func buildEither(second: [any GroupEntry]) -> [any GroupEntry] { second }
    /// `for`.
    public static func buildArray(_ items: [[any GroupEntry]]) -> [any GroupEntry] {
        items.flatMap(\.self)
    }
    /// `if #available`.
    public static func buildLimitedAvailability(_ items: [any GroupEntry]) -> [any GroupEntry] {
        items
    }
}

/// Gathers the groups of a page, with `if`, `for` and lists that functions return.
@resultBuilder
public enum GroupsBuilder {
    /// One group.
    public static func buildExpression(_ group: Group) -> [Group] { [group] }
    /// Groups that a function returns.
    public static func buildExpression(_ groups: [Group]) -> [Group] { groups }
    /// Nothing.
    public static func buildBlock() -> [Group] { [] }
    /// The first of several.
    public static func buildPartialBlock(first: [Group]) -> [Group] { first }
    /// Those before, and the next.
    public static func buildPartialBlock(accumulated: [Group], next: [Group]) -> [Group] {
        accumulated + next
    }
    /// `if` without `else`.
    public static func buildOptional(_ groups: [Group]?) -> [Group] { groups ?? [] }
    /// `if`.
    public static func buildEither(first: [Group]) -> [Group] { first }
    /// `else`.
    public static func buildEither(second: [Group]) -> [Group] { second }
    /// `for`.
    public static func buildArray(_ groups: [[Group]]) -> [Group] { groups.flatMap(\.self) }
    /// `if #available`.
    public static func buildLimitedAvailability(_ groups: [Group]) -> [Group] { groups }
}

/// A result builder for the entries of a group, with `if`, `for` and lists that functions return.
public typealias ItemsBuilder = ListBuilder<any GroupEntry>

/// A result builder for the groups of a page, with `if`, `for` and lists that functions return.
public typealias GroupsBuilder = ListBuilder<Group>

/// A result builder for a list, with `if`, `for` and lists that functions return.
@resultBuilder
public enum ListBuilder<Element> {
    /// One element.
    public static func buildExpression(_ element: Element) -> [Element] { [element] }
    /// Elements that a function returns.
    public static func buildExpression(_ elements: [Element]) -> [Element] { elements }
    /// No elements.
    public static func buildBlock() -> [Element] { [] }
    /// The first of several elements.
    public static func buildPartialBlock(first: [Element]) -> [Element] { first }
    /// Adds the next element to those before it.
    public static func buildPartialBlock(
        accumulated: [Element], next: [Element]
    ) -> [Element] { accumulated + next }
    /// An `if` without `else`.
    public static func buildOptional(_ elements: [Element]?) -> [Element] { elements ?? [] }
    /// An `if` branch.
    public static func buildEither(first: [Element]) -> [Element] { first }
    /// An `else` branch.
    public static func buildEither(second: [Element]) -> [Element] { second }
    /// A `for` loop.
    public static func buildArray(_ elements: [[Element]]) -> [Element] {
        elements.flatMap(\.self)
    }
    /// An `if #available` condition.
    public static func buildLimitedAvailability(_ elements: [Element]) -> [Element] { elements }
}

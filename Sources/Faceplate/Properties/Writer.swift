/// A program's own name for whoever writes, so that a part of it can leave out its own changes.
///
/// Lives as long as the process; the store does not keep it.
public struct Writer: Sendable, Hashable {
    private let id: ObjectIdentifier
    private let token: Token

    private final class Token: Sendable {}

    /// A writer that is none of the others.
    public init() {
        token = Token()
        id = ObjectIdentifier(token)
    }

    /// Whether both are the same writer.
    public static func == (left: Self, right: Self) -> Bool { left.id == right.id }

    /// Hashes what equality compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

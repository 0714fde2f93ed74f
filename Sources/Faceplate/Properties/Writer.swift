/// The identity of a part of the program that sets values, by which it can ignore its own changes.
///
/// It lasts as long as the process, and is not stored.
public struct Writer: Sendable, Hashable {
    private let id: ObjectIdentifier
    private let token: Token

    private final class Token: Sendable {}

    /// Creates a writer that differs from all others.
    public init() {
        token = Token()
        id = ObjectIdentifier(token)
    }

    /// Returns true when both are the same writer.
    public static func == (left: Self, right: Self) -> Bool { left.id == right.id }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

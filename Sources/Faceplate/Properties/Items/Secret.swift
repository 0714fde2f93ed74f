/// A secret as a property: `@Setting("Token") var token: Secret`, which the page shows as an `EditPassword`.
///
/// It is encrypted in the store. Each access of the property reads it from there, and may wait for a write. Neither
/// `print` nor a log nor a mirror shows the text. Setting an empty secret removes it.
public struct Secret: Sendable, Hashable, Codable, ExpressibleByStringLiteral,
    CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
    /// The plain text; empty if no secret is set.
    public let text: String

    /// Creates a secret; without text, none.
    public init(_ text: String = "") { self.text = text }

    /// Creates a secret from a literal, for tests.
    public init(stringLiteral text: String) { self.init(text) }

    /// Reads the text.
    public init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    /// Writes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    /// True when no secret is set.
    public var isEmpty: Bool { text.isEmpty }

    /// Text without the secret.
    public var description: String { isEmpty ? "(not set)" : "(secret)" }

    /// Text without the secret.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A label in Swift source: a label key, the text itself, or the text for each locale.
///
/// It is written as a string, `"Port"`, or as a dictionary, `["en": "Port", "de": "Anschluss"]`.
public struct WrittenWords: Sendable, ExpressibleByStringInterpolation,
    ExpressibleByDictionaryLiteral
{
    let json: JSONValue

    /// Creates a label from its text or a label key.
    public init(_ words: String) { json = JSONValue(.string(words)) }

    /// Creates a label from a literal.
    public init(stringLiteral words: String) { self.init(words) }

    /// Creates a label from its text for each locale.
    public init(dictionaryLiteral words: (String, String)...) {
        json = JSONValue(
            .object(JSONObject(words.map { .init(name: $0.0, value: JSONValue(.string($0.1))) })))
    }
}

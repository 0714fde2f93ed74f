/// Words of a schema: a label key or the words themselves, or words by locale.
///
/// Written as a text, `"Port"`, or as a dictionary, `["en": "Port", "de": "Anschluss"]`.
public struct WrittenWords: Sendable, ExpressibleByStringInterpolation,
    ExpressibleByDictionaryLiteral
{
    let json: JSONValue

    /// Takes words, or a label key.
    public init(_ words: String) { json = JSONValue(.string(words)) }

    /// Makes words of a literal.
    public init(stringLiteral words: String) { self.init(words) }

    /// Makes words by locale.
    public init(dictionaryLiteral words: (String, String)...) {
        json = JSONValue(
            .object(JSONObject(words.map { .init(name: $0.0, value: JSONValue(.string($0.1))) })))
    }
}

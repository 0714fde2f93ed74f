import ArgumentParser

/// An argument `KEY=VALUE`.
struct KeyValuePair {
    let key: String
    let value: String

    /// - Throws: `ValidationError` if the argument has no key or no `=`.
    init(_ text: String) throws {
        guard let sign = text.utf8.firstIndex(of: UInt8(ascii: "=")), sign > text.startIndex else {
            throw ValidationError("'\(text)' is not a key with a value. Write KEY=VALUE.")
        }
        key = String(text[..<sign])
        value = String(text[text.utf8.index(after: sign)...])
    }
}

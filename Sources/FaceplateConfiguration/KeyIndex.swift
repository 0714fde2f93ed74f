import Configuration
import Faceplate

/// Finds the key of a schema that a configuration key means.
///
/// No two keys of a schema fold to the same text, so that at most one is found at each step.
struct KeyIndex: Sendable {
    private let schema: Schema
    private let keysByFolded: [String: String]

    init(_ schema: Schema) {
        self.schema = schema
        keysByFolded = Dictionary(
            schema.keys.map { (SettingKeySyntax.folded($0), $0) }, uniquingKeysWith: { $1 })
    }

    /// The schema's key, or the components joined by `.` where the schema has none like it.
    ///
    /// A key written just so is preferred, then one that differs in case or in `.`, `-` and `_`,
    /// then one whose words stand for capitals inside the components: `hideNsfw` for `hide_nsfw`.
    func key(for key: AbsoluteConfigKey) -> String {
        let joined = key.components.joined(separator: ".")
        if schema.reference(joined) != nil { return joined }
        return keysByFolded[SettingKeySyntax.folded(joined)]
            ?? keysByFolded[SettingKeySyntax.folded(Self.separatingWords(joined))]
            ?? joined
    }

    /// A `_` between each small letter and the capital behind it, as names of environment
    /// variables are made.
    private static func separatingWords(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            let isAfterSmall =
                bytes.last.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } ?? false
            if isCapital, isAfterSmall { bytes.append(UInt8(ascii: "_")) }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

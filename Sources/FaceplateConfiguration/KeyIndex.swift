import Configuration
import Faceplate

/// Two keys of a schema never have the same folded form, so each step finds at most one key.
struct KeyIndex: Sendable {
    private let schema: Schema
    private let keysByFolded: [String: String]

    init(_ schema: Schema) {
        self.schema = schema
        keysByFolded = Dictionary(
            schema.keys.map { (SettingKeySyntax.folded($0), $0) }, uniquingKeysWith: { $1 })
    }

    /// The components joined by `.` if the schema has no such key.
    ///
    /// An exact match is preferred, then a key that differs in case or in `.`, `-` and `_`, then a key with separators at
    /// the capitals of the components: `hide_nsfw` for `hideNsfw`.
    func key(for key: AbsoluteConfigKey) -> String {
        let joined = key.components.joined(separator: ".")
        if schema.reference(joined) != nil { return joined }
        return keysByFolded[SettingKeySyntax.folded(joined)]
            ?? keysByFolded[SettingKeySyntax.folded(Self.separatingWords(joined))]
            ?? joined
    }

    private static func separatingWords(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if byte.isCapitalLetter, bytes.last?.isSmallLetter == true {
                bytes.append(UInt8(ascii: "_"))
            }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

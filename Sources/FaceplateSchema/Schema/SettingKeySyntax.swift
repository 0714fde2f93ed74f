/// The syntax of keys: ASCII, `[A-Za-z0-9][A-Za-z0-9._-]{0,127}`, case-sensitive.
public enum SettingKeySyntax {
    /// Returns true if the string is a valid key.
    public static func isValid(_ key: String) -> Bool {
        let bytes = key.utf8
        guard let first = bytes.first, bytes.count <= 128, isAlphanumeric(first) else {
            return false
        }
        return bytes.allSatisfy { isAlphanumeric($0) || ".-_".utf8.contains($0) }
    }

    /// Returns the form of a key that must be unique: in lower case, with `_` for `.` and `-`.
    package static func folded(_ key: String) -> String {
        String(
            decoding: key.lowercased().utf8.map { ".-".utf8.contains($0) ? UInt8(ascii: "_") : $0 },
            as: UTF8.self)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}

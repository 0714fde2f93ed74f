import FaceplateAddress
import FaceplateSchema

/// The first request for a key gets it unchanged; later keys that would clash get a number at the end.
///
/// Equal files therefore produce equal keys.
struct KeyNames {
    private var keys: [String: String] = [:]
    private var used: Set<String> = []
    /// The next number to try, by the stem of the numbered keys.
    private var next: [String: Int] = [:]

    mutating func key(for original: String) -> String {
        if let key = keys[original] { return key }
        let key = free(Self.sound(original))
        keys[original] = key
        return key
    }

    mutating func key(madeOf words: String) -> String {
        let lowered = Self.sound(words).lowercased()
        return free(lowered.isEmpty ? "group" : lowered)
    }

    private mutating func free(_ wish: String) -> String {
        if used.insert(SettingKeySyntax.folded(wish)).inserted { return wish }
        // Truncate the stem, so that a long key has room for the number.
        let stem = SettingKeySyntax.folded(String(wish.prefix(Self.maximumLength - 8)))
        while true {
            let number = next[stem] ?? 2
            next[stem] = number + 1
            let ending = "_\(number)"
            let key = String(wish.prefix(Self.maximumLength - ending.utf8.count)) + ending
            if used.insert(SettingKeySyntax.folded(key)).inserted { return key }
        }
    }

    private static let maximumLength = 128

    static func sound(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8.prefix(maximumLength * 4) {
            if byte.isAlphanumeric || ".-_".utf8.contains(byte) {
                bytes.append(byte)
            } else if bytes.last != UInt8(ascii: "_") {
                bytes.append(UInt8(ascii: "_"))
            }
        }
        // Separators at the ends of an invalid key no longer separate anything.
        let isValid = SettingKeySyntax.isValid(text)
        let marks = Array("._-".utf8)
        var rest = bytes.drop { marks.contains($0) }
        while !isValid, let last = rest.last, marks.contains(last) { rest.removeLast() }
        let key = String(decoding: rest.prefix(maximumLength), as: UTF8.self)
        return key.isEmpty ? "key" : key
    }
}

import FaceplateSchema

/// Keys of another system, and the sound ones that stand for them here.
///
/// The first to ask for a key has it as it is; who asks later for one that is taken for the same gets
/// a number behind. So equal files give equal keys.
struct KeyNames {
    private var keys: [String: String] = [:]
    private var taken: Set<String> = []
    /// The number to try next, by what the numbered keys begin with.
    private var next: [String: Int] = [:]

    /// The key for another system's.
    mutating func key(for original: String) -> String {
        if let key = keys[original] { return key }
        let key = free(Self.sound(original))
        keys[original] = key
        return key
    }

    /// A key that nothing has yet, made of words.
    mutating func key(madeOf words: String) -> String {
        let lowered = Self.sound(words).lowercased()
        return free(lowered.isEmpty ? "group" : lowered)
    }

    private mutating func free(_ wish: String) -> String {
        if taken.insert(SettingKeySyntax.folded(wish)).inserted { return wish }
        // Long ones differ where there is no room for a number.
        let stem = SettingKeySyntax.folded(String(wish.prefix(Self.maximumLength - 8)))
        while true {
            let number = next[stem] ?? 2
            next[stem] = number + 1
            let ending = "_\(number)"
            let key = String(wish.prefix(Self.maximumLength - ending.utf8.count)) + ending
            if taken.insert(SettingKeySyntax.folded(key)).inserted { return key }
        }
    }

    private static let maximumLength = 128

    /// The text with `_` for each run of what a key cannot have.
    static func sound(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8.prefix(maximumLength * 4) {
            let isLetter = SettingKeySyntax.isValid(String(decoding: [byte], as: UTF8.self))
            if isLetter || ".-_".utf8.contains(byte) {
                bytes.append(byte)
            } else if bytes.last != UInt8(ascii: "_") {
                bytes.append(UInt8(ascii: "_"))
            }
        }
        // What stood at the ends was there for what it parted.
        let isValid = SettingKeySyntax.isValid(text)
        let marks = Array("._-".utf8)
        var rest = bytes.drop { marks.contains($0) }
        while !isValid, let last = rest.last, marks.contains(last) { rest.removeLast() }
        let key = String(decoding: rest.prefix(maximumLength), as: UTF8.self)
        return key.isEmpty ? "key" : key
    }
}

/// Names of Swift made from keys and options.
enum SwiftName {
    /// A name like `displayHideNsfw` of `display_hide_nsfw`; empty where a text has no ASCII letter
    /// or digit.
    ///
    /// Capitals inside a word stay, those that a name begins with become small.
    static func member(_ text: String) -> String {
        var words = words(of: text)[...]
        guard let first = words.popFirst() else { return "" }
        let capitals = first.prefix(while: isCapital)
        // The last capital of several begins the next word, unless the word ends there.
        let isWhole = capitals.count == first.count
        let count = isWhole || capitals.count < 2 ? capitals.count : capitals.count - 1
        let head = first.prefix(count).map { $0 | 0x20 } + first.dropFirst(count)
        return named(joined([head] + words.map(capitalized)))
    }

    /// A name like `LogLevel` of `log-level`.
    static func type(_ text: String) -> String {
        named(joined(words(of: text).map(capitalized)))
    }

    /// A name as it is declared and used: reserved words stand in backquotes.
    static func quoted(_ name: String) -> String {
        reserved.contains(name) ? "`\(name)`" : name
    }

    /// Whether a text can name a type.
    static func isTypeName(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
            && !reserved.contains(text)
    }

    /// A name that no member of the type that it is put into has.
    static func avoiding(_ taken: Set<String>, _ name: String) -> String {
        taken.contains(name) || neverQuoted.contains(name) ? name + "_" : name
    }

    // MARK: - Words

    private static func words(of text: String) -> [[UInt8]] {
        text.utf8.split { !isLetter($0) && !isDigit($0) }.map(Array.init)
    }

    private static func capitalized(_ word: [UInt8]) -> [UInt8] {
        guard let first = word.first, isSmall(first) else { return word }
        return [first & ~0x20] + word.dropFirst()
    }

    /// The words in one, but that numbers beside each other stay apart: `v2_1`.
    private static func joined(_ words: [[UInt8]]) -> [UInt8] {
        words.reduce(into: []) { name, word in
            if let last = name.last, let first = word.first, isDigit(last), isDigit(first) {
                name.append(UInt8(ascii: "_"))
            }
            name += word
        }
    }

    private static func named(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        return bytes.first.map(isDigit) ?? false ? "_" + text : text
    }

    private static func isSmall(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    private static func isCapital(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { isSmall(byte) || isCapital(byte) }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    // MARK: - Words of the language

    /// These name something else even in backquotes.
    private static let neverQuoted: Set<String> = ["init", "self", "Self", "Type", "Protocol"]

    private static let reserved: Set<String> = [
        "Any", "as", "associatedtype", "async", "await", "break", "case", "catch", "class",
        "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough",
        "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout",
        "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
        "public", "repeat", "rethrows", "return", "self", "Self", "static", "struct", "subscript",
        "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    /// Types that generated code names, which a type of its own must not hide.
    static let reservedTypes: Set<String> = [
        "AllCases", "Any", "Bool", "CaseIterable", "CivilDate", "CivilTime", "ClockTime", "Double",
        "Duration", "Faceplate", "Hashable", "Int", "Protocol", "RawRepresentable", "RawValue",
        "SecretKey", "Self", "SettingFile", "SettingKey", "SettingRecord", "SettingValue", "String",
        "Type",
    ]
}

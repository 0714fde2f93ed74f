import FaceplateSchema

enum SwiftName {
    /// Returns a name such as `displayHideNsfw` for `display_hide_nsfw`; an empty string if the
    /// text has no ASCII letter or digit.
    ///
    /// Capitals at the start of the name become lowercase; other capitals are unchanged.
    static func member(_ text: String) -> String {
        var words = words(of: text)[...]
        guard let first = words.popFirst() else { return "" }
        let capitals = first.prefix(while: \.isCapitalLetter)
        // The last of several capitals begins the next word, unless the word ends with it.
        let isWhole = capitals.count == first.count
        let count = isWhole || capitals.count < 2 ? capitals.count : capitals.count - 1
        let head = first.prefix(count).map { $0 | 0x20 } + first.dropFirst(count)
        return named(joined([head] + words.map(capitalized)))
    }

    /// Returns a name such as `LogLevel` for `log-level`.
    static func type(_ text: String) -> String {
        named(joined(words(of: text).map(capitalized)))
    }

    static func quoted(_ name: String) -> String {
        reserved.contains(name) ? "`\(name)`" : name
    }

    static func isTypeName(_ text: String) -> Bool {
        guard let first = text.utf8.first, first.isLetter else { return false }
        return text.utf8.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "_") }
            && !reserved.contains(text)
    }

    /// Returns the name, with `_` appended if it is used or names something else in the language.
    static func avoiding(_ used: Set<String>, _ name: String) -> String {
        used.contains(name) || neverQuoted.contains(name) ? name + "_" : name
    }

    // MARK: - Parts of names

    private static func words(of text: String) -> [[UInt8]] {
        text.utf8.split { !$0.isAlphanumeric }.map(Array.init)
    }

    private static func capitalized(_ word: [UInt8]) -> [UInt8] {
        guard let first = word.first, first.isSmallLetter else { return word }
        return [first & ~0x20] + word.dropFirst()
    }

    /// Joins the parts of a name, with `_` between two numbers: `v2_1`.
    private static func joined(_ words: [[UInt8]]) -> [UInt8] {
        words.reduce(into: []) { name, word in
            if let last = name.last, let first = word.first, last.isDigit, first.isDigit {
                name.append(UInt8(ascii: "_"))
            }
            name += word
        }
    }

    private static func named(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        return bytes.first?.isDigit == true ? "_" + text : text
    }

    // MARK: - Reserved names

    /// Names with a special meaning even in backquotes.
    private static let neverQuoted: Set<String> = ["init", "self", "Self", "Type", "Protocol"]

    private static let reserved: Set<String> = [
        "Any", "as", "associatedtype", "async", "await", "break", "case", "catch", "class",
        "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough",
        "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout",
        "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
        "public", "repeat", "rethrows", "return", "self", "Self", "static", "struct", "subscript",
        "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    /// Types used by generated code, which a generated type must not hide.
    static let reservedTypes: Set<String> = [
        "AllCases", "Any", "Bool", "CaseIterable", "CivilDate", "CivilDateTime", "ClockTime",
        "Double",
        "Duration", "Faceplate", "Hashable", "Int", "Protocol", "RawRepresentable", "RawValue",
        "SecretKey", "Self", "SettingFile", "SettingKey", "SettingRecord", "SettingValue", "String",
        "Type",
    ]
}

/// Reads the translations in a file of gettext: a `.po` file, or a `.mo` file that was made from one.
enum GettextCatalog {
    /// - Parameter wanted: The texts whose translations are returned, in the form of `Translations.line`.
    /// - Returns: `nil` for a file that is neither.
    static func texts(in bytes: [UInt8], _ wanted: Set<String>) -> [String: String]? {
        var texts: [String: String] = [:]
        func add(_ original: ArraySlice<UInt8>, _ translation: ArraySlice<UInt8>) {
            guard !translation.isEmpty,
                let text = String(validating: original, as: UTF8.self).map(Translations.line),
                wanted.contains(text), let other = String(validating: translation, as: UTF8.self)
            else { return }
            texts[text] = other
        }
        let isRead =
            switch bytes.prefix(4) {
            case [0xDE, 0x12, 0x04, 0x95]: readBinary(bytes, isLittle: true, add)
            case [0x95, 0x04, 0x12, 0xDE]: readBinary(bytes, isLittle: false, add)
            default: readText(bytes, add)
            }
        return isRead ? texts : nil
    }

    private typealias Entry = (_ original: ArraySlice<UInt8>, _ translation: ArraySlice<UInt8>)
        -> Void

    // MARK: - Binary files

    /// > The number of strings, the offset of the table with original strings, the offset of the table with
    /// > translation strings.
    private static func readBinary(_ bytes: [UInt8], isLittle: Bool, _ add: Entry) -> Bool {
        func number(at offset: Int) -> Int? {
            guard offset >= 0, offset <= bytes.count - 4 else { return nil }
            let four = bytes[offset..<offset + 4]
            return (isLittle ? four.reversed() : Array(four)).reduce(0) { $0 << 8 | Int($1) }
        }
        func string(at offset: Int) -> ArraySlice<UInt8>? {
            guard let count = number(at: offset), let start = number(at: offset + 4),
                start <= bytes.count, count <= bytes.count - start
            else { return nil }
            // The plural form of an entry, which no setting has, follows after NUL.
            return bytes[start..<start + count].prefix { $0 != 0 }
        }
        guard let count = number(at: 8), let originals = number(at: 12),
            let translations = number(at: 16), count <= bytes.count / 16
        else { return false }
        // Entries can be the same bytes again and again.
        var rest = 4 * bytes.count
        for index in 0..<count {
            guard let original = string(at: originals + index * 8),
                let translation = string(at: translations + index * 8)
            else { return false }
            rest -= original.count + translation.count
            guard rest >= 0 else { return false }
            add(original, translation)
        }
        return true
    }

    // MARK: - Text files

    /// Entries with a context, and those that a translator has not checked, are left out.
    private static func readText(_ bytes: [UInt8], _ add: Entry) -> Bool {
        var reader = TextReader()
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let line = line.drop { $0 == 0x20 || $0 == 0x09 }
            guard reader.read(line, add) else { return false }
        }
        reader.end(add)
        return true
    }

    private struct TextReader {
        private enum Part { case none, context, original, translation }

        private var part = Part.none
        private var original: [UInt8] = []
        private var translation: [UInt8] = []
        private var isLeftOut = false
        private var isNextFuzzy = false

        /// - Returns: False for a line that no `.po` file has.
        mutating func read(_ line: ArraySlice<UInt8>, _ add: Entry) -> Bool {
            if line.first == UInt8(ascii: "#") {
                if line.starts(with: "#,".utf8),
                    String(decoding: line, as: UTF8.self).contains("fuzzy")
                {
                    isNextFuzzy = true
                } else if line.starts(with: "#~".utf8) {
                    isNextFuzzy = false
                }
                return true
            }
            let keyword = line.prefix { $0 != 0x22 }
            guard let text = Self.unescaped(line[keyword.endIndex...]) else { return line.isEmpty }
            switch String(decoding: keyword.prefix { $0 != 0x20 && $0 != 0x09 }, as: UTF8.self) {
            case "": break
            case "msgctxt":
                begin(add)
                isLeftOut = true
                part = .context
            case "msgid":
                if part != .context { begin(add) }
                part = .original
            case "msgstr", "msgstr[0]": part = .translation
            default: part = .none
            }
            switch part {
            case .original: original += text
            case .translation: translation += text
            case .context, .none: break
            }
            return true
        }

        mutating func end(_ add: Entry) {
            if !isLeftOut { add(original[...], translation[...]) }
        }

        private mutating func begin(_ add: Entry) {
            end(add)
            (original, translation) = ([], [])
            isLeftOut = isNextFuzzy
            isNextFuzzy = false
        }

        /// `nil` for text without quotation marks.
        private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8]? {
            guard let end = text.lastIndex(of: 0x22), end > text.startIndex else { return nil }
            var result: [UInt8] = []
            var isEscaped = false
            for byte in text[(text.startIndex + 1)..<end] {
                if isEscaped {
                    let escapes = [UInt8(ascii: "n"): UInt8(0x0A), UInt8(ascii: "t"): 0x09]
                    result.append(escapes[byte] ?? byte)
                    isEscaped = false
                } else if byte == 0x5C {
                    isEscaped = true
                } else {
                    result.append(byte)
                }
            }
            return result
        }
    }
}

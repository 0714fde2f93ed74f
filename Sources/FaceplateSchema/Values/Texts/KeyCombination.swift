/// A key and the modifiers that are held with it, such as Ctrl+Shift+P.
struct KeyCombination: Hashable {
    /// In the order in which they are written.
    enum Modifier: String, CaseIterable {
        case control = "Ctrl"
        case alt = "Alt"
        case shift = "Shift"
        case meta = "Meta"

        init?(spelling: Substring) {
            switch spelling.lowercased() {
            case "ctrl", "control", "ctl", "primary": self = .control
            case "alt", "option", "opt", "mod1": self = .alt
            case "shift": self = .shift
            case "meta", "super", "win", "windows", "cmd", "command", "mod4": self = .meta
            default: return nil
            }
        }

        /// The name in angle brackets.
        var long: String { self == .control ? "Control" : rawValue }
    }

    let modifiers: Set<Modifier>
    let key: Key

    /// Reads `Ctrl+Shift+P`, `ctrl-shift-p` and `<Control><Shift>p`; `nil` for other text.
    init?(_ text: String) {
        var modifiers: Set<Modifier> = []
        var rest = Substring(text)
        while rest.first == "<", let end = rest.firstIndex(of: ">") {
            guard let modifier = Modifier(spelling: rest[..<end].dropFirst()) else { return nil }
            modifiers.insert(modifier)
            rest = rest[rest.index(after: end)...]
        }
        while let end = rest.dropFirst().firstIndex(where: { $0 == "+" || $0 == "-" }) {
            let name = rest[..<end].filter { $0 != " " }
            guard let modifier = Modifier(spelling: name[...]) else { break }
            modifiers.insert(modifier)
            rest = rest[rest.index(after: end)...].drop { $0 == " " }
        }
        guard let key = Key(spelling: String(rest)) else { return nil }
        self.modifiers = modifiers
        self.key = key
    }

    /// `nil` if the notation has no name for the key.
    func written(in notation: Schema.KeyNotation) -> String? {
        let held = Modifier.allCases.filter(modifiers.contains)
        switch notation {
        case .plus: return (held.map(\.rawValue) + [key.name]).joined(separator: "+")
        case .lower: return (held.map(\.rawValue) + [key.name]).joined(separator: "+").lowercased()
        case .angle:
            return key.symbol.map { held.map { "<\($0.long)>" }.joined() + $0 }
        }
    }
}

extension KeyCombination {
    struct Key: Hashable {
        /// `P`, `F5`, `PageUp`, or the character itself; `Plus` for `+`, which joins the names.
        let name: String
        /// The name of the key symbol of X11; `nil` if it has none here.
        let symbol: String?

        private init(_ name: String, _ symbol: String?) {
            self.name = name
            self.symbol = symbol
        }

        /// Reads a name or a character in any case; `nil` for other text.
        init?(spelling: String) {
            if let known = Self.known[spelling.lowercased()] {
                self = known
                return
            }
            guard let character = spelling.first, spelling.unicodeScalars.count == 1,
                spelling.lowercased().unicodeScalars.count == 1,
                character.isLetter || character.isNumber || character.isSymbol
                    || character.isPunctuation
            else { return nil }
            let upper = spelling.uppercased()
            let isPlain = character.isASCII && (character.isLetter || character.isNumber)
            self.init(
                upper.unicodeScalars.count == 1 ? upper : spelling,
                isPlain ? spelling.lowercased() : nil)
        }

        /// The name, the symbol if it differs, and other spellings.
        static let named: [[String]] = [
            ["Enter", "Return"], ["Tab"], ["Escape", "Escape", "esc"],
            ["Space", "space", " ", "spacebar"], ["Backspace", "BackSpace"],
            ["Delete", "Delete", "del"], ["Insert", "Insert", "ins"], ["Home"], ["End"],
            ["PageUp", "Page_Up", "pgup"], ["PageDown", "Page_Down", "pgdn", "pgdown"],
            ["Up", "Up", "arrowup"], ["Down", "Down", "arrowdown"], ["Left", "Left", "arrowleft"],
            ["Right", "Right", "arrowright"], ["Plus", "plus", "+"],
        ]

        /// The symbols of the other printable characters of ASCII.
        private static let symbols: KeyValuePairs = [
            "!": "exclam", "\"": "quotedbl", "#": "numbersign", "$": "dollar", "%": "percent",
            "&": "ampersand", "'": "apostrophe", "(": "parenleft", ")": "parenright",
            "*": "asterisk", ",": "comma", "-": "minus", ".": "period", "/": "slash",
            ":": "colon", ";": "semicolon", "<": "less", "=": "equal", ">": "greater",
            "?": "question", "@": "at", "[": "bracketleft", "\\": "backslash",
            "]": "bracketright", "^": "asciicircum", "_": "underscore", "`": "grave",
            "{": "braceleft", "|": "bar", "}": "braceright", "~": "asciitilde",
        ]

        static let functions = (1...24).map { "F\($0)" }

        private static let known: [String: Key] = {
            var known: [String: Key] = [:]
            for names in named {
                let key = Key(names[0], names.count > 1 ? names[1] : names[0])
                for name in names { known[name.lowercased()] = key }
            }
            for (character, symbol) in symbols {
                let key = Key(character, symbol)
                known[character] = key
                known[symbol] = key
            }
            for name in functions { known[name.lowercased()] = Key(name, name) }
            return known
        }()

        /// The keys of a notation as a pattern, which also accepts some characters that are not keys.
        static func pattern(_ notation: Schema.KeyNotation) -> String {
            let names = named.map { notation == .angle && $0.count > 1 ? $0[1] : $0[0] }
            let words = names + (notation == .angle ? symbols.map(\.value) : [])
            let all = words.joined(separator: "|")
            let function = "F([1-9]|1[0-9]|2[0-4])"
            return switch notation {
            case .plus: #"\#(all)|\#(function)|[^\u0000- +a-z\u007F-\u009F]"#
            case .lower:
                #"\#(all.lowercased())|\#(function.lowercased())|[^\u0000- +A-Z\u007F-\u009F]"#
            case .angle: "\(all)|\(function)|[0-9a-z]"
            }
        }
    }
}

extension TextForm {
    /// A key combination, which is converted into the notation; other text is unchanged and rejected.
    static func shortcut(_ notation: Schema.KeyNotation) -> TextForm {
        let held = KeyCombination.Modifier.allCases.map { modifier in
            switch notation {
            case .plus: "(\(modifier.rawValue)\\+)?"
            case .lower: "(\(modifier.rawValue.lowercased())\\+)?"
            case .angle: "(<\(modifier.long)>)?"
            }
        }
        return TextForm(
            notation.format,
            examples: ["Ctrl+Shift+P", "F5"].compactMap {
                KeyCombination($0)?.written(in: notation)
            },
            pattern: "^\(held.joined())(\(KeyCombination.Key.pattern(notation)))$",
            converted: { KeyCombination($0)?.written(in: notation) ?? $0 },
            accepts: { KeyCombination($0)?.written(in: notation) == $0 })
    }
}

extension Schema {
    /// The notation in which a program reads a key combination (`itemNotation`).
    public enum KeyNotation: String, Sendable, Hashable, CaseIterable {
        /// `Ctrl+Shift+P`.
        case plus
        /// `ctrl+shift+p`.
        case lower
        /// `<Control><Shift>p`, as in GTK and GNOME.
        case angle

        /// The name in JSON Schema.
        var format: String { self == .plus ? "shortcut" : "shortcut-\(rawValue)" }
    }
}

import Faceplate

/// The script and the style sheet as browsers get them.
extension Asset {
    /// Returns a source without the parts that browsers do not need.
    ///
    /// It removes indentation, comment lines, spaces around the operators of JavaScript, and line ends that separate
    /// nothing. Names of the script become shorter, its declarations are joined, and `const` becomes `let`.
    static func packed(_ source: [UInt8], isScript: Bool = false) -> [UInt8] {
        let code = source.split(separator: 0x0A).filter { !isComment($0.drop { $0 == 0x20 }) }
        let lines = (isScript ? joiningDeclarations(code) : code)
            .map { $0.drop { $0 == 0x20 } }
            .map { isScript ? tight($0) : $0 }
        var packed: [UInt8] = []
        for (line, next) in zip(lines, lines.dropFirst() + [[]]) {
            // The last statement of a block needs no semicolon.
            let isLast =
                isScript && next.first == UInt8(ascii: "}") && line.last == UInt8(ascii: ";")
            let isListed =
                isScript && line.last == UInt8(ascii: ",")
                && next.first.map(Array("})]".utf8).contains) == true
            packed += isLast || isListed ? line.dropLast() : line
            // A rule of CSS ends with its bracket; a statement of JavaScript can go on after one.
            let isEnded =
                isScript ? line.elementsEqual("}".utf8) : line.last == UInt8(ascii: "}")
            let goesOn =
                line.last.map(Array("{(,;".utf8).contains) == true
                || (isScript ? ["?", ":", "&&", "||"] : ["? ", ": ", "&& ", "|| "])
                    .contains { next.starts(with: $0.utf8) }
            // A comment at the end of a line ends with the line.
            let isNeeded = !isEnded && !goesOn || !line.ranges(of: Array("//".utf8)).isEmpty
            if isNeeded { packed.append(0x0A) }
        }
        guard !isScript else { return shortened(packed, names: names(in: code)) }
        // The first two pseudo-elements also have their old form.
        return ["before", "after"].reduce(packed) {
            $0.replacing("::\($1)".utf8, with: ":\($1)".utf8)
        }
    }

    /// Returns the lines of a script in which declarations that follow each other are one: `let a = 1, b = 2;`.
    ///
    /// The indentation tells the statements of a block from the lines inside them.
    private static func joiningDeclarations(_ code: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
        let keywords = ["const ", "let "].map { ArraySlice($0.utf8) }
        let closers = Array("})].?:&|".utf8)
        // The indentations of the open blocks whose last statement is a declaration.
        var open: Set<Int> = []
        var lines: [ArraySlice<UInt8>] = []
        for line in code {
            let text = line.drop { $0 == 0x20 }
            let depth = line.count - text.count
            open = open.filter { $0 <= depth }
            guard let keyword = keywords.first(where: { text.starts(with: $0) }) else {
                if !text.prefix(1).contains(where: closers.contains) { open.remove(depth) }
                lines.append(line)
                continue
            }
            guard open.contains(depth), let last = lines.indices.last,
                lines[last].last == UInt8(ascii: ";")
            else {
                open.insert(depth)
                lines.append(line)
                continue
            }
            lines[last] = lines[last].dropLast() + Array(",".utf8)
            lines.append(text.dropFirst(keyword.count))
        }
        return lines
    }

    /// Returns the names that a script declares, except those that can also be the name of a property, or a word of a
    /// string.
    ///
    /// Names in camel case are only used as names; see `shortened`.
    private static func names(in code: [ArraySlice<UInt8>]) -> Set<ArraySlice<UInt8>> {
        var declared: Set<ArraySlice<UInt8>> = []
        var others: Set<ArraySlice<UInt8>> = []
        for line in code {
            let words = line.split { !isLetter($0) }
            let code = unquoted(line)
            for (first, second) in zip(words, words.dropFirst())
            where second.startIndex == first.endIndex + 1
                && ["const", "let"].contains(where: { first.elementsEqual($0.utf8) })
            {
                declared.insert(second)
            }
            for word in words where !word.contains(where: isCapital) {
                if word.count < 3 || !code.contains(word.startIndex) || isProperty(word, in: line) {
                    others.insert(word)
                }
            }
        }
        return declared.subtracting(others)
    }

    /// Returns the places of a line that are outside of strings; none for a line that can contain a regular expression.
    private static func unquoted(_ line: ArraySlice<UInt8>) -> Set<Int> {
        guard !line.contains(UInt8(ascii: "/")) else { return [] }
        var places: Set<Int> = []
        var quote: UInt8?
        for place in line.indices {
            if let end = quote {
                if line[place] == end { quote = nil }
            } else if "\"'`".utf8.contains(line[place]) {
                quote = line[place]
            } else {
                places.insert(place)
            }
        }
        return places
    }

    /// True for a word that can be a property: after a dot, before a colon, or alone in braces as in `{ a, b = 1 }`.
    private static func isProperty(_ word: ArraySlice<UInt8>, in line: ArraySlice<UInt8>) -> Bool {
        let head = line[..<word.startIndex].filter { $0 != 0x20 }
        let tail = line[word.endIndex...].filter { $0 != 0x20 }
        if head.last == UInt8(ascii: "."), !head.suffix(3).elementsEqual("...".utf8) { return true }
        if tail.first == UInt8(ascii: ":") { return head.last != UInt8(ascii: "?") }
        guard head.last.map("{,".utf8.contains) != false else { return false }
        // Arguments of a call, and elements of an array.
        if head.last == UInt8(ascii: ","), isInList(head) { return false }
        let isDefault =
            !head.isEmpty && tail.first == UInt8(ascii: "=")
            && !tail.dropFirst().prefix(1).contains(where: "=>".utf8.contains)
        return isDefault || tail.first.map(",}".utf8.contains) != false
    }

    /// True after an open parenthesis or bracket of a line that has no open brace in it.
    private static func isInList(_ head: [UInt8]) -> Bool {
        var open: [UInt8] = []
        for byte in head {
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open.append(byte)
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): _ = open.popLast()
            default: break
            }
        }
        return open.last.map { $0 != UInt8(ascii: "{") } ?? false
    }

    /// The shorter forms of constants.
    private static let constants = [
        ArraySlice("true".utf8): Array("!0".utf8), ArraySlice("false".utf8): Array("!1".utf8),
        ArraySlice("undefined".utf8): Array("void 0".utf8),
    ]

    /// Returns a script with short names in place of its own names.
    ///
    /// A name that is also a property, or is next to a quotation mark, stays unchanged.
    private static func shortened(
        _ script: [UInt8], names declared: Set<ArraySlice<UInt8>>
    ) -> [UInt8] {
        let words = script.split { !isLetter($0) }
        let constant = ArraySlice("const".utf8)
        var wanted = declared.union([constant])
        for word in words where wanted.contains(word) {
            let before = script[..<word.startIndex].suffix(3)
            let isProperty = before.last == UInt8(ascii: ".") && !before.elementsEqual("...".utf8)
            if isProperty || isQuoted(word, in: script) { wanted.remove(word) }
        }
        // In the order of the script, so that the same source is always packed alike.
        // A correct script does not assign to a constant, which can therefore be a variable.
        var names = [constant: Array("let".utf8)]
        var short: [UInt8] = []
        var end = script.startIndex
        for word in words {
            if let constant = constants[word] {
                guard !isQuoted(word, in: script) else { continue }
                short += script[end..<word.startIndex] + constant
            } else if wanted.contains(word) {
                let name = names[word] ?? Array("$\(String(names.count - 1, radix: 36))".utf8)
                names[word] = name
                short += script[end..<word.startIndex] + name
            } else {
                continue
            }
            end = word.endIndex
        }
        return withoutBrackets(short + script[end...])
    }

    /// True next to a quotation mark, or in a selector.
    private static func isQuoted(_ word: ArraySlice<UInt8>, in script: [UInt8]) -> Bool {
        [script[..<word.startIndex].last, script[word.endIndex...].first].compactMap(\.self)
            .contains(where: "\"'`#-".utf8.contains)
    }

    /// Returns a script without the parentheses around the only parameter of an arrow function.
    private static func withoutBrackets(_ script: [UInt8]) -> [UInt8] {
        var short: [UInt8] = []
        var place = script.startIndex
        while place < script.endIndex {
            let rest = script[place...]
            let name = rest.dropFirst().prefix(while: isLetter)
            // `async(a)=>` would lose the end of its word.
            if rest.first == UInt8(ascii: "("), !name.isEmpty, short.last.map(isLetter) != true,
                script[name.endIndex...].starts(with: ")=>".utf8)
            {
                short += name
                place = name.endIndex + 1
            } else {
                short.append(script[place])
                place += 1
            }
        }
        return short
    }

    /// Returns a style sheet with short names of its private properties, which do not begin with `--fp-`.
    ///
    /// Names that the script contains, too, stay unchanged.
    static func shorteningProperties(_ style: [UInt8], besides script: [UInt8]) -> [UInt8] {
        let known = Set(script.split { !isLetter($0) && $0 != UInt8(ascii: "-") })
        var names: [ArraySlice<UInt8>: [UInt8]] = [:]
        var short: [UInt8] = []
        var place = style.startIndex
        while place < style.endIndex {
            let name = style[place...].prefix { isLetter($0) || $0 == UInt8(ascii: "-") }
            if name.isEmpty {
                short.append(style[place])
                place += 1
                continue
            }
            place = name.endIndex
            let isPrivate =
                name.count > 4 && name.starts(with: "--".utf8)
                && !name.starts(with: "--fp-".utf8) && !known.contains(name)
            guard isPrivate else {
                short += name
                continue
            }
            let new = names[name] ?? Array("--\(String(names.count, radix: 36))".utf8)
            names[name] = new
            short += new
        }
        return short
    }

    private static func isCapital(_ byte: UInt8) -> Bool { 0x41...0x5A ~= byte }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
    }

    /// Returns a line of JavaScript without spaces around its operators.
    ///
    /// Strings stay unchanged, and so does a line with a slash, which can contain a regular expression.
    private static func tight(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard !line.contains(UInt8(ascii: "/")) else { return line }
        // Plus and minus are not in the list: two of them must not become one operator.
        let signs = Array("=*<>!&|?:,;(){}[]".utf8)
        var tight: [UInt8] = []
        var quote: UInt8?
        for (byte, next) in zip(line, line.dropFirst() + [0x0A]) {
            if let end = quote {
                if byte == end { quote = nil }
            } else if "\"'`".utf8.contains(byte) {
                quote = byte
            } else if byte == 0x20, signs.contains(next) || tight.last.map(signs.contains) == true {
                continue
            }
            tight.append(byte)
        }
        return tight[...]
    }

    private static func isComment(_ line: ArraySlice<UInt8>) -> Bool {
        line.isEmpty || line.starts(with: Array("//".utf8))
            || line.starts(with: Array("/*".utf8)) && line.suffix(2).elementsEqual("*/".utf8)
    }
}

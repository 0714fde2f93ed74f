/// The script and the style sheet as browsers get them.
///
/// It is apart from the panel so that a build for tests can optimize it: every start of a program packs both.
package enum Packing {
    /// Returns a source without the parts that browsers do not need.
    ///
    /// It removes indentation, comment lines, spaces around the operators of JavaScript, and line ends that separate
    /// nothing. Names of the script become shorter, its declarations are joined, and `const` becomes `let`.
    package static func packed(_ source: [UInt8], isScript: Bool = false) -> [UInt8] {
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
                || (isScript ? ["?", ":", "&&", "||", "."] : ["? ", ": ", "&& ", "|| "])
                    .contains { next.starts(with: $0.utf8) }
            // A comment at the end of a line ends with the line.
            let isNeeded = !isEnded && !goesOn || hasComment(line)
            if isNeeded { packed.append(0x0A) }
        }
        guard !isScript else { return shortened(packed, names: names(in: code, of: source)) }
        return shorteningPseudoElements(packed)
    }

    /// Returns a style sheet with the old form, `:before`, of the first two pseudo-elements.
    private static func shorteningPseudoElements(_ style: [UInt8]) -> [UInt8] {
        let colon = UInt8(ascii: ":")
        var short: [UInt8] = []
        var rest = style[...]
        while let place = rest.firstIndex(of: colon) {
            let name = style[(place + 1)...]
            let isOld =
                name.first == colon
                && ["before", "after"].contains { name.dropFirst().starts(with: $0.utf8) }
            short += isOld ? rest[..<place] : rest[...place]
            rest = name
        }
        return short + rest
    }

    /// True for a line with two slashes in it, which can begin a comment.
    private static func hasComment(_ line: ArraySlice<UInt8>) -> Bool {
        zip(line, line.dropFirst()).contains { $0 == UInt8(ascii: "/") && $1 == $0 }
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

    /// Returns the names that a script declares, except those that can also be the name of a property.
    ///
    /// Names in camel case are only used as names; see `shortened`.
    private static func names(
        in code: [ArraySlice<UInt8>], of source: [UInt8]
    ) -> Set<ArraySlice<UInt8>> {
        let isCode = codeBytes(of: source)
        var declared: Set<ArraySlice<UInt8>> = []
        var others: Set<ArraySlice<UInt8>> = []
        for line in code {
            let words = line.split { !isLetter($0) }
            for (first, second) in zip(words, words.dropFirst())
            where second.startIndex == first.endIndex + 1 && declarators.contains(first) {
                declared.insert(second)
            }
            declared.formUnion(parameters(in: line))
            for word in words where !word.contains(where: isCapital) && isCode[word.startIndex] {
                if word.count < 3 || isProperty(word, in: line) { others.insert(word) }
            }
        }
        return declared.subtracting(others).subtracting(declarators)
    }

    private static let declarators = ["const", "let"].map { ArraySlice($0.utf8) }
    private static let arrow = Array("=>".utf8)

    /// Returns the parameters of the arrow functions in a line; none of a list in which one is taken apart.
    private static func parameters(in line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var found: [ArraySlice<UInt8>] = []
        for place in line.indices where line[place...].starts(with: arrow) {
            let head = withoutLastSpaces(line[..<place])
            guard head.last == UInt8(ascii: ")"),
                let bracket = head.lastIndex(of: UInt8(ascii: "("))
            else {
                found += head.split { !isLetter($0) }.last.map { [$0] } ?? []
                continue
            }
            let list = head[(bracket + 1)...].dropLast()
            guard !list.contains(where: brackets.contains) else { continue }
            found += list.split(separator: UInt8(ascii: ",")).compactMap {
                $0.split { !isLetter($0) }.first
            }
        }
        return found
    }

    /// True for a word that can be a property: after a dot, before a colon, or alone in braces as in `{ a, b = 1 }`.
    private static func isProperty(_ word: ArraySlice<UInt8>, in line: ArraySlice<UInt8>) -> Bool {
        let head = withoutLastSpaces(line[..<word.startIndex])
        let tail = line[word.endIndex...].drop { $0 == 0x20 }
        if head.last == UInt8(ascii: "."), !isSpread(head) { return true }
        if tail.first == UInt8(ascii: ":") { return head.last != UInt8(ascii: "?") }
        guard head.last.map(beginsProperty.contains) != false,
            // The code of a template.
            !head.suffix(2).elementsEqual("${".utf8)
        else { return false }
        // Arguments of a call, and elements of an array.
        if head.last == UInt8(ascii: ","), isInList(head) { return false }
        let isDefault =
            !head.isEmpty && tail.first == UInt8(ascii: "=")
            && !tail.dropFirst().prefix(1).contains(where: followsEqualSign.contains)
        return isDefault || tail.first.map(endsProperty.contains) != false
    }

    private static let beginsProperty = ByteSet("{,")
    private static let endsProperty = ByteSet(",}")
    private static let followsEqualSign = ByteSet("=>")

    private static func withoutLastSpaces(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        line[..<(line.lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? line.startIndex)]
    }

    /// True after the three dots before elements that are listed one by one.
    private static func isSpread(_ head: ArraySlice<UInt8>) -> Bool {
        head.suffix(3).elementsEqual("...".utf8)
    }

    /// True after an open parenthesis or bracket of a line that has no open brace in it.
    private static func isInList(_ head: ArraySlice<UInt8>) -> Bool {
        var open: [UInt8] = []
        for byte in head where brackets.contains(byte) {
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open.append(byte)
            default: _ = open.popLast()
            }
        }
        return open.last.map { $0 != UInt8(ascii: "{") } ?? false
    }

    private static let brackets = ByteSet("()[]{}")

    /// The shorter forms of constants.
    private static let constants = [
        ArraySlice("true".utf8): Array("!0".utf8), ArraySlice("false".utf8): Array("!1".utf8),
        ArraySlice("undefined".utf8): Array("void 0".utf8),
    ]

    /// Returns a script with short names in place of its own names.
    ///
    /// A name that is also a property stays unchanged.
    private static func shortened(
        _ script: [UInt8], names declared: Set<ArraySlice<UInt8>>
    ) -> [UInt8] {
        let isCode = codeBytes(of: script)
        let words = script.split { !isLetter($0) }.filter { isCode[$0.startIndex] }
        var uses = Dictionary(uniqueKeysWithValues: declared.map { ($0, 0) })
        for word in words {
            guard let count = uses[word] else { continue }
            let before = script[..<word.startIndex]
            let isProperty = before.last == UInt8(ascii: ".") && !isSpread(before)
            uses[word] = isProperty ? nil : count + 1
        }
        var names = shortNames(for: uses, besides: words)
        // A correct script does not assign to a constant, which can therefore be a variable.
        names[ArraySlice("const".utf8)] = Array("let".utf8)
        var short: [UInt8] = []
        var end = script.startIndex
        for word in words {
            guard let name = constants[word] ?? names[word] else { continue }
            short += script[end..<word.startIndex] + name
            end = word.endIndex
        }
        return withoutBrackets(short + script[end...])
    }

    /// Returns a short name for each name: one letter, then a letter and a digit, that the script does not contain.
    ///
    /// The names with the most uses get the shortest. Names that are first used near each other get similar ones, which
    /// compress well.
    private static func shortNames(
        for uses: [ArraySlice<UInt8>: Int], besides words: [ArraySlice<UInt8>]
    ) -> [ArraySlice<UInt8>: [UInt8]] {
        let taken = Set(words.filter { $0.count < 3 })
        let heads = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
        let free =
            (heads.map { [$0] } + (0x30...0x39).flatMap { digit in heads.map { [$0, digit] } })
            .filter { !taken.contains($0[...]) }
        // The same source is always packed alike.
        let sorted = uses.sorted { one, other in
            one.value == other.value
                ? one.key.lexicographicallyPrecedes(other.key) : one.value > other.value
        }
        let most = sorted.prefix(free.prefix { $0.count == 1 }.count).map(\.key)
        var others = Set(uses.keys).subtracting(most)
        let ordered = most + words.filter { others.remove($0) != nil }
        return Dictionary(uniqueKeysWithValues: zip(ordered, free))
    }

    private static let quotes = ByteSet("\"'`")

    /// Returns a script without the parentheses around the only parameter of an arrow function.
    private static func withoutBrackets(_ script: [UInt8]) -> [UInt8] {
        var short: [UInt8] = []
        var rest = script[...]
        while let bracket = rest.firstIndex(of: UInt8(ascii: "(")) {
            let name = script[(bracket + 1)...].prefix(while: isLetter)
            let before = rest[..<bracket].last ?? short.last
            // `async(a)=>` would lose the end of its word.
            let isAlone =
                !name.isEmpty && before.map(isLetter) != true
                && script[name.endIndex...].starts(with: ")=>".utf8)
            short += isAlone ? rest[..<bracket] + name : rest[...bracket]
            rest = script[(isAlone ? name.endIndex + 1 : bracket + 1)...]
        }
        return short + rest
    }

    /// Returns a style sheet with short names of its private properties, which do not begin with `--fp-`.
    ///
    /// Names that the script contains, too, stay unchanged, and so do those that are short already: no other name becomes
    /// one of them.
    package static func shorteningProperties(_ style: [UInt8], besides script: [UInt8]) -> [UInt8] {
        let known = Set(script.split { !isPropertyLetter($0) })
        let taken = Set(
            style.split { !isPropertyLetter($0) }
                .filter { $0.count <= 4 && $0.starts(with: "--".utf8) })
        var news = (0...).lazy.map { Array("--\(String($0, radix: 36))".utf8) }
            .filter { !taken.contains($0[...]) }.makeIterator()
        var names: [ArraySlice<UInt8>: [UInt8]] = [:]
        var short: [UInt8] = []
        var end = style.startIndex
        for name in style.split(whereSeparator: { !isPropertyLetter($0) })
        where name.count > 4 && name.starts(with: "--".utf8) && !name.starts(with: "--fp-".utf8)
            && !known.contains(name)
        {
            guard let new = names[name] ?? news.next() else { continue }
            names[name] = new
            short += style[end..<name.startIndex] + new
            end = name.endIndex
        }
        return short + style[end...]
    }

    private static func isCapital(_ byte: UInt8) -> Bool { 0x41...0x5A ~= byte }

    private static let letters = ByteSet(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$")

    private static func isLetter(_ byte: UInt8) -> Bool { letters.contains(byte) }

    private static func isPropertyLetter(_ byte: UInt8) -> Bool {
        letters.contains(byte) || byte == UInt8(ascii: "-")
    }

    /// The operators around which JavaScript needs no spaces.
    private static let operators = ByteSet("=*<>!&|?:,;(){}[]")

    /// Operators of which two must not become one.
    private static let signs = ByteSet("+-/%")

    /// Returns a line of JavaScript without spaces around its operators.
    ///
    /// Strings, patterns and comments stay unchanged; a template must end on its line.
    private static func tight(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard line.contains(0x20) else { return line }
        let text = Array(line)
        let isCode = codeBytes(of: text)
        var tight: [UInt8] = []
        for (place, byte) in text.enumerated() {
            if byte == 0x20, isCode[place], place + 1 < text.count {
                let ends = [tight.last ?? 0x0A, text[place + 1]]
                let count = ends.count(where: signs.contains)
                if count == 1 || count == 0 && ends.contains(where: operators.contains) { continue }
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

/// A set of ASCII characters, looked up once for each byte of the sources.
struct ByteSet: Sendable {
    private let flags: [Bool]

    init(_ characters: String) {
        var flags = Array(repeating: false, count: 256)
        for byte in characters.utf8 { flags[Int(byte)] = true }
        self.flags = flags
    }

    func contains(_ byte: UInt8) -> Bool { flags[Int(byte)] }
}

/// The parts of a script that are code.
extension Packing {
    /// Returns for each byte of a script whether it is code: outside of strings, templates, patterns and comments.
    ///
    /// The code of a template, `${…}`, is code.
    static func codeBytes(of script: [UInt8]) -> [Bool] {
        var reader = CodeReader(script: script)
        while reader.place < script.count { reader.readNext() }
        return reader.isCode
    }
}

/// Reads a script part by part.
private struct CodeReader {
    let script: [UInt8]
    private(set) var isCode: [Bool]
    private(set) var place = 0
    /// The number of open braces in the code of each open template.
    private var braces: [Int] = []
    /// The last byte of the code that is not a space; a pattern can only begin after some of them.
    private var last: UInt8?

    private static let beforePattern = ByteSet("(,=:[!&|?{};>")

    init(script: [UInt8]) {
        self.script = script
        isCode = Array(repeating: true, count: script.count)
    }

    mutating func readNext() {
        let byte = script[place]
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): skip { $0 == byte }
        case UInt8(ascii: "`"): skipTemplate()
        case UInt8(ascii: "/") where at(place + 1) == byte:
            skip { $0 == UInt8(ascii: "\n") }
        case UInt8(ascii: "/") where last.map(Self.beforePattern.contains) != false: skipPattern()
        case UInt8(ascii: "}") where braces.last == 0:
            braces.removeLast()
            skipTemplate()
        default:
            if byte == UInt8(ascii: "{"), !braces.isEmpty { braces[braces.count - 1] += 1 }
            if byte == UInt8(ascii: "}"), !braces.isEmpty { braces[braces.count - 1] -= 1 }
            if byte != UInt8(ascii: " "), byte != UInt8(ascii: "\n") { last = byte }
            place += 1
        }
    }

    private func at(_ place: Int) -> UInt8? { place < script.count ? script[place] : nil }

    /// Leaves a part out until a byte after its first; a backslash hides the next byte.
    private mutating func skip(until isEnd: (UInt8) -> Bool) {
        repeat {
            let step = place + 1 < script.count && at(place) == UInt8(ascii: "\\") ? 2 : 1
            for _ in 0..<step {
                isCode[place] = false
                place += 1
            }
        } while at(place).map { !isEnd($0) } ?? false
        guard place < script.count else { return }
        isCode[place] = false
        last = script[place]
        place += 1
    }

    private mutating func skipPattern() {
        var isInClass = false
        skip { byte in
            if byte == UInt8(ascii: "[") { isInClass = true }
            if byte == UInt8(ascii: "]") { isInClass = false }
            return byte == UInt8(ascii: "/") && !isInClass
        }
    }

    /// Leaves out a template until its end, or until the next code in it.
    private mutating func skipTemplate() {
        var before: UInt8?
        skip { byte in
            defer { before = byte }
            return byte == UInt8(ascii: "`")
                || before == UInt8(ascii: "$") && byte == UInt8(ascii: "{")
        }
        if script[place - 1] == UInt8(ascii: "{") { braces.append(0) }
    }
}

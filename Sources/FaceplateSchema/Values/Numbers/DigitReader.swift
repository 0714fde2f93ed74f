/// Takes a text of ASCII digits and separators apart, as dates and times are written.
struct DigitReader {
    private(set) var rest: Substring.UTF8View

    init(_ text: some StringProtocol) {
        rest = Substring(text).utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Exactly so many digits; takes nothing where they are not there.
    mutating func number(of count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, let number = Self.number(digits) else { return nil }
        rest = rest.dropFirst(count)
        return number
    }

    /// One of the characters; takes nothing where none of them is next.
    mutating func skip(_ characters: String) -> Bool {
        guard let next = rest.first, characters.utf8.contains(next) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// All that follows of these characters.
    mutating func prefix(of characters: String) -> String {
        let prefix = rest.prefix { characters.utf8.contains($0) }
        rest = rest.dropFirst(prefix.count)
        return String(decoding: prefix, as: UTF8.self)
    }

    private static func number(_ digits: Substring.UTF8View) -> Int? {
        var number = 0
        for byte in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return number
    }

    /// The number with zeros before it.
    static func padded(_ number: Int, to width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

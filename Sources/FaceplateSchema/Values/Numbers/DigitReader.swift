struct DigitReader {
    private(set) var rest: Substring.UTF8View

    init(_ text: some StringProtocol) {
        rest = Substring(text).utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Reads exactly `count` digits; returns `nil` and reads nothing if there are fewer.
    mutating func number(of count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, let number = Self.number(digits) else { return nil }
        rest = rest.dropFirst(count)
        return number
    }

    mutating func skip(_ characters: String) -> Bool {
        guard let next = rest.first, characters.utf8.contains(next) else { return false }
        rest = rest.dropFirst()
        return true
    }

    mutating func prefix(of characters: String) -> String {
        let prefix = rest.prefix { characters.utf8.contains($0) }
        rest = rest.dropFirst(prefix.count)
        return String(decoding: prefix, as: UTF8.self)
    }

    private static func number(_ digits: Substring.UTF8View) -> Int? {
        var number = 0
        for byte in digits {
            guard byte.isDigit else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return number
    }

    static func padded(_ number: Int, to width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

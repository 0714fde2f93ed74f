/// A font of a style: slant, weight, size, line height and families.
///
/// It is written from its parsed parts; all family names except generic ones are quoted.
package struct StyleFont: Sendable, Hashable, CustomStringConvertible {
    private static let longestText = 300
    private static let mostFamilies = 16
    private static let slants: Set<String> = ["normal", "italic", "oblique"]
    private static let weights: Set<String> = ["bold", "bolder", "lighter"]
    private static let generics: Set<String> = [
        "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "ui-serif",
        "ui-sans-serif", "ui-monospace", "ui-rounded", "math", "emoji",
    ]

    package let description: String

    /// Reads `italic 400 1rem/1.5 system-ui, 'Helvetica Neue', sans-serif`; `nil` for any other text.
    ///
    /// Slant, weight and line height are optional. Family names consist of letters, digits, spaces and hyphens.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.longestText else { return nil }
        var words = text.split(separator: " ", omittingEmptySubsequences: true)[...]
        var parts: [String] = []
        if let slant = words.first?.lowercased(), Self.slants.contains(slant) {
            parts.append(slant)
            words.removeFirst()
        }
        if let weight = words.first?.lowercased(), Self.isWeight(weight) {
            parts.append(weight)
            words.removeFirst()
        }
        guard let size = words.popFirst().flatMap(Self.size),
            let families = Self.families(words.joined(separator: " "))
        else { return nil }
        description = (parts + [size, families]).joined(separator: " ")
    }

    private static func isWeight(_ word: String) -> Bool {
        if weights.contains(word) { return true }
        let isNumber = word.utf8.allSatisfy(\.isDigit)
        return isNumber && (1...1_000).contains(Int(word) ?? 0)
    }

    /// Returns a size: `1rem` or `1rem/1.5`.
    private static func size(_ word: Substring) -> String? {
        let halves = word.split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count <= 2, let size = StyleLength(String(halves[0])),
            size.number > ExactDecimal(0)
        else { return nil }
        guard halves.count == 2 else { return size.description }
        guard let height = height(String(halves[1])) else { return nil }
        return "\(size)/\(height)"
    }

    private static func height(_ text: String) -> String? {
        if text.lowercased() == "normal" { return "normal" }
        if let length = StyleLength(text) { return length.description }
        let isNumber = text.utf8.allSatisfy {
            $0.isDigit || $0 == UInt8(ascii: ".")
        }
        guard isNumber, text.utf8.count <= 16, let number = ExactDecimal(text),
            number <= ExactDecimal(10)
        else { return nil }
        return number.description
    }

    private static func families(_ text: String) -> String? {
        let names = text.split(separator: ",", omittingEmptySubsequences: false)
        guard names.count <= mostFamilies else { return nil }
        let families = names.compactMap { family($0) }
        return families.count == names.count ? families.joined(separator: ", ") : nil
    }

    private static func family(_ text: Substring) -> String? {
        let words = text.split(separator: " ")
        var name = words.joined(separator: " ")
        if generics.contains(name.lowercased()) { return name.lowercased() }
        for quote in ["'", "\""] where name.hasPrefix(quote) && name.hasSuffix(quote) {
            guard name.count > 2 else { return nil }
            name = String(name.dropFirst().dropLast())
            break
        }
        let isName = name.unicodeScalars.allSatisfy {
            $0 == " " || $0 == "-" || $0.properties.isAlphabetic || ("0"..."9").contains($0)
        }
        return isName && name.unicodeScalars.contains { $0.properties.isAlphabetic }
            ? "'\(name)'" : nil
    }
}

/// A length of a style: a number from 0 to 1000 and its unit.
package struct StyleLength: Sendable, Hashable, CustomStringConvertible {
    enum Unit: String, CaseIterable {
        case px, rem, em
    }

    private static let greatest = ExactDecimal(1_000)
    private static let longestText = 16

    let number: ExactDecimal
    let unit: Unit

    /// Reads `10px`, `0.5rem` or `1em`, or `0`; `nil` for any other text.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.longestText else { return nil }
        let digits = text.utf8.prefix { $0.isDigit || $0 == UInt8(ascii: ".") }
        guard let number = ExactDecimal(String(Substring(digits))), number <= Self.greatest else {
            return nil
        }
        let ending = String(Substring(text.utf8.dropFirst(digits.count))).lowercased()
        guard let unit = ending.isEmpty && number == ExactDecimal(0) ? .px : Unit(rawValue: ending)
        else { return nil }
        self.number = number
        self.unit = unit
    }

    init?(pixels number: JSONNumber) {
        guard number.text.utf8.count <= Self.longestText, let value = ExactDecimal(number.text),
            !value.isNegative, value <= Self.greatest
        else { return nil }
        self.number = value
        unit = .px
    }

    package var description: String { "\(number)\(unit.rawValue)" }
}

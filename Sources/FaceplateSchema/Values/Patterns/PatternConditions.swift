/// The conditions at the start of a pattern: `^(?!x-)` excludes what begins with `x-`, and `^(?=a)` requires `a`.
///
/// They are the only look-around that needs no more time than two patterns.
struct PatternConditions {
    /// Each of them can be as large as a pattern.
    private static let most = 8

    /// Each pattern with true if the text must match it, or false if it must not.
    private(set) var conditions: [(source: String, isRequired: Bool)] = []
    /// The pattern without its conditions.
    let rest: String

    /// `nil` for a pattern without them, or with alternatives behind them.
    init?(_ source: String) {
        guard var rest = source.hasPrefix("^") ? source.dropFirst() : nil else { return nil }
        while rest.hasPrefix("(?!") || rest.hasPrefix("(?=") {
            let inside = rest.dropFirst(3)
            guard let end = Self.end(of: inside) else { return nil }
            conditions.append(("^(?:\(inside[..<end]))", rest.hasPrefix("(?=")))
            rest = inside[inside.index(after: end)...]
        }
        // An alternative needs no condition that is in another one.
        guard (1...Self.most).contains(conditions.count), !Self.hasAlternatives(rest) else {
            return nil
        }
        self.rest = "^" + rest
    }

    /// Returns the position of the bracket that closes the group.
    private static func end(of text: Substring) -> Substring.Index? {
        scan(text) { letter, depth in letter == ")" && depth == 0 }
    }

    private static func hasAlternatives(_ text: Substring) -> Bool {
        scan(text) { letter, depth in letter == "|" && depth == 0 } != nil
    }

    private static func scan(
        _ text: Substring, _ isFound: (Character, Int) -> Bool
    ) -> Substring.Index? {
        var (depth, isClass, isEscaped) = (0, false, false)
        for index in text.indices {
            let letter = text[index]
            if isEscaped {
                isEscaped = false
            } else if letter == "\\" {
                isEscaped = true
            } else if isClass {
                isClass = letter != "]"
            } else if isFound(letter, depth) {
                return index
            } else {
                isClass = letter == "["
                depth += letter == "(" ? 1 : letter == ")" ? -1 : 0
            }
        }
        return nil
    }
}

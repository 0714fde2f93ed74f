/// ECMA-262 §22.2.1 with the flag `u`, without back-references and look-around.
struct PatternParser {
    private static let maximumDepth = 100
    private static let maximumCount = 1_000_000

    let scalars: [Unicode.Scalar]
    var index = 0
    private var depth = 0

    init(_ source: String) {
        scalars = Array(source.unicodeScalars)
    }

    var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    mutating func parse() throws(PatternError) -> PatternNode {
        let node = try alternatives()
        guard current == nil else {
            throw error("')' closes no group. Write '\\)' for the character itself.")
        }
        return node
    }

    private mutating func alternatives() throws(PatternError) -> PatternNode {
        var branches = [try sequence()]
        while skip("|") {
            branches.append(try sequence())
        }
        return branches.count == 1 ? branches[0] : .alternatives(branches)
    }

    private mutating func sequence() throws(PatternError) -> PatternNode {
        var parts: [PatternNode] = []
        while let scalar = current, scalar != "|", scalar != ")" {
            let column = index + 1
            let part = try atom()
            parts.append(try quantified(part, column: column))
        }
        switch parts.count {
        case 0: return .empty
        case 1: return parts[0]
        default: return .sequence(parts)
        }
    }

    private mutating func atom() throws(PatternError) -> PatternNode {
        let start = index
        guard let scalar = current else { return .empty }
        index += 1
        switch scalar {
        case "^": return .assertion(.start)
        case "$": return .assertion(.end)
        case ".": return .set(.notLineEnd)
        case "(": return try group(from: start)
        case "[": return .set(try characterClass(from: start))
        case "\\": return try escape(from: start)
        case "*", "+", "?":
            throw error("There is nothing before '\(scalar)' that could be repeated.", at: start)
        case "{", "}", "]":
            throw error("Write '\\\(scalar)' for the character '\(scalar)' itself.", at: start)
        default: return .set(ScalarSet(scalar))
        }
    }

    // MARK: Groups

    private mutating func group(from start: Int) throws(PatternError) -> PatternNode {
        try skipGroupHead(from: start)
        depth += 1
        guard depth <= Self.maximumDepth else {
            throw error("Groups are more than \(Self.maximumDepth) deep.", at: start)
        }
        let node = try alternatives()
        depth -= 1
        guard skip(")") else {
            throw error("The group that opens here is never closed.", at: start)
        }
        return node
    }

    private mutating func skipGroupHead(from start: Int) throws(PatternError) {
        guard skip("?"), !skip(":") else { return }
        let isBehind = skip("<")
        if current == "=" || current == "!" {
            throw error(
                "Look-around is not supported, so that matching takes linear time. "
                    + "Supported are groups '(...)', '(?:...)' and '(?<name>...)'.",
                at: start)
        }
        guard isBehind, skipName() else {
            throw error(
                "Unknown kind of group. Supported are '(...)', '(?:...)' and '(?<name>...)'.",
                at: start)
        }
    }

    private mutating func skipName() -> Bool {
        let start = index
        while let scalar = current, ScalarSet.word.contains(scalar) || scalar == "$" { index += 1 }
        let isName = index > start && !ScalarSet.digit.contains(scalars[start])
        return skip(">") && isName
    }

    // MARK: Repetition

    private mutating func quantified(
        _ node: PatternNode, column: Int
    ) throws(PatternError) -> PatternNode {
        let start = index
        guard let (least, most) = try quantifier() else { return node }
        // A group around an assertion can be repeated, and has the same node.
        if case .assertion = node, scalars[column - 1] != "(" {
            throw error("'^', '$', '\\b' and '\\B' cannot be repeated.", at: start)
        }
        // Lazy and greedy repetitions differ only in the length of a match.
        _ = skip("?")
        return .repetition(node, least: least, most: most, column: column)
    }

    private mutating func quantifier() throws(PatternError) -> (least: Int, most: Int?)? {
        if skip("*") { return (0, nil) }
        if skip("+") { return (1, nil) }
        if skip("?") { return (0, 1) }
        let start = index
        guard skip("{") else { return nil }
        if let least = number() {
            if skip("}") { return (least, least) }
            if skip(",") {
                if skip("}") { return (least, nil) }
                if let most = number(), skip("}") {
                    guard least <= most else {
                        throw error("In '{n,m}' the first number is the smaller one.", at: start)
                    }
                    return (least, most)
                }
            }
        }
        throw error(
            "A count is '{n}', '{n,}' or '{n,m}'. Write '\\{' for the character itself.", at: start)
    }

    /// Larger numbers become the maximum, because a program of that size is rejected anyway.
    private mutating func number() -> Int? {
        let start = index
        var value = 0
        while let scalar = current, ScalarSet.digit.contains(scalar) {
            value = min(value * 10 + Int(scalar.value - 0x30), Self.maximumCount)
            index += 1
        }
        return index > start ? value : nil
    }

    // MARK: Steps

    mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard current == scalar else { return false }
        index += 1
        return true
    }

    func error(_ message: String, at place: Int? = nil) -> PatternError {
        PatternError(column: (place ?? index) + 1, message: message)
    }
}

/// A regular expression of ECMA-262 that can match any part of a string, as in JSON Schema.
///
/// It is read with the flag `u`, so `.` is one Unicode scalar. Back-references and look-around are
/// rejected, except look-ahead at the start: without them, the time of every match is linear in the
/// length of the string.
///
/// ```swift
/// let pattern = try Pattern(#"^[a-z]\w*$"#)
/// pattern.matches("port_1")  // true
/// ```
package struct Pattern: Sendable {
    package let source: String

    private let program: PatternProgram
    /// The conditions at its start, with true for a required match.
    private let conditions: [(program: PatternProgram, isRequired: Bool)]

    /// - Throws: ``PatternError`` if the pattern is malformed, not supported, or too large: more
    ///   than 20,000 steps with counted repetitions written out, or groups nested more than 100
    ///   deep.
    package init(_ source: String) throws(PatternError) {
        self.source = source
        if let parts = PatternConditions(source), let rest = try? Self.program(parts.rest) {
            let read = parts.conditions.compactMap { part in
                (try? Self.program(part.source)).map { ($0, part.isRequired) }
            }
            if read.count == parts.conditions.count {
                (conditions, program) = (read, rest)
                return
            }
        }
        (conditions, program) = ([], try Self.program(source))
    }

    private static func program(_ source: String) throws(PatternError) -> PatternProgram {
        var parser = PatternParser(source)
        return try PatternProgram(try parser.parse())
    }

    /// Returns true if the pattern matches any part of the string.
    package func matches(_ text: String) -> Bool {
        search(text).isFound
    }

    /// - Parameter most: With more steps, the result has more than these, and is not known.
    func search(_ text: String, within most: Int = .max) -> (isFound: Bool, steps: Int) {
        var steps = 0
        for (program, isRequired) in conditions + [(program, true)] {
            var matcher = PatternMatcher(program)
            let isFound = matcher.isFound(in: text, within: most - steps)
            steps += matcher.steps
            guard isFound == isRequired, steps <= most else { return (false, steps) }
        }
        return (true, steps)
    }
}

extension Pattern: Hashable {
    package static func == (left: Self, right: Self) -> Bool {
        left.source.utf8.elementsEqual(right.source.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(source)
    }
}

package struct PatternError: SpokenError, Hashable {
    /// The position in the pattern, in Unicode scalars from 1.
    package let column: Int
    package let message: String

    package var description: String { "column \(column): \(message)" }
}

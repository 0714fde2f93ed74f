/// A regular expression of ECMA-262 that can match any part of a string, as in JSON Schema.
///
/// It is read with the flag `u`, so `.` is one Unicode scalar. Back-references and look-around are
/// rejected: without them, the time of every match is linear in the length of the string.
///
/// ```swift
/// let pattern = try Pattern(#"^[a-z]\w*$"#)
/// pattern.matches("port_1")  // true
/// ```
package struct Pattern: Sendable {
    package let source: String

    private let program: PatternProgram

    /// - Throws: ``PatternError`` if the pattern is malformed, not supported, or too large: more
    ///   than 20,000 steps with counted repetitions written out, or groups nested more than 100
    ///   deep.
    package init(_ source: String) throws(PatternError) {
        self.source = source
        var parser = PatternParser(source)
        program = try PatternProgram(try parser.parse())
    }

    /// Returns true if the pattern matches any part of the string.
    package func matches(_ text: String) -> Bool {
        search(text).isFound
    }

    /// - Parameter most: With more steps, the result has more than these, and is not known.
    func search(_ text: String, within most: Int = .max) -> (isFound: Bool, steps: Int) {
        var matcher = PatternMatcher(program)
        let isFound = matcher.isFound(in: text, within: most)
        return (isFound, matcher.steps)
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

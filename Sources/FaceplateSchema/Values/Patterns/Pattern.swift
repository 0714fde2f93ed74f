/// A regular expression of ECMA-262, found anywhere in a text as JSON Schema has it.
///
/// It is read as with the flag `u`, so `.` is one Unicode scalar. Back-references and look-around
/// are refused: without them a match takes time linear in the text, whatever the pattern.
///
/// ```swift
/// let pattern = try Pattern(#"^[a-z]\w*$"#)
/// pattern.matches("port_1")  // true
/// ```
public struct Pattern: Sendable {
    /// The expression as it was given.
    public let source: String

    private let program: PatternProgram

    /// Reads a pattern.
    ///
    /// - Throws: ``PatternError`` for what is malformed, not supported, or too large: more than
    ///   20,000 steps once counted repetitions are written out, or groups over 100 deep.
    public init(_ source: String) throws(PatternError) {
        self.source = source
        var parser = PatternParser(source)
        program = try PatternProgram(try parser.parse())
    }

    /// Whether the pattern is found in the text.
    public func matches(_ text: String) -> Bool {
        search(text).isFound
    }

    /// As `matches`, with the number of steps that it took.
    func search(_ text: String) -> (isFound: Bool, steps: Int) {
        var matcher = PatternMatcher(program)
        let isFound = matcher.isFound(in: text)
        return (isFound, matcher.steps)
    }
}

extension Pattern: Hashable {
    /// Compares the sources byte by byte.
    public static func == (left: Self, right: Self) -> Bool {
        left.source.utf8.elementsEqual(right.source.utf8)
    }

    /// Hashes the source.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(source)
    }
}

/// Why a text is no usable pattern.
public struct PatternError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Where in the pattern, in Unicode scalars from 1.
    public let column: Int
    /// What was found, and what is possible instead.
    public let message: String

    /// The message after its place.
    public var description: String { "column \(column): \(message)" }
}

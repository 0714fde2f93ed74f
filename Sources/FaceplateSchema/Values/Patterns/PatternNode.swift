/// The syntax tree of a pattern.
indirect enum PatternNode: Sendable, Hashable {
    case empty
    case set(ScalarSet)
    case assertion(Assertion)
    case sequence([PatternNode])
    case alternatives([PatternNode])
    /// `column` is the position of the repetition, for the error that it grows too large.
    case repetition(PatternNode, least: Int, most: Int?, column: Int)

    /// A condition on a position between two scalars.
    enum Assertion: Sendable, Hashable {
        case start, end, wordBoundary, noWordBoundary

        func holds(between previous: Unicode.Scalar?, and next: Unicode.Scalar?) -> Bool {
            switch self {
            case .start: previous == nil
            case .end: next == nil
            case .wordBoundary: Self.isWord(previous) != Self.isWord(next)
            case .noWordBoundary: Self.isWord(previous) == Self.isWord(next)
            }
        }

        private static func isWord(_ scalar: Unicode.Scalar?) -> Bool {
            scalar.map(ScalarSet.word.contains) ?? false
        }
    }
}

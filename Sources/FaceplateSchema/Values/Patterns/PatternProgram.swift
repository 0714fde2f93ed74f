/// A pattern as instructions for ``PatternMatcher``: Thompson's construction.
struct PatternProgram: Sendable {
    enum Instruction: Sendable {
        case scalar(Unicode.Scalar)
        /// Accepts a scalar of `sets[index]` and continues with the next instruction.
        case set(Int)
        case assertion(PatternNode.Assertion)
        case fork(Int)
        case jump(Int)
        case found
    }

    private static let maximumCount = 20_000

    private(set) var instructions: [Instruction] = []
    private(set) var sets: [ScalarSet] = []
    /// The position of each set, so that a class in a counted repetition is stored once.
    private var setIndices: [ScalarSet: Int] = [:]

    init(_ node: PatternNode) throws(PatternError) {
        try append(node, column: 1)
        try emit(.found, column: 1)
        setIndices = [:]
    }

    private mutating func append(_ node: PatternNode, column: Int) throws(PatternError) {
        switch node {
        case .empty: break
        case .set(let set): try append(set, column: column)
        case .assertion(let assertion): try emit(.assertion(assertion), column: column)
        case .sequence(let parts):
            for part in parts { try append(part, column: column) }
        case .alternatives(let branches): try append(branches[...], column: column)
        case .repetition(let body, let least, let most, let place):
            try append(body, least: least, most: most, column: place)
        }
    }

    private mutating func emit(_ instruction: Instruction, column: Int) throws(PatternError) {
        guard instructions.count < Self.maximumCount else {
            throw PatternError(
                column: column,
                message: "The pattern is too large: with its counts written out it has more than "
                    + "\(Self.maximumCount) steps. Use smaller counts.")
        }
        instructions.append(instruction)
    }

    private mutating func append(_ set: ScalarSet, column: Int) throws(PatternError) {
        if let scalar = set.single { return try emit(.scalar(scalar), column: column) }
        let index = setIndices[set] ?? sets.count
        if index == sets.count {
            sets.append(set)
            setIndices[set] = index
        }
        try emit(.set(index), column: column)
    }

    private mutating func append(
        _ branches: ArraySlice<PatternNode>, column: Int
    ) throws(PatternError) {
        var ends: [Int] = []
        for branch in branches.dropLast() {
            let fork = instructions.count
            try emit(.fork(0), column: column)
            try append(branch, column: column)
            ends.append(instructions.count)
            try emit(.jump(0), column: column)
            instructions[fork] = .fork(instructions.count)
        }
        if let last = branches.last { try append(last, column: column) }
        for end in ends { instructions[end] = .jump(instructions.count) }
    }

    private mutating func append(
        _ body: PatternNode, least: Int, most: Int?, column: Int
    ) throws(PatternError) {
        for _ in 0..<least {
            let start = instructions.count
            try append(body, column: column)
            // Repeating an empty body changes nothing: `(){1000000}` must not run a million rounds.
            if instructions.count == start { return }
        }
        guard let most else { return try appendLoop(body, column: column) }
        var forks: [Int] = []
        for _ in least..<most {
            let start = instructions.count
            try emit(.fork(0), column: column)
            try append(body, column: column)
            if instructions.count == start + 1 {
                instructions.removeLast()
                break
            }
            forks.append(start)
        }
        for fork in forks { instructions[fork] = .fork(instructions.count) }
    }

    private mutating func appendLoop(_ body: PatternNode, column: Int) throws(PatternError) {
        let fork = instructions.count
        try emit(.fork(0), column: column)
        try append(body, column: column)
        try emit(.jump(fork), column: column)
        instructions[fork] = .fork(instructions.count)
    }
}

indirect enum PatternNode: Sendable, Hashable {
    case empty
    case set(ScalarSet)
    case assertion(Assertion)
    case sequence([PatternNode])
    case alternatives([PatternNode])
    /// `column` is the position of the repetition, for the error that it grows too large.
    case repetition(PatternNode, least: Int, most: Int?, column: Int)

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

/// It visits each instruction at most once per scalar (Pike's method, without captures).
struct PatternMatcher {
    private let program: PatternProgram
    private(set) var steps = 0

    /// The last position at which each instruction was reached, so that it is followed once per
    /// position.
    private var reached: [Int]
    private var place = 0
    private var pending: [Int] = []
    private var waiting: [Int] = []

    init(_ program: PatternProgram) {
        self.program = program
        reached = Array(repeating: 0, count: program.instructions.count)
    }

    /// - Parameter most: After more steps, the rest of the text is not searched.
    mutating func isFound(in text: String, within most: Int = .max) -> Bool {
        var scalars = text.unicodeScalars.makeIterator()
        var previous: Unicode.Scalar?
        var next = scalars.next()
        while steps <= most {
            // A match can start at any position.
            pending.append(0)
            if follow(between: previous, and: next) { return true }
            guard let scalar = next else { return false }
            advance(scalar)
            previous = scalar
            next = scalars.next()
        }
        return false
    }

    /// - Returns: True if the pattern is found.
    private mutating func follow(
        between previous: Unicode.Scalar?, and next: Unicode.Scalar?
    ) -> Bool {
        place += 1
        waiting.removeAll(keepingCapacity: true)
        while let index = pending.popLast() {
            guard reached[index] != place else { continue }
            reached[index] = place
            steps += 1
            switch program.instructions[index] {
            case .scalar, .set: waiting.append(index)
            case .jump(let target): pending.append(target)
            case .fork(let target):
                pending.append(target)
                pending.append(index + 1)
            case .assertion(let assertion):
                if assertion.holds(between: previous, and: next) { pending.append(index + 1) }
            case .found: return true
            }
        }
        return false
    }

    private mutating func advance(_ scalar: Unicode.Scalar) {
        for index in waiting {
            steps += 1
            let isTaken =
                switch program.instructions[index] {
                case .scalar(let wanted): wanted == scalar
                case .set(let set): program.sets[set].contains(scalar)
                default: false
                }
            if isTaken { pending.append(index + 1) }
        }
    }
}

/// Rules of numbers, which go up and down in steps.
protocol SteppedRules: ValueRules {
    /// The number so many steps further up, or down where the count is negative.
    ///
    /// It stays within the bounds: it stops at one that it may be, and otherwise before it.
    ///
    /// - Parameter value: where the steps begin; zero for `nil`.
    func stepped(_ value: Value?, by count: Int) -> Value
}

extension SteppedRules {
    /// The bound where it may be the value, else the number before the steps.
    fileprivate func stopped(at bound: Value, from start: Value) -> Value {
        problem(with: bound) == nil ? bound : start
    }
}

extension IntegerRules: SteppedRules {
    func stepped(_ value: Value?, by count: Int) -> Value {
        let start: Int64 = if case .integer(let number)? = value { number } else { 0 }
        let (low, high) = (minimum ?? .min, maximum ?? .max)
        // The product of two 64-bit numbers leaves room in 128 bits for one more of them.
        let sum = Int128(start) + Int128(step ?? 1) * Int128(count)
        if count > 0, sum > Int128(high) {
            return stopped(at: .integer(high), from: .integer(start))
        }
        if count < 0, sum < Int128(low) {
            return stopped(at: .integer(low), from: .integer(start))
        }
        // Up from far below the least ends there, and down from far above the most.
        return .integer(sum < Int128(low) ? low : sum > Int128(high) ? high : Int64(sum))
    }
}

extension DecimalRules: SteppedRules {
    func stepped(_ value: Value?, by count: Int) -> Value {
        let start = value?.number ?? .zero
        let distance = (step ?? ExactDecimal(1)).multiplied(by: count)
        // A step too small to make a difference makes none.
        guard let sum = distance.flatMap(start.adding) else { return Value(start) }
        if let maximum, sum > maximum {
            return count > 0
                ? stopped(at: Value(maximum), from: Value(start)) : Value(maximum)
        }
        if let minimum, sum < minimum {
            return count < 0
                ? stopped(at: Value(minimum), from: Value(start)) : Value(minimum)
        }
        return Value(sum)
    }
}

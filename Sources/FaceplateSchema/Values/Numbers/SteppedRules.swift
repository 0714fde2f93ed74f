extension ValueRules {
    fileprivate func stopped(at bound: Value, from start: Value) -> Value {
        problem(with: bound) == nil ? bound : start
    }
}

extension IntegerRules {
    /// Returns the integer after the steps; see `ValueRules`.
    public func stepped(_ value: Value?, by count: Int) -> Value? {
        let start: Int64 = if case .integer(let number)? = value { number } else { 0 }
        let (low, high) = (minimum ?? .min, maximum ?? .max)
        // The product of two 64-bit numbers plus a third one fits in 128 bits.
        let sum = Int128(start) + Int128(step ?? 1) * Int128(count)
        if count > 0, sum > Int128(high) {
            return stopped(at: .integer(high), from: .integer(start))
        }
        if count < 0, sum < Int128(low) {
            return stopped(at: .integer(low), from: .integer(start))
        }
        // A step up from far below the minimum, or down from far above the maximum, ends at the
        // limit.
        return .integer(sum < Int128(low) ? low : sum > Int128(high) ? high : Int64(sum))
    }
}

extension DecimalRules {
    /// Returns the number after the steps; see `ValueRules`.
    public func stepped(_ value: Value?, by count: Int) -> Value? {
        let start = value?.number ?? .zero
        let distance = (step ?? ExactDecimal(1)).multiplied(by: count)
        // If the result needs too many digits, the number stays unchanged.
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

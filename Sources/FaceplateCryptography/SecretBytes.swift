/// Bytes of the system's cryptographic generator (getrandom, arc4random).
package enum RandomBytes {
    /// Returns a number of random bytes.
    package static func make(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}

/// Comparisons whose time does not depend on where the bytes differ.
package enum ConstantTime {
    /// Returns true when both have the same bytes; only the number of bytes shows in the time.
    @inline(never)
    package static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

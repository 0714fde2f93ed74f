/// Bytes of the system's cryptographic generator (getrandom, arc4random).
package enum RandomBytes {
    /// Returns a number of random bytes.
    package static func make(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}

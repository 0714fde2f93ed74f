/// Comparisons whose time does not depend on where the bytes differ.
package enum ConstantTime {
    /// Returns true when both have the same bytes; only the number of bytes shows in the time.
    @inline(never)
    package static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

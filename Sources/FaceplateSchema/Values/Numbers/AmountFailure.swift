/// The reason why a number of units is not an amount.
enum AmountFailure: SpokenError {
    case tooSmall, tooLarge, tooPrecise

    var description: String {
        switch self {
        case .tooSmall: "The amount is too small."
        case .tooLarge: "The amount is too large."
        case .tooPrecise: "The amount has parts of the smallest unit."
        }
    }
}

extension ExactDecimal {
    /// Returns the number times a factor, in the smallest unit: seconds in nanoseconds, KiB in bytes.
    ///
    /// - Parameters:
    ///   - factor: At most 2⁶⁰.
    ///   - most: The greatest result, and the least one with a minus sign; less than 10³⁵.
    func amount(of factor: Int128, most: Int128) throws(AmountFailure) -> Int128 {
        // More digits than this are below the smallest unit or above the maximum.
        let magnitude = digits.count + exponent
        guard magnitude <= 19 else { throw isNegative ? .tooSmall : .tooLarge }
        guard digits.count <= 22, exponent >= -22 else { throw .tooPrecise }
        let number = digits.reduce(0) { $0 * 10 + Int128($1) }
        var (total, isOver) = number.multipliedReportingOverflow(by: factor)
        guard !isOver else { throw .tooPrecise }
        if isNegative { total.negate() }
        for _ in 0..<Swift.max(0, exponent) { total *= 10 }
        for _ in 0..<Swift.max(0, -exponent) {
            guard total % 10 == 0 else { throw .tooPrecise }
            total /= 10
        }
        guard total >= -most else { throw .tooSmall }
        guard total <= most else { throw .tooLarge }
        return total
    }
}

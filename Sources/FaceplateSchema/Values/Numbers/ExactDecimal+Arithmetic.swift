extension ExactDecimal {
    package static let zero = ExactDecimal(0)

    /// The number of decimal places in the canonical form.
    package var fractionDigits: Int { max(0, -exponent) }

    /// True when the distance from `base` to this number is a multiple of `step`; false if `step`
    /// is zero.
    ///
    /// The work grows with the distance between the first and the last digit, which is at most
    /// about 40,000 digits.
    package func isWholeSteps(of step: ExactDecimal, from base: ExactDecimal) -> Bool {
        guard !step.digits.isEmpty else { return false }
        let distance = Self.distance(self, base)
        guard !distance.digits.isEmpty else { return true }
        // The distance has no trailing zeros, so it is not a multiple of a number with a larger
        // exponent.
        let zeros = distance.exponent - step.exponent
        guard zeros >= 0 else { return false }
        var remainder: ArraySlice<UInt8> = []
        for digit in distance.digits {
            Self.append(digit, to: &remainder, modulo: step.digits)
        }
        for _ in 0..<zeros {
            if remainder.isEmpty { return true }
            Self.append(0, to: &remainder, modulo: step.digits)
        }
        return remainder.isEmpty
    }

    /// `nil` if it has more digits than supported.
    func adding(_ other: ExactDecimal) -> ExactDecimal? {
        let opposite =
            ExactDecimal(
                digits: other.digits, exponent: other.exponent, isNegative: !other.isNegative)
            ?? .zero
        let sum = Self.distance(self, opposite)
        return ExactDecimal(
            digits: sum.digits, exponent: sum.exponent, isNegative: self < opposite)
    }

    /// `nil` if it has more digits than supported.
    func multiplied(by count: Int) -> ExactDecimal? {
        var product: [UInt8] = []
        var carry: Int128 = 0
        for digit in digits.reversed() {
            carry += Int128(digit) * Int128(count.magnitude)
            product.append(UInt8(carry % 10))
            carry /= 10
        }
        while carry > 0 {
            product.append(UInt8(carry % 10))
            carry /= 10
        }
        return ExactDecimal(
            digits: product.reversed(), exponent: exponent, isNegative: isNegative != (count < 0))
    }

    /// Returns the nearest number with at most `count` decimal places; halves go to the even digit.
    ///
    /// A negative count rounds to tens, hundreds and so on.
    package func rounded(toFractionDigits count: Int) -> ExactDecimal {
        let dropped = -count - exponent
        guard dropped > 0 else { return self }
        guard dropped <= digits.count else { return .zero }
        var retained = Array(digits.dropLast(dropped))
        let rest = digits.suffix(dropped)
        let isHalf = rest.first == 5 && rest.dropFirst().allSatisfy { $0 == 0 }
        let roundsUp = isHalf ? (retained.last ?? 0) % 2 == 1 : (rest.first ?? 0) >= 5
        if roundsUp { Self.increment(&retained) }
        return ExactDecimal(digits: retained, exponent: -count, isNegative: isNegative) ?? self
    }

    private static func increment(_ digits: inout [UInt8]) {
        var index = digits.count - 1
        while index >= 0, digits[index] == 9 {
            digits[index] = 0
            index -= 1
        }
        if index >= 0 {
            digits[index] += 1
        } else {
            digits.insert(1, at: 0)
        }
    }

    /// Returns the distance of two numbers: digits without leading or trailing zeros.
    private static func distance(
        _ first: ExactDecimal, _ second: ExactDecimal
    ) -> (digits: [UInt8], exponent: Int) {
        if second.digits.isEmpty { return (first.digits, first.exponent) }
        if first.digits.isEmpty { return (second.digits, second.exponent) }
        let exponent = min(first.exponent, second.exponent)
        var (large, small) = (first.backwards(from: exponent), second.backwards(from: exponent))
        let adds = first.isNegative != second.isNegative
        if isLess(large, small) { swap(&large, &small) }
        var carry = 0
        for index in large.indices {
            let other = (index < small.count ? Int(small[index]) : 0) + carry
            let digit = Int(large[index]) + (adds ? other : -other)
            carry = adds ? digit / 10 : digit < 0 ? 1 : 0
            large[index] = UInt8((digit + 10) % 10)
        }
        if carry > 0 { large.append(1) }
        while large.last == 0 { large.removeLast() }
        let zeros = large.prefix { $0 == 0 }.count
        return (large.dropFirst(zeros).reversed(), exponent + zeros)
    }

    /// Returns the digits from the lowest power of ten upward; `lowest` is at most `exponent`.
    private func backwards(from lowest: Int) -> [UInt8] {
        Array(repeating: 0, count: exponent - lowest) + digits.reversed()
    }

    private static func isLess(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count
            ? left.reversed().lexicographicallyPrecedes(right.reversed()) : left.count < right.count
    }

    /// Computes `(remainder * 10 + digit) % divisor`, without leading zeros.
    private static func append(
        _ digit: UInt8, to remainder: inout ArraySlice<UInt8>, modulo divisor: [UInt8]
    ) {
        if digit > 0 || !remainder.isEmpty { remainder.append(digit) }
        while remainder.count > divisor.count
            || remainder.count == divisor.count && !remainder.lexicographicallyPrecedes(divisor)
        {
            subtract(divisor, from: &remainder)
        }
    }

    private static func subtract(_ divisor: [UInt8], from remainder: inout ArraySlice<UInt8>) {
        var borrow = 0
        var index = remainder.endIndex - 1
        for digit in divisor.reversed() {
            let rest = Int(remainder[index]) - Int(digit) - borrow
            borrow = rest < 0 ? 1 : 0
            remainder[index] = UInt8(rest + 10 * borrow)
            index -= 1
        }
        if borrow > 0 { remainder[index] -= 1 }
        remainder = remainder.drop { $0 == 0 }
    }
}

extension Value {
    /// The value is `integer` if the number is an integer that fits in 64 bits: in JSON, `1.0` is the integer 1.
    ///
    /// Otherwise it is `decimal`.
    package init(_ number: ExactDecimal) {
        self = number.integer.map(Value.integer) ?? .decimal(number)
    }

    /// The number of an `integer` or `decimal`; `nil` for any other value.
    package var number: ExactDecimal? {
        switch self {
        case .integer(let integer): ExactDecimal(integer)
        case .decimal(let decimal): decimal
        default: nil
        }
    }
}

struct DurationReader {
    /// `nil` to accept only the canonical form.
    let locale: LocaleTag?
    /// The unit of a number without a unit.
    let unit: DurationUnit

    func amount(_ text: String) throws(AmountFailure) -> DurationAmount? {
        let text = NumberSpelling.trimmed(text)
        if let number = NumberSpelling.number(in: text, locale: locale) {
            return try DurationAmount(number, unit)
        }
        var scalars = Array(text.unicodeScalars)[...]
        let isNegative = scalars.first == "-" || scalars.first == "\u{2212}"
        if isNegative || scalars.first == "+" { scalars.removeFirst() }
        let amount =
            if scalars.first == "P" || scalars.first == "p" {
                try isoAmount(scalars.dropFirst())
            } else if scalars.contains(":") {
                try clockAmount(String(scalars: scalars))
            } else {
                try sum(scalars, units: DurationUnit.init(spelling:))
            }
        return isNegative ? amount?.negated : amount
    }

    /// Reads the text after `P`: `1DT2H`.
    private func isoAmount(
        _ scalars: ArraySlice<Unicode.Scalar>
    ) throws(AmountFailure) -> DurationAmount? {
        let days = scalars.prefix { $0 != "T" && $0 != "t" }
        let times = scalars.dropFirst(days.count + 1)
        guard !scalars.isEmpty, days.count == scalars.count || !times.isEmpty else { return nil }
        var amount = DurationAmount.zero
        let reader = DurationReader(locale: nil, unit: unit)
        if !days.isEmpty {
            let units: [String: DurationUnit] = ["w": .w, "d": .d]
            guard let sum = try reader.sum(days, units: { units[$0.lowercased()] }) else {
                return nil
            }
            try amount.add(sum)
        }
        if !times.isEmpty {
            let units: [String: DurationUnit] = ["h": .h, "m": .min, "s": .s]
            let points = times.map { $0 == "," ? "." : $0 }[...]
            guard let sum = try reader.sum(points, units: { units[$0.lowercased()] }) else {
                return nil
            }
            try amount.add(sum)
        }
        return amount
    }

    /// Reads hours, minutes and seconds: `1:30:00`.
    private func clockAmount(_ text: String) throws(AmountFailure) -> DurationAmount? {
        let plain = locale == nil ? text : NumberSpelling.plainDigits(text)
        let parts = plain.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty,
            parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }),
            parts.dropFirst().allSatisfy({ $0.utf8.count == 2 && $0 < "60" })
        else { return nil }
        var amount = DurationAmount.zero
        for (part, unit) in zip(parts, [DurationUnit.h, .min, .s]) {
            guard let number = ExactDecimal(String(part)) else { return nil }
            try amount.add(try DurationAmount(number, unit))
        }
        return amount
    }

    /// Reads numbers with units, the largest unit first: `1h 30m`.
    private func sum(
        _ scalars: ArraySlice<Unicode.Scalar>, units: (String) -> DurationUnit?
    ) throws(AmountFailure) -> DurationAmount? {
        var amount = DurationAmount.zero
        var rest = scalars
        var last: DurationUnit?
        while !rest.isEmpty {
            let number = rest.prefix { !$0.properties.isAlphabetic }
            rest = rest.dropFirst(number.count)
            let name = rest.prefix { $0.properties.isAlphabetic }
            rest = rest.dropFirst(name.count)
            guard let count = NumberSpelling.number(in: String(scalars: number), locale: locale),
                let unit = units(String(scalars: name)), !Self.isSigned(number),
                last.map({ unit.nanoseconds < $0.nanoseconds }) ?? true
            else { return nil }
            try amount.add(try DurationAmount(count, unit))
            last = unit
        }
        return last == nil ? nil : amount
    }

    private static func isSigned(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        scalars.contains { ["+", "-", "\u{2212}"].contains($0) }
    }
}

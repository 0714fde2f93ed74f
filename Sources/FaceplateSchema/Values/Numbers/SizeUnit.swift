/// A unit of sizes: a name, and its number of bytes.
package struct SizeUnit: Sendable, Hashable {
    /// The name in values; empty for a number without a unit.
    package let name: String
    package let bytes: Int64

    static let byte = SizeUnit(name: "B", bytes: 1)
    static let decimal = standard(["kB", "MB", "GB", "TB", "PB", "EB"]) { $0 * 1_000 }
    static let binary = standard(["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]) { $0 * 1_024 }
    static let all = [byte] + decimal + binary

    /// The units of an item that declares none.
    package static let usual = [byte] + binary.prefix(4)

    private static func standard(_ names: [String], _ next: (Int64) -> Int64) -> [SizeUnit] {
        var bytes: Int64 = 1
        return names.map { name in
            bytes = next(bytes)
            return SizeUnit(name: name, bytes: bytes)
        }
    }

    /// The unit with exactly this name; `nil` for any other name.
    static func standard(_ name: String) -> SizeUnit? { all.first { $0.name == name } }

    /// Returns the unit of a written name, in any case; `nil` for an unknown or ambiguous name.
    ///
    /// The declared units come first. A single letter is the declared unit that begins with it. Then it is a standard
    /// unit, also with the `o` of French, or a number of bytes.
    static func named(_ name: String, among declared: [SizeUnit]) -> SizeUnit? {
        let folded = name.lowercased()
        if let unit = declared.first(where: { $0.name == name })
            ?? only(declared.filter { $0.name.lowercased() == folded })
        {
            return unit
        }
        // Its name is in every menu.
        if folded == "b" { return byte }
        if folded.unicodeScalars.count == 1,
            let unit = only(declared.filter { $0.name.lowercased().hasPrefix(folded) })
        {
            return unit
        }
        if ["byte", "bytes", "octet", "octets", "o"].contains(folded) { return byte }
        let plain = folded.hasSuffix("o") ? folded.dropLast() + "b" : folded[...]
        return all.first { $0.name.lowercased() == plain }
    }

    private static func only(_ units: [SizeUnit]) -> SizeUnit? { units.count == 1 ? units[0] : nil }
}

/// An integer number of bytes, and the number of units in which it is written.
package struct SizeAmount: Sendable, Hashable {
    /// The greatest number of bytes, and with a minus sign the least: 7 EiB.
    static let mostBytes: Int64 = 7 << 60

    package let number: ExactDecimal
    package let unit: SizeUnit
    package let bytes: Int64

    init(_ number: ExactDecimal, _ unit: SizeUnit) throws(AmountFailure) {
        bytes = Int64(try number.amount(of: Int128(unit.bytes), most: Int128(Self.mostBytes)))
        self.number = number
        self.unit = unit
    }

    /// Writes bytes in the largest unit that gives an integer, and zero in the first unit; `nil` if no unit does.
    init?(bytes: Int64, in units: [SizeUnit]) {
        let whole = units.filter { bytes.isMultiple(of: $0.bytes) }
        let largest = whole.max { $0.bytes < $1.bytes }
        guard let unit = bytes == 0 ? units.first : largest else { return nil }
        self.bytes = bytes
        self.unit = unit
        number = ExactDecimal(bytes / unit.bytes)
    }

    /// The number and the unit without a space; `nil` for a fraction.
    var canonical: String? { number.integer.map { "\($0)\(unit.name)" } }
}

/// The rules of a size: the value of `edit_size`, a number of bytes, or text with a unit.
///
/// Accepted are `512 MiB`, `1.5GB`, `64m`, and a number without a unit, in the first unit of the item. The size is an
/// integer number of bytes, at most 7 EiB. Stored as text, it is an integer number of a declared unit.
package struct SizeRules: UnitRules, Equatable {
    /// The least size, in bytes.
    package let minimum: Int64
    /// The greatest size, in bytes; `nil` for no declared limit.
    package let maximum: Int64?
    /// The units in which sizes are shown and stored; not empty.
    package let units: [SizeUnit]
    /// True for text in the notation of the program, such as `64M`; false for bytes.
    package let storesText: Bool

    /// Negative sizes are rejected without a minimum.
    package init(
        minimum: Int64? = nil, maximum: Int64? = nil, units: [SizeUnit] = SizeUnit.usual,
        storesText: Bool = false
    ) {
        self.minimum = minimum ?? 0
        self.maximum = maximum
        self.units = units.isEmpty ? SizeUnit.usual : units
        self.storesText = storesText
    }

    // MARK: - Reading

    package func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value {
        try value(fromText: text, unit: units[0], locale: locale)
    }

    package func value(
        number: String, unit name: String, locale: LocaleTag?
    ) throws(ValueProblem) -> Value {
        guard let unit = unit(named: name) else { throw problems.misfit(number + name) }
        return try value(fromText: number, unit: unit, locale: locale)
    }

    /// Returns the unit of a field; the first one for an empty name, and `nil` for an unknown one.
    package func unit(named name: String) -> SizeUnit? {
        name.isEmpty ? units[0] : SizeUnit.named(name, among: units)
    }

    private func value(
        fromText text: String, unit: SizeUnit, locale: LocaleTag?
    ) throws(ValueProblem) -> Value {
        if NumberSpelling.trimmed(text).isEmpty { throw ValueProblem(.required) }
        let amount = try problems.amount(in: text) { () throws(AmountFailure) in
            try self.amount(text, unit, locale)
        }
        return try stored(amount, text)
    }

    private func amount(
        _ text: String, _ unit: SizeUnit, _ locale: LocaleTag?
    ) throws(AmountFailure) -> SizeAmount? {
        let text = NumberSpelling.trimmed(text)
        if let number = NumberSpelling.number(in: text, locale: locale) {
            return try SizeAmount(number, unit)
        }
        let digits = text.unicodeScalars.prefix { !$0.properties.isAlphabetic }
        let name = text.unicodeScalars.dropFirst(digits.count)
        guard name.allSatisfy(\.properties.isAlphabetic),
            let number = NumberSpelling.number(in: String(digits), locale: locale),
            let unit = SizeUnit.named(String(name), among: units)
        else { return nil }
        return try SizeAmount(number, unit)
    }

    private func stored(_ amount: SizeAmount, _ text: String) throws(ValueProblem) -> Value {
        guard storesText else { return .integer(amount.bytes) }
        if units.contains(amount.unit), let text = amount.canonical { return .text(text) }
        guard let text = SizeAmount(bytes: amount.bytes, in: units)?.canonical else {
            throw problems.precision(text)
        }
        return .text(text)
    }

    package func value(fromJSON json: JSONValue) throws(ValueProblem) -> Value {
        if let text = json.string { return try value(fromText: text, locale: nil) }
        let shown = JSONWriter().text(json)
        guard let number = json.number else { throw problems.misfit(shown) }
        // Text without a unit is a number in some files.
        if storesText { return try value(fromText: number.text, locale: nil) }
        let amount = try problems.amount(in: shown) { () throws(AmountFailure) in
            try ExactDecimal(number.text).map { number throws(AmountFailure) in
                try SizeAmount(number, .byte)
            }
        }
        return .integer(amount.bytes)
    }

    // MARK: - Checking

    package func problem(with value: Value) -> ValueProblem? {
        guard let amount = amount(of: value) else { return problems.misfit(value.plainText) }
        if amount.bytes < minimum { return problems.outside(.tooSmall, value.plainText) }
        if let maximum, amount.bytes > maximum {
            return problems.outside(.tooLarge, value.plainText)
        }
        return nil
    }

    /// The problem with text that is not a size, without the text.
    var notASize: ValueProblem {
        let usual = units.last { $0.bytes <= 1 << 20 } ?? units[0]
        let space = SizeUnit.standard(usual.name) == nil ? "" : " "
        return ValueProblem(.notASize, ["example": "512\(space)\(usual.name)"], kind: .size)
    }

    private var problems: AmountProblems {
        let smallest = storesText ? units.min { $0.bytes < $1.bytes } : nil
        return AmountProblems(
            misfit: notASize,
            precision: ValueProblem(
                .tooPrecise, ["unit": (smallest?.bytes == 1 ? nil : smallest?.name) ?? "B"],
                kind: .size),
            minimum: String(minimum), maximum: maximum.map { String($0) },
            most: String(SizeAmount.mostBytes))
    }

    // MARK: - Showing

    /// The size in the unit of its field: as stored, or in the largest unit that gives an integer.
    ///
    /// `nil` for a value that is not a size.
    package func amount(of value: Value) -> SizeAmount? {
        switch value {
        case .integer(let bytes) where !storesText:
            guard bytes.magnitude <= SizeAmount.mostBytes.magnitude else { return nil }
            return SizeAmount(bytes: bytes, in: units) ?? SizeAmount(bytes: bytes, in: [.byte])
        case .text(let text) where storesText:
            let amount = (try? amount(text, units[0], nil)) ?? nil
            guard let amount, units.contains(amount.unit), amount.canonical == text else {
                return nil
            }
            return amount
        default: return nil
        }
    }

    package func fieldText(of value: Value, locale: LocaleTag?) -> String {
        guard !storesText, let amount = amount(of: value) else { return value.plainText }
        let space = locale == nil || amount.unit.name.isEmpty ? "" : " "
        return NumberSpelling.fieldText(amount.number, in: locale) + space + amount.unit.name
    }
}

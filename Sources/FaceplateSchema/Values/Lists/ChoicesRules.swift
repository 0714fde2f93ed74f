/// The rules of any number of declared options: the value of `choices`.
///
/// The value is a list of distinct options, in the order of their declaration. The text form is a
/// JSON array, or the text forms of the options separated by commas or line breaks; the empty
/// string is the empty list.
package struct ChoicesRules: ValueRules, Equatable {
    package let options: [Value]
    package let minimumCount: Int?
    package let maximumCount: Int?

    private let places: [Value: Int]
    /// The keys have the type `Value`, which compares strings by bytes.
    private let placesByText: [Value: Int]

    package init(options: [Value], minimumCount: Int? = nil, maximumCount: Int? = nil) {
        self.options = options
        self.minimumCount = minimumCount
        self.maximumCount = maximumCount
        let numbered = options.enumerated().map { ($0.element, $0.offset) }
        places = Dictionary(numbered) { first, _ in first }
        placesByText = Dictionary(numbered.map { (.text($0.0.plainText), $0.1) }) { first, _ in
            first
        }
    }

    package var longestFormSize: Int? {
        options.reduce(0) { $0 + 3 * $1.plainText.utf8.count + 256 }
    }

    package func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value {
        if let json = TextLines.jsonArray(text) { return try value(fromJSON: json) }
        var texts: [String] = []
        for line in TextLines.lines(of: text).map({ TextLines.trimmed($0) }) where !line.isEmpty {
            // The text form of an option can contain commas.
            if placesByText[.text(line)] != nil {
                texts.append(line)
            } else {
                texts += line.utf8.split(separator: UInt8(ascii: ","))
                    .map { TextLines.trimmed(String(Substring($0))) }
            }
        }
        return try value(fromElements: texts, locale: locale)
    }

    /// Reads the text forms of the chosen options, one per element, as checkboxes send them.
    ///
    /// Empty elements are dropped.
    ///
    /// - Parameter current: The values chosen now. They can stay chosen even if they are no longer
    ///   options.
    /// - Throws: The problem of the first element that is not an option.
    package func value(
        fromElements texts: [String], keeping current: [Value] = [], locale: LocaleTag?
    ) throws(ValueProblem) -> Value {
        let others = current.filter { places[$0] == nil }
        var values: [Value] = []
        for text in texts where !text.utf8.isEmpty {
            if let place = placesByText[.text(text)] {
                values.append(options[place])
            } else if let other = others.first(where: { .text($0.plainText) == Value.text(text) }) {
                values.append(other)
            } else {
                values.append(try OptionRules(options).value(fromText: text, locale: locale))
            }
        }
        return .list(ordered(values))
    }

    /// Scalars that are no longer options are accepted, after the options.
    package func value(fromJSON json: JSONValue) throws(ValueProblem) -> Value {
        guard let elements = json.array else {
            throw ValueProblem(.notAList, ["value": JSONWriter().text(json)])
        }
        var values: [Value] = []
        for element in elements {
            guard let value = Value(json: element), value.isScalar else {
                throw notAnOption(JSONWriter().text(element))
            }
            values.append(value)
        }
        return .list(ordered(values))
    }

    package func problem(with value: Value) -> ValueProblem? {
        guard case .list(let values) = value else {
            return ValueProblem(.notAList, ["value": value.plainText])
        }
        if let other = values.first(where: { places[$0] == nil }) {
            return notAnOption(other.plainText)
        }
        return ListRules.countProblem(values.count, minimumCount, maximumCount)
    }

    /// Values chosen before can stay chosen even if they are no longer options.
    package func problem(with value: Value, insteadOf old: Value?) -> ValueProblem? {
        guard case .list(let values) = value, case .list(let before)? = old else {
            return problem(with: value)
        }
        let known = Set(before)
        let refused = values.first { places[$0] == nil && !known.contains($0) }
        return refused.map { notAnOption($0.plainText) }
            ?? ListRules.countProblem(values.count, minimumCount, maximumCount)
    }

    private func ordered(_ values: [Value]) -> [Value] {
        let chosen = Set(values.compactMap { places[$0] }).sorted().map { options[$0] }
        var seen: Set<Value> = []
        return chosen + values.filter { places[$0] == nil && seen.insert($0).inserted }
    }

    private func notAnOption(_ text: String) -> ValueProblem {
        ValueProblem(
            .notAnOption,
            ["value": text, "options": options.map(\.plainText).joined(separator: ", ")])
    }
}

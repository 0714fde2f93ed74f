/// Any number of declared options: the value of `choices`.
///
/// The value is a list of distinct options in the order of their declaration. Its text form is a
/// JSON array, or the options' texts separated by commas or line breaks; an empty text is the empty
/// list.
public struct ChoicesRules: ValueRules {
    /// The options' values in order.
    public let options: [Value]
    /// How many must be chosen; `nil` for no bound.
    public let minimumCount: Int?
    /// How many may be chosen; `nil` for no bound.
    public let maximumCount: Int?

    private let places: [Value: Int]
    /// By the text of the value, which is held as a `Value` since that compares bytes.
    private let placesByText: [Value: Int]

    /// Makes the rules of these options.
    public init(options: [Value], minimumCount: Int? = nil, maximumCount: Int? = nil) {
        self.options = options
        self.minimumCount = minimumCount
        self.maximumCount = maximumCount
        let numbered = options.enumerated().map { ($0.element, $0.offset) }
        places = Dictionary(numbered) { first, _ in first }
        placesByText = Dictionary(numbered.map { (.text($0.0.plainText), $0.1) }) { first, _ in
            first
        }
    }

    /// All options at once; see `ValueRules`.
    public var longestFormSize: Int? {
        options.reduce(0) { $0 + 3 * $1.plainText.utf8.count + 256 }
    }

    /// Reads the text form; see `ValueRules`.
    public func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value {
        if let json = TextLines.jsonArray(text) { return try value(fromJSON: json) }
        var texts: [String] = []
        for line in TextLines.lines(of: text).map(TextLines.trimmed) where !line.isEmpty {
            // An option's own text may have commas.
            if placesByText[.text(line)] != nil {
                texts.append(line)
            } else {
                texts += line.utf8.split(separator: UInt8(ascii: ","))
                    .map { TextLines.trimmed(String(Substring($0))) }
            }
        }
        return try value(fromElements: texts, locale: locale)
    }

    /// Reads the texts of the chosen options, one an element: the fields of check boxes.
    ///
    /// Empty ones are dropped.
    ///
    /// - Parameter current: values that are chosen now, which may be chosen on though they are no
    ///   options any more.
    /// - Throws: the problem of the first text that is no option's.
    public func value(
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

    /// Reads the JSON form; see `ValueRules`.
    ///
    /// Scalars that are no longer options are kept, behind those that are.
    public func value(fromJSON json: JSONValue) throws(ValueProblem) -> Value {
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

    /// Holds a value against the constraints; see `ValueRules`.
    public func problem(with value: Value) -> ValueProblem? {
        guard case .list(let values) = value else {
            return ValueProblem(.notAList, ["value": value.plainText])
        }
        if let other = values.first(where: { places[$0] == nil }) {
            return notAnOption(other.plainText)
        }
        return ListRules.countProblem(values.count, minimumCount, maximumCount)
    }

    /// What is wrong with a value that takes the place of another: what was chosen before and is
    /// no option any more may stay.
    public func problem(with value: Value, insteadOf old: Value?) -> ValueProblem? {
        guard case .list(let values) = value, case .list(let before)? = old else {
            return problem(with: value)
        }
        let kept = Set(before)
        let refused = values.first { places[$0] == nil && !kept.contains($0) }
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

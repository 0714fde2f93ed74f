/// Any number of elements of one type: the value of `edit_list`.
///
/// The value is a list. Its text form is a JSON array, or one element a line; blank lines are
/// dropped. A text that begins like an array of texts, lists or objects must be a whole one. The problem of an element has its number, from 1, in `line`.
public struct ListRules: ValueRules {
    /// What each element must be.
    public let element: any ValueRules
    /// How many there must be; `nil` for no bound.
    public let minimumCount: Int?
    /// How many there may be; `nil` for no bound.
    public let maximumCount: Int?
    /// Whether no two may be equal.
    public let isUnique: Bool

    /// Makes rules; without bounds any number of elements is accepted.
    public init(
        element: any ValueRules, minimumCount: Int? = nil, maximumCount: Int? = nil,
        isUnique: Bool = false
    ) {
        self.element = element
        self.minimumCount = minimumCount
        self.maximumCount = maximumCount
        self.isUnique = isUnique
    }

    /// The longest element as often as there may be elements; see `ValueRules`.
    public var longestFormSize: Int? {
        guard let maximumCount, let size = element.longestFormSize else { return nil }
        return (size + 256).multiplied(by: maximumCount + 1)
    }

    /// One field an element; see `ValueRules`.
    public var fieldsOfElement: Int { 1 }

    /// Reads the text form; see `ValueRules`.
    public func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value {
        if let json = TextLines.jsonArray(text) { return try value(fromJSON: json) }
        // One that was cut on its way must not become one long element.
        guard !TextLines.beginsJSONArray(text) else {
            throw ValueProblem(.notAList, ["value": text])
        }
        let lines = TextLines.lines(of: text).enumerated().filter {
            !TextLines.isBlank($0.element)
        }
        var values: [Value] = []
        for (index, line) in lines {
            values.append(try read(line, line: index + 1, locale: locale))
        }
        // Behind a blank line an element's number in the list is not that of its line, which is
        // known only here.
        if let problem = problem(with: .list(values)),
            let place = problem.parameters["line"].flatMap(Int.init),
            lines.indices.contains(place - 1), lines[place - 1].offset + 1 != place
        {
            throw problem.with(line: lines[place - 1].offset + 1)
        }
        return .list(values)
    }

    /// Reads the elements' texts, none of which is dropped.
    ///
    /// - Parameter locale: how numbers are written; `nil` reads the canonical form only.
    /// - Throws: the problem of the first element that is not of its type.
    public func value(
        fromElements texts: [String], locale: LocaleTag?
    ) throws(ValueProblem) -> Value {
        var values: [Value] = []
        for (index, text) in texts.enumerated() {
            values.append(try read(text, line: index + 1, locale: locale))
        }
        return .list(values)
    }

    /// Reads the JSON form; see `ValueRules`.
    public func value(fromJSON json: JSONValue) throws(ValueProblem) -> Value {
        guard let elements = json.array else {
            throw ValueProblem(.notAList, ["value": JSONWriter().text(json)])
        }
        var values: [Value] = []
        for (index, json) in elements.enumerated() {
            do throws(ValueProblem) {
                values.append(try element.value(fromJSON: json))
            } catch {
                throw error.with(line: index + 1)
            }
        }
        return .list(values)
    }

    /// Holds a value against the constraints; see `ValueRules`.
    public func problem(with value: Value) -> ValueProblem? {
        guard case .list(let values) = value else {
            return ValueProblem(.notAList, ["value": value.plainText])
        }
        if let problem = Self.countProblem(values.count, minimumCount, maximumCount) {
            return problem
        }
        var seen: Set<Value> = []
        for (index, value) in values.enumerated() {
            if let problem = element.problem(with: value) { return problem.with(line: index + 1) }
            if isUnique, !seen.insert(value).inserted {
                return ValueProblem(.duplicate, ["value": value.plainText]).with(line: index + 1)
            }
        }
        return nil
    }

    /// One element a line, in the locale's form; JSON where lines would not read back the same.
    public func fieldText(of value: Value, locale: LocaleTag?) -> String {
        guard case .list(let values) = value else { return value.plainText }
        let text = values.map { element.fieldText(of: $0, locale: locale) }
            .joined(separator: "\n")
        return (try? self.value(fromText: text, locale: locale)) == value ? text : value.plainText
    }

    /// Whether a number of elements is out of bounds.
    static func countProblem(_ count: Int, _ minimum: Int?, _ maximum: Int?) -> ValueProblem? {
        if let minimum, count < minimum {
            return ValueProblem(.tooFew, ["count": String(count), "minimum": String(minimum)])
        }
        if let maximum, count > maximum {
            return ValueProblem(.tooMany, ["count": String(count), "maximum": String(maximum)])
        }
        return nil
    }

    private func read(
        _ text: String, line: Int, locale: LocaleTag?
    ) throws(ValueProblem) -> Value {
        do throws(ValueProblem) {
            return try element.value(fromText: text, locale: locale)
        } catch {
            throw error.with(line: line)
        }
    }
}

extension ValueProblem {
    /// The problem of an element of a list, counted from 1.
    func with(line: Int) -> ValueProblem {
        ValueProblem(code, parameters.merging(["line": String(line)]) { $1 }, kind: kind)
    }

    /// The problem of a cell of a table, whose rows are counted from 1.
    func with(row: Int, column: String) -> ValueProblem {
        ValueProblem(
            code, parameters.merging(["row": String(row), "column": column]) { $1 }, kind: kind)
    }
}

/// The rules of any number of elements of one type: the value of `edit_list`.
///
/// The value is a list. The text form is a JSON array, or one element per line; blank lines are
/// dropped. Text that begins like an array of any values must be a complete array.
/// The problem of an element has its number, from 1, in `line`.
package struct ListRules: ValueRules {
    package let element: any ValueRules
    package let minimumCount: Int?
    package let maximumCount: Int?
    package let isUnique: Bool

    package init(
        element: any ValueRules, minimumCount: Int? = nil, maximumCount: Int? = nil,
        isUnique: Bool = false
    ) {
        self.element = element
        self.minimumCount = minimumCount
        self.maximumCount = maximumCount
        self.isUnique = isUnique
    }

    package var longestFormSize: Int? {
        guard let maximumCount, let size = element.longestFormSize else { return nil }
        return (size + 256).multiplied(by: maximumCount + 1)
    }

    package var fieldsOfElement: Int { 1 }

    package func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value {
        if let json = TextLines.jsonArray(text) { return try value(fromJSON: json) }
        // A truncated array must not become one long element.
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
        // After blank lines, the number of an element differs from the number of its line, which
        // only this function knows.
        if let problem = problem(with: .list(values)),
            let place = problem.parameters["line"].flatMap(Int.init),
            lines.indices.contains(place - 1), lines[place - 1].offset + 1 != place
        {
            throw problem.with(line: lines[place - 1].offset + 1)
        }
        return .list(values)
    }

    /// Reads the texts of the elements, and drops none.
    ///
    /// - Parameter locale: The locale of numbers; `nil` to accept only the canonical form.
    /// - Throws: The problem of the first element that is not of its type.
    package func value(
        fromElements texts: [String], locale: LocaleTag?
    ) throws(ValueProblem) -> Value {
        var values: [Value] = []
        for (index, text) in texts.enumerated() {
            values.append(try read(text, line: index + 1, locale: locale))
        }
        return .list(values)
    }

    package func value(fromJSON json: JSONValue) throws(ValueProblem) -> Value {
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

    package func problem(with value: Value) -> ValueProblem? {
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

    /// One element per line in the locale, or JSON if the lines would not read back as the same
    /// value.
    package func fieldText(of value: Value, locale: LocaleTag?) -> String {
        guard case .list(let values) = value else { return value.plainText }
        let text = values.map { element.fieldText(of: $0, locale: locale) }
            .joined(separator: "\n")
        return (try? self.value(fromText: text, locale: locale)) == value ? text : value.plainText
    }

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
    /// The number of a list element, from 1.
    ///
    /// The outermost place counts, since a field of the page has the whole element.
    func with(line: Int) -> ValueProblem {
        ValueProblem(
            code, withoutPlace.merging(["line": String(line)]) { $1 }, kind: kind)
    }

    private var withoutPlace: [String: String] {
        parameters.filter { !["line", "row", "column"].contains($0.key) }
    }

    /// The number of a table row, from 1.
    func with(row: Int, column: String) -> ValueProblem {
        ValueProblem(
            code, withoutPlace.merging(["row": String(row), "column": column]) { $1 }, kind: kind)
    }

    /// Of the only row.
    var withoutRow: ValueProblem {
        ValueProblem(code, parameters.filter { $0.key != "row" }, kind: kind)
    }
}

/// The rules of a value of one of several kinds: the value of `edit_alternatives`.
///
/// The kind follows from the value: the first alternative that accepts it. In the text form, text alternatives come
/// last, so that `80` is a number where a number is accepted; a string in quotation marks is a string. `null` is a value
/// if it is declared; its place is behind the alternatives.
package struct AlternativesRules: ValueRules {
    package let alternatives: [any ValueRules]

    package let isNullable: Bool

    package init(_ alternatives: [any ValueRules], isNullable: Bool = false) {
        self.alternatives = alternatives
        self.isNullable = isNullable
    }

    /// The positions of the kinds, `null` among them.
    package var places: Range<Int> { 0..<(alternatives.count + (isNullable ? 1 : 0)) }

    package var longestFormSize: Int? {
        var sum = 0
        for rules in alternatives {
            guard let size = rules.longestFormSize else { return nil }
            sum += size + 256
        }
        return sum
    }

    /// Returns the position of the alternative that has the value; `nil` if none has its type.
    package func place(of value: Value) -> Int? {
        if isNullable, value == .null { return alternatives.count }
        return alternatives.firstIndex { Self.accepts(value, $0) }
            ?? alternatives.firstIndex { (try? $0.value(fromJSON: value.json)) == value }
    }

    private static func accepts(_ value: Value, _ rules: any ValueRules) -> Bool {
        (try? rules.value(fromJSON: value.json)) == value && rules.problem(with: value) == nil
    }

    package func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value {
        // JSON of a string, a list, an object or `null` is meant as such.
        if let json = try? JSONReader.read(text), json.number == nil, Value(part: json) != nil,
            json != true, json != false, let value = try? value(fromJSON: json),
            problem(with: value) == nil
        {
            return value
        }
        let ordered = alternatives.filter { !$0.readsAnyText } + alternatives.filter(\.readsAnyText)
        return try first(of: ordered) { (rules) throws(ValueProblem) in
            try rules.value(fromText: text, locale: locale)
        }
    }

    package func value(fromJSON json: JSONValue) throws(ValueProblem) -> Value {
        if isNullable, json.isNull { return .null }
        return try first(of: alternatives) { (rules) throws(ValueProblem) in
            try rules.value(fromJSON: json)
        }
    }

    /// The first value that is accepted, or else the first of the right type.
    ///
    /// - Throws: The last problem, if no alternative has the type.
    private func first(
        of alternatives: [any ValueRules],
        _ read: (any ValueRules) throws(ValueProblem) -> Value
    ) throws(ValueProblem) -> Value {
        var found: Value?
        var last = ValueProblem(.required)
        for rules in alternatives {
            do throws(ValueProblem) {
                let value = try read(rules)
                if rules.problem(with: value) == nil { return value }
                found = found ?? value
            } catch {
                last = error
            }
        }
        guard let found else { throw last }
        return found
    }

    package func problem(with value: Value) -> ValueProblem? {
        let place = place(of: value) ?? alternatives.indices.last
        return place.flatMap {
            alternatives.indices.contains($0) ? alternatives[$0].problem(with: value) : nil
        }
    }

    package func fieldText(of value: Value, locale: LocaleTag?) -> String {
        let text =
            place(of: value).flatMap {
                alternatives.indices.contains($0)
                    ? alternatives[$0].fieldText(of: value, locale: locale) : nil
            } ?? value.plainText
        return (try? self.value(fromText: text, locale: locale)) == value
            ? text : JSONWriter().text(value.json)
    }
}

extension AlternativesRules: Equatable {
    package static func == (left: Self, right: Self) -> Bool {
        left.isNullable == right.isNullable
            && left.alternatives.map(\.kind) == right.alternatives.map(\.kind)
    }
}

extension ValueRules {
    /// True when `null` is a value.
    package var acceptsNull: Bool {
        switch kind {
        case .alternatives(let rules): rules.isNullable
        case .any(let rules): rules.isNullable
        default: false
        }
    }

    fileprivate var readsAnyText: Bool {
        switch kind {
        case .text, .any, .list, .secret: true
        default: false
        }
    }
}

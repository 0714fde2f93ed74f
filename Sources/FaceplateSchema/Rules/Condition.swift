/// A condition on the values of settings, under which an item is visible, enabled or required.
///
/// In a schema it is a key (`"proxy"`: the switch is on), a test of one setting (`{"key": "mode", "equals":
/// "manual"}`), or `not`, `all` or `any` of conditions, nested at most 16 levels deep.
package enum Condition: Sendable, Hashable {
    case test(key: String, Test)
    indirect case not(Condition)
    case all([Condition])
    case any([Condition])

    /// The maximum number of levels in a schema, including the innermost test.
    ///
    /// A deeper condition is an error of the schema.
    package static let maximumDepth = 16

    /// - Parameter value: returns the value of a key; `nil` if it has no value. An option of a `select` group is a
    ///   Boolean under its own key.
    package func holds(_ value: (String) -> Value?) -> Bool {
        switch self {
        case .test(let key, let test): test.holds(for: value(key), others: value)
        case .not(let condition): !condition.holds(value)
        case .all(let conditions): conditions.allSatisfy { $0.holds(value) }
        case .any(let conditions): conditions.contains { $0.holds(value) }
        }
    }

    /// The keys of the settings that the condition tests, without duplicates, in order of appearance.
    package var keys: [String] {
        var keys: [String] = []
        var seen: Set<String> = []
        collectTests { key, test in
            for key in [key, test.otherKey].compactMap(\.self) where seen.insert(key).inserted {
                keys.append(key)
            }
        }
        return keys
    }

    /// The keys of the settings that the condition compares with each other; all of its keys if it compares none.
    ///
    /// They are those that a person can mend. The others say only whether the comparison matters.
    package var comparedKeys: [String] {
        var keys: [String] = []
        collectTests { key, test in
            guard let other = test.otherKey else { return }
            keys += [key, other].filter { !keys.contains($0) }
        }
        return keys.isEmpty ? self.keys : keys
    }

    private func collectTests(_ add: (String, Test) -> Void) {
        switch self {
        case .test(let key, let test): add(key, test)
        case .not(let condition): condition.collectTests(add)
        case .all(let conditions), .any(let conditions):
            for condition in conditions { condition.collectTests(add) }
        }
    }

    /// The key and the value of a condition that only compares one setting with one value; `nil` for other conditions.
    ///
    /// A page shows such a condition as "Used when Proxy is On". `{"not": "proxy"}` compares with off.
    package var simple: (key: String, value: Value)? {
        switch self {
        case .test(let key, .equals(.value(let value))): (key, value)
        case .not(.test(let key, .equals(.value(.boolean(let isOn))))): (key, .boolean(!isOn))
        default: nil
        }
    }
}

extension Condition {
    /// A missing value counts as empty and fails every other test.
    ///
    /// Values of different types are never equal and have no order.
    package enum Test: Sendable, Hashable {
        /// True when the value equals the operand; numbers are compared by amount, strings byte by byte.
        case equals(Operand)
        case isIn([Value])
        case compares(Comparison, Operand)
        /// True when the pattern matches the text at any position.
        case matches(Pattern)
        /// True when the value is missing, an empty string or an empty list; with `false`, the opposite.
        case isEmpty(Bool)
        /// True when a list contains the value as an element, or text contains the string.
        case contains(Value)
    }

    package enum Operand: Sendable, Hashable {
        case value(Value)
        /// The current value of another setting.
        case key(String)
    }

    /// The comparisons of numbers, and of text by its UTF-8 bytes, which is the order of ISO dates and times.
    package enum Comparison: Sendable, Hashable {
        case less, atMost, greater, atLeast
    }
}

extension Condition.Test {
    fileprivate var otherKey: String? {
        switch self {
        case .equals(.key(let key)), .compares(_, .key(let key)): key
        default: nil
        }
    }

    fileprivate func holds(for value: Value?, others: (String) -> Value?) -> Bool {
        if case .isEmpty(let wanted) = self { return (value?.isEmpty ?? true) == wanted }
        guard let value else { return false }
        switch self {
        case .equals(let operand):
            return operand.value(others).map(value.equalsInCondition) ?? false
        case .isIn(let values): return values.contains { value.equalsInCondition($0) }
        case .compares(let comparison, let operand):
            return operand.value(others).map { comparison.holds(value, $0) } ?? false
        case .matches(let pattern):
            guard case .text(let text) = value else { return false }
            return pattern.matches(text)
        case .contains(let wanted): return value.containsInCondition(wanted)
        case .isEmpty: return false
        }
    }
}

extension Condition.Operand {
    fileprivate func value(_ others: (String) -> Value?) -> Value? {
        switch self {
        case .value(let value): value
        case .key(let key): others(key)
        }
    }
}

extension Condition.Comparison {
    fileprivate func holds(_ left: Value, _ right: Value) -> Bool {
        switch self {
        case .less: left.precedesInCondition(right) == true
        case .atMost: right.precedesInCondition(left) == false
        case .greater: right.precedesInCondition(left) == true
        case .atLeast: left.precedesInCondition(right) == false
        }
    }
}

/// A question about the values of settings: when an item is visible, enabled or required.
///
/// In a schema it is a key (`"proxy"`: that switch is on), a test of one setting
/// (`{"key": "mode", "equals": "manual"}`), or `not`, `all` or `any` of conditions, nested at most
/// 16 deep.
public enum Condition: Sendable, Hashable {
    /// One setting's value is tested.
    case test(key: String, Test)
    /// The condition does not hold.
    indirect case not(Condition)
    /// Each of the conditions holds.
    case all([Condition])
    /// At least one of the conditions holds.
    case any([Condition])

    /// The depth of `not`, `all` and `any` that schemas may use, the innermost test included.
    public static let maximumDepth = 16

    /// Whether the condition holds.
    ///
    /// - Parameter value: the value of a key; `nil` where it is absent. An option of a `select`
    ///   group reads as a Boolean by its own key.
    public func holds(_ value: (String) -> Value?) -> Bool {
        switch self {
        case .test(let key, let test): test.holds(for: value(key), others: value)
        case .not(let condition): !condition.holds(value)
        case .all(let conditions): conditions.allSatisfy { $0.holds(value) }
        case .any(let conditions): conditions.contains { $0.holds(value) }
        }
    }

    /// The keys whose values are asked for, each once, in the order of their appearance.
    public var keys: [String] {
        var keys: [String] = []
        var seen: Set<String> = []
        collectKeys { if seen.insert($0).inserted { keys.append($0) } }
        return keys
    }

    private func collectKeys(_ add: (String) -> Void) {
        switch self {
        case .test(let key, let test):
            add(key)
            if let other = test.otherKey { add(other) }
        case .not(let condition): condition.collectKeys(add)
        case .all(let conditions), .any(let conditions):
            for condition in conditions { condition.collectKeys(add) }
        }
    }

    /// The key and the value where the condition only asks whether a setting has one value, so that
    /// a page can say "Used when Proxy is On"; `nil` for all others.
    ///
    /// `{"not": "proxy"}` asks whether the switch is off.
    public var simple: (key: String, value: Value)? {
        switch self {
        case .test(let key, .equals(.value(let value))): (key, value)
        case .not(.test(let key, .equals(.value(.boolean(let isOn))))): (key, .boolean(!isOn))
        default: nil
        }
    }
}

extension Condition {
    /// What is asked of one setting's value.
    ///
    /// An absent value is empty and passes no other test. Values of different types neither equal
    /// each other nor stand in an order.
    public enum Test: Sendable, Hashable {
        /// It is that value; numbers are equal by amount, texts byte by byte.
        case equals(Operand)
        /// It is one of the values.
        case isIn([Value])
        /// It stands in an order to the operand.
        case compares(Comparison, Operand)
        /// The pattern is found in the text.
        case matches(Pattern)
        /// Whether it is absent, an empty text or an empty list.
        case isEmpty(Bool)
        /// A list holds the value as an element; a text holds the text somewhere in it.
        case contains(Value)
    }

    /// What a value is compared with.
    public enum Operand: Sendable, Hashable {
        /// A value written in the schema.
        case value(Value)
        /// The value that another setting has.
        case key(String)
    }

    /// The orders of numbers, and of texts by their UTF-8 bytes: the order of ISO dates and times.
    public enum Comparison: Sendable, Hashable {
        case less, atMost, greater, atLeast
    }
}

extension Condition.Test {
    /// The other setting that the value is compared with.
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

/// It is read, then checked against the settings of the schema (`problems(typeOf:nearest:)`), then converted to a
/// `Condition`.
struct ConditionDraft: Sendable {
    struct Place: Sendable {
        let path: String
        let position: TextPosition

        func problem(_ message: String) -> SchemaProblem {
            SchemaProblem(path: path, position: position, message: message)
        }
    }

    enum Operator: String, Sendable, CaseIterable {
        case equals, `in`, less, atMost, greater, atLeast, matches, empty, contains
    }

    enum Operand: Sendable {
        case values([(value: Value, place: Place)])
        case key(String, Place)
        case pattern(Pattern)
        case flag(Bool)
    }

    struct Test: Sendable {
        let key: String
        let keyPlace: Place
        let `operator`: Operator
        let operatorPlace: Place
        let operand: Operand
        /// True when the test is only a key, which tests whether a switch is on.
        let isKeyAlone: Bool
    }

    /// The tree of tests, without malformed parts.
    indirect enum Node: Sendable {
        case test(Test)
        case not(Node)
        case all([Node])
        case any([Node])
    }

    let problems: [SchemaProblem]
    let root: Node?

    /// - Parameter path: the path of the JSON, for example `$[1].items[0].itemVisibleWhen`.
    init(_ json: JSONValue, path: String) {
        var reader = ConditionReader()
        root = reader.node(json, path: path, depth: 1)
        problems = reader.problems.enumerated()
            .sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
            .map(\.element)
    }

    var tests: [Test] {
        var tests: [Test] = []
        func collect(_ node: Node) {
            switch node {
            case .test(let test): tests.append(test)
            case .not(let node): collect(node)
            case .all(let nodes), .any(let nodes): nodes.forEach(collect)
            }
        }
        if let root { collect(root) }
        return tests
    }

    /// `nil` if its form has problems; a Boolean can also be written `"YES"` or `"NO"`.
    func condition(typeOf: (String) -> ConditionOperandType?) -> Condition? {
        guard problems.isEmpty, let root else { return nil }
        return Self.condition(root, typeOf)
    }

    private static func condition(
        _ node: Node, _ typeOf: (String) -> ConditionOperandType?
    ) -> Condition {
        switch node {
        case .test(let test): .test(key: test.key, test.condition(of: typeOf(test.key)))
        case .not(let node): .not(condition(node, typeOf))
        case .all(let nodes): .all(nodes.map { condition($0, typeOf) })
        case .any(let nodes): .any(nodes.map { condition($0, typeOf) })
        }
    }
}

extension ConditionDraft.Test {
    fileprivate func condition(of type: ConditionOperandType?) -> Condition.Test {
        switch operand {
        case .flag(let isEmpty): return .isEmpty(isEmpty)
        case .pattern(let pattern): return .matches(pattern)
        case .key(let key, _): return test(.key(key))
        case .values(let placed):
            let values = placed.map { type?.meant($0.value) ?? $0.value }
            guard `operator` != .in, let value = values.first else { return .isIn(values) }
            return test(.value(value))
        }
    }

    private func test(_ operand: Condition.Operand) -> Condition.Test {
        switch (`operator`, operand) {
        case (.less, _): .compares(.less, operand)
        case (.atMost, _): .compares(.atMost, operand)
        case (.greater, _): .compares(.greater, operand)
        case (.atLeast, _): .compares(.atLeast, operand)
        case (.contains, .value(let value)): .contains(value)
        default: .equals(operand)
        }
    }
}
